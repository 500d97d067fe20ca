package import UprightAlbums
package import UprightFiles
package import UprightJournal
package import UprightPlaces

/// The content of the gallery, and its title.
package struct GalleryContent: Sendable {
    /// The albums.
    package let library: AlbumLibrary
    /// The journal with the record of each picture; nil if there is none.
    package let journal: Journal?
    /// Land, borders, and the attribution of their data.
    package let gazetteer: Gazetteer
    /// Makes thumbnails and reads metadata.
    package let viewer: any PictureViewer
    /// The title of every page.
    package let title: String

    /// The files of the pictures.
    package private(set) var files: PictureFiles

    /// The language of names on the map, an IETF tag; nil for the data's own.
    package var language: String?

    /// The longest sides of thumbnails in pixels, smallest first.
    package static let thumbnailEdges = [320, 640, 1280]
    /// The longest side of a preview in pixels.
    package static let previewEdge = 1600

    /// Creates content.
    package init(
        library: AlbumLibrary, journal: Journal?, gazetteer: Gazetteer, viewer: any PictureViewer,
        title: String = "Pictures"
    ) {
        self.library = library
        self.journal = journal
        self.gazetteer = gazetteer
        self.viewer = viewer
        self.title = title
        files = PictureFiles(journal, in: PictureFolders([]))
    }

    /// Names the folders of the pictures.
    ///
    /// - Parameters:
    ///   - folders: The folders that contain sources, outputs and moved originals.
    ///   - moved: Sources with the folders to which their originals are moved.
    package mutating func setFolders(_ folders: PictureFolders, moved: [(source: RawPath, originals: RawPath)]) {
        files = PictureFiles(journal, in: folders, moved: moved)
    }

    /// A picture's thumbnail; nil if it cannot be shown.
    ///
    /// A thumbnail that exists was made from this very file, which was checked then.
    func thumbnail(of photo: AlbumPhoto, edge: Int) async throws -> [UInt8]? {
        guard let file = await files.output(of: photo) else { return nil }
        if let made = await viewer.madeThumbnail(of: file, edge: edge) { return made }
        guard try await files.isOutput(file, of: photo) else { return nil }
        return await viewer.thumbnail(of: file, edge: edge)
    }

    /// A small picture of a source that failed; nil if it cannot be decoded at all.
    func preview(ofSource path: RawPath) async -> [UInt8]? {
        guard let file = await files.source(path) else { return nil }
        return await viewer.thumbnail(of: file, edge: Self.thumbnailEdges[0])
    }

    /// A picture's metadata; empty if its file cannot be read.
    func properties(of photo: AlbumPhoto) async throws -> [PictureProperty] {
        guard let file = try await files.checkedOutput(of: photo) else { return [] }
        return await viewer.properties(of: file)
    }
}
