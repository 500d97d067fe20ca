/// The gallery's own files.
enum GalleryAsset {
    /// A file's bytes and its media type; nil for none of ours.
    static func named(_ name: String) -> (bytes: [UInt8], type: String)? {
        switch name {
        case "gallery.css": (PackageResources.gallery_css, "text/css; charset=utf-8")
        case "map.js": (PackageResources.map_js, "text/javascript; charset=utf-8")
        case "search.js": (PackageResources.search_js, "text/javascript; charset=utf-8")
        case "keys.js": (PackageResources.keys_js, "text/javascript; charset=utf-8")
        case "icon.svg": (PackageResources.icon_svg, "image/svg+xml")
        default: nil
        }
    }

    /// The names of all of them.
    static let names = ["gallery.css", "map.js", "search.js", "keys.js", "icon.svg"]
}
