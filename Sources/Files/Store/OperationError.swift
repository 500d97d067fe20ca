/// Why something cannot be done, as a message for users.
package struct OperationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What would help.
    package enum Kind: Sendable, Hashable {
        /// Only another setting or argument.
        case configuration
        /// Time: the same may work later.
        case passing
        /// Something that is missing, or not permitted here.
        case unavailable
        /// What the message says.
        case other
    }

    /// What would help.
    package let kind: Kind
    /// What was expected, what was found, where, and what to do.
    package let description: String
    /// The error of the file system behind it; nil for none.
    package let cause: FileError?

    package init(_ description: String, _ kind: Kind = .other, cause: FileError? = nil) {
        self.kind = kind
        self.description = description
        self.cause = cause
    }
}
