internal import Synchronization
internal import Testing
internal import UprightConfiguration
internal import UprightFormats
internal import UprightPlaces
internal import UprightSteps

/// A geocoder of the tests: its answers are names, its quota begins again each hour.
private struct EchoService: GeocodingService {
    static let name = "echo"
    static let standard = GeocodingServer(url: "https://echo.example.org", rate: 7, concurrency: 2)
    static let keys = GeocodingServer.CodingKeys.allCases.map(\.stringValue) + ["dialect"]
    var server: GeocodingServer
    var dialect = "plain"

    init(_ server: GeocodingServer) { self.server = server }

    init(reading section: ConfigurationSection) {
        self.init(GeocodingServer(reading: section, default: Self.standard, needsKey: Self.needsKey))
        dialect = section.word("dialect", among: ["plain", "rich"]) ?? dialect
    }

    func quotaReset(after time: Double) -> Double { time + 3600 - time.truncatingRemainder(dividingBy: 3600) }

    func request(for positions: [LocatedPosition], language: String?) -> GeocodingRequest {
        GeocodingRequest(base: server.url, path: "/\(dialect)", parameters: [])
    }

    func places(in answer: [UInt8], count: Int) throws(GeocodingFailure) -> [Place?] {
        let text = String(decoding: answer, as: UTF8.self)
        guard text != "full" else { throw GeocodingFailure(.quota, "the quota is used up") }
        return [Place(countryCode: "DE", country: "Germany", city: text, source: name)]
    }
}

/// Answers each request with its path, and the first ones as told.
private actor EchoTransport: GeocodingTransport {
    var answers: [String]
    private(set) var urls: [String] = []
    init(_ answers: [String]) { self.answers = answers }

    func get(_ request: GeocodingRequest) async throws(GeocodingFailure) -> GeocodingAnswer {
        urls.append(request.url)
        let text = answers.isEmpty ? "none" : answers.removeFirst()
        return GeocodingAnswer(status: 200, contentType: "application/json", body: Array(text.utf8))
    }
}

/// What CONTRIBUTING promises of a new geocoder: a type and a registration are all of it.
@Suite("A geocoder that is registered")
struct MadeUpGeocoderTests {
    private static let registry = GeocoderRegistry(GeocoderRegistry.standard.kinds + [EchoService.self])

    private func read(_ yaml: String) throws -> (settings: GeocoderSettings?, problems: String) {
        let context = ConfigurationContext(file: "c.yaml", folder: "/base", home: nil)
        let section = ConfigurationSection(
            try YAMLDocument.parse(Array(yaml.utf8), file: "c.yaml"), path: "geocoder", keys: Self.registry.keys,
            context: context)
        let settings = Self.registry.settings(in: section)
        return (settings, context.problems.map { "\($0)" }.joined(separator: "\n"))
    }

    @Test("it reads its section, with defaults and a key of its own")
    func reading() throws {
        let read = try read("{service: echo, dialect: rich, rate: 3}")
        #expect(read.problems.isEmpty)
        let service = try #require(read.settings?.service as? EchoService)
        #expect(service.dialect == "rich" && service.server.url == "https://echo.example.org")
        #expect(service.requestsPerSecond == 3 && service.requestsAtATime == 2)
        #expect(try self.read("{service: ecko}").problems.contains("one of nominatim, photon, amap, echo"))
        let other = try self.read("{service: photon, url: \"https://p.example.org\", dialect: rich}")
        #expect(other.problems.contains("dialect") && other.problems.contains("another service"))
        #expect(try self.read("{service: amap}").problems.contains("key-file"))
    }

    @Test("it names positions, and its quota begins again when it says so")
    func client() async throws {
        let settings = try #require(try read("{service: echo}").settings)
        let transport = EchoTransport(["full", "Munich"])
        let time = TestClock(1_000_000_000)
        let client = GeocodingClient(
            try settings.opened(), transport: transport, now: { time.now }, sleep: { time.pass($0) })
        let geocoding = Geocoding(gazetteer: try Gazetteer(), client: client)
        let position = try #require(Position(latitude: 48.137, longitude: 11.575))
        #expect(await geocoding.places(at: [position])[0].isFinal == false)
        #expect(await client.trouble?.kind == .quota)
        time.pass(3600 - 1_000_000_000.0.truncatingRemainder(dividingBy: 3600) + 1)
        #expect(await client.trouble == nil)
        #expect(await geocoding.places(at: [position])[0].place?.city == "Munich")
        #expect(await transport.urls.allSatisfy { $0.hasPrefix("https://echo.example.org/plain") })
    }
}

/// A clock that a test moves.
private final class TestClock: Sendable {
    private let seconds: Mutex<Double>
    init(_ start: Double) { seconds = Mutex(start) }
    var now: Double { seconds.withLock { $0 } }
    func pass(_ interval: Double) { seconds.withLock { $0 += interval } }
}
