internal import UprightBase
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightRewriting

/// Checks the requests of a picture server, and answers them.
struct PictureRouter: Sendable {
    /// How many bodies are in memory at a time.
    let slotCount: Int
    private let limit: Int
    private let uploadSlots: UploadSlots
    private let files: MemoryFiles
    private let access: AccessGuard
    private let origins: AllowedOrigins
    private let wrongTokens: WrongTokens
    private let metrics = ServingMetrics()
    private let managed: ManagedProcessor
    private let work: OrientWork
    private let isStopping: EventFlag

    /// The paths that can be asked for, and their methods. `openapi.json` lists the same.
    static let methods: [String: String] = [
        "/": "GET", "/page.css": "GET", "/page.js": "GET", "/openapi.json": "GET", "/healthz": "GET", "/readyz": "GET",
        "/metrics": "GET", "/orient": "POST",
    ]
    /// The paths that need no token: they tell nothing.
    private static let open: Set = ["/", "/page.css", "/page.js", "/openapi.json", "/healthz", "/readyz"]

    init(
        _ configuration: Configuration, engine: PictureEngine, managed: ManagedProcessor, access: AccessGuard,
        origins: AllowedOrigins, isStopping: EventFlag, log: @escaping @Sendable (String) -> Void
    ) {
        slotCount = 2 * configuration.parallelJobs
        limit = configuration.normalization.limits.fileSize
        uploadSlots = UploadSlots(slotCount, large: configuration.parallelJobs)
        // The pictures and their outputs.
        files = MemoryFiles(keeping: 2 * slotCount)
        self.access = access
        self.origins = origins
        self.managed = managed
        self.isStopping = isStopping
        wrongTokens = WrongTokens(of: "upright serve", log: log)
        work = OrientWork(configuration, engine: engine, files: files, metrics: metrics, isStopping: isStopping)
    }

    /// Refusals in JSON, which pages of allowed sites can read.
    var replies: HTTPReplies {
        var replies = HTTPReplies()
        replies.refusal = { PictureReply.refusal($0, $1) }
        replies.completed = { [origins] in origins.completed($0, $1) }
        return replies
    }

    // MARK: Heads

    /// Decides about a request with a body when its head has arrived.
    func intake(_ request: HTTPRequest) -> HTTPIntake {
        if let refusal = refusal(of: request) { return .refused(counted(refusal, request)) }
        guard request.path == "/orient" else { return .memory }
        do throws(HTTPRefusal) {
            return try begin(request)
        } catch {
            return .refused(counted(error.response, request))
        }
    }

    private func begin(_ request: HTTPRequest) throws(HTTPRefusal) -> HTTPIntake {
        var options = OrientOptions()
        do throws(OperationError) { try options.read(request.query) } catch {
            throw PictureReply.refused(.badRequest, "\(error)")
        }
        if let coding = request.headers["Content-Encoding"], coding.lowercased() != "identity" {
            throw PictureReply.refused(
                .unsupportedMediaType, "expected a picture without Content-Encoding, found \(coding)")
        }
        let type = request.headers["Content-Type"] ?? ""
        var boundary: String?
        if type.lowercased().hasPrefix("multipart/") {
            boundary = MultipartReader.boundary(of: type)
            guard boundary != nil, type.lowercased().hasPrefix("multipart/form-data") else {
                throw PictureReply.refused(
                    .badRequest, "expected multipart/form-data with a boundary, found Content-Type: \(type)")
            }
        }
        let length = request.headers["Content-Length"].flatMap { Int($0) } ?? 0
        if boundary == nil, length > limit { throw PictureReply.tooLarge(limit) }
        guard let (slot, slow) = uploadSlots.claim() else {
            throw PictureReply.refused(
                .serviceUnavailable, "\(slotCount) pictures are in progress; try again",
                retryAfter: PictureReply.shortPause)
        }
        if length > LargePictures.bytes, !slot.grow() { throw HTTPRefusal(LargePictures.refusal) }
        do throws(FileError) {
            let picture = try UploadedPicture(
                boundary: boundary, limit: limit, slot: slot, in: uploadSlots, files: files, metrics: metrics)
            return .received(by: picture, insteadOf: slow)
        } catch {
            throw PictureReply.refused(.serviceUnavailable, error.description, retryAfter: PictureReply.longPause)
        }
    }

    /// The response to a request that is not admitted; nil if it is.
    private func refusal(of request: HTTPRequest) -> HTTPResponse? {
        guard access.namesUs(request) else {
            return PictureReply.refusal(.misdirectedRequest, "expected the host 127.0.0.1, localhost or [::1]")
        }
        if let permission = origins.permission(for: request) { return permission }
        guard let method = Self.methods[request.path] else {
            let paths = Self.methods.keys.sorted().joined(separator: ", ")
            return PictureReply.refusal(.notFound, "expected one of the paths \(paths)")
        }
        guard request.method == method || method == "GET" && request.method == "HEAD" else {
            var response = PictureReply.refusal(.methodNotAllowed, "\(request.path): expected \(method)")
            response.headers["Allow"] = method == "GET" ? "GET, HEAD" : method
            return response
        }
        if Self.open.contains(request.path) { return nil }
        let admission = access.admission(of: request)
        guard admission == .admitted else {
            var response = PictureReply.refusal(.unauthorized, "expected the header Authorization: Bearer TOKEN")
            response.headers["WWW-Authenticate"] = "Bearer"
            if admission == .wrong { response.delay = wrongTokens.count(from: request.peer) }
            return response
        }
        if access.token != nil { wrongTokens.forgive(request.peer) }
        if request.path == "/orient", AccessGuard.isFromOtherSite(request), origins.origin(of: request) == nil {
            return PictureReply.refusal(
                .forbidden, "a page of another site cannot use this server; --allow-origin names those that can")
        }
        return nil
    }

    // MARK: Requests

    /// Answers a request.
    func response(to request: HTTPRequest) async -> HTTPResponse {
        if let refusal = refusal(of: request) { return counted(refusal, request) }
        switch request.path {
        case "/": return PictureReply.asset("text/html", PackageResources.page_html)
        case "/page.css": return PictureReply.asset("text/css", PackageResources.page_css)
        case "/page.js": return PictureReply.asset("text/javascript", PackageResources.page_js)
        case "/openapi.json": return PictureReply.asset("application/json", PackageResources.openapi_json)
        case "/healthz": return HTTPResponse(.ok, text: "ok\n")
        case "/readyz": return await readiness()
        case "/metrics":
            let text = metrics.text(
                inProgress: uploadSlots.used, restarts: managed.restarts(), version: Product.version)
            return HTTPResponse(
                .ok, headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8"],
                body: .bytes(Array(text.utf8)))
        default:
            guard let picture = request.receiver as? UploadedPicture else {
                return counted(
                    PictureReply.refusal(.badRequest, "expected a picture in the body, found no body"), request)
            }
            return counted(await work.response(to: request, picture), request)
        }
    }

    private func readiness() async -> HTTPResponse {
        if isStopping.isSet { return HTTPResponse(.serviceUnavailable, text: "stopping\n") }
        if let problem = await managed.problem() { return HTTPResponse(.serviceUnavailable, text: problem + "\n") }
        return HTTPResponse(.ok, text: "ok\n")
    }

    private func counted(_ response: HTTPResponse, _ request: HTTPRequest) -> HTTPResponse {
        if request.path == "/orient" { metrics.count(response.status) }
        return response
    }
}
