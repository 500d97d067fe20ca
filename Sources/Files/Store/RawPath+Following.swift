internal import Glibc

extension RawPath {
    /// Returns the resolved path if the last component is a symbolic link; otherwise, or if nothing exists there, this
    /// path.
    package func followed() throws(FileError) -> RawPath {
        var status = stat()
        guard withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFLNK else { return self }
        return try FileStore.resolved(self)
    }
}
