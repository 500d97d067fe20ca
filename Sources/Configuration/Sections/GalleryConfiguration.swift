/// Whether and where the daemon serves the gallery (`gallery`).
package struct GalleryConfiguration: Sendable, Hashable {
    /// The address to listen on (`gallery.listen`); nil to serve no gallery. Default: nil.
    package var listen: ServerAddress?
    /// The file whose first line is the token that visitors must enter (`gallery.token-file`); nil for none.
    package var tokenFile: String?
    /// The title of the pages (`gallery.title`). Default: `Pictures`.
    package var title = "Pictures"

    /// Whether visitors may turn and hide pictures, retry and dismiss failures (`gallery.changes`); nil for those of this machine
    /// alone. Default: nil.
    package var changes: Bool?

    /// Whether visitors of an address may.
    package func permitsChanges(at address: ServerAddress) -> Bool { changes ?? address.isLoopback }

    /// The tiles under the map (`gallery.tiles`); nil for the built-in data alone. Default: nil.
    package var tiles: MapTiles?

    /// Creates the defaults: no gallery.
    package init() {}

    /// The keys of the section.
    package static let keys = ["listen", "token-file", "title", "changes", "tiles", "tiles-credit"]

    package init(reading section: ConfigurationSection) {
        tiles = MapTiles(reading: section)
        let expected = "off, or an address and a port such as 127.0.0.1:8711 or [::1]:8711"
        tokenFile = section.path("token-file")
        title = section.text("title", default: title)
        if section.has("changes") { changes = section.flag("changes", default: false) }
        guard let text = section.scalar("listen", expected: expected), text != "off" else { return }
        guard let address = ServerAddress(text) else {
            section.report("listen", expected: expected, found: "\"\(text)\"")
            return
        }
        if !address.isLoopback, tokenFile == nil {
            section.report(
                "listen", expected: "a loopback address, or token-file as well",
                found: "\"\(text)\", which others can reach")
        }
        listen = address
    }
}
