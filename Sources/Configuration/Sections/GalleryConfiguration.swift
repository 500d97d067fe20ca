/// Whether the daemon serves the gallery, and where (`gallery`).
public struct GalleryConfiguration: Sendable, Hashable {
    /// Where to listen (`gallery.listen`); nil for nowhere. Default: nil.
    public var listen: GalleryAddress?
    /// The file whose first line is the token that visitors must know (`gallery.token-file`); nil for none.
    public var tokenFile: String?
    /// The title of the pages (`gallery.title`). Default: `Pictures`.
    public var title = "Pictures"

    /// Nowhere.
    public init() {}

    /// The keys of the section.
    package static let keys = ["listen", "token-file", "title"]

    package init(reading section: ConfigurationSection) {
        let expected = "off, or an address and a port such as 127.0.0.1:8711 or [::1]:8711"
        tokenFile = section.path("token-file")
        title = section.text("title", default: title)
        guard let text = section.scalar("listen", expected: expected), text != "off" else { return }
        guard let address = GalleryAddress(text) else {
            section.note("listen", expected: expected, found: "\"\(text)\"")
            return
        }
        if !address.isLoopback, tokenFile == nil {
            section.note(
                "listen", expected: "a loopback address, or token-file beside it",
                found: "\"\(text)\", which others can reach")
        }
        listen = address
    }
}
