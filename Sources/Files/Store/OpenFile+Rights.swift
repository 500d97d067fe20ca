internal import Glibc

extension OpenFile {
    /// Gives this file the rights of another; its owner and group too, where the process may do that.
    public func copyRights(of other: OpenFile) throws(FileError) {
        var status = stat()
        guard fstat(other.descriptor, &status) == 0 else { throw FileError(.inspect, other.path) }
        // Only root may give a file away; for everybody else the file is theirs, as with any editor.
        let isGiven = fchown(descriptor, status.st_uid, status.st_gid) == 0
        // Rights of set-user-ID programs are not passed on to a file of another owner.
        let mode = status.st_mode & (isGiven ? 0o7777 : 0o777)
        guard fchmod(descriptor, mode) == 0 else { throw FileError(.setRights, path) }
    }
}
