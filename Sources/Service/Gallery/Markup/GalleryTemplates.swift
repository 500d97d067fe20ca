/// The files in `Templates`.
package enum GalleryTemplates {
    package static let names = [
        "about", "album", "albums", "failures", "map", "message", "page", "pager",
        "picture", "rows", "search", "sheet", "sign-in", "tiles", "timeline",
    ]

    private static let files = Dictionary(
        uniqueKeysWithValues: names.map { ($0, GalleryFile.bytes(of: $0 + ".html") ?? []) })

    /// The text of a template.
    package static func bytes(of name: String) -> [UInt8] { files[name] ?? [] }
}
