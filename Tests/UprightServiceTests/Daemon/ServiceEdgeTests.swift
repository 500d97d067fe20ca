internal import Foundation
internal import FoundationNetworking
internal import Glibc
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightService

/// The daemon's other tasks: the gallery's process, access to its state, reloads.
@Suite("Service", .timeLimit(.minutes(3)), .serialized)
struct ServiceEdgeTests {
    /// A TCP port without a listener.
    private func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = withUnsafeMutablePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> CInt in
                guard bind(descriptor, address, size) == 0 else { return -1 }
                return getsockname(descriptor, address, &size)
            }
        }
        try #require(port == 0)
        return UInt16(bigEndian: name.sin_port)
    }

    private func ask(_ port: UInt16, _ path: String, host: String? = nil) async -> Int? {
        var request = URLRequest(url: URL(string: "http://127.0.0.1:\(port)\(path)")!)
        if let host { request.setValue(host, forHTTPHeaderField: "Host") }
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        do { return (try await session.data(for: request).1 as? HTTPURLResponse)?.statusCode } catch { return nil }
    }

    /// The processes that a daemon started to serve the gallery, or for other work.
    private func galleries(of daemon: RunningDaemon, _ word: String = "gallery") -> [pid_t] {
        let children = "/proc/\(daemon.process.id)/task"
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: children)) ?? []
        let all = tasks.flatMap { task in
            ((try? String(contentsOfFile: "\(children)/\(task)/children", encoding: .utf8)) ?? "")
                .split(separator: " ").compactMap { pid_t($0) }
        }
        return all.filter { process in
            ((try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)) ?? "").contains(word)
        }
    }

    @Test("the gallery is a separate process, which is restarted when killed and ends with the daemon")
    func galleryProcess() async throws {
        let port = try freePort()
        let bench = try DaemonBench(extra: "gallery: {listen: '127.0.0.1:\(port)'}")
        try bench.scratch.write(
            try #require(Fixture.named("samples/orientation-6.jpg")).content(), to: "drop/a.jpg")
        let daemon = try RunningDaemon(bench)
        try await bench.wait { daemon.lines.contains("the gallery is at http://127.0.0.1:\(port)/") }
        #expect(await ask(port, "/") == 200)
        let first = try #require(galleries(of: daemon).first)
        kill(first, SIGKILL)
        try await bench.wait {
            daemon.lines.components(separatedBy: "the gallery is at http").count == 3
        }
        #expect(daemon.lines.contains("the gallery's process ended by a signal"))
        #expect(await ask(port, "/failures.html") == 200)
        let second = try #require(galleries(of: daemon).first)
        #expect(first != second)
        #expect(try rightsAreGone(from: second) || daemon.lines.contains("is not confined"))
        try await bench.wait(forOutputs: 1)
        #expect(daemon.end(SIGTERM) == 0)
        #expect(await ask(port, "/") == nil)
        #expect(kill(second, 0) != 0)
    }

    /// Whether a process is confined, as far as its no-new-privileges flag shows. Needs a kernel with Landlock.
    private func rightsAreGone(from process: pid_t) throws -> Bool {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        return status.contains("NoNewPrivs:\t1")
    }

    @Test("a killed daemon ends the gallery")
    func galleryEndsWithTheDaemon() async throws {
        let port = try freePort()
        let bench = try DaemonBench(extra: "gallery: {listen: '127.0.0.1:\(port)'}")
        let daemon = try RunningDaemon(bench)
        try await bench.wait { daemon.lines.contains("the gallery is at http") }
        let gallery = try #require(galleries(of: daemon).first)
        _ = daemon.end(SIGKILL)
        try await bench.wait { kill(gallery, 0) != 0 }
    }

    @Test("on a TCP port, pages of other sites whose name resolves to this machine get no figures")
    func statusNamesThisMachine() async throws {
        let port = try freePort()
        let bench = try DaemonBench(extra: "status: {listen: '127.0.0.1:\(port)'}")
        let daemon = try RunningDaemon(bench)
        try await bench.wait { daemon.lines.contains("watching") }
        var health: Int?
        for _ in 0..<200 where health != 200 {
            health = await ask(port, "/healthz")
            if health != 200 { try await Task.sleep(for: .milliseconds(50)) }
        }
        #expect(health == 200)
        #expect(try bench.run("queue", "pause").status == 0)
        // The status can be 50 ms old.
        try await bench.wait { await ask(port, "/readyz") == 503 }
        #expect(await ask(port, "/healthz") == 200, "a pause is no fault")
        #expect(await ask(port, "/status", host: "localhost:\(port)") == 200)
        #expect(await ask(port, "/status", host: "rebound.example:\(port)") == 421)
        #expect(await ask(port, "/none") == 404)
        #expect(daemon.end(SIGTERM) == 0)
    }

    @Test("what the lanes reject while the daemon stops is reported: the failure hook ends after them")
    func hookAtEnd() async throws {
        let bench = try DaemonBench(extra: "jobs: 1\non-failure: {command: [./tell]}")
        try bench.scratch.write("#!/bin/sh\ncat >> \"${0%/*}/told\"\n", to: "tell")
        #expect(chmod(bench.scratch["tell"].path(), 0o755) == 0)
        func told(_ name: String) -> Bool {
            String(decoding: bench.scratch.bytes(of: "told") ?? [], as: UTF8.self).contains(name)
        }
        let daemon = try await bench.started()
        try bench.scratch.write([0xFF, 0xD8, 0xFF, 0xD9], to: "drop/first.jpg")
        // The next call is due in a minute.
        try await bench.wait { told("/first.jpg") }
        let workers = galleries(of: daemon, "upright-codec")
        for worker in workers { kill(worker, SIGSTOP) }
        try bench.scratch.write([0xFF, 0xD8, 0xFF, 0xD9], to: "drop/last.jpg")
        let socket = bench.scratch["state/status.sock"].path()
        while await DaemonClient.snapshot(at: .unix(path: socket))?.inProgress != 1 {
            try await Task.sleep(for: .milliseconds(20))
        }
        daemon.process.signal(SIGTERM)
        try await bench.wait { !FileManager.default.fileExists(atPath: socket) }
        #expect(!workers.isEmpty && !told("/last.jpg"))
        for worker in workers { kill(worker, SIGCONT) }
        #expect(daemon.process.wait() == 0 && told("/last.jpg"))
    }

    @Test("the service manager is told of the start, of the end of a reload that is refused, and of the end")
    func notifications() async throws {
        let bench = try DaemonBench()
        let manager = """
            import socket, sys
            manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            manager.bind(sys.argv[1])
            print("bound", flush=True)
            while True: print(manager.recv(65536).decode(), flush=True)
            """
        let (socket, log) = (bench.scratch["manager"].path(), try bench.scratch.write("", to: "told"))
        let running = try ChildProcess("/usr/bin/python3", ["-c", manager, socket], output: .file(log))
        defer {
            running.signal(SIGTERM)
            running.wait()
        }
        func lines() -> [String] {
            String(decoding: bench.scratch.bytes(of: "told") ?? [], as: UTF8.self).components(separatedBy: "\n")
        }
        try await bench.wait { lines().contains("bound") }
        let daemon = try RunningDaemon(bench, environment: ["NOTIFY_SOCKET": socket])
        try await bench.wait { lines().contains("READY=1") }
        try bench.scratch.write("folders: 7\n", to: "pipeline.yaml")
        daemon.process.signal(SIGHUP)
        try await bench.wait { lines().contains { $0.hasPrefix("STATUS=the configuration was refused") } }
        #expect(daemon.end(SIGTERM) == 0)
        try await bench.wait { lines().contains("STOPPING=1") }
        let states = lines().filter { ["READY=1", "RELOADING=1", "STOPPING=1"].contains($0) }
        #expect(states == ["READY=1", "RELOADING=1", "READY=1", "STOPPING=1"])
    }

    @Test("a reload that names another state folder changes nothing")
    func stateIsNotReloaded() async throws {
        let bench = try DaemonBench()
        let daemon = try RunningDaemon(bench)
        try await bench.wait { daemon.lines.contains("watching") }
        let text = try String(contentsOf: bench.configuration, encoding: .utf8)
        try text.replacing("state: ./state", with: "state: ./other").write(
            to: bench.configuration, atomically: true, encoding: .utf8)
        daemon.process.signal(SIGHUP)
        try await bench.wait { daemon.lines.contains("another state folder needs a restart") }
        #expect(bench.scratch.files.contains { $0.hasPrefix("other/") } == false)
        try text.write(to: bench.configuration, atomically: true, encoding: .utf8)
        let status = try Command.run(
            Command.built("upright").path(), ["status", "--json", "--config", bench.configuration.path()])
        #expect(status.output.contains("\"inProgress\""))
        #expect(daemon.end(SIGTERM) == 0)
    }

    @Test(
        "an output that is a link to its source, or into it, is refused, by the check and by the daemon",
        arguments: ["drop", "drop/below/it"])
    func outputIsTheSource(target: String) async throws {
        let bench = try DaemonBench()
        try FileManager.default.createDirectory(at: bench.scratch[target], withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: bench.scratch["out"].path(), withDestinationPath: target)
        let check = try Command.run(
            Command.built("upright").path(), ["check", "--config", bench.configuration.path()])
        try #require(check.status == 78 && (check.output + check.error).contains("or inside it by a link"), "\(check)")
        let daemon = try RunningDaemon(bench)
        #expect(daemon.process.wait() == 78 && daemon.lines.contains("or inside it by a link"))
        // A source inside its output is as bad.
        try FileManager.default.removeItem(at: bench.scratch["out"])
        try FileManager.default.moveItem(at: bench.scratch["drop"], to: bench.scratch["out"])
        try FileManager.default.createDirectory(at: bench.scratch["out/in"], withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: bench.scratch["drop"].path(), withDestinationPath: "out/in")
        #expect(try bench.run("check").status == 78)
    }

    @Test("the check reports a token that is missing, short, or readable by everyone")
    func tokens() async throws {
        let bench = try DaemonBench(extra: "gallery: {listen: '127.0.0.1:1', token-file: ./token}")
        func check() throws -> (status: CInt, output: String) {
            let run = try Command.run(
                Command.built("upright").path(), ["check", "--config", bench.configuration.path()])
            return (run.status, run.output + run.error)
        }
        let missing = try check()
        #expect(missing.status == 78 && missing.output.contains("token"))
        try bench.scratch.write("short\n", to: "token")
        #expect(try check().output.contains("expected a token of at least 12"))
        try bench.scratch.write("long enough, really\n", to: "token")
        chmod(bench.scratch["token"].path(), 0o644)
        #expect(try check().output.contains("can be read by every user"))
        chmod(bench.scratch["token"].path(), 0o640)
        let good = try check()
        #expect(!good.output.contains("every user") && good.output.contains("gallery.listen needs the network"))
    }
}
