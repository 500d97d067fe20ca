/// Why a server does not serve.
public struct HTTPServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where it was to listen.
    public var address: HTTPAddress
    /// The reason.
    public var reason: String
    /// The error of the system call that failed; 0 for none.
    public var errno: CInt

    /// The address and the reason.
    public var description: String { "\(address): \(reason)" }
}
