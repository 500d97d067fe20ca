/// A configuration that cannot be used, with every problem found in it.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problems, ordered by line; at least one.
    public var problems: [ConfigurationProblem]

    /// Creates an error with the given problems.
    public init(_ problems: [ConfigurationProblem]) {
        self.problems = problems
    }

    /// One problem per line.
    public var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}
