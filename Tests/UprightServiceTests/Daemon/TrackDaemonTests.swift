internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightFormats
internal import UprightRewriting

@Suite("A daemon whose tracks come after their pictures", .timeLimit(.minutes(5)), .serialized)
struct TrackDaemonTests {
    private static let date = [
        "ExifIFD:DateTimeOriginal": "2024:07:10 14:10:00", "ExifIFD:OffsetTimeOriginal": "+02:00",
    ]

    private func point(_ minute: String) -> String {
        "<trkpt lat=\"48.137\" lon=\"11.576\"><time>2024-07-10T12:\(minute):00Z</time></trkpt>"
    }

    private func configured() throws -> DaemonBench {
        let bench = try DaemonBench()
        let text = try String(contentsOf: bench.configuration, encoding: .utf8)
        try bench.scratch.write(
            text.replacing("steps: [orient]", with: "steps: [orient, {geotag: {tracks: [./tracks]}}]"),
            to: "pipeline.yaml")
        return bench
    }

    private func hasPosition(_ bench: DaemonBench, _ name: String) -> Bool {
        guard let bytes = bench.scratch.bytes(of: "out/\(name)") else { return false }
        return (try? ImageProperties(reading: bytes))?.coordinate != nil
    }

    @Test("reads one that is written in two parts, in a folder that did not exist, and mends what was delivered")
    func parts() async throws {
        let bench = try configured()
        let daemon = try await bench.started()
        try bench.scratch.write(StepBench.picture(Self.date, seed: 1), to: "drop/a.jpg")
        try await bench.wait(forOutputs: 1)
        #expect(!hasPosition(bench, "a.jpg"))
        let head = "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>"
        try bench.scratch.write(head, to: "tracks/t.gpx")
        try await bench.wait { daemon.lines.contains("it is read again when it changes") }
        try bench.scratch.write(head + point("09") + point("13") + "</trkseg></trk></gpx>", to: "tracks/t.gpx")
        try await bench.wait { hasPosition(bench, "a.jpg") }
        try await bench.wait { daemon.lines.contains("1 delivered pictures got") }
        // Pictures that come later find it, too.
        try bench.scratch.write(StepBench.picture(Self.date, seed: 2), to: "drop/b.jpg")
        try await bench.wait(forOutputs: 2)
        #expect(hasPosition(bench, "b.jpg") && daemon.end(SIGTERM) == 0)
    }

    @Test("reads one that replaces another by a rename, and mends what was delivered while none ran")
    func replaced() async throws {
        let bench = try configured()
        try bench.scratch.write(StepBench.picture(Self.date, seed: 1), to: "drop/a.jpg")
        let daemon = try await bench.started()
        try await bench.wait(forOutputs: 1)
        #expect(daemon.end(SIGTERM) == 0)
        func track(_ points: String) -> String {
            "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>\(points)</trkseg></trk></gpx>"
        }
        try bench.scratch.write(track(point("09") + point("13")), to: "tracks/t.gpx")
        let second = try await bench.started()
        try await bench.wait { hasPosition(bench, "a.jpg") }
        let later = ["ExifIFD:DateTimeOriginal": "2024:07:10 14:40:00", "ExifIFD:OffsetTimeOriginal": "+02:00"]
        try bench.scratch.write(StepBench.picture(later, seed: 2), to: "drop/b.jpg")
        try await bench.wait(forOutputs: 2)
        #expect(!hasPosition(bench, "b.jpg"))
        try bench.scratch.write(track(point("39") + point("41")), to: "tracks/new.part")
        #expect(rename(bench.scratch["tracks/new.part"].path(), bench.scratch["tracks/t.gpx"].path()) == 0)
        try await bench.wait { hasPosition(bench, "b.jpg") }
        #expect(hasPosition(bench, "a.jpg") && second.end(SIGTERM) == 0)
    }
}
