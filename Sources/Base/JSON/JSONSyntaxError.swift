/// The reason a text is not valid JSON.
package struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What valid JSON would have at `offset`.
    package let expected: String
    /// The offset in bytes from the start of the text.
    package let offset: Int

    /// What was expected, and where.
    package var description: String { "expected \(expected) at byte \(offset)" }
}
