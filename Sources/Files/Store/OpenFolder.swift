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

    /// Opens the folder that holds a file, by the file's path.
    package convenience init(containing file: RawPath) throws(FileError) {
        try self.init(file.parent.isEmpty ? (file.isAbsolute ? "/" : ".") : file.parent)
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
    /// - Parameter rights: those of the folder, if it is new; its parents have the usual ones.
    package static func creating(_ path: RawPath, rights: NewRights = .usual) throws(FileError) -> OpenFolder {
        do { return try OpenFolder(path.isEmpty ? "." : path) } catch { guard error.isAbsence else { throw error } }
        var parent: RawPath = path.isAbsolute ? "/" : "."
        for name in path.components.dropLast() {
            let created = parent.appending(name: name)
            // It need not be readable.
            if !FileStore.isFolder(created) { try OpenFolder(parent).make(RawPath(bytes: name), .usual) }
            parent = created
        }
        try OpenFolder(parent).make(RawPath(bytes: path.name), rights)
        return try OpenFolder(path)
    }

    /// Creates a folder in this one, durably, unless it exists.
    private func make(_ name: RawPath, _ rights: NewRights) throws(FileError) {
        let areGiven = try gives(rights)
        if name.withCString({ mkdirat(descriptor, $0, areGiven ? 0o777 : 0o700) }) == 0 {
            if !areGiven { _ = try folder(name).handle.apply(rights, isFolder: true, keepsGroup: keepsGroup) }
            try synchronize()
        } else if errno != EEXIST {
            throw FileError(.create, path.appending(name))
        }
    }

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
    ///
    /// - Parameter rights: those of a new folder, by its path below this one.
    package func folder(
        creating relative: RawPath, rights: (RawPath) throws(FileError) -> NewRights = { _ in .usual }
    ) throws(FileError) -> OpenFolder {
        do { return try folder(relative) } catch { guard error.isAbsence || error.mayRefuseName else { throw error } }
        var (folder, below) = (self, RawPath(""))
        for name in relative.components {
            below = below.appending(RawPath(bytes: name))
            do throws(FileError) { folder = try folder.subfolder(RawPath(bytes: name), at: below, rights) } catch {
                let portable = PortableName.of(name)
                guard error.mayRefuseName, portable != name else { throw error }
                folder = try folder.subfolder(RawPath(bytes: portable), at: below, rights)
            }
        }
        return folder
    }

    /// Opens a folder in this one, and creates it if it is missing.
    private func subfolder(
        _ name: RawPath, at relative: RawPath, _ rights: (RawPath) throws(FileError) -> NewRights
    ) throws(FileError) -> OpenFolder {
        do { return try folder(name) } catch { guard error.isAbsence else { throw error } }
        try make(name, rights(relative))
        return try folder(name)
    }

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
