/// Why an IPTC data set cannot hold a value.
public struct IPTCValueError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The data set.
    public let name: String
    /// The values that it takes.
    public let expected: String
    /// The value found.
    public let found: String

    /// What was expected and what was found.
    public var description: String { "IPTC:\(name) takes \(expected), found \(found)" }
}
