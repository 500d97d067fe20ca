package import Glibc

/// Whom a file belongs to, who can read it, and how many names it has. Symbolic links are not followed.
package struct FileOwner: Sendable, Hashable {
    /// The file's path.
    package let path: RawPath
    /// The id of the user whom it belongs to.
    package let user: uid_t
    package let kind: FileStatus.Kind
    /// How many names it has; for a folder, nothing of interest.
    package let names: Int
    /// Whether every user of the machine may read it, as far as its own rights say.
    package let isReadableByAll: Bool

    private init(_ path: RawPath, _ status: stat) {
        self.path = path
        user = status.st_uid
        kind = FileStatus(status).kind
        names = Int(status.st_nlink)
        isReadableByAll = status.st_mode & S_IROTH != 0
    }

    package static func of(_ path: RawPath) throws(FileError) -> FileOwner {
        var status = stat()
        guard path.withCString({ lstat($0, &status) }) == 0 else { throw FileError(.inspect, path) }
        return FileOwner(path, status)
    }

    /// Returns the first file that `isMeant` accepts, of a folder and everything below it; nil if there is none.
    package static func first(
        in folder: RawPath, where isMeant: (FileOwner) -> Bool
    ) throws(FileError) -> FileOwner? {
        let own = try of(folder)
        if isMeant(own) { return own }
        guard own.kind == .folder else { return nil }
        var folders = [try OpenFolder(folder)]
        while let folder = folders.popLast() {
            for entry in try folder.entries() {
                var status = stat()
                let name = RawPath(bytes: entry.name)
                let path = folder.path.appending(name)
                guard name.withCString({ fstatat(folder.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else {
                    if errno == ENOENT { continue }
                    throw FileError(.inspect, path)
                }
                let file = FileOwner(path, status)
                if isMeant(file) { return file }
                if file.kind == .folder { folders.append(try folder.folder(name)) }
            }
        }
        return nil
    }
}
