internal import Foundation
internal import Glibc
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightFiles
internal import UprightService

/// What members of the service's group see, who cannot read the state folder.
@Suite("Members of the group and the daemon", .timeLimit(.minutes(5)), .serialized)
struct SharedStatusTests {
    /// The daemon runs as root, and others ask it as other users.
    static let isRoot = geteuid() == 0

    private let bench: DaemonBench

    private init() throws {
        bench = try DaemonBench()
        try FileManager.default.createDirectory(at: bench.scratch["run"], withIntermediateDirectories: true)
        for (path, mode) in [("", 0o755), ("run", 0o750), ("drop", 0o770)] {
            #expect(chmod(bench.scratch[path].path(), mode_t(mode)) == 0)
        }
    }

    private var isShared: Bool {
        let path = bench.scratch["run/status.sock"].path()
        return (try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int) == 0o660
    }

    private var environment: [String: String] { ["RUNTIME_DIRECTORY": bench.scratch["run"].path()] }

    /// Runs the command as a user that is in no group but the given one.
    private func run(group: Int?, _ arguments: [String]) throws -> Command {
        let groups = group.map { ["--groups", "\($0)"] } ?? ["--clear-groups"]
        return try Command.run(
            "setpriv",
            ["--reuid", "1048575", "--regid", "1048575"] + groups + [Command.built("upright").path()] + arguments
                + ["--config", bench.configuration.path()], environment: environment, in: bench.scratch.url)
    }

    @Test("a member sees the state, what happened to a file and why, and can change nothing", .enabled(if: isRoot))
    func member() async throws {
        let daemon = try RunningDaemon(bench, environment: environment)
        try await bench.wait { isShared }
        try await bench.wait { daemon.lines.contains("watching") }
        try bench.scratch.write(try #require(Fixture.named("png/upright.png")).content(), to: "drop/good.png")
        try bench.scratch.write([0xFF, 0xD8, 0xFF, 0xD9], to: "drop/bad.jpg")
        let odd = bench.scratch["drop"].path() + "/caf\u{E9} %2F+\".png"
        try FileManager.default.copyItem(atPath: bench.scratch["drop/good.png"].path(), toPath: odd)
        try await bench.wait { daemon.lines.contains("rejected") }
        try await bench.wait(forOutputs: 2)
        try await bench.wait {
            (try? run(group: 0, ["status", "drop/good.png", odd]).status) == 0
        }

        let good = try run(group: 0, ["status", "drop/good.png"])
        #expect(good.output.hasPrefix("unchanged ") && good.output.contains(" -> "), "\(good)")
        #expect(good.output.contains("/out/good.png"))
        let bad = try run(group: 0, ["status", "drop/good.png", "drop/bad.jpg"])
        #expect(bad.status == 1 && bad.output.contains("drop/bad.jpg: cannot be decoded: expected"), "\(bad)")
        let none = try run(group: 0, ["status", "drop/none.png", "/etc/passwd"])
        #expect(none.status == 1 && none.output.contains("no such file") && none.output.contains("in no drop folder"))
        let json = try run(group: 0, ["status", "--json", "drop/bad.jpg"])
        #expect(json.output.contains(#""outcome":"rejected""#))

        let whole = try run(group: 0, ["status"])
        #expect(whole.status == 1 && whole.error.isEmpty, "\(whole)")
        #expect(whole.output.contains("3 done") && whole.output.contains("cannot be decoded"), "\(whole.output)")
        let asRoot = try Command.run(
            Command.built("upright").path(), ["status", "--json", "--config", bench.configuration.path()])
        for key in ["outcomes", "types", "failures"] {
            let (first, second) = (
                try member(key, of: asRoot), try member(key, of: run(group: 0, ["status", "--json"]))
            )
            #expect(first == second && first.count > 10, "\(key)")
        }

        for action in [["queue", "pause"], ["queue", "resume"], ["queue", "rescan"], ["reload"]] {
            let refused = try run(group: 0, action)
            #expect(refused.status == 3, "\(action): \(refused)")
        }
        let post = """
            import socket, sys
            client = socket.socket(socket.AF_UNIX)
            client.connect(sys.argv[1])
            body = b'{"action":"pause"}'
            client.sendall(b'POST /control HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\nContent-Length: %d\\r\\n\\r\\n%s'
                           % (len(body), body))
            print(client.recv(200).split(b'\\r\\n')[0].decode())
            """
        let socket = bench.scratch["run/status.sock"].path()
        let answer = try Command.run("/usr/bin/python3", ["-c", post, socket]).output
        #expect(answer.contains(" 405 "), "\(answer)")
        #expect(try run(group: 0, ["queue", "list"]).error.contains("upright status FILE"))
        await #expect(throws: JournalError.self, "the rows are only for those who can read the state folder") {
            try await DaemonClient.page(.queue(after: 0), at: .unix(path: socket))
        }

        let stranger = try run(group: nil, ["status"])
        #expect(stranger.status == 78 && stranger.error.contains("members of its group"), "\(stranger)")
        let mode = try FileManager.default.attributesOfItem(atPath: socket)[.posixPermissions] as? Int
        #expect(mode == 0o660)
        #expect(daemon.end(SIGTERM) == 0)
        #expect(try run(group: 0, ["status"]).status == 3)
        #expect(!FileManager.default.fileExists(atPath: socket))
    }

    private func member(_ name: String, of command: Command) throws -> String {
        let object = try JSONSerialization.jsonObject(with: Data(command.output.utf8)) as? [String: Any]
        let data = try JSONSerialization.data(
            withJSONObject: ["": try #require(object?[name])], options: [.sortedKeys])
        return String(decoding: data, as: UTF8.self)
    }

    @Test("another configuration's daemon does not answer for this one", .enabled(if: isRoot))
    func otherState() async throws {
        let daemon = try RunningDaemon(bench, environment: environment)
        try await bench.wait { isShared }
        try FileManager.default.createDirectory(at: bench.scratch["other"], withIntermediateDirectories: true)
        #expect(chmod(bench.scratch["other"].path(), 0o700) == 0)
        let text = try String(contentsOf: bench.configuration, encoding: .utf8)
        try bench.scratch.write(
            text.replacingOccurrences(of: "state: ./state", with: "state: ./other"), to: "pipeline.yaml")
        for arguments in [["status"], ["status", "drop/a.png"]] {
            let other = try run(group: 0, arguments)
            #expect(other.status == 3 && other.output.isEmpty, "\(other)")
        }
        #expect(daemon.end(SIGTERM) == 0)
    }

    @Test(
        "a check by another user than the service's reports what it cannot know, and no failure", .enabled(if: isRoot))
    func check() throws {
        try bench.scratch.write("", to: "state/journal.sqlite")
        for folder in ["state", "out"] {
            try FileManager.default.createDirectory(at: bench.scratch[folder], withIntermediateDirectories: true)
            #expect(chmod(bench.scratch[folder].path(), 0o700) == 0)
        }
        for group in [0, nil] {
            let check = try run(group: group, ["check", "--json"])
            #expect(check.status == 0 && !check.output.contains(#""failure""#), "\(check)")
            #expect(check.output.contains(#"{"subject":"output","grade":"unknown""#), "\(check)")
            #expect(check.output.contains(#"{"subject":"state","grade":"unknown""#))
        }
        // The user's own folders are checked as before.
        try bench.scratch.write("a file", to: "file")
        let text = try String(contentsOf: bench.configuration, encoding: .utf8)
        try bench.scratch.write(text.replacingOccurrences(of: "./out", with: "./file"), to: "pipeline.yaml")
        #expect(try run(group: nil, ["check"]).status == 1)
    }
}
