/// The static files of the gallery.
enum GalleryAsset {
    /// The bytes and media type of a file; nil for an unknown name.
    static func named(_ name: String) -> (bytes: [UInt8], type: String)? {
        switch name {
        case "gallery.css": (PackageResources.gallery_css, "text/css; charset=utf-8")
        case "ratios.css": (PackageResources.ratios_css, "text/css; charset=utf-8")
        case "timeline.js": (PackageResources.timeline_js, "text/javascript; charset=utf-8")
        case "select.js": (PackageResources.select_js, "text/javascript; charset=utf-8")
        case "map.js": (PackageResources.map_js, "text/javascript; charset=utf-8")
        case "search.js": (PackageResources.search_js, "text/javascript; charset=utf-8")
        case "viewer.js": (PackageResources.viewer_js, "text/javascript; charset=utf-8")
        case "icon.svg": (PackageResources.icon_svg, "image/svg+xml")
        default: nil
        }
    }

    /// The names of all files.
    static let names = [
        "gallery.css", "ratios.css", "timeline.js", "select.js", "viewer.js", "map.js", "search.js", "icon.svg",
    ]
}
