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
        guard let colon = text.lastIndex(of: ":"), let host = LoopbackHost.host(ofAuthority: text[..<colon]) else {
            return nil
        }
        let digits = text[text.index(after: colon)...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits) else { return nil }
        if host.hasPrefix("[") {
            let address = String(host.dropFirst().dropLast())
            guard LoopbackHost.address(IPv6: address) != nil else { return nil }
            self.init(host: address, port: port)
        } else {
            let isName = LoopbackHost.address(IPv4: host) == nil
            guard !isName || LoopbackHost.contains(host) else { return nil }
            self.init(host: isName ? "127.0.0.1" : host, port: port)
        }
    }

    /// Whether only programs on this machine can reach it.
    public var isLoopback: Bool { LoopbackHost.contains(host) }

    /// The same address with another port.
    public func withPort(_ port: UInt16) -> GalleryAddress { GalleryAddress(host: host, port: port) }

    /// The address as in a URL.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
