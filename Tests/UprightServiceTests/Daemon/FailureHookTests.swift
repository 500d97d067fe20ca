internal import UprightBase
internal import Foundation
internal import Glibc
internal import Synchronization
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightEngine
internal import UprightService

@Suite("on-failure", .timeLimit(.minutes(2)))
struct FailureHookTests {
    /// Collects log messages.
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private func hook(
        _ target: OnFailureConfiguration.Target, interval: Duration = .seconds(60), timeout: Duration = .seconds(20),
        _ lines: Lines
    ) throws -> FailureHook {
        var configuration = OnFailureConfiguration()
        configuration.target = target
        (configuration.interval, configuration.timeout) = (interval, timeout)
        let hook = FailureHook(configuration, version: "1", log: { lines.add($0) })
        return try #require(hook)
    }

    private func failure(_ index: Int) -> JSONValue { .object([("source", .string("/drop/\(index).jpg"))]) }

    @Test("failures at the same time are reported in one call, to a program that reads them")
    func command() async throws {
        let scratch = try TemporaryFolder()
        let lines = Lines()
        let script = "cat > \"$1.new\" && mv \"$1.new\" \"$1\""
        let hook = try hook(.command(["/bin/sh", "-c", script, "sh", scratch["told"].path()]), lines)
        let running = Task { await hook.run() }
        for index in 0..<150 { hook.add(failure(index)) }
        while hook.counts.done == 0 { try await Task.sleep(for: .milliseconds(20)) }
        let told =
            try JSONSerialization.jsonObject(with: Data(try #require(scratch.bytes(of: "told")))) as? [String: Any]
        #expect(told?["count"] as? Int == 150 && told?["leftOut"] as? Int == 50)
        #expect((told?["failures"] as? [Any])?.count == FailureHook.maximumFailures)
        // The next call is due in a minute, but made when the daemon ends.
        hook.add(failure(200))
        running.cancel()
        await running.value
        #expect(hook.counts.done == 2 && hook.counts.failed == 0)
        #expect(lines.all.isEmpty)
    }

    @Test("a program that fails, hangs, or does not exist is logged, and killed in time")
    func badCommands() async throws {
        let scratch = try TemporaryFolder()
        let descendant = scratch["descendant"]
        let cases: [([String], Duration, String)] = [
            (["/bin/sh", "-c", "exit 3"], .seconds(20), "ended with status 3"),
            (
                ["/bin/sh", "-c", "sleep 1000 & echo $! > \"$1\"; wait", "sh", descendant.path()], .seconds(1),
                "took longer"
            ),
            (["/nonexistent/program"], .seconds(20), "cannot be started"),
        ]
        for (words, timeout, expected) in cases {
            let lines = Lines()
            let hook = try hook(.command(words), timeout: timeout, lines)
            hook.add(failure(1))
            let running = Task { await hook.run() }
            while hook.counts.failed == 0 { try await Task.sleep(for: .milliseconds(20)) }
            running.cancel()
            await running.value
            #expect(lines.all.count == 1 && lines.all[0].contains(expected), "\(lines.all)")
        }
        let text = try String(contentsOf: descendant, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        let process = try #require(pid_t(text))
        var isRunning: Bool { FileManager.default.contents(atPath: "/proc/\(process)/cmdline")?.isEmpty == false }
        for _ in 0..<1_500 where isRunning { try await Task.sleep(for: .milliseconds(20)) }
        #expect(!isRunning)
        if isRunning { kill(process, SIGKILL) }
    }

    @Test("it is not called more often than configured")
    func interval() async throws {
        let hook = try hook(.command(["/bin/true"]), interval: .seconds(1), Lines())
        let start = ContinuousClock.now
        let running = Task { await hook.run() }
        for count in 1...2 {
            hook.add(failure(count))
            while hook.counts.done < count { try await Task.sleep(for: .milliseconds(20)) }
        }
        running.cancel()
        await running.value
        // Each call collects for a second.
        #expect(ContinuousClock.now - start >= .seconds(3))
    }

    @Test("failures are sent by POST, also to the address in a file")
    func post() async throws {
        let scratch = try TemporaryFolder()
        let requests = Mutex<[HTTPRequest]>([])
        try await serving({ request in
            requests.withLock { $0.append(request) }
            return HTTPResponse(.ok, text: "thanks\n")
        }) { port in
            try scratch.write("http://127.0.0.1:\(port)/s3cr3t?x=1\nmore\n", to: "address")
            for target in [
                OnFailureConfiguration.Target.address("http://127.0.0.1:\(port)/s3cr3t?x=1"),
                .addressFile(scratch["address"].path()),
            ] {
                let lines = Lines()
                let hook = try hook(target, lines)
                hook.add(failure(7))
                let running = Task { await hook.run() }
                while hook.counts.done + hook.counts.failed == 0 { try await Task.sleep(for: .milliseconds(20)) }
                running.cancel()
                await running.value
                #expect(hook.counts.done == 1, "\(lines.all)")
            }
        }
        let seen = requests.withLock { $0 }
        #expect(seen.count == 2)
        for request in seen {
            #expect(request.method == "POST" && request.path == "/s3cr3t" && request.query("x") == "1")
            #expect(request.headers["Content-Type"] == "application/json")
            #expect(String(decoding: request.body, as: UTF8.self).contains("/drop/7.jpg"))
        }
    }

    @Test("a redirection is not followed, and no message contains the address")
    func badServers() async throws {
        let elsewhere = Mutex(0)
        try await serving({ _ in
            elsewhere.withLock { $0 += 1 }
            return HTTPResponse(.ok, text: "")
        }) { other in
            try await serving({ request in
                switch request.path {
                case "/redirect-s3cr3t":
                    var response = HTTPResponse(.seeOther, text: "")
                    response.headers["Location"] = "http://127.0.0.1:\(other)/"
                    return response
                case "/slow-s3cr3t":
                    do { try await Task.sleep(for: .seconds(60)) } catch {}
                    return HTTPResponse(.ok, text: "")
                default: return HTTPResponse(.notFound, text: "")
                }
            }) { port in
                let base = "http://127.0.0.1:\(port)"
                // Only the answer that never comes has a short time: a busy machine may need seconds for the others.
                let cases: [(String, Duration, String)] = [
                    (base + "/redirect-s3cr3t", .seconds(20), "redirects (303)"),
                    (base + "/s3cr3t", .seconds(20), "status 404"),
                    (base + "/slow-s3cr3t", .seconds(1), "no answer in time"),
                    ("http://127.0.0.1:1/s3cr3t", .seconds(20), "cannot be reached"),
                ]
                for (address, timeout, expected) in cases {
                    let lines = Lines()
                    let hook = try hook(.address(address), timeout: timeout, lines)
                    hook.add(failure(1))
                    let running = Task { await hook.run() }
                    while hook.counts.failed == 0 { try await Task.sleep(for: .milliseconds(20)) }
                    running.cancel()
                    await running.value
                    #expect(lines.all.count == 1 && lines.all[0].contains(expected), "\(lines.all)")
                    #expect(!lines.all.contains { $0.contains("s3cr3t") || $0.contains("http") })
                }
            }
        }
        #expect(elsewhere.withLock { $0 } == 0)
    }

    private func serving(
        _ handler: @escaping HTTPServer.Handler, _ body: (UInt16) async throws -> Void
    ) async throws {
        let server = HTTPServer(.tcp(host: "127.0.0.1", port: 0), handler: handler)
        let running = Task { try await server.run() }
        let port = try await server.waitUntilListening()
        do { try await body(port) } catch {
            server.stop()
            throw error
        }
        server.stop()
        try await running.value
    }

    @Test("an invalid section is reported, and an address is never shown")
    func configuration() throws {
        func problems(_ text: String) -> String {
            do {
                _ = try ConfigurationTests.read(ConfigurationTests.least + "on-failure: " + text)
                return ""
            } catch { return error.problems.map(\.description).joined(separator: "\n") }
        }
        #expect(problems("{command: [/bin/tell, --now], interval: 5min, timeout: 10s}").isEmpty)
        #expect(problems("{url: \"https://example.org/s3cr3t\"}").isEmpty)
        #expect(problems("{url-file: ./address}").isEmpty)
        #expect(problems("{url: \"ftp://example.org/s3cr3t\"}").contains("http"))
        #expect(!problems("{url: \"ftp://example.org/s3cr3t\"}").contains("s3cr3t"))
        #expect(problems("{command: [tell]}").contains("path of a program"))
        #expect(problems("{command: [/a], url: \"http://a/\"}").contains("one of command, url and url-file"))
        #expect(problems("{interval: 1}").contains("1s"))
        let relative = try? ConfigurationTests.read(ConfigurationTests.least + "on-failure: {command: [./tell, x]}")
        #expect(relative?.onFailure.target == .command(["/base/conf/tell", "x"]))
    }
}
