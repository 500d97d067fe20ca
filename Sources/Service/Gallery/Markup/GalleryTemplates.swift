/// The files in `Templates`.
package enum GalleryTemplates {
    private static let files: [String: [UInt8]] = [
        "page": PackageResources.page_html, "tiles": PackageResources.tiles_html,
        "rows": PackageResources.rows_html, "timeline": PackageResources.timeline_html,
        "albums": PackageResources.albums_html, "album": PackageResources.album_html,
        "picture": PackageResources.picture_html, "map": PackageResources.map_html,
        "search": PackageResources.search_html, "failures": PackageResources.failures_html,
        "message": PackageResources.message_html, "about": PackageResources.about_html,
        "sign-in": PackageResources.sign_in_html, "pager": PackageResources.pager_html,
    ]

    /// The names of all templates.
    package static let names = files.keys.sorted()

    /// The text of a template.
    package static func bytes(of name: String) -> [UInt8] { files[name] ?? [] }
}
