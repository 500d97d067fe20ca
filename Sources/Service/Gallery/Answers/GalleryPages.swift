internal import UprightConfiguration
internal import UprightFormats
internal import UprightAlbums
internal import UprightFiles
internal import UprightPlaces
internal import UprightRewriting
internal import Synchronization

/// Everything that the gallery shows, by path, independent of the transport.
struct GalleryPages: Sendable {
    let content: GalleryContent
    private let map: MapData
    private let names: PlaceNames
    private let frame: PageFrame

    init(_ content: GalleryContent, formToken: String) {
        self.content = content
        map = MapData(content)
        names = PlaceNames(content)
        frame = PageFrame(content: content, isStatic: false, formToken: formToken)
    }

    /// The answer for a path.
    ///
    /// - Parameters:
    ///   - path: The path of a request with its leading slash, percent-decoded.
    ///   - query: The names and values of the query.
    ///   - reader: Who asks.
    func answer(
        _ path: String, query: [(name: String, value: String)], for reader: GalleryReader
    ) async throws -> GalleryAnswer {
        guard path.hasPrefix("/"), let page = PagePath(path: String(path.dropFirst())) else {
            return missing(path, for: reader)
        }
        return try await answer(page, query, reader) ?? missing(path, for: reader)
    }

    /// The answer for an unknown path.
    func missing(_ path: String, for reader: GalleryReader) -> GalleryAnswer {
        let frame = frame(for: reader)
        let depth = max(0, path.utf8.count { $0 == UInt8(ascii: "/") } - 1)
        return .page(
            frame.message(frame.words["missing.title"], frame.words["missing.text"], depth: depth), status: 404)
    }

    /// The answer after a failure.
    func failure(_ error: any Error, _ path: String, for reader: GalleryReader) -> GalleryAnswer {
        let frame = frame(for: reader)
        let depth = max(0, path.utf8.count { $0 == UInt8(ascii: "/") } - 1)
        return .page(frame.message(frame.words["failed.title"], "\(error)", isAlert: true, depth: depth), status: 500)
    }

    func frame(for reader: GalleryReader) -> PageFrame {
        var frame = frame
        (frame.words, frame.isTechnical) = (reader.words, reader.isTechnical)
        return frame
    }

    /// The frame of a page with names of places and pictures.
    private func naming(_ reader: GalleryReader) throws(AlbumsError) -> PageFrame {
        var frame = frame(for: reader)
        frame.versions = try content.library.versions()
        frame.naming = try content.library.dateLanguage()
        if frame.naming.tag != frame.dates.tag, content.gazetteer.speaks(frame.dates.tag) {
            (frame.names, frame.naming) = (names, frame.dates)
        }
        return frame
    }

