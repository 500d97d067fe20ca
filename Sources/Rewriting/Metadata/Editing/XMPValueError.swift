/// Why a text cannot be the value of an XMP property.
public struct XMPValueError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The property, with its prefix.
    public let name: String
    /// The values that it takes.
    public let expected: String
    /// The value found.
    public let found: String

    /// What was expected and what was found.
    public var description: String { "XMP:\(name) takes \(expected), found \"\(found)\"" }
}
