internal import UprightFiles

/// Why an edited file was not written.
extension OperationError {
    /// What the worker has written is not what it reports: the numbers of bytes that were found and expected.
    static func writtenDifferently(found: Int, expected: Int) -> OperationError {
        OperationError(
            "the edited file reads back differently (\(found) bytes of \(expected)): it was not written")
    }

    /// The path is not a regular file; its kind.
    static func notAFile(_ path: RawPath, _ kind: String) -> OperationError {
        OperationError(
            "expected a file, found a \(kind): \(path)"
                + (kind == FileStatus.Kind.folder.rawValue ? "; -r works on the pictures inside" : ""))
    }

    /// The output exists already, with other bytes.
    static func outputExists(_ path: RawPath) -> OperationError {
        OperationError("\(path) exists already with other bytes; --force replaces it")
    }

    /// Another process has had the file locked for as long as this one waits.
    static func locked(_ path: RawPath) -> OperationError {
        OperationError(
            "another process is working on \(path), and did not finish within 10 s; try again when it has")
    }

    /// The file was changed after it was read.
    static func changed(_ path: RawPath) -> OperationError {
        OperationError(
            "\(path) was changed by another program after it was read; it was not replaced: try again")
    }
}
