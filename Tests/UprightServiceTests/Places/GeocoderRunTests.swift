internal import Foundation
internal import Synchronization
internal import TestSupport
internal import Testing
internal import UprightAlbums
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightRewriting
internal import UprightService
internal import UprightSteps

/// A geocoder in runs that write names into pictures: it is asked about many positions at a time, and about none twice.
@Suite("Geocoders in runs", .serialized) struct GeocoderRunTests {
    /// A drop folder with pictures in Hangzhou, a few hundred metres apart, and a configuration with a geocoder.
    private static func bench(
        pictures: Int, base: String, concurrency: Int, service: String = "amap", rate: Int = 1000
    ) throws -> (TemporaryFolder, Configuration) {
        let scratch = try TemporaryFolder()
        let fixture = try #require(Fixture.named("samples/orientation-6.jpg"))
        let content = try fixture.content()
        for number in 0..<pictures {
            try scratch.write(content, to: "drop/\(number).jpg")
            let minutes = 10 + Double(number % 40) * 0.2
            let east = 5 + Double(number / 40) * 0.2
            try scratch.write(
                """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="30,\(minutes)N"
                 exif:GPSLongitude="120,\(east)E"/></rdf:RDF></x:xmpmeta>
                """, to: "drop/\(number).jpg.xmp")
        }
        try scratch.write(MockAMap.key + "\n", to: "key")
        let text = """
            folders: [{source: drop, output: out}]
            state: state
            jobs: 2
            sandbox: off
            steps:
              - orient
              - geotag
              - place:
                  write: true
                  geocoder: {service: \(service), url: "\(base)", key-file: key, rate: \(rate), concurrency: \(concurrency)}
            """
        try scratch.write(text, to: "c.yaml")
        let folder = scratch.path
        let configuration = try Configuration(parsing: Array(text.utf8), file: "c.yaml", folder: folder, home: folder)
        return (scratch, configuration)
    }

    private static func pass(
        _ configuration: Configuration, force: Bool = false
    ) async throws -> [FileReport] {
        let processor = InProcessProcessor()
        var environment = configuration.stepEnvironment(reader: processor.reader)
        try environment.openPlaceCache()
        let journal = try Journal.open(in: RawPath(configuration.state)).journal
        var engine = PictureEngine(processor: processor, jobs: 2, version: "1", history: journal)
        engine.steps = try await PreparedSteps(environment)
        engine.force = force
        let reports = Mutex<[FileReport]>([])
        let run = DropFolderRun(configuration: configuration, engine: engine)
        _ = try await run.run { event in
            if case .finished(let result) = event { reports.withLock { $0.append(result.report) } }
        }
        return reports.withLock { $0 }.filter { $0.source.hasSuffix(".jpg") }
    }

    @Test("positions of a run are asked about in full batches, and never again")
    func batches() async throws {
        let mock = MockAMap()
        try await MockAMap.serving(mock) { base in
            let (scratch, configuration) = try Self.bench(pictures: 60, base: base, concurrency: 3)
            let start = ContinuousClock.now
            let reports = try await Self.pass(configuration)
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            #expect(reports.count == 60 && reports.allSatisfy { $0.outcome == .normalized })
            #expect(mock.seen.positions.reduce(0, +) == 60)
            // A request that is not full is sent after the gathering time of two seconds, and no sooner.
            #expect(mock.seen.requests <= 3 + Int(seconds / 2), "\(mock.seen.positions) in \(seconds) s")
            let output = String(decoding: scratch.bytes(of: "out/7.jpg") ?? [], as: UTF8.self)
            #expect(output.contains("北山街1号"))
            // Another process does everything again: it asks nothing.
            let asked = mock.seen.requests
            let again = try await Self.pass(configuration, force: true)
            #expect(again.count == 60, "\(again.map(\.reason).prefix(3))")
            #expect(mock.seen.requests == asked)
        }
    }

    @Test("as many requests as configured run at a time, and a refused one is retried")
    func concurrency() async throws {
        // Fewer refusals than pause the geocoder.
        let mock = MockAMap(refusals: 2, answeringWhen: { $0.most >= 6 })
        try await MockAMap.serving(mock) { base in
            let (scratch, configuration) = try Self.bench(pictures: 240, base: base, concurrency: 200)
            defer { withExtendedLifetime(scratch) {} }
            let reports = try await Self.pass(configuration)
            #expect(reports.count == 240 && reports.allSatisfy { $0.outcome == .normalized })
            #expect(mock.seen.most >= 6 && mock.seen.refused == 2, "\(mock.seen)")
            #expect(mock.seen.positions.reduce(0, +) == 240)
        }
    }

