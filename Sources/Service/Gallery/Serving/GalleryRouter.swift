/// Checks requests, and answers them from ``GalleryPages``.
struct GalleryRouter: Sendable {
    private let title: String
    private let access: GalleryGuard
    private let pages: GalleryPages
    private let wrongTokens: WrongTokens

    init(
        _ content: GalleryContent, guard access: GalleryGuard, log: @escaping @Sendable (String) -> Void
    ) {
        title = content.title
        self.access = access
        wrongTokens = WrongTokens(of: "the gallery", log: log)
        pages = GalleryPages(content, formToken: access.formToken)
    }

    func response(to request: HTTPRequest) async -> HTTPResponse {
        guard access.namesUs(request) else {
            return GalleryReply.text(.misdirectedRequest, "this server has another name\n")
        }
        if request.path == "/login", request.method == "POST" { return login(request) }
        switch access.admission(of: request) {
        case .admitted: break
        case .unknown: return signIn(request, isWrong: false)
        case .wrong: return slowly(signIn(request, isWrong: false), request)
        }
        let reader = reader(of: request)
        do {
            switch request.method {
            case "GET", "HEAD":
                return GalleryReply.response(
                    try await pages.answer(request.path, query: request.query.map { ($0.name, $0.value) }, for: reader),
                    range: request.method == "GET" ? request.headers["Range"] : nil)
            case "POST" where GalleryPages.forms.contains(request.path): return try await send(request, reader)
            default: return GalleryReply.text(.methodNotAllowed, "GET, HEAD or POST\n")
            }
        } catch {
            return GalleryReply.response(pages.failure(error, request.path, for: reader))
        }
    }

    // MARK: Changing

    private func send(_ request: HTTPRequest, _ reader: GalleryReader) async throws -> HTTPResponse {
        guard access.comesFromUs(request, form: request.form) else {
            return GalleryReply.text(.forbidden, "the page is out of date: reload it\n")
        }
        let fields = request.formFields.map { (name: $0.name, value: $0.value) }
        return GalleryReply.response(try await pages.send(request.path, form: fields, for: reader))
    }

    // MARK: Access

    /// Who asks: by the language that the browser prefers, and the cookie of the technical view.
    private func reader(of request: HTTPRequest) -> GalleryReader {
        let words = GalleryWords.best(for: request.headers.values(of: "Accept-Language").joined(separator: ","))
        return GalleryReader(words: words, isTechnical: request.cookies(GalleryReader.cookie).contains("yes"))
    }

    private func signIn(_ request: HTTPRequest, isWrong: Bool) -> HTTPResponse {
        let page = SignInPage.document(title: title, isWrong: isWrong, reader(of: request).words)
        return GalleryReply.html(.unauthorized, page)
    }

    /// Delays the response to a wrong token.
    private func slowly(_ response: HTTPResponse, _ request: HTTPRequest) -> HTTPResponse {
        var response = response
        response.delay = wrongTokens.count(from: request.peer)
        return response
    }

    private func login(_ request: HTTPRequest) -> HTTPResponse {
        guard access.isToken(request.form["token"] ?? "") else {
            return slowly(signIn(request, isWrong: true), request)
        }
        wrongTokens.forgive(request.peer)
        var response = GalleryReply.redirect(to: "index.html")
        response.headers["Set-Cookie"] =
            "\(GalleryGuard.cookie)=\(access.cookieValue); Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"
        return response
    }
}
