internal import Glibc

extension RawPath {
    /// The path of what this one leads to, where its last name is a symbolic link; itself otherwise, and where nothing
    /// stands there.
    public func followed() throws(FileError) -> RawPath {
        var status = stat()
        guard withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFLNK else { return self }
        guard let real = withCString({ realpath($0, nil) }) else { throw FileError(.open, self) }
        defer { free(real) }
        return RawPath(bytes: UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }
}
