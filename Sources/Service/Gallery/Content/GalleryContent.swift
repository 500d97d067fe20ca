public import UprightAlbums
public import UprightJournal
public import UprightPlaces

/// What the gallery shows, and how it is called.
public struct GalleryContent: Sendable {
    /// The albums.
    public let library: AlbumLibrary
    /// What was done to each picture; nil where nothing is known of it.
    public let journal: Journal?
    /// Land, borders, and whose data they are.
    public let gazetteer: Gazetteer
    /// Shows pictures.
    public let viewer: any PictureViewer
    /// The title of every page.
    public let title: String

    /// Where the file that a picture was made from may be by now, best first.
    public var sources: @Sendable (AlbumPhoto) -> [String] = { [$0.source] }

    /// The language of names on the map, an IETF tag; nil for the data's own.
    public var language: String?

    /// The most pixels of a side of a thumbnail, from the smallest.
    package static let thumbnailEdges = [320, 640, 1280]
    /// The most pixels of a side of a preview.
    package static let previewEdge = 1600

    /// Content.
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
