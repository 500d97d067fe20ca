internal import Glibc

extension OpenFile {
    /// Gives this file the mode of another, and its owner and group if the process may set them.
    package func copyRights(of other: OpenFile) throws(FileError) {
        var status = stat()
        guard fstat(other.descriptor, &status) == 0 else { throw FileError(.inspect, other.path) }
        // Only root can change the owner; other users keep the file, as with any editor.
        let isGiven = fchown(descriptor, status.st_uid, status.st_gid) == 0
        // The set-user-ID and set-group-ID bits are not copied to a file with another owner.
        let mode = status.st_mode & (isGiven ? 0o7777 : 0o777)
        guard fchmod(descriptor, mode) == 0 else { throw FileError(.setRights, path) }
    }
}
