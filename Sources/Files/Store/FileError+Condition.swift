internal import Glibc

extension FileError {
    /// What happened to an operation on a file: a system call failed, or upright found something other than it expected.
    package enum Condition: Sendable, Hashable {
        /// A system call failed with this error number (`errno`).
        case system(CInt)
        /// A watched folder is no longer at its path.
        case gone
        /// Another folder is at the path of a watched folder.
        case replaced
        /// A folder that was used before has lost its mark (``FolderMark``): its volume is not mounted.
        case missingMark
        /// A relative path leads out of its folder, or names no file in it.
        case misplaced
        /// None of the names for a new hidden file was free.
        case noFreeName
        /// The file is larger than the caller's limit in bytes.
        case tooLarge(limit: Int)
        /// A path in a list is longer than the system's paths, whose limit in bytes this is.
        case tooLong(limit: Int)
        /// The file has fewer bytes than were written, or takes no more.
        case endsEarly
        /// The file changed while it was copied.
        case changed
        /// The file has other bytes than it should have.
        case differs
        /// Something other than a regular file has the name.
        case notRegular(FileStatus.Kind)
    }
}

extension FileError.Condition: CustomStringConvertible {
    /// The system's text for its error number, or what was found.
    package var description: String {
        switch self {
        case .system(let code): String(cString: strerror(code))
        case .gone: "it is no longer there"
        case .replaced: "another folder has its name now"
        case .missingMark:
            "has no file \(String(decoding: FolderMark.name, as: UTF8.self)), which it had before: its volume is probably not "
                + "mounted; mount it or, if this is the right folder, create that file (touch)"
        case .misplaced: "the path leads to no file in the folder"
        case .noFreeName: "no name for a new file is free"
        case .tooLarge(let limit): "it has more than \(limit) bytes"
        case .tooLong(let limit): "it contains a path of more than \(limit) bytes"
        case .endsEarly: "it has fewer bytes than expected"
        case .changed: "it changed while it was copied"
        case .differs: "it has other bytes than expected"
        case .notRegular(let kind): "a \(kind.rawValue), not a regular file"
        }
    }
}
