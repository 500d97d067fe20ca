package import UprightConfiguration
package import UprightEngine
package import UprightFiles
internal import UprightBase
internal import UprightRewriting

/// Serves `POST /orient`: a picture in, the upright picture out. It opens no file and no connection of its own.
package final class PictureServer: Sendable {
    private let server: GuardedServer
    /// Set when the server is asked to stop.
    private let isStopping = EventFlag(false)

    private static let name = ServerName(
        "upright serve", tokenOptions: "--token-file", withoutNetwork: "permit it in the service's unit")

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - configuration: its limits, steps and number of jobs apply.
    ///   - engine: works on the pictures.
    ///   - managed: the engine's processor.
    ///   - address: the address to listen on.
    ///   - token: the token that clients must give; nil for none, on a loopback address only.
    ///   - origins: the sites whose pages can use it.
    ///   - log: called with a message about each wrong token.
    package init(
        _ configuration: Configuration, engine: PictureEngine, managed: ManagedProcessor, address: ServerAddress,
        token: String?, origins: AllowedOrigins, log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(OperationError) {
        let router = PictureRouter(
            configuration, engine: engine, managed: managed, access: AccessGuard(token: token), origins: origins,
            isStopping: isStopping, log: log)
        var limits = HTTPLimits()
        limits.connections = 256
        limits.closingConnections = 2_048
        DescriptorRoom.raise(to: limits.connections + limits.closingConnections + 1_024)
        // Besides the pictures, the page and the figures are asked for.
        limits.requests = router.slotCount + 8
        limits.bodyPause = .seconds(10)
        limits.bodyTime = .seconds(600)
        limits.workTime = .seconds(600)
        // A client that is refused may send all of its picture before it reads the response.
        limits.closingTime = .seconds(5)
        limits.stoppingTime = .seconds(20)
        server = try GuardedServer(
            Self.name, address: address, token: token, limits: limits, replies: router.replies,
            intake: { router.intake($0) },
            handler: { await router.response(to: $0) })
    }

    /// Serves until it is stopped. Requests in progress are then answered.
    package func run() async throws(OperationError) {
        // Workers wait for the thread that moves the bytes.
        HTTPServer.reserveThread(isUrgent: true)
        try await server.run()
    }

    /// Waits until the server listens, and returns the port.
    package func waitUntilListening() async throws(OperationError) -> UInt16 {
        try await server.waitUntilListening()
    }

    /// Stops accepting requests.
    package func stop() {
        isStopping.set()
        server.stop()
    }
}
