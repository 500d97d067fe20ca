/// A configuration that cannot be used, with every problem that was found in it.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problems in the order of their lines; at least one.
    public var problems: [ConfigurationProblem]

    /// An error of the given problems.
    public init(_ problems: [ConfigurationProblem]) {
        self.problems = problems
    }

    /// One problem a line.
    public var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}
