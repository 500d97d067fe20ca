internal import Foundation
internal import Synchronization
internal import TestSupport
internal import Testing
internal import UprightEngine
internal import UprightService
internal import UprightFiles
internal import UprightRewriting

/// A geocoder that gives no answer keeps no picture, and its fallback is not taken for the answer.
@Suite("Owed places", .serialized, .timeLimit(.minutes(5)))
struct OwedPlaceTests {
    private static let refusals = [
        "quota": MockAMap.json(#"{"status":"0","info":"DAILY_QUERY_OVER_LIMIT","infocode":"10003"}"#),
        "key": MockAMap.json(#"{"status":"0","info":"INVALID_USER_KEY","infocode":"10001"}"#),
        "forbidden": HTTPResponse(.forbidden, text: "no"),
        "another page": HTTPResponse(.ok, text: "<html>sign in</html>"),
    ]
    private static let deleting = "output: out, originals: delete"

    /// Steps that place a picture in Hangzhou.
    private static func steps(_ base: String, _ settings: String = "write: true") -> String {
        """
        - geotag: {position: "30.25,120.15"}
        - place: {\(settings), geocoder: {service: amap, url: "\(base)", key-file: key, rate: 1000}}
        """
    }

    private func bench() throws -> StepBench {
        let bench = try StepBench()
        try bench.scratch.write(MockAMap.key + "\n", to: "key")
        try bench.scratch.write(StepBench.picture(seed: 1), to: "drop/a.jpg")
        return bench
    }

    private func says(_ name: String, _ bench: StepBench, _ path: String = "out/a.jpg") -> Bool {
        bench.scratch.bytes(of: path).map { String(decoding: $0, as: UTF8.self).contains(name) } ?? false
    }

    private func owed(_ bench: StepBench) async throws -> Int {
        let journal = try Journal.open(in: RawPath(bench.scratch["state"].path())).journal
        return try await journal.owedPlaces().values.reduce(0, +)
    }

    @Test(
        "The picture is delivered without a place, which is written when the geocoder answers", arguments: refusals.keys
    )
    func waits(refusal: String) async throws {
        let mock = MockAMap()
        try await MockAMap.serving(mock) { base in
            for folder in ["output: out", Self.deleting] {
                mock.outage.withLock { $0 = Self.refusals[refusal] }
                let (bench, steps) = (try bench(), Self.steps(base))
                let first = try await bench.pass(steps, folder: folder)["a.jpg"]
                #expect(first?.outcome == .normalized && first?.owesPlace == true, "\(String(describing: first))")
                #expect(!says("photoshop:City", bench) && !says("Hangzhou", bench))
                #expect(try await owed(bench) == 1)
                let delivered = bench.scratch.bytes(of: "out/a.jpg")
                try await bench.pass(steps, folder: folder)
                #expect(try await owed(bench) == 1 && bench.scratch.bytes(of: "out/a.jpg") == delivered)
                mock.outage.withLock { $0 = nil }
                let asked = mock.seen.requests
                let last = try await bench.pass(steps, folder: folder)["a.jpg"]
                #expect(last?.outcome == .normalized && last?.owesPlace == false, "\(String(describing: last))")
                #expect(says("杭州市", bench) && says("北山街1号", bench) && mock.seen.requests == asked + 1)
                #expect(try await owed(bench) == 0)
                let made = bench.scratch.bytes(of: "out/a.jpg")
                try await bench.pass(steps, folder: folder)
                #expect(bench.scratch.bytes(of: "out/a.jpg") == made)
            }
        }
    }

    @Test("offline writes the built-in names for good, and none nothing")
    func others() async throws {
        let mock = MockAMap()
        mock.outage.withLock { $0 = Self.refusals["key"] }
        try await MockAMap.serving(mock) { base in
            for fallback in ["offline", "none"] {
                let bench = try bench()
                let steps = Self.steps(base, "write: true, fallback: \(fallback)")
                let report = try await bench.pass(steps)["a.jpg"]
                #expect(report?.outcome == .normalized && report?.owesPlace == false)
                #expect(try await owed(bench) == 0 && says("photoshop:City", bench) == (fallback == "offline"))
            }
        }
    }

    @Test("What is owed is written by the built-in data once no geocoder is waited for any more")
    func noLongerWaited() async throws {
        let mock = MockAMap()
        mock.outage.withLock { $0 = Self.refusals["key"] }
        try await MockAMap.serving(mock) { base in
            let without = "- geotag: {position: \"30.25,120.15\"}\n- place: {write: true}"
            for later in [Self.steps(base, "write: true, fallback: offline"), without] {
                let bench = try bench()
                try await bench.pass(Self.steps(base))
                #expect(try await owed(bench) == 1)
                try await bench.pass(later)
                #expect(try await owed(bench) == 0 && says("photoshop:City", bench))
            }
        }
    }

    @Test("An output that its user has edited meanwhile stays, and is owed nothing any more")
    func edited() async throws {
        let mock = MockAMap()
        mock.outage.withLock { $0 = Self.refusals["key"] }
        try await MockAMap.serving(mock) { base in
            let bench = try bench()
            try await bench.pass(Self.steps(base), folder: Self.deleting)
            try bench.scratch.write(StepBench.picture(["XMP:xmp:Rating": "5"], seed: 2), to: "out/a.jpg")
            let edited = bench.scratch.bytes(of: "out/a.jpg")
            mock.outage.withLock { $0 = nil }
            try await bench.pass(Self.steps(base), folder: Self.deleting)
            #expect(bench.scratch.bytes(of: "out/a.jpg") == edited)
            #expect(try await owed(bench) == 0)
        }
    }

    @Test("Values and paths with a place follow the answer, too, and so do further outputs")
    func templates() async throws {
        let mock = MockAMap()
        try await MockAMap.serving(mock) { base in
            let place = Self.steps(base, "write: false")
            let values =
                place + "\n- set: {values: [\"XMP:dc:title={city}\"]}\n- rename: {path: \"{city|somewhere}/{name}\"}"
            let further = """
                outputs: [{path: out}, {path: public, steps: [{set: {values: ["XMP:dc:title={city}"]}}]}]
                """
            for (steps, folder, early, late) in [
                (values, "output: out", "out/somewhere/a.jpg", "out/杭州市/a.jpg"),
                (place, further, "public/a.jpg", "public/a.jpg"),
            ] {
                mock.outage.withLock { $0 = Self.refusals["key"] }
                let bench = try bench()
                let report = try await bench.pass(steps, folder: folder)["a.jpg"]
                #expect(report?.owesPlace == true && report?.warnings == [], "\(String(describing: report))")
                #expect(bench.scratch.bytes(of: early) != nil && !says("杭州市", bench, early))
                mock.outage.withLock { $0 = nil }
                try await bench.pass(steps, folder: folder)
                #expect(
                    says("杭州市", bench, late) && bench.outputs.count { $0.hasSuffix("a.jpg") } == 1, "\(bench.outputs)")
                #expect(try await owed(bench) == 0)
            }
        }
    }

    @Test(
        "reprocess says how many are owed and why, and ends with 75; status and a daemon's metrics count them, and it writes them"
    )
    func commands() async throws {
        let mock = MockAMap()
        mock.outage.withLock { $0 = Self.refusals["quota"] }
        try await MockAMap.serving(mock) { base in
            let bench = try DaemonBench()
            try bench.scratch.write(MockAMap.key + "\n", to: "key")
            try bench.scratch.write(StepBench.picture(seed: 1), to: "drop/a.jpg")
            let steps = Self.steps(base).split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
            let text = try String(contentsOf: bench.configuration, encoding: .utf8)
            try bench.scratch.write(
                text.replacing("steps: [orient]", with: "steps:\n  - orient\n\(steps)"), to: "pipeline.yaml")
            func owed(_ json: String) -> Bool { json.contains(#""owedPlaces":1"#) }
            let first = try bench.run("reprocess")
            #expect(
                first.status == 75 && first.error.contains("1 place is owed") && first.error.contains("daily quota"))
            #expect(!first.error.contains(MockAMap.key))
            #expect(owed(try bench.run("status", "--json").output))
            let file = try bench.run("status", bench.scratch["drop/a.jpg"].path())
            #expect(file.status == 75 && file.output.contains("its place"), "\(file.output)\(file.error)")
            let daemon = try await bench.started()
            #expect(owed(try bench.run("status", "--json").output))
            mock.outage.withLock { $0 = nil }
            // What the server has mended is known at the next request, which a reload makes at once.
            #expect(try bench.run("reload").status == 0)
            try await bench.wait {
                bench.scratch.bytes(of: "out/a.jpg").map { String(decoding: $0, as: UTF8.self).contains("杭州市") }
                    ?? false
            }
            try await bench.wait { (try? bench.run("status", "--json").output.contains(#""owedPlaces":0"#)) ?? false }
            #expect(daemon.end(SIGTERM) == 0)
            #expect(try bench.run("reprocess").status == 0)
        }
    }
}
