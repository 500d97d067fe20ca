public import UprightAlbums
internal import Foundation
internal import UprightPlaces

/// Writes the gallery as files that any browser shows from a disk, with nothing to serve them.
public struct GalleryExport: Sendable {
    /// What it writes.
    public struct Summary: Sendable, Hashable {
        /// Pages.
        public var pages = 0
        /// Pictures, linked.
        public var pictures = 0
        /// Pictures that cannot be shown or linked, and why.
        public var problems: [String] = []
    }

    private let content: GalleryContent
    private let folder: String
    private let links: AlbumFolder.LinkKind
    private let frame: PageFrame

    /// An export into a folder.
    ///
    /// - Parameters:
    ///   - folder: an absolute path; made where it is missing.
    ///   - links: what stands for the pictures themselves.
    public init(_ content: GalleryContent, to folder: String, links: AlbumFolder.LinkKind = .automatic) {
        self.content = content
        self.folder = folder
        self.links = links
        frame = PageFrame(content: content, isStatic: true)
    }

    /// The folder holds something else: nothing is written into it.
    public struct NotEmpty: Error, Sendable, Hashable, CustomStringConvertible {
        /// The folder.
        public let folder: String
        /// What is wrong and what to do.
        public var description: String { "\(folder) holds other files: name a new folder, or one of an earlier export" }
    }

    /// Writes everything. An earlier export is brought up to date.
    public func write() async throws -> Summary {
        var summary = Summary()
        var isThere: ObjCBool = false
        if FileManager.default.fileExists(atPath: folder, isDirectory: &isThere),
            try !isThere.boolValue || !FileManager.default.contentsOfDirectory(atPath: folder).isEmpty,
            !FileManager.default.fileExists(atPath: folder + "/" + PagePath.asset("gallery.css").path)
        {
            throw NotEmpty(folder: folder)
        }
        func put(_ page: PagePath, _ html: HTML) throws {
            try write(Array(html.markup.utf8), to: page)
            summary.pages += 1
        }
        for name in GalleryAsset.names {
            if let asset = GalleryAsset.named(name) { try write(asset.bytes, to: .asset(name)) }
        }
        let albums = AlbumPages(frame: frame)
        let others = OtherPages(frame: frame)
        try put(.albums, try albums.index())
        try put(.map, try others.map())
        try put(.search, try others.search(GalleryQuery()))
        try put(.failures, try await others.failures())
        try put(.about, others.about())
        for (kind, _) in AlbumPages.kinds {
            var number = 1
            while let page = try albums.kind(kind.rawValue, page: number) {
                try put(.kind(kind.rawValue, page: number), page)
                number += 1
            }
        }
        for album in try content.library.albums() {
            var number = 1
            while let page = try albums.album(album.id, page: number) {
                try put(.album(album.id, page: number), page)
                number += 1
            }
        }
        try await writePictures(&summary)
        return summary
    }

    private func writePictures(_ summary: inout Summary) async throws {
        let pages = PicturePage(frame: frame)
        let map = MapData(content)
        var cells: Set<String> = ["world"]
        var index = "window.uprightIndex=["
        var offset = 0
        while true {
            let photos = try content.library.search(words: [], limit: 1000, offset: offset)
            guard !photos.isEmpty else { break }
            for photo in photos {
                if let page = try await pages.page(photo.id) {
                    try write(Array(page.markup.utf8), to: .picture(photo.id))
                    summary.pages += 1
                }
                try await writeImages(of: photo, &summary)
                let day = photo.time.flatMap { CivilDate(seconds: $0) }?.description ?? ""
                let text = PageFrame.description(of: photo)
                index +=
                    (summary.pictures == 0 ? "" : ",\n")
                    + "[\(photo.id),\(ScriptText.quoted(text)),\(ScriptText.quoted(day))]"
                summary.pictures += 1
                if let position = photo.position {
                    cells.insert(MapData.cellName(latitude: position.latitude, longitude: position.longitude))
                }
            }
            offset += photos.count
        }
        try write(Array((index + "];\n").utf8), to: .asset("search-index.js"))
        try write(Array(try map.points().utf8), to: .points)
        for cell in cells.sorted() {
            if let script = map.land(cell) { try write(Array(script.utf8), to: .land(cell)) }
        }
    }

    private func writeImages(of photo: AlbumPhoto, _ summary: inout Summary) async throws {
        for (page, edge) in [
            (PagePath.thumbnail(photo.id), GalleryContent.thumbnailEdge),
            (.preview(photo.id), GalleryContent.previewEdge),
        ] {
            guard let bytes = await content.viewer.thumbnail(of: photo.path, edge: edge) else {
                if edge == GalleryContent.thumbnailEdge { summary.problems.append("\(photo.path): it cannot be shown") }
                break
            }
            try write(bytes, to: page)
        }
        guard let original = PicturePage.original(photo) else { return }
        let path = folder + "/" + original.path
        try makeFolder(of: path)
        do { try AlbumFolder.link(photo.path, as: path, links) } catch { summary.problems.append("\(error)") }
    }

    private func makeFolder(of path: String) throws {
        try FileManager.default.createDirectory(
            at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    }

    private func write(_ bytes: [UInt8], to page: PagePath) throws {
        let path = folder + "/" + page.path
        try makeFolder(of: path)
        try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
