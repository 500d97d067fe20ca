/// Why a message could not be exchanged.
package enum ChannelError: Error, Sendable, Hashable {
    /// The other side is gone.
    case closed
    /// The system refused; the error number.
    case system(Int32)
    /// What came is no message of this protocol; says what was expected and found.
    case malformed(String)
}
