internal import Glibc

/// A file-system call that failed: which, on what, why, and what to do about it.
public struct FileError: Error, Sendable, Hashable {
    /// What was being done.
    public enum Operation: String, Sendable, Hashable {
        case open, read, write, inspect, list, create, lock, remove, rename, copy, watch
        case synchronize = "sync"
        case synchronizeFolder = "sync the folder"
        case setTimes = "set the times of"
        case setRights = "set the rights of"
    }

    /// What was being done.
    public let operation: Operation
    /// To which file or folder.
    public let path: RawPath
    /// The system's error number (`errno`).
    public let code: CInt

    /// The error of a call.
    public init(_ operation: Operation, _ path: RawPath, code: CInt) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// The error of the call that has just failed.
    public init(_ operation: Operation, _ path: RawPath) { self.init(operation, path, code: errno) }

    /// Whether the same call may do later with nothing changed in the file: no room, no memory, an I/O error, a lock, a
    /// folder that was taken away while a file was made in it.
    public var isTransient: Bool {
        switch code {
        case EIO, ENOSPC, EDQUOT, ENOMEM, ENFILE, EMFILE, EAGAIN, EBUSY, ETXTBSY, EINTR, ESTALE, ETIMEDOUT, EROFS,
            ENOLCK, ENOTCONN, EHOSTDOWN, ENODEV, ENOTRECOVERABLE:
            true
        case ENOENT: operation == .create || operation == .rename
        default: false
        }
    }

    /// Whether the file is not there.
    public var isAbsence: Bool { code == ENOENT || code == ENOTDIR }
    /// Whether something stands under the name already.
    public var isExistence: Bool { code == EEXIST }
    /// Whether a symbolic link stood where none is followed.
    public var isSymbolicLink: Bool { code == ELOOP }
    /// Whether there is no room for more bytes or inodes.
    public var isFull: Bool { code == ENOSPC || code == EDQUOT }

    /// Whether there are more bytes than were to be read.
    public var isTooLarge: Bool { code == EFBIG }
    /// The system's words for the error.
    public var reason: String { String(cString: strerror(code)) }

    /// What the user can do.
    public var advice: String? {
        switch code {
        case EACCES, EPERM: "give the user that upright runs as the right to do so"
        case ENOSPC, EDQUOT: operation == .watch ? Self.watchAdvice : "make room on the file system"
        case EMFILE where operation == .watch: Self.instanceAdvice
        case EMFILE, ENFILE: "raise the limit on open files (LimitNOFILE)"
        case EIO: "look at the disk: the kernel's log says more"
        case EROFS: "mount the file system writable"
        case ENAMETOOLONG: "give the file a shorter name"
        case ELOOP: "symbolic links are not followed here"
        case EEXIST: "something stands there already"
        default: nil
        }
    }

    static let instanceAdvice =
        "the limit on inotify instances of this user is reached: raise fs.inotify.max_user_instances (sysctl), or set the "
        + "folder to polling; or this process may not open more files (LimitNOFILE)"

    static let watchAdvice =
        "the limit on watched folders is reached: raise fs.inotify.max_user_watches (sysctl), or set the folder to polling"
}

extension FileError: CustomStringConvertible {
    /// The error as a sentence: operation, path, the system's words, what to do.
    public var description: String {
        if isMissingMark {
            let name = String(decoding: FolderMark.name, as: UTF8.self)
            return
                "\(path) has no file \(name), which was there before: expected its volume to be mounted; mount it, or, where "
                + "this is the right folder, make that file (touch)"
        }
        return "cannot \(operation.rawValue) \(path): \(reason)" + (advice.map { "; \($0)" } ?? "")
    }
}
