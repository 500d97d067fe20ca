import UprightWorker
import Foundation
import TestSupport
import Testing

@Suite("The sandbox, tried from inside")
struct SandboxTests {
    private func probe(_ mode: SandboxMode) throws -> (status: Int32, lines: [String]) {
        let probe = try Command.run(program("upright-codec"), ["--sandbox", mode.rawValue, "--probe-sandbox"])
        return (probe.status, probe.output.split(separator: "\n").map(String.init))
    }

    @Test(
        "Everything is refused: open, socket, exec, fork, ptrace, signals",
        arguments: [SandboxMode.required, .bestEffort])
    func deniesEverything(mode: SandboxMode) throws {
        let (status, lines) = try probe(mode)
        #expect(lines.filter { $0.hasPrefix("POSSIBLE") } == [])
        #expect(lines.filter { $0.hasPrefix("problem") && !$0.contains("Landlock") } == [])
        #expect(lines.filter { $0.hasPrefix("denied") }.count >= 30)
        #expect(status == 0)
    }

    @Test("Without the sandbox, the same attempts succeed, so their refusal is significant")
    func attemptsCanSucceed() throws {
        let (status, lines) = try probe(.off)
        for attempt in ["open a file for reading", "internet socket", "exec", "fork", "ptrace", "make a thread"] {
            #expect(lines.contains { $0.hasPrefix("POSSIBLE \(attempt) (") })
        }
        #expect(status == 1)
    }

    @Test("A required sandbox is not sufficient without the filter or without Landlock; a best-effort one is")
    func sufficiency() {
        var status = SandboxStatus(mode: .required)
        #expect(!status.isSufficient)
        status.hasDroppedPrivileges = true
        status.memory = 1
        #expect(!status.isSufficient)
        status.hasSystemCallFilter = true
        #expect(!status.isSufficient)
        status.landlockABI = 1
        #expect(status.isSufficient)
        #expect(SandboxStatus(mode: .bestEffort).isSufficient)
    }

    @Test("The command line is the same after a round trip", arguments: SandboxMode.allCases)
    func commandRoundTrip(mode: SandboxMode) {
        let command = WorkerArguments(mode: mode, memory: 12_345, threads: 3, loadsLibraries: true)
        #expect(WorkerArguments(parsing: command.serialized) == command)
        #expect(WorkerArguments(parsing: ["--sandbox", "none"]) == nil)
        #expect(WorkerArguments(parsing: ["--memory"]) == nil)
        #expect(WorkerArguments(parsing: ["picture.jpg"]) == nil)
        #expect(WorkerArguments(parsing: ["--threads", "0"]) == nil)
    }
}
