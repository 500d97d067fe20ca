internal import FlyingFox
internal import FlyingSocks
internal import Foundation
internal import UprightPlaces
internal import Synchronization
internal import Testing

/// A local server that gives the answers it is told to, one after the other, and remembers what it was asked.
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
    private let server: HTTPServer

    private init(_ replies: [Reply]) throws {
        self.replies = Mutex(replies)
        server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
    }

    /// What it was asked, path and query.
    var requests: [String] { seen.withLock { $0 } }
    var userAgents: [String] { agents.withLock { $0 } }

    /// Runs a server while something is done. The last reply is given again and again.
    static func answering(_ replies: [Reply], _ body: (LocalGeocoder, _ base: String) async throws -> Void) async throws
    {
        let geocoder = try LocalGeocoder(replies)
        await geocoder.server.appendRoute("*") { request in
            let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
            geocoder.seen.withLock { $0.append(request.path + "?" + query) }
            geocoder.agents.withLock { $0.append(request.headers[HTTPHeader("User-Agent")] ?? "") }
            let reply = geocoder.replies.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
            if reply.delay > 0 { try await Task.sleep(for: .seconds(reply.delay)) }
            var headers = HTTPHeaders()
            headers[.contentType] = reply.type
            for (name, value) in reply.headers { headers[HTTPHeader(name)] = value }
            return HTTPResponse(
                statusCode: HTTPStatusCode(reply.status, phrase: "X"), headers: headers, body: Data(reply.body.utf8))
        }
        let running = Task { try await geocoder.server.run() }
        try await geocoder.server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let port)? = await geocoder.server.listeningAddress else {
            Issue.record("no address")
            return
        }
        let result: Result<Void, any Error>
        do {
            try await body(geocoder, "http://127.0.0.1:\(port)")
            result = .success(())
        } catch { result = .failure(error) }
        await geocoder.server.stop()
        _ = await running.result
        try result.get()
    }
}

/// Keeps answers in memory, as a database would.
final class MemoryCache: PlaceCache {
    let entries = Mutex<[String: PlaceCacheEntry]>([:])

    func entry(for key: String) -> PlaceCacheEntry? { entries.withLock { $0[key] } }

    func keep(_ entry: PlaceCacheEntry, for key: String) { entries.withLock { $0[key] = entry } }
}

/// Time that passes when somebody waits.
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
