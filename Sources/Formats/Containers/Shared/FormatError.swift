/// Why bytes are not a file or a block of their format, or cannot be written anew.
public struct FormatError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was expected, what was found, and where.
    public let description: String

    /// Creates an error with what was expected, what was found, and where.
    public init(_ description: String) { self.description = description }
}
