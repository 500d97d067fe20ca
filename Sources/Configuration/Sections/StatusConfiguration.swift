/// Where the daemon serves its status, metrics and health.
public struct StatusConfiguration: Sendable, Hashable {
    /// An address to listen on.
    public enum Address: Sendable, Hashable {
        /// A Unix socket at an absolute path.
        case unix(path: String)
        /// A TCP port on a loopback address.
        case tcp(host: String, port: UInt16)
    }

    /// Where to listen (`status.listen`); nil for nowhere. Default: `status.sock` in the state folder.
    public var listen: Address?

    /// The Unix socket that takes `upright pause`, `resume` and `rescan`: where the status is served on one, that one, else
    /// `status.sock` in the state folder; nil where nothing is served.
    public var control: Address?

    /// Nowhere.
    public init() {}
}
