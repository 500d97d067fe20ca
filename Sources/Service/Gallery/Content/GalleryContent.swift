public import UprightAlbums
public import UprightJournal
public import UprightPlaces

/// The content of the gallery, and its title.
public struct GalleryContent: Sendable {
    /// The albums.
    public let library: AlbumLibrary
    /// The journal with the record of each picture; nil if there is none.
    public let journal: Journal?
    /// Land, borders, and the attribution of their data.
    public let gazetteer: Gazetteer
    /// Makes thumbnails and reads metadata.
    public let viewer: any PictureViewer
    /// The title of every page.
    public let title: String

    /// The possible current paths of a picture's source file, most likely first.
    public var sources: @Sendable (AlbumPhoto) -> [String] = { [$0.source] }

    /// The language of names on the map, an IETF tag; nil for the data's own.
    public var language: String?

    /// The longest sides of thumbnails in pixels, smallest first.
    package static let thumbnailEdges = [320, 640, 1280]
    /// The longest side of a preview in pixels.
    package static let previewEdge = 1600

    /// Creates content.
    public init(
        library: AlbumLibrary, journal: Journal?, gazetteer: Gazetteer, viewer: any PictureViewer,
        title: String = "Pictures"
    ) {
        self.library = library
        self.journal = journal
        self.gazetteer = gazetteer
        self.viewer = viewer
        self.title = title
    }
}
