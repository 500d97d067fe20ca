internal import Glibc

/// Files and folders that the user or the administrator names by a path: configuration, tracks, gazetteers, arguments.
/// Symbolic links are followed, since these paths are trusted. Files in drop and output folders are reached through
/// ``OpenFolder``.
package enum FileStore {
    /// Returns the status of the file that a path leads to.
    package static func status(of path: RawPath) throws(FileError) -> FileStatus {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else { throw FileError(.inspect, path) }
        return FileStatus(status)
    }

    /// Returns the status of the file at a path. A symbolic link in its last component is not followed.
    package static func ownStatus(of path: RawPath) throws(FileError) -> FileStatus {
        var status = stat()
        if path.withCString({ lstat($0, &status) }) == 0 { return FileStatus(status) }
        // The path can be longer than the kernel accepts in one call.
        guard errno == ENAMETOOLONG, path.bytes.count >= Int(PATH_MAX) else { throw FileError(.inspect, path) }
        return try OpenFolder(path.parent).status(of: RawPath(bytes: path.name))
    }

    /// Whether a path leads to a folder.
    package static func isFolder(_ path: RawPath) -> Bool {
        do { return try status(of: path).kind == .folder } catch { return false }
    }

    /// Whether a path leads to an existing file or folder.
    package static func exists(_ path: RawPath) -> Bool {
        do {
            _ = try status(of: path)
            return true
        } catch { return false }
    }

    /// Permissions of a process.
    package struct Permission: OptionSet, Sendable {
        /// The bits of `access`.
        package let rawValue: Int32
        package init(rawValue: Int32) { self.rawValue = rawValue }
        /// Read the file, list the folder.
        package static let read = Permission(rawValue: R_OK)
        /// Write the file, create names in the folder.
        package static let write = Permission(rawValue: W_OK)
        /// Run the file, pass through the folder.
        package static let execute = Permission(rawValue: X_OK)
    }

    /// Whether this process, by its real user, has a permission for the file at a path.
    package static func allows(_ permission: Permission, at path: RawPath) -> Bool {
        path.withCString { access($0, permission.rawValue) } == 0
    }

    /// Opens a file for reading only. A FIFO or a device does not block.
    package static func open(_ path: RawPath) throws(FileError) -> OpenFile {
        var descriptor: CInt
        repeat {
            descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        } while descriptor < 0 && errno == EINTR
        descriptor = DescriptorRoom.leavingReserve(descriptor)
        guard descriptor >= 0 else { throw FileError(.open, path) }
        return OpenFile(owning: descriptor, path: path)
    }

    /// Reads all bytes of a file.
    ///
    /// - Throws: `FileError`; if the file is larger than the limit, ``FileError/isTooLarge`` is true, and nothing was read.
    package static func read(_ path: RawPath, limit: Int) throws(FileError) -> [UInt8] {
        try open(path).readAll(limit: limit)
    }

    /// Writes a file atomically: a reader finds either the old or the new content, which is on disk before it has the
    /// name.
    package static func write(_ bytes: [UInt8], to path: RawPath) throws(FileError) {
        let folder = try OpenFolder(path.parent.isEmpty ? "." : path.parent)
        let file = try AtomicFile(in: folder)
        try file.file.write(bytes)
        try file.file.synchronize()
        try file.publish(as: path.name, replacing: true)
        try folder.synchronize()
    }

    /// Returns the absolute path of an existing file or folder, without symbolic links, `.` and `..`.
    package static func resolved(_ path: RawPath) throws(FileError) -> RawPath {
        guard let real = path.withCString({ realpath($0, nil) }) else { throw FileError(.open, path) }
        defer { free(real) }
        return RawPath(bytes: UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }

    /// Returns an absolute path; a relative path starts from the working folder. Resolves nothing, and the path need
    /// not exist.
    package static func absolute(_ path: RawPath) -> RawPath {
        guard !path.isAbsolute, let current = getcwd(nil, 0) else { return path }
        defer { free(current) }
        let folder = RawPath(bytes: UnsafeRawBufferPointer(start: current, count: strlen(current)))
        return folder.appending(path)
    }
}
