/// The address on which the gallery listens.
package struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
    /// A numeric IPv4 or IPv6 address.
    package let host: String
    /// The port; 0 for any free port.
    package let port: UInt16

    /// Where the gallery is if nothing else is said: `127.0.0.1:8711`.
    package static let gallery = ServerAddress(host: "127.0.0.1", port: 8711)
    /// Where `upright serve` is if nothing else is said: `127.0.0.1:8712`.
    package static let pictures = ServerAddress(host: "127.0.0.1", port: 8712)

    private init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Parses `HOST:PORT`: `127.0.0.1:8711`, `localhost:8711`, `[::1]:8711`, `0.0.0.0:8711`; nil for anything else.
    package init?(_ text: String) {
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
    package var isLoopback: Bool { LoopbackHost.contains(host) }

    /// The same address with another port.
    package func withPort(_ port: UInt16) -> ServerAddress { ServerAddress(host: host, port: port) }

    /// The address as in a URL.
    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
