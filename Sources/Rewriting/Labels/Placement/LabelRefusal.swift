/// Why labels cannot be turned with their picture.
package struct LabelRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was expected, what was found, and what to do.
    package let description: String

    init(_ description: String) { self.description = description }

    init(expected: String, found: String) { self.init("expected \(expected), found \(found)") }
}
