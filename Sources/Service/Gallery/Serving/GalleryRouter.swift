internal import UprightAlbums
internal import UprightFiles
internal import UprightHTTP
internal import UprightJournal

/// Finds what a request asks for.
struct GalleryRouter: Sendable {
    private let content: GalleryContent
    private let door: GalleryGuard
    private let retry: GalleryServer.Retry
    private let map: MapData
    private let frame: PageFrame

    private let wrongTokens: WrongTokens

    init(
        _ content: GalleryContent, guard door: GalleryGuard, log: @escaping @Sendable (String) -> Void,
        retry: @escaping GalleryServer.Retry
    ) {
        self.content = content
        self.door = door
        self.retry = retry
        wrongTokens = WrongTokens(log: log)
        map = MapData(content)
        frame = PageFrame(content: content, isStatic: false, formToken: door.formToken)
    }

    func response(to request: HTTPRequest) async -> HTTPResponse {
        guard door.namesUs(request) else {
            return GalleryReply.text(.misdirectedRequest, "this is another server\n")
        }
        if request.path == "/login", request.method == "POST" { return login(request) }
        switch door.admission(of: request) {
        case .admitted: break
        case .unknown: return signIn(isWrong: false)
        case .wrong: return slowly(signIn(isWrong: false), request)
        }
        do {
            switch request.method {
            case "GET", "HEAD": return try await page(request)
            case "POST" where request.path == "/failures.html": return try await retry(request)
            default: return GalleryReply.text(.methodNotAllowed, "GET, HEAD or POST\n")
            }
        } catch {
            return GalleryReply.html(
                .internalServerError,
                frame.document(
                    .albums, title: "Something went wrong",
                    "<h1>Something went wrong</h1><p role=\"alert\">\("\(error)")</p>"))
        }
    }

    private func page(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard request.path.hasPrefix("/"), let page = PagePath(path: String(request.path.dropFirst())) else {
            return missing()
        }
        let albums = AlbumPages(frame: frame)
        let others = OtherPages(frame: frame)
        switch page {
        case .albums: return GalleryReply.html(.ok, try albums.index())
        case .kind(let kind, let number): return try albums.kind(kind, page: number).map(GalleryReply.page) ?? missing()
        case .album(let id, let number): return try albums.album(id, page: number).map(GalleryReply.page) ?? missing()
        case .picture(let id): return try await PicturePage(frame: frame).page(id).map(GalleryReply.page) ?? missing()
        case .map: return GalleryReply.page(try others.map())
        case .search:
            let query = GalleryQuery(request.query.map { ($0.name, $0.value) })
            return GalleryReply.page(try others.search(query))
        case .failures:
            let count = request.query("asked").flatMap { Int($0) }
            let notice = count.map { "\(PageFrame.count($0, "file")) will be tried again as soon as the daemon runs." }
            return GalleryReply.page(try await others.failures(notice: notice ?? ""))
        case .about: return GalleryReply.page(others.about())
        case .thumbnail(let id): return try await small(id, edge: GalleryContent.thumbnailEdge)
        case .preview(let id): return try await small(id, edge: GalleryContent.previewEdge)
        case .original(let id, let ending): return try original(id, ending)
        case .asset(let name):
            guard let asset = GalleryAsset.named(name) else { return missing() }
            return GalleryReply.file(asset.bytes, type: asset.type)
        case .points: return GalleryReply.file(Array(try map.points().utf8), type: "text/javascript; charset=utf-8")
        case .land(let name):
            guard let script = map.land(name) else { return missing() }
            return GalleryReply.file(Array(script.utf8), type: "text/javascript; charset=utf-8", keeps: true)
        }
    }

    private func missing() -> HTTPResponse {
        GalleryReply.html(
            .notFound,
            frame.document(.albums, title: "Not found", "<h1>Not found</h1><p>There is no such page or picture.</p>"))
    }

    private func small(_ id: Int64, edge: Int) async throws -> HTTPResponse {
        guard let photo = try content.library.photo(id),
            let bytes = await content.viewer.thumbnail(of: photo.path, edge: edge)
        else { return GalleryReply.text(.notFound, "it cannot be shown\n") }
        return GalleryReply.file(bytes, type: "image/jpeg", keeps: true)
    }

    private func original(_ id: Int64, _ ending: String) throws -> HTTPResponse {
        guard let photo = try content.library.photo(id), PicturePage.endings[photo.type] == ending,
            let type = ["jpg": "image/jpeg", "png": "image/png", "gif": "image/gif"][ending]
        else { return missing() }
        do throws(FileError) {
            let path = RawPath(photo.path)
            return try GalleryReply.stream(
                OpenFolder(path.parent).file(RawPath(bytes: path.name)), type: type)
        } catch { return missing() }
    }

    // MARK: Changing

    private func retry(_ request: HTTPRequest) async throws -> HTTPResponse {
        let form = request.form
        guard door.comesFromUs(request, form: form) else {
            return GalleryReply.text(.forbidden, "the page is out of date: load it again\n")
        }
        var asked = 0
        if let journal = content.journal, let source = form["source"] {
            var records = try await journal.summary(failures: 100_000).failures
            if source != "all" {
                records = records.filter { OtherPages.hexadecimal($0.source) == source }
            }
            asked = try await retry(records)
        }
        return GalleryReply.redirect(to: "failures.html?asked=\(asked)")
    }

    // MARK: The door

    private func signIn(isWrong: Bool) -> HTTPResponse {
        GalleryReply.html(.unauthorized, SignInPage.document(title: content.title, isWrong: isWrong))
    }

    /// An answer to a wrong token.
    private func slowly(_ response: HTTPResponse, _ request: HTTPRequest) -> HTTPResponse {
        var response = response
        response.delay = wrongTokens.note(from: request.peer)
        return response
    }

    private func login(_ request: HTTPRequest) -> HTTPResponse {
        guard door.isToken(request.form["token"] ?? "") else { return slowly(signIn(isWrong: true), request) }
        wrongTokens.forgive(request.peer)
        var response = GalleryReply.redirect(to: "index.html")
        response.headers["Set-Cookie"] =
            "\(GalleryGuard.cookie)=\(door.cookieValue); Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"
        return response
    }
}
