/// The address on which a server listens.
package enum HTTPAddress: Sendable, Hashable, CustomStringConvertible {
    /// A Unix socket at a path.
    case unix(path: String)
    /// A TCP port on a numeric IPv4 or IPv6 address. Port 0 means any free port.
    case tcp(host: String, port: UInt16)

    /// `unix:PATH`, `127.0.0.1:80` or `[::1]:80`.
    package var description: String {
        switch self {
        case .unix(let path): "unix:\(path)"
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        }
    }
}
