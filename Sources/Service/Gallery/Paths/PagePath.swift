/// The path of a page or a file of the gallery, the same on the server and on disk.
package enum PagePath: Sendable, Hashable {
    /// The first page of all pictures, latest first.
    case timeline
    /// A page of pictures from a month on, `2021-04`, or of those without a time, `none`.
    case month(String, page: Int)
    /// The same as data for a page that loads more when scrolled.
    case monthData(String, page: Int)
    case albums
    /// A page of all albums of a kind.
    case kind(String, page: Int)
    /// A page of the pictures of an album, by its id.
    case album(String, page: Int)
    case picture(Int64)
    /// The same as data for the viewer, which changes pictures without loading another page.
    case pictureData(Int64)
    /// The numbers of an album's pictures in order, for pages on disk.
    case order(String)
    case map
    case search
    case failures
    case about
    /// The target of forms that change albums.
    case edit
    /// Selected pictures in one archive.
    case download
    /// An album's pictures in one archive.
    case zip(String)
    /// A thumbnail, with no side longer than one of ``GalleryContent/thumbnailEdges``.
    case thumbnail(Int64, edge: Int)
    /// A picture's source file.
    case source(Int64, extension: String)
    /// A picture in screen size.
    case preview(Int64)
    /// The picture's own file.
    case original(Int64, extension: String)
    /// The video that plays in a picture.
    case motion(Int64)
    /// The raw file of a picture's shot, in screen size.
    case rawPreview(Int64)
    /// The raw file of a picture's shot.
    case raw(Int64, extension: String)
    /// A file of the gallery itself.
    case asset(String)
    /// The words of a language, for scripts.
    case words(String)
    /// The target of the form that switches the technical view.
    case technical
    /// A preview of a source that failed, by the SHA-256 of its path in hexadecimal.
    case failed(String)
    /// The positions of all pictures.
    case points
    /// The archive with the tiles of the map.
    case tiles
    /// A page of an album's contact sheet.
    case sheet(String, page: Int)
    /// The land of the whole world, or of a cell of ten degrees.
    case land(String)

    /// The path, without a leading slash.
    package var path: String {
        switch self {
        case .timeline: "index.html"
        case .month(let month, let page): page == 1 ? "timeline/\(month).html" : "timeline/\(month)/\(page).html"
        case .monthData(let month, let page): "timeline/\(month)-\(page).js"
        case .albums: "albums.html"
        case .kind(let kind, let page): "albums/\(kind)-\(page).html"
        case .album(let id, let page): page == 1 ? "album/\(id).html" : "album/\(id)/\(page).html"
        case .picture(let id): "picture/\(id).html"
        case .pictureData(let id): "picture/\(id).js"
        case .order(let album): "album/\(album).js"
        case .edit: "edit.html"
        case .download: "download.zip"
        case .zip(let album): "download/\(album).zip"
        case .source(let id, let name): "before/\(id).\(name)"
        case .map: "map.html"
        case .search: "search.html"
        case .failures: "failures.html"
        case .about: "about.html"
        case .thumbnail(let id, let edge):
            edge == GalleryContent.thumbnailEdges[0] ? "thumbnail/\(id).jpg" : "thumbnail/\(id)-\(edge).jpg"
        case .preview(let id): "preview/\(id).jpg"
        case .original(let id, let name): "original/\(id).\(name)"
        case .motion(let id): "motion/\(id).mp4"
        case .rawPreview(let id): "raw/\(id).jpg"
        case .raw(let id, let name): "raw/\(id).\(name)"
        case .asset(let name): "assets/\(name)"
        case .words(let language): "words/\(language).js"
        case .technical: "technical.html"
        case .failed(let source): "failed/\(source).jpg"
        case .points: "map/points.js"
        case .tiles: "map/tiles.pmtiles"
        case .sheet(let album, let page): page == 1 ? "sheet/\(album).html" : "sheet/\(album)/\(page).html"
        case .land(let name): "map/\(name).js"
        }
    }

    /// The number of folders in the path.
    package var depth: Int { path.utf8.count { $0 == UInt8(ascii: "/") } }

    /// Parses a path; nil if it names no page. The inverse of ``path``.
    package init?(path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        func stem(_ name: String, _ ending: String) -> String? {
            name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : nil
        }
        func number(_ text: String?) -> Int64? {
            guard let text, (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
                return nil
            }
            return Int64(text)
        }
        switch (parts.count, parts.first ?? "") {
        case (1, ""), (1, "index.html"): self = .timeline
        case (1, "albums.html"): self = .albums
        case (1, "edit.html"): self = .edit
        case (1, "download.zip"): self = .download
        case (1, "technical.html"): self = .technical
        case (2, "words"):
            guard let name = stem(parts[1], ".js") else { return nil }
            self = .words(name)
        case (2, "failed"):
            guard let name = stem(parts[1], ".jpg") else { return nil }
            self = .failed(name)
        case (2, "timeline"):
            if let name = stem(parts[1], ".html") {
                self = .month(name, page: 1)
            } else if let name = stem(parts[1], ".js"), let dash = name.lastIndex(of: "-"),
                let page = number(String(name[name.index(after: dash)...])), page > 0
            {
                self = .monthData(String(name[..<dash]), page: Int(page))
            } else {
                return nil
            }
        case (3, "timeline"):
            guard let page = number(stem(parts[2], ".html")), page > 1 else { return nil }
            self = .month(parts[1], page: Int(page))
        case (2, "download"):
            guard let id = stem(parts[1], ".zip") else { return nil }
            self = .zip(id)
        case (2, "before"):
            let name = parts[1].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard name.count == 2, let id = number(name[0]) else { return nil }
            self = .source(id, extension: name[1])
        case (2, "raw"):
            let name = parts[1].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard name.count == 2, let id = number(name[0]) else { return nil }
            self = name[1] == "jpg" ? .rawPreview(id) : .raw(id, extension: name[1])
        case (1, "map.html"): self = .map
        case (1, "search.html"): self = .search
        case (1, "failures.html"): self = .failures
        case (1, "about.html"): self = .about
        case (2, "albums"):
            guard let name = stem(parts[1], ".html"), let dash = name.lastIndex(of: "-"),
                let page = number(String(name[name.index(after: dash)...]))
            else { return nil }
            self = .kind(String(name[..<dash]), page: Int(page))
        case (2, "album"):
            if let id = stem(parts[1], ".js") {
                self = .order(id)
                return
            }
            guard let id = stem(parts[1], ".html") else { return nil }
            self = .album(id, page: 1)
        case (3, "album"):
            guard let page = number(stem(parts[2], ".html")), page > 1 else { return nil }
            self = .album(parts[1], page: Int(page))
        case (2, "picture"):
            if let id = number(stem(parts[1], ".js")) {
                self = .pictureData(id)
                return
            }
            guard let id = number(stem(parts[1], ".html")) else { return nil }
            self = .picture(id)
        case (2, "thumbnail"):
            guard let name = stem(parts[1], ".jpg") else { return nil }
            let pair = name.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            guard pair.count <= 2, let id = number(pair[0]) else { return nil }
            let edge = pair.count == 2 ? number(pair[1]).map(Int.init) : GalleryContent.thumbnailEdges[0]
            guard let edge, GalleryContent.thumbnailEdges.contains(edge),
                pair.count == 1 || edge != GalleryContent.thumbnailEdges[0]
            else { return nil }
            self = .thumbnail(id, edge: edge)
        case (2, "preview"):
            guard let id = number(stem(parts[1], ".jpg")) else { return nil }
            self = .preview(id)
        case (2, "original"):
            let name = parts[1].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard name.count == 2, let id = number(name[0]) else { return nil }
            self = .original(id, extension: name[1])
        case (2, "motion"):
            guard let id = number(stem(parts[1], ".mp4")) else { return nil }
            self = .motion(id)
        case (2, "assets"): self = .asset(parts[1])
        case (2, "sheet"):
            guard let album = stem(parts[1], ".html") else { return nil }
            self = .sheet(album, page: 1)
        case (3, "sheet"):
            guard let page = number(stem(parts[2], ".html")), page > 1 else { return nil }
            self = .sheet(parts[1], page: Int(page))
        case (2, "map") where parts[1] == "tiles.pmtiles": self = .tiles
        case (2, "map"):
            guard let name = stem(parts[1], ".js") else { return nil }
            self = name == "points" ? .points : .land(name)
        default: return nil
        }
    }
}
