public import UprightConfiguration
internal import UprightAlbums
internal import UprightFiles
internal import FlyingFox
internal import FlyingSocks
internal import Foundation
public import UprightJournal

/// Serves the gallery over HTTP.
public final class GalleryServer: Sendable {
    /// Why it cannot serve.
    public enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// Others can reach the address, and there is no token.
        case tokenMissing(GalleryAddress)
        /// The address cannot be had.
        case address(GalleryAddress, reason: String)

        /// What is wrong and what to do.
        public var description: String {
            switch self {
            case .tokenMissing(let address):
                "others can reach \(address): give a token (gallery.token-file, --token-file), or listen on 127.0.0.1"
            case .address(let address, let reason): "the gallery cannot be served at \(address): \(reason)"
            }
        }
    }

    /// Has pictures that have failed tried again; gives how many.
    public typealias Retry = @Sendable ([PictureRecord]) async throws -> Int

    private let server: HTTPServer
    private let address: GalleryAddress
    private let router: GalleryRouter

    /// A server.
    ///
    /// - Parameters:
    ///   - address: where it listens.
    ///   - token: what visitors must know; nil for nothing, on a loopback address only.
    ///   - retry: has failures tried again.
    public init(
        _ content: GalleryContent, address: GalleryAddress, token: String?, retry: @escaping Retry
    ) throws(Failure) {
        guard address.isLoopback || token?.isEmpty == false else { throw .tokenMissing(address) }
        self.address = address
        let router = GalleryRouter(content, guard: GalleryGuard(address: address, token: token), retry: retry)
        self.router = router
        let handler = ClosureHTTPHandler { await router.response(to: $0) }
        do {
            if address.host.contains(":") {
                server = HTTPServer(
                    address: try .inet6(ip6: address.host, port: address.port), logger: .disabled, handler: handler)
            } else {
                server = HTTPServer(
                    address: try .inet(ip4: address.host, port: address.port), logger: .disabled, handler: handler)
            }
        } catch {
            throw .address(address, reason: "no such address")
        }
    }

    /// Serves until it is stopped or cancelled.
    public func run() async throws(Failure) {
        do { try await server.run() } catch {
            if Task.isCancelled { return }
            throw .address(address, reason: "\(error)")
        }
    }

    /// Ends when it can be reached; gives the port.
    public func waitUntilListening() async throws -> UInt16 {
        try await server.waitUntilListening(timeout: 60)
        switch await server.listeningAddress {
        case .ip4(_, let port)?, .ip6(_, let port)?: return port
        default: return address.port
        }
    }

    /// Stops serving.
    public func stop() async { await server.stop(timeout: 1) }
}
