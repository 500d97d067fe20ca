internal import Foundation
internal import TestSupport
internal import Testing

@Suite("Live Photos in a watched folder", .timeLimit(.minutes(3)))
struct LivePhotoDaemonTests {
    @Test("a video waits for a picture that came with it and is not worked on for long, whatever the name of either")
    func slowPicture() async throws {
        let bench = try DaemonBench()
        try bench.scratch.write(
            """
            folders:
              - {source: ./drop, output: ./out, settle: 50ms, others: copy, retire-after: 1s}
            state: ./state
            steps: [orient]
            sandbox: best-effort
            """, to: "pipeline.yaml")
        let daemon = try await bench.started()
        let picture = try LivePhoto.picture("AB-1")
        let path = bench.scratch["drop/picture.jpg"]
        // While it changes, it does not settle, and the journal knows nothing of it.
        let changes = Task {
            while !Task.isCancelled {
                try Data(picture).write(to: path)
                try await Task.sleep(for: .milliseconds(15))
            }
        }
        try bench.scratch.write(LivePhoto.video("AB-1"), to: "drop/video.mov")
        try bench.scratch.write(LivePhoto.video("AB-2"), to: "drop/sub/1.mov")
        // A video waits ten seconds for its picture. Two that have none in their folder show that they are over.
        try await bench.wait { bench.outputs.contains("sub/1.mov") }
        try bench.scratch.write(LivePhoto.video("AB-3"), to: "drop/sub/2.mov")
        try await bench.wait { bench.outputs.contains("sub/2.mov") }
        #expect(!bench.outputs.contains("video.mov"))
        changes.cancel()
        try await bench.wait(forOutputs: 4)
        #expect(Set(bench.outputs) == ["sub/1.mov", "sub/2.mov", "picture.jpg", "picture.mov"])
        #expect(daemon.end(SIGTERM) == 0)
    }
}
