internal import Foundation
internal import UprightService
internal import UprightPlaces
internal import Synchronization
internal import Testing

/// A local server that gives predefined answers in order, and remembers its requests.
final class LocalGeocoder: Sendable {
    struct Reply: Sendable {
        var status = 200
        var type = "application/json; charset=utf-8"
        var headers: [String: String] = [:]
        var body = ""
        var delay = 0.0
    }

    private let replies: Mutex<[Reply]>
    private let seen = Mutex<[String]>([])
    private let agents = Mutex<[String]>([])

    private init(_ replies: [Reply]) { self.replies = Mutex(replies) }

    /// The requests: path and query.
    var requests: [String] { seen.withLock { $0 } }
    var userAgents: [String] { agents.withLock { $0 } }

    /// Runs a server while the closure runs. The last reply is repeated.
    static func answering(_ replies: [Reply], _ body: (LocalGeocoder, _ base: String) async throws -> Void) async throws
    {
        let geocoder = LocalGeocoder(replies)
        let server = HTTPServer(.tcp(host: "127.0.0.1", port: 0)) { await geocoder.answer($0) }
        let running = Task { try await server.run() }
        let port = try await server.waitUntilListening()
        let result: Result<Void, any Error>
        do {
            try await body(geocoder, "http://127.0.0.1:\(port)")
            result = .success(())
        } catch { result = .failure(error) }
        server.stop()
        _ = await running.result
        try result.get()
    }

    private func answer(_ request: HTTPRequest) async -> HTTPResponse {
        let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        seen.withLock { $0.append(request.path + "?" + query) }
        agents.withLock { $0.append(request.headers["User-Agent"] ?? "") }
        let reply = replies.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
        var response = HTTPResponse(
            HTTPStatus(rawValue: reply.status), headers: ["Content-Type": reply.type],
            body: .bytes(Array(reply.body.utf8)))
        for (name, value) in reply.headers { response.headers[name] = value }
        if reply.delay > 0 { response.delay = .seconds(reply.delay) }
        return response
    }
}

/// Stores answers in memory, as a database would.
final class MemoryCache: PlaceCache {
    let entries = Mutex<[String: PlaceCacheEntry]>([:])

    func entry(for key: String) -> PlaceCacheEntry? { entries.withLock { $0[key] } }

    func keep(_ entry: PlaceCacheEntry, for key: String) { entries.withLock { $0[key] = entry } }
}

/// A clock that advances when a caller sleeps.
final class ManualTime: Sendable {
    private let state = Mutex((now: 1_700_000_000.0, waits: [Double]()))

    var now: @Sendable () -> Double { { self.state.withLock { $0.now } } }
    var waits: [Double] { state.withLock { $0.waits } }
    var sleep: @Sendable (Double) async throws -> Void {
        { seconds in
            self.state.withLock { state in
                state.now += seconds
                state.waits.append(seconds)
            }
        }
    }

    func pass(_ seconds: Double) { state.withLock { $0.now += seconds } }
}
