internal import Synchronization
internal import UprightService

/// A mock of AMap's regeo API as documented: a key, up to 20 positions with `batch=true`, errors as `infocode` with status
/// 200. It counts the requests and positions.
final class MockAMap: Sendable {
    struct Figures: Sendable {
        var requests = 0
        var positions: [Int] = []
        var atATime = 0
        var most = 0
        var refused = 0
    }

    static let key = "0123456789abcdef-secret"
    private let figures = Mutex(Figures())
    private let delay: Duration
    /// How many requests, the first ones, are refused (10021).
    private let refusals: Int
    /// What every request gets instead of an answer, while there is such a thing.
    let outage = Mutex<HTTPResponse?>(nil)
    /// Answers wait until it is true, for ten seconds at most: a request must not run into its time limit.
    private let isReady: @Sendable (Figures) -> Bool

    init(
        delay: Duration = .zero, refusals: Int = 0,
        answeringWhen isReady: @escaping @Sendable (Figures) -> Bool = { _ in true }
    ) {
        self.delay = delay
        self.refusals = refusals
        self.isReady = isReady
    }

    var seen: Figures { figures.withLock { $0 } }

    /// Runs the server during a body.
    static func serving(_ mock: MockAMap, _ body: (_ base: String) async throws -> Void) async throws {
        var limits = HTTPLimits()
        limits.requests = 512
        limits.connections = 512
        let server = HTTPServer(.tcp(host: "127.0.0.1", port: 0), limits: limits) { await mock.answer($0) }
        let running = Task { try await server.run() }
        let port = try await server.waitUntilListening()
        let result: Result<Void, any Error>
        do {
            try await body("http://127.0.0.1:\(port)")
            result = .success(())
        } catch { result = .failure(error) }
        server.stop()
        _ = await running.result
        try result.get()
    }

    private func answer(_ request: HTTPRequest) async -> HTTPResponse {
        func value(_ name: String) -> String? { request.query.first { $0.name == name }?.value }
        let locations = (value("location") ?? "").split(separator: "|")
        let isRefused = figures.withLock { figures in
            figures.requests += 1
            figures.atATime += 1
            figures.most = max(figures.most, figures.atATime)
            if figures.refused < refusals {
                figures.refused += 1
                return true
            }
            figures.positions.append(locations.count)
            return false
        }
        defer { figures.withLock { $0.atATime -= 1 } }
        if let outage = outage.withLock({ $0 }) { return outage }
        guard request.path == "/v3/geocode/regeo" else { return Self.json(#"{"status":"0","infocode":"10002"}"#) }
        guard value("key") == Self.key else {
            return Self.json(#"{"status":"0","info":"INVALID_USER_KEY","infocode":"10001"}"#)
        }
        if isRefused { return Self.json(#"{"status":"0","info":"CUQPS_HAS_EXCEEDED_THE_LIMIT","infocode":"10021"}"#) }
        guard locations.count <= 20, locations.count == 1 || value("batch") == "true" else {
            return Self.json(#"{"status":"0","info":"INVALID_PARAMS","infocode":"20000"}"#)
        }
        let end = ContinuousClock.now + .seconds(10)
        do {
            try await Task.sleep(for: delay)
            while !isReady(seen), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
        } catch { return Self.json("{}") }
        let one =
            #"{"formatted_address":"x","addressComponent":{"country":"中国","province":"浙江省","city":"杭州市","#
            + #""district":"西湖区","adcode":"330106","township":"北山街道","streetNumber":{"street":"北山街","number":"1号"}}}"#
        let list = locations.map { _ in one }.joined(separator: ",")
        return Self.json(#"{"status":"1","info":"OK","infocode":"10000","regeocodes":[\#(list)]}"#)
    }

    static func json(_ text: String) -> HTTPResponse {
        HTTPResponse(.ok, headers: ["Content-Type": "application/json"], body: .bytes(Array(text.utf8)))
    }
}
