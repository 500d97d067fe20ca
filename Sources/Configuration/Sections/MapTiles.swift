/// Tiles that the gallery's map draws under its labels.
package struct MapTiles: Sendable, Hashable {
    /// Where the tiles are.
    package enum Source: Sendable, Hashable {
        /// A PMTiles archive, by its absolute path.
        case archive(String)
        /// Images of a tile server: a template with `{z}`, `{x}` and `{y}`, and the server's origin.
        case images(template: String, origin: String)
    }

    /// Where they are.
    package var source: Source
    /// Who made the data, in words; nil to show what the archive says.
    package var credit: String?

    package init(_ source: Source, credit: String? = nil) {
        self.source = source
        self.credit = credit
    }

    private static let expected =
        "a file ending in .pmtiles, or a template such as https://tiles.example.org/{z}/{x}/{y}.png"

    /// Reads `tiles` and `tiles-credit`; nil if they are absent or invalid, which is noted.
    package init?(reading section: ConfigurationSection) {
        let credit = section.text("tiles-credit")
        guard let text = section.scalar("tiles", expected: Self.expected) else {
            if credit != nil { section.report("tiles", expected: Self.expected, found: "none, but tiles-credit") }
            return nil
        }
        if text.contains("://") {
            guard let origin = Self.origin(text), ["{z}", "{x}", "{y}"].allSatisfy(text.contains) else {
                section.report("tiles", expected: Self.expected, found: "\"\(text)\"")
                return nil
            }
            self.init(.images(template: text, origin: origin), credit: credit)
            return
        }
        guard text.hasSuffix(".pmtiles"), let path = section.path("tiles") else {
            section.report("tiles", expected: Self.expected, found: "\"\(text)\"")
            return nil
        }
        self.init(.archive(path), credit: credit)
    }

    /// The scheme, host and port of an address; nil if it has none. Pages name it in their policy, so it has no other
    /// characters than these have.
    private static func origin(_ text: String) -> String? {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return nil }
        let host = text.dropFirst(scheme.count).prefix { $0 != "/" }
        let isPlain = host.utf8.allSatisfy {
            (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || ".-:[]".utf8.contains($0)
        }
        return !host.isEmpty && isPlain ? scheme + host : nil
    }
}