    private func answer(
        _ page: PagePath, _ query: [(name: String, value: String)], _ reader: GalleryReader
    ) async throws -> GalleryAnswer? {
        let frame = try naming(reader)
        let albums = AlbumPages(frame: frame)
        let others = OtherPages(frame: frame)
        let timeline = TimelinePage(frame: frame)
        let context = query.first { $0.name == "in" }?.value ?? ""
        switch page {
        case .timeline: return .page(try timeline.index())
        case .month(let month, let number): return try timeline.month(month, page: number).map { .page($0) }
        case .monthData(let month, let number):
            return try timeline.data(month, page: number).map { .script($0, isTranslated: true) }
        case .albums: return .page(try albums.index())
        case .kind(let kind, let number): return try albums.kind(kind, page: number).map { .page($0) }
        case .album(let id, let number):
            // The address of a trip lasts, whatever becomes of it.
            if let album = try content.library.albumIfPresent(id), album.id != id {
                return .redirect(to: PagePath.album(album.id, page: 1).path)
            }
            return try albums.album(id, page: number).map { .page($0) }
        case .picture(let id):
            let turned = query.first { $0.name == "turned" }.flatMap { TurnDirection(rawValue: $0.value) }
            return try await PicturePage(frame: frame, turned: turned).page(id, context: context).map { .page($0) }
        case .pictureData(let id):
            return try await PicturePage(frame: frame).data(id, context: context).map {
                .script($0, isTranslated: true)
            }
        case .map:
            var answer = GalleryAnswer.page(try others.map())
            answer.policy = PageFrame.policy(with: content.tiles)
            return answer
        case .tiles:
            guard case .archive(let path) = content.tiles?.source else { return nil }
            do throws(SettingFault) {
                return GalleryAnswer(type: "application/octet-stream", body: .file(try TileArchive.open(path)))
            } catch { return .text("the tiles of the map cannot be read: \(error)\n", status: 404) }
        case .sheet(let id, let number):
            return try await SheetPage(frame: frame).page(id, number).map { .page($0) }
        case .search: return .page(try others.search(GalleryQuery(query)))
        case .failures:
            let done = query.first { ["asked", "dismissed"].contains($0.name) }
            let notice = done.flatMap { done in
                Int(done.value).map { frame.words.count("failures.\(done.name)", max($0, 0)) }
            }
            return .page(try await FailuresPage(frame: frame).page(notice: notice ?? ""))
        case .about: return .page(others.about())
        case .thumbnail(let id, let edge): return try await small(id, edge: edge)
        case .preview(let id): return try await small(id, edge: GalleryContent.previewEdge)
        case .original(let id, let ending):
            return try await original(id, ending) { try await content.files.checkedOutput(of: $0) }
        case .source(let id, let ending):
            return try await original(id, ending) {
                guard case .file(let file) = try await content.files.original(of: $0) else { return nil }
                return file
            }
        case .motion(let id):
            guard let photo = try content.photo(id), let video = try await content.motion(of: photo) else {
                return nil
            }
            return GalleryAnswer(type: video.type, body: .file(video.file))
        case .rawPreview(let id):
            guard let photo = try content.photo(id), let file = try await content.part(.raw, of: photo) else {
                return nil
            }
            let made = await content.viewer.thumbnail(of: file, edge: GalleryContent.previewEdge)?.jpeg
            return GalleryAnswer(
                type: "image/jpeg", body: .bytes(made ?? Placeholder.jpeg("RAW", .unseen)), keeps: made != nil)
        case .raw(let id, let ending):
            guard let photo = try content.photo(id), let file = try await content.part(.raw, of: photo),
                GalleryContent.ending(of: file.path) == ending
            else { return nil }
            return GalleryAnswer(type: "application/octet-stream", body: .file(file))
        case .asset(let name):
            return GalleryAsset.named(name).map { GalleryAnswer(type: $0.type, body: .bytes($0.bytes)) }
        case .points: return .script(try map.points(frame), isTranslated: true)
        case .words(let language):
            return GalleryWords.languages.contains(language)
                ? .script(GalleryWords.named(language).script, keeps: true) : nil
        case .failed(let name):
            guard let source = try await FailuresPage(frame: frame).source(ofPreview: name) else { return nil }
            let bytes = await content.preview(ofSource: source)
            return GalleryAnswer(type: "image/jpeg", body: .bytes(bytes ?? Placeholder.jpeg("", .unseen)))
        case .land(let name):
            return map.land(name, language: frame.words.language)
                .map { .script($0, keeps: true, isTranslated: true) }
        case .zip(let id):
            let title =
                id == AlbumPages.placeless
                ? frame.words["timeline.placeless"]
                : try content.library.albumIfPresent(id).map { (album) throws(AlbumsError) in try frame.name(of: album)
                }
            guard let title else { return nil }
            let photos =
                id == AlbumPages.placeless
                ? try content.library.placeless(limit: .max) : try content.library.photos(in: id)
            return try await zip(photos, name: title)
        case .order, .edit, .download, .technical: return nil
        }
    }

    private func small(_ id: Int64, edge: Int) async throws -> GalleryAnswer {
        guard let photo = try content.photo(id) else { return .text("there is no such picture\n", status: 404) }
        switch try await content.shown(photo, edge: edge) {
        case .jpeg(let bytes): return GalleryAnswer(type: "image/jpeg", body: .bytes(bytes), keeps: true)
        case .file(let file, let type): return GalleryAnswer(type: type, body: .file(file), keeps: true)
        case .sign(let bytes): return GalleryAnswer(type: "image/jpeg", body: .bytes(bytes))
        case .missing(let bytes):
            var answer = GalleryAnswer(type: "image/jpeg", body: .bytes(bytes))
            answer.status = 404
            return answer
        }
    }

