public import UprightConfiguration
public import UprightAlbums
public import UprightFiles

/// The `albums` step: groups the pictures that the daemon delivers by place, day and trip.
public struct AlbumsStep: Step, Hashable {
    /// `albums`.
    public static let name = "albums"
    /// After the steps that change pictures.
    public static let order = 900
    /// The keys of the step.
    public enum CodingKeys: String, CodingKey, CaseIterable { case folder, links }

    /// The folder for albums on disk (`folder`); nil for none.
    public var folder: String?
    /// The kind of link to a picture in an album's folder (`links`).
    public var links = AlbumFolder.LinkKind.automatic

    /// False: albums refer to outputs.
    public var affectsOutputs: Bool { false }

    /// The folder for albums on disk.
    public func albumFolder(of pictures: PictureFolders) -> AlbumFolder? {
        folder.map { AlbumFolder(path: $0, links: links, pictures: pictures) }
    }

    /// Creates the defaults: albums in the database only.
    public init() {}

    /// Reads the settings from a section.
    public init(reading section: ConfigurationSection) {
        folder = section.path("folder")
        links = section.choice("links", default: links)
    }
}
