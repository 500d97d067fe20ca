/// Why a server cannot serve.
public struct HTTPServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The address on which it should listen.
    public var address: HTTPAddress
    /// The reason.
    public var reason: String
    /// The error of the system call that failed; 0 for none.
    public var errno: CInt

    /// The address and the reason.
    public var description: String { "\(address): \(reason)" }
}
