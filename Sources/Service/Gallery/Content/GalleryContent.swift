package import UprightAlbums
package import UprightConfiguration
package import UprightFiles
internal import UprightFormats
package import UprightPlaces
internal import UprightRewriting

/// The content of the gallery, and its title.
package struct GalleryContent: Sendable {
    package let library: AlbumLibrary
    /// The journal with the record of each picture; nil if there is none.
    package let journal: Journal?
    /// Land, borders, and the attribution of their data.
    package let gazetteer: Gazetteer
    /// Makes thumbnails and reads metadata.
    package let viewer: any PictureViewer
    /// The title of every page.
    package let title: String

    package private(set) var files: PictureFiles

    /// The colours of new thumbnails.
    let colours = NotedColours()

    /// The language of names on the map, an IETF tag; nil for the data's own.
    package var language: String?

    /// Turns a picture by hand, or undoes a turn.
    package typealias Turning = @Sendable (AlbumPhoto, TurnDirection, _ isUndo: Bool) async throws -> TagReport
    /// Turns pictures, where visitors may change them and the queue; nil where they may not.
    package var turning: Turning?

    /// The tiles under the map; nil for none.
    package var tiles: MapTiles?

    /// The longest sides of thumbnails in pixels, smallest first.
    package static let thumbnailEdges = [320, 640, 1280]
    /// The longest side of a preview in pixels.
    package static let previewEdge = 1600

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
    ///   - origin: finds out how a picture was made of which there is no record.
    package mutating func setFolders(
        _ folders: PictureFolders, moved: [(source: RawPath, originals: RawPath)], origin: PictureFiles.Origin? = nil
    ) {
        files = PictureFiles(journal, in: folders, moved: moved, origin: origin)
    }

    /// The picture with the given id, hidden ones only for those who may change them; nil if there is none.
    func photo(_ id: Int64) throws(AlbumsError) -> AlbumPhoto? {
        if let photo = try library.photo(id) { return photo }
        return turning == nil ? nil : try library.hiddenPhoto(id)
    }

    /// A picture's thumbnail; nil if it cannot be shown.
    ///
    /// A thumbnail that exists was made from this very file, which was checked then.
    func thumbnail(of photo: AlbumPhoto, edge: Int) async throws -> [UInt8]? {
        guard let file = await files.output(of: photo) else { return nil }
        if let made = await viewer.madeThumbnail(of: file, edge: edge) { return made }
        guard try await files.isOutput(file, of: photo) else { return nil }
        guard let made = await viewer.thumbnail(of: file, edge: edge) else { return nil }
        if let colour = made.colour { colours.note(colour, of: photo.id) }
        return made.jpeg
    }

    /// A small picture of a source that failed; nil if it cannot be decoded at all.
    func preview(ofSource path: RawPath) async -> [UInt8]? {
        guard let file = await files.source(path) else { return nil }
        return await viewer.thumbnail(of: file, edge: Self.thumbnailEdges[0])?.jpeg
    }

    /// The video that plays in a picture: the one that was taken with it (a Live Photo), or the one in its file (a motion
    /// photo); nil if there is none.
    func motion(of photo: AlbumPhoto) async throws -> Motion? {
        if ReadableFormats.isVideo(ImageType(rawValue: photo.type)) { return nil }
        if let video = try await part(.video, of: photo) {
            return Motion(file: video, type: Self.type(ofVideo: video.path), isInside: false)
        }
        guard let file = try await files.checkedOutput(of: photo), let video = await viewer.motion(in: file) else {
            return nil
        }
        return Motion(file: video, type: "video/mp4", isInside: true)
    }

    private static func type(ofVideo path: RawPath) -> String {
        ShotTable.type(of: path.name).flatMap {
            ReadableFormats.description(of: ImageType(rawValue: $0))?.mimeTypes.first
        } ?? "video/mp4"
    }

    /// The first file of a kind in a picture's shot; nil if there is none that can be opened.
    func part(_ kind: AlbumPart.Kinds, of photo: AlbumPhoto) async throws -> OpenFile? {
        for part in try library.parts(of: photo) where part.kind == kind {
            if let file = try await files.checkedOutput(of: AlbumPhoto(path: part.path)) { return file }
        }
        return nil
    }

    /// The video that plays in a picture.
    struct Motion: Sendable {
        /// The video's file.
        let file: OpenFile
        /// Its media type.
        let type: String
        /// Whether it is a part of the picture's file.
        let isInside: Bool
    }

    /// A picture's metadata; empty if its file cannot be read.
    func properties(of photo: AlbumPhoto) async throws -> [PictureProperty] {
        guard let file = try await files.checkedOutput(of: photo) else { return [] }
        return await viewer.properties(of: file)
    }
}
