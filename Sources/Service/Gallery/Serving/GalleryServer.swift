package import UprightFiles
package import UprightConfiguration

/// Serves the gallery over HTTP.
package final class GalleryServer: Sendable {
    private let server: GuardedServer
    private let indexer: PictureIndexer

    private static let name = ServerName(
        "the gallery", tokenOptions: "gallery.token-file, --token-file",
        withoutNetwork: "use the gallery's own service: systemctl enable --now upright-gallery")

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - address: The address to listen on.
    ///   - token: The token that visitors must enter; nil for none, on a loopback address only.
    ///   - log: Called with a message about each wrong token.
    package init(
        _ content: GalleryContent, address: ServerAddress, token: String?,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(OperationError) {
        indexer = PictureIndexer(content)
        let router = GalleryRouter(content, guard: GalleryGuard(token: token), log: log)
        var limits = HTTPLimits()
        // A page has dozens of thumbnails, and a browser opens six connections to load them.
        limits.connections = 128
        server = try GuardedServer(Self.name, address: address, token: token, limits: limits) {
            await router.response(to: $0)
        }
    }

    /// Serves until it is stopped or cancelled.
    package func run() async throws(OperationError) {
        // New pictures can arrive while it serves.
        let indexing = Task {
            while !Task.isCancelled {
                do {
                    try await indexer.run()
                    try await Task.sleep(for: .seconds(10))
                } catch { return }
            }
        }
        defer { indexing.cancel() }
        try await server.run()
    }

    /// Waits until the server listens, and returns the port.
    package func waitUntilListening() async throws(OperationError) -> UInt16 {
        try await server.waitUntilListening()
    }

    /// Stops serving.
    package func stop() { server.stop() }
}
