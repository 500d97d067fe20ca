/// Why an edited file was not written.
public enum TagFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The edited file does not read back as what was asked: these are still to be changed.
    case notReadBack([String])

    /// What was expected and what was found.
    public var description: String {
        switch self {
        case .notReadBack(let what):
            "the edited file does not read back as asked (\(what.joined(separator: ", "))): it was not written"
        }
    }
}
