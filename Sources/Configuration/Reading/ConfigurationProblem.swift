/// A problem in a configuration: where it is, what was expected and what was found.
package struct ConfigurationProblem: Error, Sendable, Hashable, CustomStringConvertible {
    package var file: String
    /// The line, counted from 1; nil if the problem concerns the whole file.
    package var line: Int?
    /// The key with its parents, `folders[0].settle`; empty if the problem concerns no key.
    package var key: String
    /// What was expected.
    package var expected: String
    /// What was found.
    package var found: String
    /// What to do about it; empty if there is no suggestion.
    package var suggestion: String
    /// A message that says what was expected and found, in place of both; nil if there is none.
    package var message: String?
    /// Whether this user lacks a permission that another may have.
    package var isDenied = false

    /// Creates a problem at a place in a file.
    package init(file: String, line: Int?, key: String, expected: String, found: String, suggestion: String = "") {
        self.file = file
        self.line = line
        self.key = key
        self.expected = expected
        self.found = found
        self.suggestion = suggestion
    }

    /// Creates the problem of a setting that cannot be used.
    ///
    /// - Parameters:
    ///   - fault: the setting, by its key with all parents.
    ///   - lines: where the keys are.
    package init(_ fault: SettingFault, file: String, lines: ConfigurationLines) {
        let (key, line) = lines.location(of: fault.key)
        self.init(file: file, line: line, key: key, expected: fault.expected, found: fault.found)
        isDenied = fault.isDenied
    }

    /// The problem on one line: `pipeline.yaml:12: folders[0].settle: expected …, found …`.
    package var description: String {
        let location = line.map { "\(file):\($0): " } ?? "\(file): "
        let subject = key.isEmpty ? "" : "\(key): "
        let advice = suggestion.isEmpty ? "" : " (\(suggestion))"
        return "\(location)\(subject)\(message ?? "expected \(expected), found \(found)")\(advice)"
    }
}
