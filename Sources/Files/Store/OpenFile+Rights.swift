internal import CUprightLinux
internal import Glibc

extension OpenFile {
    /// Gives this file the mode and the access control list of another, and its owner and group if the process may set them.
    package func copyRights(of other: OpenFile) throws(FileError) {
        var status = stat()
        guard fstat(other.descriptor, &status) == 0 else { throw FileError(.inspect, other.path) }
        let rights = try FileRights(of: other)
        let isGiven = takeOwner(of: rights, andGroup: true)
        var own = stat()
        guard fstat(descriptor, &own) == 0 else { throw FileError(.inspect, path) }
        let isGroups = own.st_gid == status.st_gid
        // What members of another group get must not be more than what they had.
        var mode = isGroups ? status.st_mode & 0o777 : rights.mode(inGroup: own.st_gid, isFolder: false, umask: 0)
        if var list = try other.accessList {
            if !isGroups { list.group = mode >> 3 & 7 }
            try set(AccessList.attribute, list.bytes)
            // With a list, the group's bits of the mode are its mask.
            mode = mode & 0o707 | status.st_mode & 0o070
        } else {
            try removeAccessList()
        }
        // The set-user-ID and set-group-ID bits are not copied to a file with another owner.
        try setMode(mode | (isGiven ? status.st_mode & 0o7000 : 0))
    }

    /// Gives a copy of this file all that belongs to a file besides its content: extended attributes, owner, rights, times.
    /// What the process may not set, or the file system of the copy does not have, is left out.
    func copyEverything(to copy: OpenFile) throws(FileError) {
        for name in attributeNames where name != AccessList.attribute {
            // Of the system's own, such as a label of SELinux, some can only be set by root, and some by nobody.
            guard let value = try attribute(name) else { continue }
            do { try copy.set(name, value) } catch { guard !error.isFull else { throw error } }
        }
        do { try copy.copyRights(of: self) } catch { guard error.isUnsupported else { throw error } }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(.inspect, path) }
        guard futimens(copy.descriptor, [status.st_atim, status.st_mtim]) == 0 else {
            throw FileError(.setTimes, copy.path)
        }
    }

    /// Gives a new file or folder its rights, and those that follow a source also its owner and group, if the process may set them.
    ///
    /// - Parameter keepsGroup: whether the folder says of which group its files are (its set-group-ID bit).
    /// - Returns: false if the file system cannot, and fewer may read it than should.
    func apply(_ rights: NewRights, isFolder: Bool, keepsGroup: Bool) throws(FileError) -> Bool {
        var status = stat()
        let wanted: mode_t
        switch rights {
        case .usual: return true
        case .exactly(let bits):
            let mode = mode_t(bits & 0o777)
            wanted = isFolder ? mode | (mode & 0o444) >> 2 | 0o700 : mode
        case .following(let source):
            _ = takeOwner(of: source, andGroup: !keepsGroup)
            guard fstat(descriptor, &status) == 0 else { throw FileError(.inspect, path) }
            wanted = source.mode(inGroup: status.st_gid, isFolder: isFolder, umask: Self.umask)
        }
        guard fstat(descriptor, &status) == 0 else { throw FileError(.inspect, path) }
        guard status.st_mode & 0o777 != wanted else { return true }
        do { try setMode(status.st_mode & 0o7000 | wanted) } catch {
            guard error.isUnsupported else { throw error }
            return status.st_mode & wanted == wanted
        }
        return true
    }

    /// Only root can change the owner, and others the group to one of theirs; otherwise the file stays the process's.
    private func takeOwner(of rights: FileRights, andGroup: Bool) -> Bool {
        let group = andGroup ? rights.group : gid_t.max
        if fchown(descriptor, rights.owner, group) == 0 { return true }
        if andGroup { _ = fchown(descriptor, uid_t.max, group) }
        return false
    }

    private func setMode(_ mode: mode_t) throws(FileError) {
        guard fchmod(descriptor, mode) == 0 else { throw FileError(.setRights, path) }
    }

    /// Removes the access control list that the file has from its folder.
    private func removeAccessList() throws(FileError) {
        if upright_remove_attribute(descriptor, AccessList.attribute) == 0 { return }
        guard [ENODATA, EOPNOTSUPP, ENOSYS].contains(errno) else { throw FileError(.setRights, path) }
    }

    /// The process's umask, which can only be read from the kernel's text: `umask(2)` changes it, for all threads.
    private static let umask: mode_t = {
        do throws(FileError) {
            let status = String(decoding: try FileStore.read("/proc/self/status", limit: 1 << 20), as: UTF8.self)
            let line = status.split(separator: "\n").first { $0.hasPrefix("Umask:") }
            return line.flatMap { mode_t($0.dropFirst(6).filter { $0.isNumber }, radix: 8) } ?? 0o022
        } catch { return 0o022 }
    }()
}

extension FileError {
    /// Whether a file system does not have what was to be set: FAT has neither owners nor modes, and says EPERM.
    fileprivate var isUnsupported: Bool { isDenied || code == EOPNOTSUPP || code == ENOSYS }
}
