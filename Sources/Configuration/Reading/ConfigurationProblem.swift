/// One thing that is wrong in a configuration: where, what was expected and what was found.
public struct ConfigurationProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The configuration file.
    public var file: String
    /// The line, from 1; nil where the file as a whole is meant.
    public var line: Int?
    /// The key with its parents, `folders[0].settle`; empty where no key is meant.
    public var key: String
    /// What could stand there.
    public var expected: String
    /// What stands there.
    public var found: String
    /// What to do, where something can be suggested; else empty.
    public var suggestion: String

    /// A problem at a place in a file.
    public init(file: String, line: Int?, key: String, expected: String, found: String, suggestion: String = "") {
        self.file = file
        self.line = line
        self.key = key
        self.expected = expected
        self.found = found
        self.suggestion = suggestion
    }

    /// The problem in one line: `pipeline.yaml:12: folders[0].settle: expected …, found …`.
    public var description: String {
        let place = line.map { "\(file):\($0): " } ?? "\(file): "
        let subject = key.isEmpty ? "" : "\(key): "
        let advice = suggestion.isEmpty ? "" : " (\(suggestion))"
        return "\(place)\(subject)expected \(expected), found \(found)\(advice)"
    }
}
