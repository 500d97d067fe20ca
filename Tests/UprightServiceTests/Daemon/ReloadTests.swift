internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightService

/// `upright reload`, which the unit's `ExecReload=` runs.
@Suite("Reloads with an answer", .timeLimit(.minutes(5)), .serialized)
struct ReloadTests {
    @Test("an accepted configuration is in use when the command ends, also behind another address")
    func accepted() async throws {
        let bench = try DaemonBench()
        let daemon = try await bench.started()
        let control = StatusConfiguration.Address.unix(path: bench.scratch["state/status.sock"].path())
        func scans() async -> Int { await DaemonClient.snapshot(at: control)?.scans ?? 0 }
        while await scans() < 3 { #expect(try bench.run("queue", "rescan").status == 0) }
        try bench.configure(settle: "51ms")
        let reload = try bench.run("reload")
        #expect(reload.status == 0 && reload.output.hasPrefix("reloaded"), "\(reload)")
        #expect(daemon.lines.components(separatedBy: "notice: watching").count == 3)
        #expect(await scans() >= 3, "counters go on")
        try bench.configure(settle: "50ms", extra: "status: {listen: \"unix:./elsewhere.sock\"}")
        #expect(try bench.run("reload").status == 0)
        #expect(FileManager.default.fileExists(atPath: bench.scratch["elsewhere.sock"].path()))
        try bench.configure(settle: "50ms", extra: "status: {listen: off}")
        // The daemon is asked by a signal where it cannot be asked otherwise.
        try FileManager.default.removeItem(at: bench.scratch["elsewhere.sock"])
        let silent = try bench.run("reload")
        #expect(silent.status == 0 && silent.error.contains("its log has the answer"), "\(silent)")
        try await bench.wait { daemon.lines.components(separatedBy: "notice: watching").count == 5 }
        #expect(daemon.end(SIGTERM) == 0)
        let absent = try bench.run("reload")
        #expect(absent.status == 3 && absent.error.contains("no daemon"), "\(absent)")
    }

    @Test("a refused configuration changes nothing, and the command fails with the reason")
    func refused() async throws {
        let bench = try DaemonBench()
        let daemon = try await bench.started()
        let address = StatusConfiguration.Address.unix(path: bench.scratch["state/status.sock"].path())
        let text = try String(contentsOf: bench.configuration, encoding: .utf8)
        try bench.scratch.write("folders: 7\n", to: "pipeline.yaml")
        let wrong = try bench.run("reload")
        #expect(wrong.status == 78 && wrong.error.contains("folders"), "\(wrong)")
        #expect(!daemon.lines.contains("not reloaded"), "the daemon is not asked")
        // What only the daemon finds out: a folder in place of which there is a file.
        try bench.scratch.write("a file", to: "taken")
        try bench.scratch.write(text.replacingOccurrences(of: "./out", with: "./taken/out"), to: "pipeline.yaml")
        let taken = try bench.run("reload")
        #expect(taken.status == 78 && taken.error.contains("/taken"), "\(taken)")
        var snapshot = await DaemonClient.snapshot(at: address)
        #expect(snapshot?.refusedConfiguration?.contains("/taken") == true)
        #expect(snapshot?.line.contains("the configuration was refused") == true)
        #expect(try bench.run("status").output.contains("the configuration was refused"))
        // The old one works.
        try bench.scratch.write(try #require(Fixture.named("png/upright.png")).content(), to: "drop/a.png")
        try await bench.wait(forOutputs: 1)
        try bench.scratch.write(text, to: "pipeline.yaml")
        #expect(try bench.run("reload").status == 0)
        snapshot = await DaemonClient.snapshot(at: address)
        #expect(snapshot?.refusedConfiguration == nil && snapshot?.line.contains("refused") == false)
        #expect(daemon.end(SIGTERM) == 0)
    }
}
