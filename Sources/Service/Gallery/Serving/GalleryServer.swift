public import UprightConfiguration
internal import Glibc
internal import UprightHTTP
public import UprightJournal

/// Serves the gallery over HTTP.
public final class GalleryServer: Sendable {
    /// Why it cannot serve.
    public enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// Others can reach the address, and there is no token.
        case tokenMissing(GalleryAddress)
        /// The address cannot be had.
        case address(GalleryAddress, reason: String)
        /// The service manager lets this process have no network.
        case noNetwork(GalleryAddress)

        /// What is wrong and what to do.
        public var description: String {
            switch self {
            case .tokenMissing(let address):
                "others can reach \(address): give a token (gallery.token-file, --token-file), or listen on 127.0.0.1"
            case .address(let address, let reason): "the gallery cannot be served at \(address): \(reason)"
            case .noNetwork(let address):
                "the gallery cannot be served at \(address): this service may not use the network; the gallery's own one "
                    + "may: systemctl enable --now upright-gallery"
            }
        }
    }

    /// Has pictures that have failed tried again; gives how many.
    public typealias Retry = @Sendable ([PictureRecord]) async throws -> Int

    private let server: HTTPServer
    private let address: GalleryAddress
    private let indexer: PictureIndexer

    /// A server.
    ///
    /// - Parameters:
    ///   - address: where it listens.
    ///   - token: what visitors must know; nil for nothing, on a loopback address only.
    ///   - log: told of wrong tokens.
    ///   - retry: has failures tried again.
    public init(
        _ content: GalleryContent, address: GalleryAddress, token: String?,
        log: @escaping @Sendable (String) -> Void = { _ in }, retry: @escaping Retry
    ) throws(Failure) {
        guard address.isLoopback || token?.isEmpty == false else { throw .tokenMissing(address) }
        self.address = address
        indexer = PictureIndexer(content)
        let router = GalleryRouter(
            content, guard: GalleryGuard(address: address, token: token), log: log, retry: retry)
        var limits = HTTPLimits()
        // A page has dozens of thumbnails, and a browser opens six connections for them.
        limits.connections = 128
        server = HTTPServer(.tcp(host: address.host, port: address.port), limits: limits) {
            await router.response(to: $0)
        }
    }

    /// Serves until it is stopped or cancelled.
    public func run() async throws(Failure) {
        // New pictures come while it serves.
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

    /// Ends when it can be reached; gives the port.
    public func waitUntilListening() async throws(Failure) -> UInt16 {
        do { return try await server.waitUntilListening() } catch { throw .address(address, reason: error.reason) }
    }

    /// Stops serving.
    public func stop() { server.stop() }
}
