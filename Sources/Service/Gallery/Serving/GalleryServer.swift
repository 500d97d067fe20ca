public import UprightConfiguration
internal import Glibc
internal import UprightHTTP
public import UprightJournal

/// Serves the gallery over HTTP.
public final class GalleryServer: Sendable {
    /// Why the gallery cannot be served.
    public enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// Other machines can reach the address, and there is no token.
        case tokenMissing(GalleryAddress)
        /// The server cannot listen on the address.
        case address(GalleryAddress, reason: String)
        /// The service manager gives this process no network.
        case noNetwork(GalleryAddress)

        /// What is wrong, and what to do.
        public var description: String {
            switch self {
            case .tokenMissing(let address):
                "others can reach \(address): give a token (gallery.token-file, --token-file), or listen on 127.0.0.1"
            case .address(let address, let reason): "the gallery cannot be served at \(address): \(reason)"
            case .noNetwork(let address):
                "the gallery cannot be served at \(address): this service is not permitted to use the network; use the "
                    + "gallery's own service: systemctl enable --now upright-gallery"
            }
        }
    }

    /// Requests retries of failed pictures, and returns their number.
    public typealias Retry = @Sendable ([PictureRecord]) async throws -> Int

    private let server: HTTPServer
    private let address: GalleryAddress
    private let indexer: PictureIndexer

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - address: The address to listen on.
    ///   - token: The token that visitors must enter; nil for none, on a loopback address only.
    ///   - log: Called with a message about each wrong token.
    ///   - retry: Requests retries of failed pictures.
    public init(
        _ content: GalleryContent, address: GalleryAddress, token: String?,
        log: @escaping @Sendable (String) -> Void = { _ in }, retry: @escaping Retry
    ) throws(Failure) {
        guard address.isLoopback || token?.isEmpty == false else { throw .tokenMissing(address) }
        self.address = address
        indexer = PictureIndexer(content)
        let router = GalleryRouter(
            content, guard: GalleryGuard(token: token), log: log, retry: retry)
        var limits = HTTPLimits()
        // A page has dozens of thumbnails, and a browser opens six connections to load them.
        limits.connections = 128
        server = HTTPServer(.tcp(host: address.host, port: address.port), limits: limits) {
            await router.response(to: $0)
        }
    }

    /// Serves until it is stopped or cancelled.
    public func run() async throws(Failure) {
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
        do { try await server.run() } catch {
            if error.errno == EAFNOSUPPORT { throw .noNetwork(address) }
            throw .address(address, reason: error.reason)
        }
    }

    /// Waits until the server listens, and returns the port.
    public func waitUntilListening() async throws(Failure) -> UInt16 {
        do { return try await server.waitUntilListening() } catch { throw .address(address, reason: error.reason) }
    }

    /// Stops serving.
    public func stop() { server.stop() }
}
