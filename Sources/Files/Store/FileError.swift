internal import Glibc

/// A failed operation on a file: the operation, the path, what happened, and what to do.
package struct FileError: Error, Sendable, Hashable {
    /// A file-system operation.
    package enum Operation: String, Sendable, Hashable {
        case open, read, write, inspect, list, create, lock, remove, rename, copy, watch
        case synchronize = "sync"
        case synchronizeFolder = "sync the folder"
        case setTimes = "set the times of"
        case setRights = "set the rights of"
    }

    /// The operation that failed.
    package let operation: Operation
    /// The file or folder.
    package let path: RawPath
    /// What happened.
    package let condition: Condition

    package init(_ operation: Operation, _ path: RawPath, _ condition: Condition) {
        self.operation = operation
        self.path = path
        self.condition = condition
    }

    /// Creates the error of a system call that failed with an error number.
    package init(_ operation: Operation, _ path: RawPath, code: CInt) {
        self.init(operation, path, .system(code))
    }

    /// Creates the error of the call that has just failed, from `errno`.
    package init(_ operation: Operation, _ path: RawPath) { self.init(operation, path, code: errno) }

    /// The system's error number (`errno`); nil if no system call failed.
    package var code: CInt? { if case .system(let code) = condition { code } else { nil } }

    /// Whether the same operation may succeed later on the unchanged file: no space, no memory, a device or server that
    /// fails, a lock, a folder that was removed while a file was being created in it.
    package var isTransient: Bool {
        switch condition {
        case .system(ENOENT): operation == .create || operation == .rename
        case .system(let code): isOfDevice || Self.transientCodes.contains(code)
        case .replaced, .noFreeName, .endsEarly, .changed, .differs: true
        case .gone, .missingMark, .misplaced, .tooLarge, .tooLong, .notRegular: false
        }
    }

    private static let transientCodes: Set<CInt> = [
        ENOSPC, EDQUOT, ENOMEM, ENFILE, EMFILE, EAGAIN, EBUSY, ETXTBSY, EINTR, EROFS, ENOLCK, ENOTRECOVERABLE,
    ]

    /// Whether the file does not exist.
    package var isAbsence: Bool { condition == .gone || code == ENOENT || code == ENOTDIR }
    /// Whether the user lacks a right.
    package var isDenied: Bool { code == EACCES || code == EPERM }
    /// Whether the name already exists.
    package var isExistence: Bool { code == EEXIST }
    /// Whether the path contains a symbolic link where none is followed.
    package var isSymbolicLink: Bool { code == ELOOP }
    /// Whether there is no space for more bytes or inodes.
    package var isFull: Bool { code == ENOSPC || code == EDQUOT }

    /// Whether this user lacks the permission.
    package var isDenial: Bool { code == EACCES || code == EPERM }
    /// Whether the file system can only be read.
    package var isReadOnly: Bool { code == EROFS }

    /// Whether the file is larger than the caller's limit.
    package var isTooLarge: Bool { if case .tooLarge = condition { true } else { false } }
    /// What happened, without the operation and the path.
    package var reason: String { condition.description }

    /// What the user can do.
    package var advice: String? {
        switch code {
        case EACCES, EPERM: "give the user that upright runs as permission to do so"
        case ENOSPC, EDQUOT: operation == .watch ? Self.watchAdvice : "make room on the file system"
        case EMFILE where operation == .watch: Self.instanceAdvice
        case EMFILE, ENFILE: "raise the limit on open files (LimitNOFILE)"
        case EIO, EUCLEAN, EREMOTEIO: "check the disk: the kernel's log has details"
        case EROFS:
            "mount the file system writable; under systemd, give the service access with ReadWritePaths= or, below /home, "
                + "BindPaths= (systemctl edit upright), and restart it"
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
    /// A message: the operation, the path, what happened, and what to do.
    package var description: String {
        if isMissingMark { return "\(path) \(reason)" }
        return message(of: "\(path)")
    }

    /// The same where the path is named already.
    package var messageWithoutPath: String { message(of: "it") }

    private func message(of subject: String) -> String {
        "cannot \(operation.rawValue) \(subject): \(reason)" + (advice.map { "; \($0)" } ?? "")
    }
}
