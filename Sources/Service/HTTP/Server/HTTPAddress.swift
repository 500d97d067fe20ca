/// Where a server listens.
public enum HTTPAddress: Sendable, Hashable, CustomStringConvertible {
    /// A Unix socket at a path.
    case unix(path: String)
    /// A TCP port; the host is an address of IPv4 or IPv6 in numbers. The port 0 stands for any that is free.
    case tcp(host: String, port: UInt16)

    /// `unix:PATH`, `127.0.0.1:80` or `[::1]:80`.
    public var description: String {
        switch self {
        case .unix(let path): "unix:\(path)"
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        }
    }
}
