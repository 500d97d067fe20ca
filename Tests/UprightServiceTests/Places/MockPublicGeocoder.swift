internal import Foundation
internal import Synchronization
internal import UprightService

/// A mock of Nominatim's and Photon's `/reverse` as documented: the parameters are checked, requests above the rate get
/// 429 with `Retry-After`, and some get the errors of a busy server or of a proxy before it.
final class MockPublicGeocoder: Sendable {
    struct Figures: Sendable {
        var requests = 0
        var answered = 0
        var limited = 0
        var failed = 0
        var invalid: [String] = []
        var atATime = 0
        var most = 0
    }

    enum Service: String, Sendable { case nominatim, photon }

    private struct State {
        var figures = Figures()
        var window: [ContinuousClock.Instant] = []
    }

    private let service: Service
    private let perSecond: Int
    private let state = Mutex(State())

    init(_ service: Service, perSecond: Int) {
        self.service = service
        self.perSecond = perSecond
    }

    var seen: Figures { state.withLock { $0.figures } }

    /// Runs the server during a body.
    static func serving(
        _ mock: MockPublicGeocoder, _ body: (_ base: String) async throws -> Void
    ) async throws {
        let server = HTTPServer(.tcp(host: "127.0.0.1", port: 0)) { await mock.answer($0) }
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
        let fault = state.withLock { state -> HTTPResponse? in
            state.figures.requests += 1
            state.figures.atATime += 1
            state.figures.most = max(state.figures.most, state.figures.atATime)
            let mistakes = mistakes(request, value)
            if !mistakes.isEmpty {
                state.figures.invalid.append(mistakes)
                return Self.response(400, #"{"message":"invalid"}"#)
            }
            let now = ContinuousClock.now
            state.window = state.window.filter { now - $0 < .seconds(1) }
            guard state.window.count < perSecond else {
                state.figures.limited += 1
                return Self.response(429, "Too Many Requests", ["Content-Type": "text/html", "Retry-After": "1"])
            }
            state.window.append(now)
            switch state.figures.requests {
            case 3:
                state.figures.failed += 1
                return Self.response(500, "<html>Internal Server Error</html>", ["Content-Type": "text/html"])
            case 6:
                state.figures.failed += 1
                return Self.response(200, "<html>Sign in to the network</html>", ["Content-Type": "text/html"])
            default:
                state.figures.answered += 1
                return nil
            }
        }
        defer { state.withLock { $0.figures.atATime -= 1 } }
        return fault ?? Self.response(200, body)
    }

    private func mistakes(_ request: HTTPRequest, _ value: (String) -> String?) -> String {
        func isNumber(_ name: String, _ range: ClosedRange<Double>) -> Bool {
            value(name).flatMap { Double($0) }.map { range.contains($0) } ?? false
        }
        var mistakes: [String] = []
        if request.path != "/reverse" { mistakes.append(request.path) }
        if !isNumber("lat", -90...90) || !isNumber("lon", -180...180) { mistakes.append("position") }
        if (request.headers["User-Agent"] ?? "").isEmpty { mistakes.append("User-Agent") }
        if service == .nominatim, value("format") != "geocodejson" { mistakes.append("format") }
        if service == .photon, !["de", "en", "fr", "it", nil].contains(value("lang")) { mistakes.append("lang") }
        return mistakes.joined(separator: ", ")
    }

    private var body: String {
        switch service {
        case .nominatim:
            """
            {"type":"FeatureCollection","geocoding":{"version":"0.1.0"},"features":[{"type":"Feature","properties":
            {"geocoding":{"type":"house","housenumber":"8","street":"Beishan Jie","city":"Hangzhou","state":"Zhejiang",
            "country":"China","country_code":"cn"}}}]}
            """
        case .photon:
            """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"type":"house","housenumber":"8",
            "street":"Beishan Jie","city":"Hangzhou","state":"Zhejiang","country":"China","countrycode":"CN"}}]}
            """
        }
    }

    private static func response(
        _ status: Int, _ body: String, _ headers: [String: String] = ["Content-Type": "application/json"]
    ) -> HTTPResponse {
        var response = HTTPResponse(HTTPStatus(rawValue: status), headers: [:], body: .bytes(Array(body.utf8)))
        for (name, value) in headers { response.headers[name] = value }
        return response
    }
}
