/// Where the daemon serves its status, metrics and health.
package struct StatusConfiguration: Sendable, Hashable {
    /// An address to listen on.
    package enum Address: Sendable, Hashable {
        /// A Unix socket at an absolute path.
        case unix(path: String)
        /// A TCP port on a loopback address.
        case tcp(host: String, port: UInt16)
    }

    /// The address to listen on (`status.listen`); nil to serve no status. Default: `status.sock` in the state folder.
    package var listen: Address?

    /// The Unix socket that takes `upright queue pause`, `resume` and `rescan`: the one that serves the status or, if that is
    /// served on TCP, `status.sock` in the state folder; nil if no status is served.
    package var control: Address?

    package init() {}
}