    private func original(
        _ id: Int64, _ ending: String, _ file: (AlbumPhoto) async throws -> OpenFile?
    ) async throws -> GalleryAnswer? {
        guard let photo = try content.photo(id), PicturePage.ending(photo) == ending,
            let type = PicturePage.format(photo)?.mimeTypes.first, let file = try await file(photo)
        else { return nil }
        return GalleryAnswer(type: type, body: .file(file))
    }

    private func zip(_ photos: [AlbumPhoto], name: String) async throws -> GalleryAnswer {
        // What was taken with a picture comes with it.
        let parts = try photos.flatMap { try content.library.parts(of: $0) }.map { AlbumPhoto(path: $0.path) }
        let archive = try await ZipArchive(of: photos + parts, content.files)
        return GalleryAnswer(type: "application/zip", body: .zip(archive), fileName: name + ".zip")
    }

    // MARK: Forms

    /// The paths that accept forms.
    static let forms = ["/failures.html", "/edit.html", "/download.zip", "/technical.html"]

    /// Processes a form whose token has been checked.
    func send(
        _ path: String, form: [(name: String, value: String)], for reader: GalleryReader
    ) async throws -> GalleryAnswer {
        func field(_ name: String) -> String? { form.first { $0.name == name }?.value }
        var known: Set<Int64> = []
        let ids = form.filter { $0.name == "picture" }.compactMap { Int64($0.value) }.filter {
            known.insert($0).inserted
        }
        switch path {
        case "/failures.html": return try await failures(field)
        case "/download.zip": return try await zip(try content.library.photos(ids), name: "Pictures")
        case "/technical.html": return technical(field)
        default:
            if let action = field("action"), ["turn", "undo", "hide", "unhide", "home"].contains(action) {
                return try await change(action, ids, field, for: reader)
            }
            return try edit(field, reader)
        }
    }

    /// Switches the technical view, and leads back to the page.
    private func technical(_ field: (String) -> String?) -> GalleryAnswer {
        let isOn = field("on") == "yes"
        let page = field("page").flatMap { PagePath(path: $0) } ?? .timeline
        var answer = GalleryAnswer.redirect(to: isOn || page != .failures ? page.path : PagePath.timeline.path)
        answer.cookie =
            "\(GalleryReader.cookie)=\(isOn ? "yes" : "no"); Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"
        return answer
    }

    /// The album of an album's kind that a reader names; nil if there is none, or more than one.
    private func other(_ name: String, of album: Album, _ reader: GalleryReader) throws(AlbumsError) -> Album? {
        if let other = try content.library.albumIfPresent(name) { return other.kind == album.kind ? other : nil }
        let frame = try naming(reader)
        let albums = try content.library.leading(album.kind, limit: AlbumPages.mostOthers).albums
        let found = try frame.named(albums).filter {
            let own = $0.name(in: frame.naming)
            return $0.id != album.id && (own == name || "\(own) (\($0.id))" == name)
        }
        return found.count == 1 ? found[0] : nil
    }

    private func edit(
        _ field: (String) -> String?, _ reader: GalleryReader
    ) throws(AlbumsError) -> GalleryAnswer {
        guard let id = field("album"), let album = try content.library.albumIfPresent(id) else {
            return missing("/edit.html", for: reader)
        }
        do throws(AlbumsError) {
            switch field("action") {
            case "rename":
                let title = String((field("title") ?? "").prefix(200))
                // The form has the present name: sent back unchanged, it is not the user's.
                if title != (try naming(reader).name(of: album)) {
                    try content.library.rename(id, to: title.allSatisfy(\.isWhitespace) ? nil : title)
                }
            case "merge":
                guard let other = try other(field("into") ?? "", of: album, reader) else {
                    return missing("/edit.html", for: reader)
                }
                try content.library.merge(id, into: other.id)
                return .redirect(to: PagePath.album(other.id, page: 1).path)
            case "separate":
                try content.library.separate(id)
            case "cover":
                try content.library.setCover(of: id, to: field("picture").flatMap { Int64($0) })
            default: return missing("/edit.html", for: reader)
            }
        } catch {
            guard case .database = error else { return refused("\(error)", for: reader) }
            throw error
        }
        return .redirect(to: PagePath.album(id, page: 1).path)
    }
}
