/// The static files of the gallery.
enum GalleryAsset {
    /// The bytes and media type of a file; nil for an unknown name.
    static func named(_ name: String) -> (bytes: [UInt8], type: String)? {
        guard names.contains(name), let bytes = GalleryFile.bytes(of: name) else { return nil }
        return (bytes, types[String(name.split(separator: ".").last ?? "")] ?? "application/octet-stream")
    }

    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
    ]

    static let names = [
        "gallery.css", "ratios.css", "colours.css", "words.js", "grid.js", "place.js", "timeline.js", "select.js",
        "viewer.js",
        "tiles.js", "map.js", "search.js", "icon.svg",
    ]
}
