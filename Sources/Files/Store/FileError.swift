internal import Glibc

/// A failed file-system call: the operation, the path, the reason, and what to do.
public struct FileError: Error, Sendable, Hashable {
    /// A file-system operation.
    public enum Operation: String, Sendable, Hashable {
        case open, read, write, inspect, list, create, lock, remove, rename, copy, watch
        case synchronize = "sync"
        case synchronizeFolder = "sync the folder"
        case setTimes = "set the times of"
        case setRights = "set the rights of"
    }

    /// The operation that failed.
    public let operation: Operation
    /// The file or folder.
    public let path: RawPath
    /// The system's error number (`errno`).
    public let code: CInt

    /// Creates an error with a code.
    public init(_ operation: Operation, _ path: RawPath, code: CInt) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// Creates the error of the call that has just failed, from `errno`.
    public init(_ operation: Operation, _ path: RawPath) { self.init(operation, path, code: errno) }

    /// Whether the same call may succeed later on the unchanged file: no space, no memory, an I/O error, a lock, a
    /// folder that was removed while a file was being created in it.
    public var isTransient: Bool {
        switch code {
        case EIO, ENOSPC, EDQUOT, ENOMEM, ENFILE, EMFILE, EAGAIN, EBUSY, ETXTBSY, EINTR, ESTALE, ETIMEDOUT, EROFS,
            ENOLCK, ENOTCONN, EHOSTDOWN, ENODEV, ENOTRECOVERABLE:
            true
        case ENOENT: operation == .create || operation == .rename
        default: false
        }
    }

    /// Whether the file does not exist.
    public var isAbsence: Bool { code == ENOENT || code == ENOTDIR }
    /// Whether the user lacks a right.
    public var isDenied: Bool { code == EACCES || code == EPERM }
    /// Whether the name already exists.
    public var isExistence: Bool { code == EEXIST }
    /// Whether the path contains a symbolic link where none is followed.
    public var isSymbolicLink: Bool { code == ELOOP }
    /// Whether there is no space for more bytes or inodes.
    public var isFull: Bool { code == ENOSPC || code == EDQUOT }

    /// Whether the file is larger than the caller's limit.
    public var isTooLarge: Bool { code == EFBIG }
    /// The system's text for the error.
    public var reason: String { String(cString: strerror(code)) }

    /// What the user can do.
    public var advice: String? {
        switch code {
        case EACCES, EPERM: "give the user that upright runs as permission to do so"
        case ENOSPC, EDQUOT: operation == .watch ? Self.watchAdvice : "make room on the file system"
        case EMFILE where operation == .watch: Self.instanceAdvice
        case EMFILE, ENFILE: "raise the limit on open files (LimitNOFILE)"
        case EIO: "check the disk: the kernel's log has details"
        case EROFS: "mount the file system writable"
        case ENAMETOOLONG: "give the file a shorter name"
        case ELOOP: "symbolic links are not followed here"
        case EEXIST: "a file or folder with that name already exists"
        default: nil
        }
    }

    static let instanceAdvice =
        "this user has reached the limit on inotify instances: raise fs.inotify.max_user_instances (sysctl), or set the "
        + "folder to polling; or this process has reached its limit on open files: raise LimitNOFILE"

    static let watchAdvice =
        "the limit on watched folders is reached: raise fs.inotify.max_user_watches (sysctl), or set the folder to polling"
}

extension FileError: CustomStringConvertible {
    /// A message: the operation, the path, the system's text, and what to do.
    public var description: String {
        if isMissingMark {
            let name = String(decoding: FolderMark.name, as: UTF8.self)
            return
                "\(path) has no file \(name), which it had before: its volume is probably not mounted; mount it or, if this is "
                + "the right folder, create that file (touch)"
        }
        return "cannot \(operation.rawValue) \(path): \(reason)" + (advice.map { "; \($0)" } ?? "")
    }
}
