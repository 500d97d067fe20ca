/// Why a value cannot stand in an IPTC data set.
public struct IPTCValueError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The data set.
    public let name: String
    /// What it takes.
    public let expected: String
    /// What was given.
    public let found: String

    /// What was expected and what was found.
    public var description: String { "IPTC:\(name) takes \(expected), found \(found)" }
}
