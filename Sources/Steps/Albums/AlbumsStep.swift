public import UprightConfiguration
public import UprightAlbums

/// The `albums` step: gathers the pictures of the daemon by place, day and trip.
public struct AlbumsStep: Step, Hashable {
    /// `albums`.
    public static let name = "albums"
    /// The keys of the step.
    public static let keys = ["folder", "links"]

    /// The folder that albums are made in on disk (`folder`); nil for none.
    public var folder: String?
    /// What a picture in an album's folder is (`links`).
    public var links = AlbumFolder.LinkKind.automatic

    /// The defaults: albums in the database alone.
    public init() {}

    /// The settings of a section.
    public init(reading section: ConfigurationSection) {
        folder = section.path("folder")
        links = section.choice("links", default: links)
    }
}
