internal import UprightEngine
internal import UprightConfiguration
internal import Logging
internal import FlyingFox
internal import FlyingSocks
internal import Foundation
internal import Glibc

/// Serves the daemon's state over HTTP, on a Unix socket or a loopback address: `/metrics`, `/healthz`, `/readyz` and
/// `/status`.
final class StatusServer: Sendable {
    private let server: HTTPServer?
    private let address: StatusConfiguration.Address
    private let log: DaemonLog

    init(_ address: StatusConfiguration.Address, log: DaemonLog) {
        self.address = address
        self.log = log
        switch address {
        case .unix(let path):
            // sun_path has 108 bytes with its NUL.
            server = path.utf8.count < 108 ? HTTPServer(address: .unix(path: path), logger: .disabled) : nil
        case .tcp(let host, let port):
            do {
                server =
                    host.contains(":")
                    ? HTTPServer(address: try .inet6(ip6: host, port: port), logger: .disabled)
                    : HTTPServer(
                        address: try .inet(ip4: host == "localhost" ? "127.0.0.1" : host, port: port), logger: .disabled
                    )
            } catch {
                server = nil
            }
        }
    }

    /// Serves until it is stopped. An address that cannot be had is logged, and the daemon works without.
    func run(_ generation: Generation) async {
        guard let server else {
            log.error("the status cannot be served at \(address): no such address")
            return
        }
        await addRoutes(server, generation)
        while !Task.isCancelled, !generation.isStopping {
            do {
                removeSocket()
                try await server.run()
            } catch {
                guard !Task.isCancelled, !generation.isStopping else { break }
                log.limited("status", .error, "the status cannot be served at \(address): \(error)")
            }
            do { try await Task.sleep(for: .seconds(10)) } catch { break }
        }
        removeSocket()
    }

    /// Removes the socket of a process that is no more, or of this one. Whatever else stands there is somebody's file.
    private func removeSocket() {
        guard case .unix(let path) = address else { return }
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { unlink(path) }
    }

    func stop() async { await server?.stop() }

    private func addRoutes(_ server: HTTPServer, _ generation: Generation) async {
        await server.appendRoute("GET /metrics") { _ in
            HTTPResponse(
                statusCode: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: Data(await generation.metricsText().utf8))
        }
        await server.appendRoute("GET /healthz") { _ in
            Self.answer(await generation.snapshot().isAlive, "a picture has been in hand for longer than its limits")
        }
        await server.appendRoute("GET /readyz") { _ in
            let snapshot = await generation.snapshot()
            return Self.answer(
                snapshot.isReady && !snapshot.isPaused,
                snapshot.isPaused ? "paused: no free space" : "not all folders are watched yet")
        }
        await server.appendRoute("GET /status") { _ in
            let snapshot = await generation.snapshot()
            return HTTPResponse(
                statusCode: .ok, headers: [.contentType: "application/json"],
                body: Data(snapshot.json.serialized.utf8))
        }
    }

    private static func answer(_ isGood: Bool, _ reason: String) -> HTTPResponse {
        HTTPResponse(
            statusCode: isGood ? .ok : .serviceUnavailable, headers: [.contentType: "text/plain; charset=utf-8"],
            body: Data((isGood ? "ok\n" : reason + "\n").utf8))
    }
}
