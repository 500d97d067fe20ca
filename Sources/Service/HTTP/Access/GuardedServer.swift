internal import Glibc
package import UprightConfiguration
package import UprightFiles

/// An HTTP server that listens on an address which others can reach only if it has a token.
package final class GuardedServer: Sendable {
    private let name: ServerName
    private let address: ServerAddress
    private let server: HTTPServer

    /// Creates a server. The handler and the intake check the token (``AccessGuard``).
    ///
    /// - Parameter token: the token that clients must give; nil for none, on a loopback address only.
    package init(
        _ name: ServerName, address: ServerAddress, token: String?, limits: HTTPLimits,
        replies: HTTPReplies = HTTPReplies(), intake: @escaping HTTPIntake.Decision = { _ in .memory },
        handler: @escaping HTTPServer.Handler
    ) throws(OperationError) {
        guard address.isLoopback || token?.isEmpty == false else {
            throw OperationError(
                "others can reach \(address): give a token (\(name.tokenOptions)), or listen on 127.0.0.1",
                .configuration)
        }
        self.name = name
        self.address = address
        server = HTTPServer(
            .tcp(host: address.host, port: address.port), limits: limits, replies: replies, intake: intake,
            handler: handler)
    }

    /// Serves until it is stopped or cancelled.
    package func run() async throws(OperationError) {
        do { try await server.run() } catch { throw failure(error) }
    }

    /// Waits until the server listens, and returns the port.
    package func waitUntilListening() async throws(OperationError) -> UInt16 {
        do { return try await server.waitUntilListening() } catch { throw failure(error) }
    }

    /// Stops serving.
    package func stop() { server.stop() }

    private func failure(_ error: HTTPServerError) -> OperationError {
        let start = "\(name.subject) cannot be served at \(address): "
        // The program that holds the port may release it.
        guard error.errno == EAFNOSUPPORT else { return OperationError(start + error.reason, .passing) }
        return OperationError(
            start + "this service is not permitted to use the network; \(name.withoutNetwork)", .unavailable)
    }
}
