/// Why a text is not JSON.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What would be JSON there.
    public let expected: String
    /// Where, in bytes from the beginning of the text.
    public let offset: Int

    /// What was expected, and where.
    public var description: String { "expected \(expected) at byte \(offset)" }
}
