/// Why a message could not be exchanged.
package enum ChannelError: Error, Sendable, Hashable {
    /// The other side is gone.
    case closed
    /// A system call failed; its error number.
    case system(Int32)
    /// The bytes are not a message of this protocol; what was expected and found.
    case malformed(String)
}
