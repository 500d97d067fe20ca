internal import Foundation
internal import TestSupport
internal import Testing

@Suite("A shot whose member is still uploaded", .timeLimit(.minutes(5)))
struct WaitingShotDaemonTests {
    @Test("is looked at again when the member has settled, and its reason is logged once")
    func upload() async throws {
        let bench = try DaemonBench(settle: "300ms")
        let daemon = try await bench.started()
        // A video that is open for writing, and lacks its end.
        let video: [UInt8] =
            [0, 0, 0, 16] + Array("ftypqt  ".utf8) + [0, 0, 0, 0] + [0, 0, 0, 12] + Array("moov".utf8) + [1, 2, 3, 4]
            + [0, 0, 16, 8] + Array("mdat".utf8) + [UInt8](repeating: 7, count: 4_096)
        try bench.scratch.write([], to: "drop/a.mov")
        let writer = try FileHandle(forWritingTo: bench.scratch["drop/a.mov"])
        let picture = try #require(Fixture.named("samples/orientation-6.jpg")).content()
        try bench.scratch.write(picture, to: "drop/a.jpg")
        let photo = bench.scratch["drop/a.jpg"].path()
        func waits() -> [Substring] {
            daemon.lines.split(separator: "\n").filter {
                $0.contains("deferred \(photo)") && $0.contains("its shot waits")
            }
        }
        for start in stride(from: 0, to: video.count - 96, by: 160) {
            try writer.write(contentsOf: Data(video[start..<min(start + 160, video.count - 96)]))
            try await Task.sleep(for: .milliseconds(100))
        }
        try await bench.wait { !waits().isEmpty }
        let early = waits().count
        #expect(bench.outputs.isEmpty)
        try writer.write(contentsOf: Data(video.suffix(96)))
        try writer.close()
        try await bench.wait(forOutputs: 2)
        #expect(bench.scratch.bytes(of: "out/a.mov") == video)
        // For each reason one line: open, incomplete, young.
        #expect((1...3).contains(early) && waits().count <= 4, "\(waits())")
        #expect(Set(waits().map { $0.drop { $0 != " " } }).count == waits().count, "\(waits())")
        #expect(daemon.end(SIGTERM) == 0)
    }
}
