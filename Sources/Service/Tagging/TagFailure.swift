public import UprightFiles

/// Why an edited file was not written.
public enum TagFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The edited file does not read back as what was asked: these are still to be changed.
    case notReadBack([String])
    /// Something that is no file: its kind.
    case notAFile(RawPath, String)
    /// The output's name is taken by a file with other bytes.
    case outputStands(RawPath)

    /// What was expected and what was found.
    public var description: String {
        switch self {
        case .notReadBack(let what):
            "the edited file does not read back as asked (\(what.joined(separator: ", "))): it was not written"
        case .notAFile(let path, let kind): "expected a file, found a \(kind): \(path)"
        case .outputStands(let path): "\(path) stands there already with other bytes; --force replaces it"
        }
    }
}
