internal import Foundation
internal import FoundationNetworking
internal import Glibc
internal import TestSupport
internal import Testing

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

    /// The processes that a daemon started to serve the gallery.
    private func galleries(of daemon: RunningDaemon) -> [pid_t] {
        let children = "/proc/\(daemon.process.id)/task"
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: children)) ?? []
        let all = tasks.flatMap { task in
            ((try? String(contentsOfFile: "\(children)/\(task)/children", encoding: .utf8)) ?? "")
                .split(separator: " ").compactMap { pid_t($0) }
        }
        return all.filter { process in
            ((try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)) ?? "").contains("gallery")
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
        #expect(await ask(port, "/status", host: "localhost:\(port)") == 200)
        #expect(await ask(port, "/status", host: "rebound.example:\(port)") == 421)
        #expect(await ask(port, "/none") == 404)
        #expect(daemon.end(SIGTERM) == 0)
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
