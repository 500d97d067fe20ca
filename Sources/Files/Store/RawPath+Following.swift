internal import Glibc

extension RawPath {
    /// The path of what this one leads to, where its last name is a symbolic link; itself otherwise, and where nothing
    /// stands there.
    public func followed() throws(FileError) -> RawPath {
        var status = stat()
        guard withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFLNK else { return self }
        return try FileStore.resolved(self)
    }
}
