/// The reason a text is not valid JSON.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What valid JSON would have at `offset`.
    public let expected: String
    /// The offset in bytes from the start of the text.
    public let offset: Int

    /// What was expected, and where.
    public var description: String { "expected \(expected) at byte \(offset)" }
}
