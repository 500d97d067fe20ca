internal import CUprightLinux
internal import Glibc

/// An open folder. Everything below it is reached relative to its descriptor, so that neither a renamed parent nor an
/// inserted symbolic link leads elsewhere.
package final class OpenFolder: Sendable {
    /// The folder's path, for messages.
    package let path: RawPath
    let handle: OpenFile

    /// The maximum length of a path in bytes. Above `PATH_MAX`, an open costs a call per component, and no real picture
    /// collection is this deep.
    static let longestPath = 65_536

    /// The descriptor.
    package var descriptor: CInt { handle.descriptor }

    /// Opens a folder by its path. Symbolic links are followed, since the administrator chose the path.
    package init(_ path: RawPath) throws(FileError) {
        var descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        if descriptor < 0, errno == ENAMETOOLONG, path.bytes.count >= Int(PATH_MAX),
            path.bytes.count <= Self.longestPath
        {
            descriptor = try Self.openLong(path)
        }
        descriptor = DescriptorRoom.leavingReserve(descriptor)
        guard descriptor >= 0 else { throw FileError(.open, path) }
        self.path = path
        handle = OpenFile(owning: descriptor, path: path)
    }

    /// Opens a folder whose path is longer than the kernel accepts in one call, component by component.
    private static func openLong(_ path: RawPath) throws(FileError) -> CInt {
        var parent = try OpenFolder(path.isAbsolute ? "/" : ".").handle
        let names = path.components
        for (index, name) in names.enumerated() {
            let descriptor = RawPath(bytes: name).withCString {
                openat(parent.descriptor, $0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            }
            guard descriptor >= 0 else { throw FileError(.open, path) }
            if index == names.count - 1 { return descriptor }
            parent = OpenFile(owning: descriptor, path: path)
        }
        throw FileError(.open, path, .misplaced)
    }

    init(owning descriptor: CInt, path: RawPath) {
        self.path = path
        handle = OpenFile(owning: descriptor, path: path)
    }

    /// Opens a folder by its path, and creates it and its parents if they are missing.
    ///
    /// - Parameter isPrivate: whether a new folder is accessible only to its owner (0700).
    package static func creating(_ path: RawPath, isPrivate: Bool = false) throws(FileError) -> OpenFolder {
        var made: RawPath = path.isAbsolute ? "/" : "."
        for name in path.components {
            let parent = made
            made = parent.bytes == [UInt8(ascii: ".")] ? RawPath(bytes: name) : parent.appending(name: name)
            let rights: mode_t = isPrivate && made.components.count == path.components.count ? 0o700 : 0o777
            guard made.withCString({ mkdir($0, rights) }) == 0 else {
                // An existing folder can be on a file system that is read-only or not ours, with an error other than
                // EEXIST.
                let code = errno
                if code == EEXIST || made.withCString({ access($0, F_OK) }) == 0 { continue }
                throw FileError(.create, made, code: code)
            }
            try OpenFolder(parent).synchronize()
        }
        return try OpenFolder(path.isEmpty ? "." : path)
    }

    /// Returns the status of the folder.
    package func status() throws(FileError) -> FileStatus { try handle.status() }

    /// Makes the names in the folder durable.
    package func synchronize() throws(FileError) {
        guard fsync(descriptor) == 0 else {
            // A few file systems (some FUSE ones) cannot sync a folder and return EINVAL: nothing more can be done.
            if errno == EINVAL { return }
            throw FileError(.synchronizeFolder, path)
        }
    }

    /// Returns the status of a file at a relative path below the folder. A symbolic link is not followed.
    package func status(of relative: RawPath) throws(FileError) -> FileStatus {
        let parent = relative.isName ? self : try folder(relative.parent)
        var status = stat()
        let name = relative.isPlainName ? relative : RawPath(bytes: relative.name)
        let found = name.withCString {
            fstatat(parent.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW)
        }
        guard found == 0 else { throw FileError(.inspect, path.appending(relative)) }
        return FileStatus(status)
    }

    /// Returns the same as ``status(of:)``, or nil if the file does not exist.
    package func statusIfPresent(of relative: RawPath) throws(FileError) -> FileStatus? {
        do { return try status(of: relative) } catch {
            if error.isAbsence { return nil }
            throw error
        }
    }

    /// Opens a file below the folder for reading only. A FIFO or a device does not block; the caller refuses it by its
    /// kind.
    package func file(_ relative: RawPath) throws(FileError) -> OpenFile {
        let descriptor = try openBeneath(relative, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        return OpenFile(owning: descriptor, path: path.appending(relative))
    }

    /// Opens a folder below this one.
    package func folder(_ relative: RawPath) throws(FileError) -> OpenFolder {
        if relative.hasNoComponents { return self }
        let descriptor = try openBeneath(relative, O_RDONLY | O_DIRECTORY)
        return OpenFolder(owning: descriptor, path: path.appending(relative))
    }

    /// Opens a folder below this one, and creates it and its parents, durably, if they are missing. Of a name that the file
    /// system refuses, the folder has the ``PortableName``.
    package func folder(creating relative: RawPath) throws(FileError) -> OpenFolder {
        do { return try folder(relative) } catch { guard error.isAbsence || error.mayRefuseName else { throw error } }
        var folder = self
        for name in relative.components {
            do throws(FileError) { folder = try folder.subfolder(creating: RawPath(bytes: name)) } catch {
                let portable = PortableName.of(name)
                guard error.mayRefuseName, portable != name else { throw error }
                folder = try folder.subfolder(creating: RawPath(bytes: portable))
            }
        }
        return folder
    }

    private func subfolder(creating name: RawPath) throws(FileError) -> OpenFolder {
        if name.withCString({ mkdirat(descriptor, $0, 0o777) }) == 0 {
            try synchronize()
        } else if errno != EEXIST {
            throw FileError(.create, path.appending(name))
        }
        return try folder(name)
    }

    /// Removes a file in the folder.
    package func remove(_ name: [UInt8]) throws(FileError) {
        guard RawPath(bytes: name).withCString({ unlinkat(descriptor, $0, 0) }) == 0 else {
            throw FileError(.remove, path.appending(name: name))
        }
    }

    /// Removes a folder in this one, if it is empty.
    ///
    /// - Returns: whether it was removed; false if something is in it.
    package func removeEmptyFolder(_ name: [UInt8]) throws(FileError) -> Bool {
        guard RawPath(bytes: name).withCString({ unlinkat(descriptor, $0, AT_REMOVEDIR) }) != 0 else { return true }
        if [ENOTEMPTY, EEXIST, ENOENT].contains(errno) { return false }
        throw FileError(.remove, path.appending(name: name))
    }

    func openBeneath(_ relative: RawPath, _ flags: CInt) throws(FileError) -> CInt {
        guard !relative.isAbsolute, !relative.hasNoComponents, !relative.leadsUp else {
            throw FileError(.open, path.appending(relative), .misplaced)
        }
        let flags = flags | O_NOFOLLOW | O_CLOEXEC
        while true {
            let descriptor = DescriptorRoom.leavingReserve(
                relative.withCString { upright_open_beneath(self.descriptor, $0, flags, 0) })
            if descriptor >= 0 { return descriptor }
            switch errno {
            case EINTR, EAGAIN: continue
            case ENOSYS, EPERM: return try openStepwise(relative.components, flags)
            // The path is longer than the kernel accepts in one call.
            case ENAMETOOLONG where relative.bytes.count >= Int(PATH_MAX) && relative.bytes.count <= Self.longestPath:
                return try openStepwise(relative.components, flags)
            default: throw FileError(.open, path.appending(relative))
            }
        }
    }

    /// Does the same without openat2: opens each component by itself, and follows no link.
    package func openStepwise(_ names: [[UInt8]], _ flags: CInt) throws(FileError) -> CInt {
        var parent = handle
        for (index, name) in names.enumerated() {
            let isLast = index == names.count - 1
            let step = isLast ? flags : O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
            var descriptor: CInt
            repeat {
                descriptor = RawPath(bytes: name).withCString { openat(parent.descriptor, $0, step) }
            } while descriptor < 0 && errno == EINTR
            guard descriptor >= 0 else {
                // With O_DIRECTORY the kernel returns ENOTDIR for a link.
                throw FileError(.open, parent.path.appending(name: name))
            }
            if isLast { return descriptor }
            parent = OpenFile(owning: descriptor, path: parent.path.appending(name: name))
        }
        throw FileError(.open, path, .misplaced)
    }
}
