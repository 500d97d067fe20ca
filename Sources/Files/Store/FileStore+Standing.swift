internal import Glibc

extension FileStore {
    /// The nearest of a path and the folders that it lies in that leads anywhere.
    public static func nearestStanding(_ path: RawPath) -> RawPath {
        var standing = path
        while !exists(standing), !standing.components.isEmpty { standing = standing.parent }
        return standing.isEmpty ? "." : standing
    }

    /// Looks whether this process, by its real user, may do something with what a path leads to.
    ///
    /// - Throws: `FileError` with the system's reason where it may not.
    public static func check(_ permission: Permission, at path: RawPath) throws(FileError) {
        guard path.withCString({ access($0, permission.rawValue) }) == 0 else {
            throw FileError(permission.contains(.write) ? .write : .read, path)
        }
    }

    /// Whether every user of the machine may read a file.
    public static func isReadableByAll(_ path: RawPath) -> Bool {
        var status = stat()
        return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IROTH != 0
    }

    /// Removes a socket. Whatever else stands under the path is somebody's file, and stays.
    public static func removeSocket(_ path: RawPath) {
        var status = stat()
        guard path.withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return }
        // One that cannot be removed is replaced by whoever listens there next.
        _ = path.withCString { unlink($0) }
    }
}
