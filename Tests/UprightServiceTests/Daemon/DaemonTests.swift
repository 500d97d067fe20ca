internal import Foundation
internal import UprightFiles
internal import TestSupport
internal import Testing

/// The built command, running as a daemon.
final class RunningDaemon {
    let process: ChildProcess
    let log: URL

    init(_ bench: DaemonBench, environment: [String: String] = [:]) throws {
        log = bench.scratch["log-\(UUID().uuidString)"]
        _ = FileManager.default.createFile(atPath: log.path(), contents: nil)
        process = try ChildProcess(
            Command.built("upright").path(), ["watch", "--config", bench.configuration.path()],
            environment: environment, error: .file(log))
    }

    func end(_ signal: Int32) -> Int32 {
        process.signal(signal)
        return process.wait()
    }

    var lines: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }
}

final class DaemonBench: Sendable {
    let scratch: TemporaryFolder
    let configuration: URL

    init(settle: String = "50ms", extra: String = "") throws {
        scratch = try TemporaryFolder()
        configuration = scratch["pipeline.yaml"]
        try configure(settle: settle, extra: extra)
        try FileManager.default.createDirectory(at: scratch["drop"], withIntermediateDirectories: true)
    }

    func configure(settle: String, extra: String = "") throws {
        try scratch.write(
            """
            folders:
              - source: ./drop
                output: ./out
                settle: \(settle)
            state: ./state
            steps: [orient]
            sandbox: best-effort
            \(extra)
            """, to: "pipeline.yaml")
    }

    var outputs: [String] {
        scratch.files.filter { $0.hasPrefix("out/") && !$0.contains("/.") }.map { String($0.dropFirst(4)) }
    }

    /// Runs the command with this configuration.
    func run(_ arguments: String...) throws -> Command {
        try Command.run(
            Command.built("upright").path(), arguments + ["--config", configuration.path()], in: scratch.url)
    }

    /// A daemon that watches its folders and answers.
    func started() async throws -> RunningDaemon {
        let daemon = try RunningDaemon(self)
        try await wait { daemon.lines.contains("watching") }
        while (try? run("status").status) == 3 { try await Task.sleep(for: .milliseconds(50)) }
        return daemon
    }

