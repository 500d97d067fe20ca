/// A configuration that cannot be used, with every problem found in it.
package struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problems, ordered by line; at least one.
    package var problems: [ConfigurationProblem]

    /// Creates an error with the given problems, which it puts in order.
    package init(_ problems: [ConfigurationProblem]) {
        self.problems = problems.enumerated().sorted {
            ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset)
        }.map(\.element)
    }

    /// One problem per line.
    package var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}
