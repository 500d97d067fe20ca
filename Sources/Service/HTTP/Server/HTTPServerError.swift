/// Why a server cannot serve.
package struct HTTPServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The address on which it should listen.
    package var address: HTTPAddress
    package var reason: String
    /// The error of the system call that failed; 0 for none.
    package var errno: CInt

    package var description: String { "\(address): \(reason)" }
}
