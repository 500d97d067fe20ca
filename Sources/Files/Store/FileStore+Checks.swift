internal import Glibc

extension FileStore {
    /// Returns the path if it exists, otherwise its nearest parent that does.
    package static func nearestExisting(_ path: RawPath) -> RawPath {
        var existing = path
        while !exists(existing), !existing.components.isEmpty { existing = existing.parent }
        return existing.isEmpty ? "." : existing
    }

    /// Checks whether this process, by its real user, has a permission for the file at a path.
    ///
    /// - Throws: `FileError` with the system's reason if it does not.
    package static func check(_ permission: Permission, at path: RawPath) throws(FileError) {
        guard path.withCString({ access($0, permission.rawValue) }) == 0 else {
            throw FileError(permission.contains(.write) ? .write : .read, path)
        }
    }

    /// Whether a file belongs to another user, whose permissions this process lacks. Root has all of them.
    package static func isForeign(_ path: RawPath) -> Bool {
        guard geteuid() != 0 else { return false }
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else { return errno == EACCES }
        return status.st_uid != geteuid()
    }

    /// Whether every user of the machine can read a file.
    package static func isReadableByAll(_ path: RawPath) -> Bool {
        var status = stat()
        return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IROTH != 0
    }

    /// Whether every user of the machine can pass through a folder.
    package static func isPassableForAll(_ path: RawPath) -> Bool {
        var status = stat()
        return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IXOTH != 0
    }

    /// Lets the group of a socket connect to it, and nobody else.
    package static func shareSocket(_ path: RawPath) throws(FileError) {
        guard path.withCString({ chmod($0, 0o660) }) == 0 else { throw FileError(.setRights, path) }
    }
}
