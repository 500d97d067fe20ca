internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightService

/// Requests of operators to a running daemon.
@Suite("Operators and the daemon", .timeLimit(.minutes(5)), .serialized)
struct ControlTests {
    private func put(_ bench: DaemonBench, _ name: String) throws {
        try bench.scratch.write(try #require(Fixture.named("png/upright.png")).content(), to: "drop/" + name)
    }

    @Test("a pause holds new pictures, outlives a restart and a reload, and ends on request")
    func pause() async throws {
        let bench = try DaemonBench(settle: "50ms\n  - source: ./second\n    output: ./elsewhere")
        var daemon = try await bench.started()
        #expect(try bench.run("status").status == 0)
        #expect(try bench.run("queue", "pause", "second").status == 0)
        let paused = try bench.run("queue", "pause", "drop", "--message", "backup")
        #expect(paused.status == 0 && paused.output.contains("drop"), "\(paused.error)")
        try put(bench, "a.png")
        let status = try bench.run("status")
        #expect(status.status == 1 && status.output.contains("on request: backup; upright queue resume ends the pause"))
        #expect(try bench.run("status", "--exit-code").status == 1)
        #expect(daemon.end(SIGTERM) == 0, "a paused daemon stops in order")
        daemon = try await bench.started()
        daemon.process.signal(SIGHUP)
        try await bench.wait { daemon.lines.components(separatedBy: "watching").count > 2 }
        while (try? bench.run("status").status) == 3 { try await Task.sleep(for: .milliseconds(50)) }
        let snapshot = await DaemonClient.snapshot(at: .unix(path: bench.scratch["state/status.sock"].path()))
        #expect(snapshot?.folders?.map(\.pausedReason?.kind) == [.requested, .requested])
        #expect(bench.outputs.isEmpty)
        #expect(try bench.run("queue", "resume", "drop").status == 0)
        try await bench.wait(forOutputs: 1)
        #expect(try bench.run("status").status == 1)
        #expect(try bench.run("queue", "resume").status == 0)
        // The status can be 50 ms old.
        try await bench.wait { (try? bench.run("status").status) == 0 }
        #expect(daemon.end(SIGTERM) == 0)
        #expect(try bench.run("queue", "pause").status == 3)
    }

    @Test("an unknown folder is refused with a list of the known ones, and a rescan is done")
    func folders() async throws {
        let bench = try DaemonBench()
        try bench.scratch.write("{", to: "state/paused.json")
        let daemon = try await bench.started()
        #expect(daemon.lines.contains("paused.json is not valid, so no folder is paused"))
        let wrong = try bench.run("queue", "pause", "elsewhere")
        #expect(wrong.status == 1 && wrong.error.contains("/drop"))
        #expect(try bench.run("queue", "rescan", "./drop").status == 0)
        try await bench.wait { daemon.lines.contains("again, on request") }
        #expect(daemon.end(SIGTERM) == 0)
    }

    @Test("the daemon does not start held pictures, but starts released and retried ones within seconds")
    func queue() async throws {
        let bench = try DaemonBench()
        try put(bench, "held.png")
        try bench.scratch.write("", to: "drop/bad.png")
        #expect(try bench.run("queue", "hold", "drop/held.png").status == 0)
        let daemon = try await bench.started()
        try put(bench, "other.png")
        try await bench.wait(forOutputs: 1)
        #expect(bench.outputs == ["other.png"])
        #expect(try bench.run("queue", "release", "held.png", "drop/held.png").status == 1, "held.png is nowhere")
        try await bench.wait(forOutputs: 2)
        try await bench.wait {
            (try? bench.run("queue", "list", "--state", "rejected").output.contains("bad.png")) == true
        }
        let socket = StatusConfiguration.Address.unix(path: bench.scratch["state/status.sock"].path())
        let rows = try await DaemonClient.page(.queue(after: 0), at: socket).entries
        #expect(rows.map(\.record.source.name) == [Array("bad.png".utf8)], "the daemon tells what commands list")
        #expect(try bench.run("status").status == 1)
        try put(bench, "bad.png")
        try await bench.wait(forOutputs: 3)
        #expect(try bench.run("queue", "dismiss", "--all").status == 0)
        #expect(try bench.run("status").status == 0)
        #expect(daemon.end(SIGTERM) == 0)
    }

    @Test("a TCP listener accepts no changes; the socket in the state folder does")
    func tcp() async throws {
        let port = 20_000 + Int.random(in: 0..<10_000)
        let bench = try DaemonBench(extra: "status: {listen: \"127.0.0.1:\(port)\"}")
        let daemon = try await bench.started()
        let body = #"{"action":"pause"}"#
        let script = """
            exec 3<>/dev/tcp/127.0.0.1/\(port)
            printf 'POST /control HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\nContent-Length: \(body.utf8.count)\\r\\n\
            Connection: close\\r\\n\\r\\n\(body)' >&3
            head -1 <&3
            """
        let answer = try Command.run("/bin/bash", ["-c", script], in: bench.scratch.url)
        #expect(answer.output.contains(" 405 "), "\(answer.output)\(answer.error)")
        #expect(try bench.run("status").status == 0)
        #expect(try bench.run("queue", "pause").status == 0)
        #expect(try bench.run("status").status == 1)
        #expect(daemon.end(SIGTERM) == 0)
    }

    @Test("each metric in the alert rules, the dashboard and the documents is exported")
    func metricNames() async throws {
        let bench = try DaemonBench(extra: "on-failure: {command: [/bin/true]}")
        let daemon = try await bench.started()
        try bench.scratch.write(Array(#"{"title": "a.png"}"#.utf8), to: "drop/a.png.json")
        try put(bench, "a.png")
        try bench.scratch.write(Array("%PDF-1.7\n%%EOF\n".utf8), to: "drop/a.pdf")
        try await bench.wait(forOutputs: 2)
        let ask = """
            import socket, sys
            client = socket.socket(socket.AF_UNIX)
            client.connect(sys.argv[1])
            client.sendall(b'GET /metrics HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n')
            while piece := client.recv(65536): sys.stdout.buffer.write(piece)
            """
        func exported() throws -> Set<String> {
            let socket = bench.scratch["state/status.sock"].path()
            let text = try Command.run("/usr/bin/python3", ["-c", ask, socket], in: bench.scratch.url).output
            return Set(text.matches(of: /(?m)^([a-z_]+)(?:\{.*\})? [-+.\dInfe]+$/).map { String($0.output.1) })
        }
        let last: Set = [
            "upright_last_success_timestamp_seconds", "upright_companions_total", "upright_left_files",
        ]
        while try !last.isSubset(of: exported()) {
            try await Task.sleep(for: .milliseconds(50))
        }
        let found = try exported()
        for file in ["deploy/prometheus/alerts.yml", "deploy/grafana/upright.json", "docs/operations.md"] {
            let text = try String(contentsOf: Fixture.repository.appending(path: file), encoding: .utf8)
            let names = Set(
                text.matches(of: /\b(?:upright_[a-z_]+|process_start_time_seconds)\b/).map { String($0.output) })
            #expect(names.count > 9)
            let missing = names.filter { !found.contains($0) && !found.contains($0 + "_count") }.sorted()
            #expect(missing.isEmpty, "\(file)")
        }
        #expect(daemon.end(SIGTERM) == 0)
    }

    @Test("figures of failures rise, and fall again when the file is gone")
    func figures() async throws {
        let bench = try DaemonBench()
        let daemon = try await bench.started()
        try bench.scratch.write("", to: "drop/bad.png")
        try put(bench, "good.png")
        let address = StatusConfiguration.Address.unix(path: bench.scratch["state/status.sock"].path())
        func folder() async -> FolderState? { await DaemonClient.snapshot(at: address)?.folders?.first }
        while await folder()?.rejected != 1 { try await Task.sleep(for: .milliseconds(50)) }
        while await folder()?.lastSuccess == nil { try await Task.sleep(for: .milliseconds(50)) }
        #expect(await folder()?.freeBytes ?? 0 > 0)
        try FileManager.default.removeItem(at: bench.scratch["drop/bad.png"])
        while await folder()?.rejected != 0 { try await Task.sleep(for: .milliseconds(50)) }
        #expect(daemon.end(SIGTERM) == 0)
    }
}
