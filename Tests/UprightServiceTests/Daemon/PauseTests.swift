internal import Foundation
internal import TestSupport
internal import Testing

/// Pauses of the daemon, and its reports of them.
@Suite("Pauses", .timeLimit(.minutes(5)), .serialized)
struct PauseTests {
    private func picture() throws -> [UInt8] {
        try #require(Fixture.named("samples/orientation-6.jpg")).content()
    }

    /// The state of the only folder, as `upright status` shows it.
    private func folder(_ bench: DaemonBench) -> [String: Any] {
        let run = try? Command.run(
            Command.built("upright").path(), ["status", "--json", "--config", bench.configuration.path()])
        let object = try? JSONSerialization.jsonObject(with: Data((run?.output ?? "").utf8)) as? [String: Any]
        let daemon = object?["daemon"] as? [String: Any]
        return (daemon?["folders"] as? [[String: Any]])?.first ?? [:]
    }

    private func pause(_ bench: DaemonBench) -> String? {
        (folder(bench)["pausedReason"] as? [String: Any])?["kind"] as? String
    }

    @Test("an output without its mark pauses an idle daemon, which resumes when the mark is back")
    func unmounted() async throws {
        let bench = try DaemonBench()
        let daemon = try RunningDaemon(bench)
        try await bench.wait { daemon.lines.contains("watching") && bench.scratch.bytes(of: "out/.upright") != nil }
        try FileManager.default.moveItem(at: bench.scratch["out"], to: bench.scratch["elsewhere"])
        try FileManager.default.createDirectory(at: bench.scratch["out"], withIntermediateDirectories: true)
        try await bench.wait(10) { pause(bench) == "not-mounted" }
        #expect(daemon.lines.contains("is paused: "))
        try bench.scratch.write(picture(), to: "drop/a.jpg")
        try await bench.wait { (folder(bench)["waiting"] as? Int ?? 0) == 1 }
        // The lane holds it already, but it waits all the same.
        try await bench.wait { (folder(bench)["oldestWaiting"] as? Double ?? 0) > 1 }
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.scratch["out"].path()) == [])
        try FileManager.default.removeItem(at: bench.scratch["out"])
        try FileManager.default.moveItem(at: bench.scratch["elsewhere"], to: bench.scratch["out"])
        try await bench.wait(forOutputs: 1)
        try await bench.wait { pause(bench) == nil && daemon.lines.contains("resumes after a pause") }
        #expect(daemon.end(SIGTERM) == 0)
    }

    @Test("a drop folder that disappears is reported, and so is its return")
    func lost() async throws {
        let bench = try DaemonBench()
        let daemon = try RunningDaemon(bench)
        try await bench.wait { (folder(bench)["isWatched"] as? Bool) == true }
        try FileManager.default.moveItem(at: bench.scratch["drop"], to: bench.scratch["elsewhere"])
        try await bench.wait(10) { (folder(bench)["isWatched"] as? Bool) == false }
        try await bench.wait(10) { (folder(bench)["unwatchedReason"] as? String)?.contains("drop") == true }
        try FileManager.default.moveItem(at: bench.scratch["elsewhere"], to: bench.scratch["drop"])
        try await bench.wait(20) { (folder(bench)["isWatched"] as? Bool) == true }
        try await bench.wait { daemon.lines.contains("is watched again") }
        #expect(daemon.end(SIGTERM) == 0)
    }

    @Test(
        "a deleted output stays away, and the journal notes it soon; with restore it is made again, before the next scan"
    )
    func deletedOutput() async throws {
        let kept = try DaemonBench(extra: "log: {level: debug}")
        let keeping = try RunningDaemon(kept)
        try await kept.wait { keeping.lines.contains("is watched for removed outputs") }
        try kept.scratch.write(picture(), to: "drop/b.jpg")
        try await kept.wait(forOutputs: 1)
        try FileManager.default.removeItem(at: kept.scratch["out/b.jpg"])
        try await kept.wait(30) { keeping.lines.contains("stay away (deleted-outputs)") }
        #expect(kept.scratch.bytes(of: "out/b.jpg") == nil && keeping.end(SIGTERM) == 0)

        let bench = try DaemonBench(settle: "50ms\n    deleted-outputs: restore", extra: "log: {level: debug}")
        let daemon = try RunningDaemon(bench)
        try await bench.wait { daemon.lines.contains("is watched for removed outputs") }
        try bench.scratch.write(picture(), to: "drop/x/a.jpg")
        try bench.scratch.write(picture(), to: "drop/b.jpg")
        try await bench.wait(forOutputs: 2)
        try await bench.wait { (folder(bench)["inProgress"] as? Int) == 0 }
        try FileManager.default.removeItem(at: bench.scratch["out/x/a.jpg"])
        try await bench.wait(30) { bench.scratch.bytes(of: "out/x/a.jpg") != nil }
        try FileManager.default.removeItem(at: bench.scratch["out/x"])
        try await bench.wait(30) { bench.scratch.bytes(of: "out/x/a.jpg") != nil }
        #expect(daemon.end(SIGTERM) == 0)
    }

    @Test("of many rejected files, the log counts the suppressed ones when it gets quiet")
    func leftOut() async throws {
        let bench = try DaemonBench()
        for index in 0..<41 { try bench.scratch.write([0, 1, 2, UInt8(index), 0], to: "drop/\(index).jpg") }
        let daemon = try RunningDaemon(bench)
        try await bench.wait { daemon.lines.contains("more messages of the kind \"rejected\" were suppressed") }
        let told = daemon.lines.components(separatedBy: "\n").filter { $0.contains(": rejected ") }.count
        #expect(daemon.lines.contains("\(41 - told) more messages of the kind \"rejected\""))
        #expect(daemon.end(SIGTERM) == 0)
    }
}
