/// The address on which the gallery listens.
public struct GalleryAddress: Sendable, Hashable, CustomStringConvertible {
    /// A numeric IPv4 or IPv6 address.
    public let host: String
    /// The port; 0 for any free port.
    public let port: UInt16

    /// `127.0.0.1:8711`.
    public static let standard = GalleryAddress(host: "127.0.0.1", port: 8711)

    private init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Parses `HOST:PORT`: `127.0.0.1:8711`, `localhost:8711`, `[::1]:8711`, `0.0.0.0:8711`; nil for anything else.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
            guard host.contains(":"), host.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else { return nil }
        } else {
            if host == "localhost" { host = "127.0.0.1" }
            let parts = host.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 4, parts.allSatisfy({ UInt8($0) != nil }) else { return nil }
        }
        self.init(host: host, port: port)
    }

    /// Whether only programs on this machine can reach it.
    public var isLoopback: Bool { host == "::1" || host.hasPrefix("127.") }

    /// The same address with another port.
    public func withPort(_ port: UInt16) -> GalleryAddress { GalleryAddress(host: host, port: port) }

    /// The address as in a URL.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
