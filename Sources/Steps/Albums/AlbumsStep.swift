public import UprightConfiguration
public import UprightAlbums

/// The `albums` step: groups the pictures that the daemon delivers by place, day and trip.
public struct AlbumsStep: Step, Hashable, Encodable {
    /// `albums`.
    public static let name = "albums"
    /// The keys of the step.
    public static let keys = ["folder", "links"]

    /// The folder for albums on disk (`folder`); nil for none.
    public var folder: String?
    /// The kind of link to a picture in an album's folder (`links`).
    public var links = AlbumFolder.LinkKind.automatic

    /// False: albums refer to outputs.
    public var affectsOutputs: Bool { false }

    /// Creates the defaults: albums in the database only.
    public init() {}

    /// Reads the settings from a section.
    public init(reading section: ConfigurationSection) {
        folder = section.path("folder")
        links = section.choice("links", default: links)
    }
}
