internal import CUprightLinux
internal import Glibc

extension OpenFile {
    /// Gives this file the mode and the access control list of another, and its owner and group if the process may set them.
    package func copyRights(of other: OpenFile) throws(FileError) {
        var status = stat()
        guard fstat(other.descriptor, &status) == 0 else { throw FileError(.inspect, other.path) }
        // Only root can change the owner; other users keep the file, as with any editor.
        let isGiven = fchown(descriptor, status.st_uid, status.st_gid) == 0
        if !isGiven { _ = fchown(descriptor, uid_t.max, status.st_gid) }
        if let list = try other.attribute(Self.accessList) {
            try set(Self.accessList, list)
        } else if upright_remove_attribute(descriptor, Self.accessList) != 0,
            ![ENODATA, EOPNOTSUPP, ENOSYS].contains(errno)
        {
            // It has one from its folder.
            throw FileError(.setRights, path)
        }
        // The set-user-ID and set-group-ID bits are not copied to a file with another owner.
        let mode = status.st_mode & (isGiven ? 0o7777 : 0o777)
        guard fchmod(descriptor, mode) == 0 else { throw FileError(.setRights, path) }
    }

    /// Gives a copy of this file all that belongs to a file besides its content: extended attributes, owner, rights, times.
    /// What the process may not set, or the file system of the copy does not have, is left out.
    func copyEverything(to copy: OpenFile) throws(FileError) {
        for name in attributeNames where name != Self.accessList {
            // Of the system's own, such as a label of SELinux, some can only be set by root, and some by nobody.
            guard let value = try attribute(name) else { continue }
            do { try copy.set(name, value) } catch { guard !error.isFull else { throw error } }
        }
        // FAT has neither owners nor modes, and says EPERM.
        do { try copy.copyRights(of: self) } catch {
            guard error.isDenied || error.code == EOPNOTSUPP else { throw error }
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(.inspect, path) }
        guard futimens(copy.descriptor, [status.st_atim, status.st_mtim]) == 0 else {
            throw FileError(.setTimes, copy.path)
        }
    }

    private static let accessList = "system.posix_acl_access"

    private var attributeNames: [String] {
        // Nearly no file has any, and a buffer for all that there can be takes longer than to ask.
        guard upright_list_attributes(descriptor, nil, 0) > 0 else { return [] }
        var names = [CChar](repeating: 0, count: 1 << 16)
        let length = upright_list_attributes(descriptor, &names, names.count)
        return names.prefix(max(length, 0)).split(separator: 0).map {
            String(decoding: $0.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }

    /// Returns the value of an extended attribute; nil if there is none.
    private func attribute(_ name: String) throws(FileError) -> [UInt8]? {
        var value = [UInt8](repeating: 0, count: 1 << 16)
        let size = upright_get_attribute(descriptor, name, &value, value.count)
        if size < 0, [ENODATA, EOPNOTSUPP, ENOSYS].contains(errno) { return nil }
        guard size >= 0 else { throw FileError(.inspect, path) }
        return Array(value.prefix(size))
    }

    private func set(_ name: String, _ value: [UInt8]) throws(FileError) {
        guard upright_set_attribute(descriptor, name, value, value.count) == 0 else {
            throw FileError(.setRights, path)
        }
    }

    /// Copies the extended attributes of the `user.` namespace to another file, except what says which source this one was made
    /// from (``SourceMark``).
    ///
    /// - Returns: a warning for each attribute that could not be copied.
    package func copyUserAttributes(to output: OpenFile) -> [String] {
        var warnings: [String] = []
        for name in attributeNames where name.hasPrefix("user.") && name != SourceMark.attribute {
            do throws(FileError) { if let value = try attribute(name) { try output.set(name, value) } } catch {
                warnings.append("the extended attribute \(name) could not be carried over: \(error.reason)")
            }
        }
        return warnings
    }
}
