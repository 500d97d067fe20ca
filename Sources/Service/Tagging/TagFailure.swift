public import UprightFiles

/// Why an edited file was not written.
public enum TagFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The worker refuses the edits, for this reason.
    case refused(String)
    /// What the worker has written is not what it reports: the numbers of bytes that were found and expected.
    case writtenDifferently(found: Int, expected: Int)
    /// The path is not a regular file; its kind.
    case notAFile(RawPath, String)
    /// The output exists already, with other bytes.
    case outputStands(RawPath)
    /// Another process has had the file locked for as long as this one waits.
    case locked(RawPath)
    /// The file was changed after it was read.
    case changed(RawPath)

    /// What was expected and what was found.
    public var description: String {
        switch self {
        case .refused(let reason): reason
        case .writtenDifferently(let found, let expected):
            "the edited file reads back differently (\(found) bytes of \(expected)): it was not written"
        case .notAFile(let path, let kind): "expected a file, found a \(kind): \(path)"
        case .locked(let path):
            "another process is working on \(path), and did not finish within 10 s; try again when it has"
        case .changed(let path):
            "\(path) was changed by another program after it was read; it was not replaced: try again"
        case .outputStands(let path): "\(path) exists already with other bytes; --force replaces it"
        }
    }
}