    @Test("pictures that need no answer are finished while a slow geocoder is pending")
    func slow() async throws {
        let done = Mutex<[String]>([])
        let mock = MockAMap(answeringWhen: { _ in done.withLock { $0.count >= 30 } })
        try await MockAMap.serving(mock) { base in
            let (scratch, configuration) = try Self.bench(pictures: 20, base: base, concurrency: 1)
            for number in 100..<130 {
                try FileManager.default.copyItem(at: scratch["drop/0.jpg"], to: scratch["drop/\(number).jpg"])
            }
            let processor = InProcessProcessor()
            var environment = configuration.stepEnvironment(reader: processor.reader)
            try environment.openPlaceCache()
            var engine = PictureEngine(processor: processor, jobs: 2, version: "1")
            engine.steps = try await PreparedSteps(environment)
            let run = DropFolderRun(
                paths: [RawPath(scratch["drop"].path())], output: RawPath(scratch["out"].path()),
                configuration: configuration, engine: engine)
            _ = try await run.run { event in
                if case .finished(let result) = event, result.report.source.hasSuffix(".jpg") {
                    done.withLock { $0.append(result.report.source) }
                }
            }
            let order = done.withLock { $0 }
            #expect(order.count == 50)
            // The thirty pictures without a position come first.
            let first = order.prefix(30).map { Int($0.split(separator: "/").last!.dropLast(4)) ?? 0 }
            #expect(first.allSatisfy { $0 >= 100 }, "\(first)")
        }
    }

    @Test(
        "a public server's limits and errors are obeyed, and every picture gets its street",
        arguments: [MockPublicGeocoder.Service.nominatim, .photon])
    func publicServers(service: MockPublicGeocoder.Service) async throws {
        // Configured to ask faster than the server permits.
        let mock = MockPublicGeocoder(service, perSecond: 5)
        try await MockPublicGeocoder.serving(mock) { base in
            let (scratch, configuration) = try Self.bench(
                pictures: 12, base: base, concurrency: 2, service: service.rawValue, rate: 20)
            let reports = try await Self.pass(configuration)
            #expect(reports.count == 12 && reports.allSatisfy { $0.outcome == .normalized })
            let seen = mock.seen
            #expect(seen.invalid.isEmpty && seen.most <= 2, "\(seen)")
            // Each position has one answer; a request that was refused or failed is repeated, and no other.
            #expect(seen.answered == 12 && seen.requests == 12 + seen.limited + seen.failed, "\(seen)")
            for number in 0..<12 {
                let output = String(decoding: scratch.bytes(of: "out/\(number).jpg") ?? [], as: UTF8.self)
                #expect(output.contains("Beishan Jie 8"), "\(number)")
            }
            _ = try await Self.pass(configuration, force: true)
            #expect(mock.seen.requests == seen.requests)
        }
    }

    @Test("the daemon asks in full batches, and no log contains the key")
    func watch() async throws {
        // A request is refused and repeated: that is logged too.
        let mock = MockAMap(delay: .milliseconds(300), refusals: 1)
        try await MockAMap.serving(mock) { base in
            let (scratch, configuration) = try Self.bench(pictures: 40, base: base, concurrency: 3)
            let text = try String(contentsOf: scratch["c.yaml"], encoding: .utf8)
            try scratch.write(text + "\nlog: {level: debug}\n", to: "c.yaml")
            let log = scratch["log"]
            _ = FileManager.default.createFile(atPath: log.path(), contents: nil)
            let daemon = try ChildProcess(
                Command.built("upright").path(), ["watch", "--config", scratch["c.yaml"].path()], error: .file(log))
            func outputs() -> Int { scratch.files.count { $0.hasPrefix("out/") && $0.hasSuffix(".jpg") } }
            let end = Date(timeIntervalSinceNow: 120)
            while outputs() < 40, daemon.isRunning, Date() < end { try await Task.sleep(for: .milliseconds(100)) }
            daemon.signal(SIGTERM)
            daemon.wait()
            let lines = try String(contentsOf: log, encoding: .utf8)
            #expect(outputs() == 40, "\(lines)")
            #expect(mock.seen.positions.reduce(0, +) == 40, "\(mock.seen)")
            #expect(mock.seen.refused == 1 && mock.seen.requests <= 9, "\(mock.seen)")
            #expect(!lines.contains(MockAMap.key))
            #expect(configuration.folders.count == 1)
        }
    }

    @Test("an unknown language is a configuration error")
    func language() throws {
        let text = "folders: [{source: in, output: out}]\nstate: state\nsteps: [orient, {place: {language: xx}}]\n"
        do {
            _ = try Configuration(parsing: Array(text.utf8), file: "c.yaml", folder: "/a", home: "/b")
            Issue.record("it was accepted")
        } catch {
            let problem = try #require(error.problems.first)
            #expect(problem.key.hasSuffix("language") && problem.found == "\"xx\"" && problem.expected.contains(" de "))
        }
    }
}
