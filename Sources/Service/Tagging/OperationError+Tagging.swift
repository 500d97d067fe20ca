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

    /// Something that is not known to be the file's original has the name for it.
    static func notAnOriginal(_ path: RawPath, _ found: String) -> OperationError {
        OperationError(
            "expected the original at \(path), or nothing, found \(found): rename it, or write elsewhere with --output")
    }

    /// No original is kept from which a turn could be undone.
    static func noOriginal(_ path: RawPath) -> OperationError {
        OperationError(
            "expected the original at \(path), found nothing: a turn that loses nothing keeps none (--backup does); turn it back "
                + "the other way")
    }

    /// The original does not say what was made of it.
    static func unknownResult(_ path: RawPath, _ backup: RawPath) -> OperationError {
        OperationError(
            "it is not known whether \(path) was made of \(backup) and not changed since; both stay: compare them, and rename "
                + "the one that you want")
    }

    /// The file is not what the last turn made of the original.
    static func changedResult(_ path: RawPath, _ backup: RawPath) -> OperationError {
        OperationError(
            "\(path) was changed after it was turned; it and the original, \(backup), both stay: rename the one that you want"
        )
    }
}
