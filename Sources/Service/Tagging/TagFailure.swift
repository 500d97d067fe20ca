public import UprightFiles

/// Why an edited file was not written.
public enum TagFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The edited file does not read back as requested; the values that still differ.
    case notReadBack([String])
    /// The path is not a regular file; its kind.
    case notAFile(RawPath, String)
    /// The output exists already, with other bytes.
    case outputStands(RawPath)

    /// What was expected and what was found.
    public var description: String {
        switch self {
        case .notReadBack(let what):
            "the edited file does not read back as requested (\(what.joined(separator: ", "))): it was not written"
        case .notAFile(let path, let kind): "expected a file, found a \(kind): \(path)"
        case .outputStands(let path): "\(path) exists already with other bytes; --force replaces it"
        }
    }
}