    /// Waits until a number of outputs is visible, as long as some are added: how many a busy machine adds in a time says nothing.
    func wait(forOutputs count: Int) async throws {
        var (reached, end) = (0, Date(timeIntervalSinceNow: 120))
        while reached < count {
            let present = outputs.count
            if present > reached { (reached, end) = (present, Date(timeIntervalSinceNow: 120)) }
            guard Date() < end else { throw CocoaError(.fileNoSuchFile) }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    func wait(_ seconds: Double = 60, until condition: () async -> Bool) async throws {
        let end = Date(timeIntervalSinceNow: seconds)
        while await !condition() {
            guard Date() < end else { throw CocoaError(.featureUnsupported) }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}

@Suite("Daemon", .timeLimit(.minutes(10)), .serialized)
struct DaemonTests {
    private let names =
        (1...8).map { "samples/orientation-\($0).jpg" } + ["samples/palette.png", "samples/animation.gif"]

    private func content(_ index: Int) throws -> [UInt8] {
        try #require(Fixture.named(names[index % names.count])).content()
    }

    /// The outputs that the same pictures have without disturbances.
    private func expected() async throws -> [[UInt8]] {
        let bench = try Bench()
        for (index, name) in names.enumerated() { try bench.put(name, as: "\(index)" + suffix(index)) }
        try await bench.pass()
        return names.indices.map { bench.scratch.bytes(of: "out/\($0)" + suffix($0)) ?? [] }
    }

    private func suffix(_ index: Int) -> String {
        "." + (names[index % names.count].split(separator: ".").last.map(String.init) ?? "jpg")
    }

    @Test("killed at any moment and restarted, it delivers each picture once and complete")
    func killed() async throws {
        let bench = try DaemonBench()
        let expected = try await expected()
        let count = 60
        for index in 0..<count {
            try bench.scratch.write(content(index), to: "drop/n\(index % 5)/\(index)" + suffix(index))
        }
        for round in 0..<12 {
            let daemon = try RunningDaemon(bench)
            try await Task.sleep(for: .milliseconds(60 + 70 * round))
            _ = daemon.end(SIGKILL)
            for (index, path) in bench.outputs.map({ (Int($0.split(separator: "/")[1].split(separator: ".")[0]), $0) })
            {
                let index = try #require(index)
                #expect(bench.scratch.bytes(of: "out/" + path) == expected[index % names.count], "never partial")
            }
        }
        let daemon = try RunningDaemon(bench)
        try await bench.wait { daemon.lines.contains("watching") }
        try await bench.wait(forOutputs: count)
        let journal = try Journal.open(in: RawPath(bench.scratch["state"].path())).journal
        while try await journal.summary().waiting > 0 { try await Task.sleep(for: .milliseconds(50)) }
        #expect(daemon.end(SIGTERM) == 0)
        #expect(bench.outputs.count == count)
        #expect(Set(try await journal.summary().outcomes.keys).isSubset(of: ["normalized", "unchanged", "current"]))
        #expect(!bench.scratch.files.contains { $0.contains(".upright-") }, "no unfinished file is left")
        for index in 0..<count {
            #expect(bench.scratch.bytes(of: "drop/n\(index % 5)/\(index)" + suffix(index)) == (try content(index)))
        }
    }

    @Test("a thousand files at once, moved in, written slowly and in new nested folders, are each delivered once")
    func arrivals() async throws {
        let bench = try DaemonBench()
        let daemon = try RunningDaemon(bench)
        try await bench.wait { FileManager.default.fileExists(atPath: bench.scratch["state/journal.sqlite"].path()) }
        let upright = try #require(Fixture.named("png/upright.png")).content()
        for index in 0..<400 { try bench.scratch.write(upright, to: "drop/flat-\(index).png") }
        for index in 0..<300 { try bench.scratch.write(upright, to: "drop/n/\(index % 30)/\(index % 7)/\(index).png") }
        for index in 0..<300 { try bench.scratch.write(upright, to: "elsewhere/\(index).png") }
        try FileManager.default.moveItem(at: bench.scratch["elsewhere"], to: bench.scratch["drop/moved"])
        let slow = try content(5)
        _ = FileManager.default.createFile(atPath: bench.scratch["drop/slow.jpg"].path(), contents: nil)
        let handle = try FileHandle(forWritingTo: bench.scratch["drop/slow.jpg"])
        for start in stride(from: 0, to: slow.count, by: 4_000) {
            try handle.write(contentsOf: Data(slow[start..<min(start + 4_000, slow.count)]))
            try await Task.sleep(for: .milliseconds(100))
            #expect(bench.scratch.bytes(of: "out/slow.jpg") == nil, "not while it is being written")
        }
        try handle.close()
        try await bench.wait(forOutputs: 1_001)
        #expect(daemon.end(SIGTERM) == 0)
        #expect(bench.outputs.count == 1_001)
        for path in bench.outputs where path.hasSuffix(".png") {
            #expect(bench.scratch.bytes(of: "out/" + path) == upright)
        }
        let again = try await secondRun(bench)
        #expect(again.contains("1001 current") || again.contains("1,001 current"))
    }

    private func secondRun(_ bench: DaemonBench) async throws -> String {
        let run = try Command.run(
            Command.built("upright").path(), ["reprocess", "--config", bench.configuration.path()])
        #expect(run.status == 0, "\(run.error)")
        return run.output
    }

    @Test("a second daemon with the same state folder refuses to start, and says why")
    func second() async throws {
        let bench = try DaemonBench()
        let daemon = try RunningDaemon(bench)
        try await bench.wait { daemon.lines.contains("watching") }
        let second = try Command.run(
            Command.built("upright").path(), ["watch", "--config", bench.configuration.path()])
        #expect(second.status != 0)
        #expect(second.error.contains("\(daemon.process.id)"))
        #expect(daemon.end(SIGTERM) == 0)
    }

    @Test("SIGHUP loads a valid configuration; an invalid one is logged and changes nothing")
    func reloads() async throws {
        let bench = try DaemonBench()
        let daemon = try RunningDaemon(bench)
        try await bench.wait { daemon.lines.contains("watching") }
        try bench.scratch.write("folders: 7\n", to: "pipeline.yaml")
        daemon.process.signal(SIGHUP)
        try await bench.wait { daemon.lines.contains("not reloaded") }
        #expect(daemon.lines.components(separatedBy: "notice: watching").count == 2, "nothing was begun anew")
        try bench.scratch.write(content(0), to: "drop/a.jpg")
        try await bench.wait(forOutputs: 1)
        try bench.scratch.write(
            """
            folders:
              - {source: ./drop, output: ./out, settle: 50ms}
              - {source: ./drop2, output: ./out/two, settle: 50ms}
            state: ./state
            steps: [orient]
            """, to: "pipeline.yaml")
        daemon.process.signal(SIGHUP)
        try await bench.wait { daemon.lines.contains("drop2") }
        try bench.scratch.write(content(1), to: "drop2/b.jpg")
        try await bench.wait(forOutputs: 2)
        #expect(daemon.end(SIGTERM) == 0)
    }

    @Test("the running daemon reports its work: counters by outcome and type, stages, bytes, ignored files")
    func tells() async throws {
        let bench = try DaemonBench()
        let daemon = try RunningDaemon(bench)
        try await bench.wait { daemon.lines.contains("watching") }
        try bench.scratch.write(content(0), to: "drop/a.jpg")
        try bench.scratch.write("temporary", to: "drop/b.part")
        try FileManager.default.createSymbolicLink(
            atPath: bench.scratch["drop/c.jpg"].path(), withDestinationPath: "/etc/passwd")
        try await bench.wait(forOutputs: 1)
        try await bench.wait { daemon.lines.contains("b.part: the name matches") }
        try await bench.wait { daemon.lines.contains("c.jpg: a symbolic link") }
        var running: [String: Any] = [:]
        // The output has its name before the picture is counted.
        try await bench.wait {
            guard
                let status = try? Command.run(
                    Command.built("upright").path(), ["status", "--json", "--config", bench.configuration.path()]),
                let object = try? JSONSerialization.jsonObject(with: Data(status.output.utf8)) as? [String: Any]
            else { return false }
            running = object["daemon"] as? [String: Any] ?? [:]
            return (running["stages"] as? [String: Any])?["picture"] != nil
        }
        #expect((running["done"] as? [String: Int])?["ignored"] == 2)
        #expect((running["types"] as? [String: Int])?.values.reduce(0, +) == 1)
        #expect(((running["bytes"] as? [String: Int])?["output"] ?? 0) > 0)
        let stages = try #require(running["stages"] as? [String: Any])
        #expect(Set(stages.keys) == ["settling", "opening", "processing", "checking", "delivering", "picture"])
        // Counters continue after a reload.
        daemon.process.signal(SIGHUP)
        try await bench.wait { daemon.lines.components(separatedBy: "notice: watching").count == 3 }
        let after = try Command.run(
            Command.built("upright").path(), ["status", "--config", bench.configuration.path()])
        #expect(after.output.contains("on average: settling"))
        #expect(daemon.end(SIGTERM) == 0)
    }

    @Test("a file in the place of the status socket is left alone")
    func statusSocketIsNoFile() async throws {
        let bench = try DaemonBench()
        try bench.configure(settle: "50ms", extra: "status: {listen: 'unix:./kept'}")
        try bench.scratch.write("a picture, perhaps", to: "kept")
        let daemon = try RunningDaemon(bench)
        try await bench.wait { daemon.lines.contains("the status cannot be served") }
        #expect(daemon.end(SIGTERM) == 0)
        #expect(try String(contentsOf: bench.scratch["kept"], encoding: .utf8) == "a picture, perhaps")
    }

    @Test("a journal deleted under a running daemon is replaced, and nothing is processed twice")
    func journalDeleted() async throws {
        let bench = try DaemonBench()
        try bench.scratch.write(content(5), to: "drop/a.jpg")
        let daemon = try RunningDaemon(bench)
        try await bench.wait(forOutputs: 1)
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: bench.scratch["state/journal.sqlite"].path() + suffix)
        }
        try await bench.wait { daemon.lines.contains("journal was deleted") }
        try bench.scratch.write(content(6), to: "drop/b.jpg")
        try await bench.wait(forOutputs: 2)
        #expect(daemon.end(SIGTERM) == 0)
        let journal = try Journal.open(in: RawPath(bench.scratch["state"].path())).journal
        #expect(try await journal.summary().outcomes == ["current": 1, "normalized": 1])
    }
}
