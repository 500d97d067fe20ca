/// The reason a text is not valid XML.
package struct XMLFailure: Error, Sendable, Hashable {
    /// The line, counted from 1.
    package var line: Int
    /// The offset in bytes.
    package var offset: Int
    /// The parser's reason.
    package var reason: String

    package init(line: Int, offset: Int, reason: String) {
        self.line = line
        self.offset = offset
        self.reason = reason
    }
}
