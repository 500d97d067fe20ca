internal import CUprightLinux
internal import Glibc

extension OpenFolder {
    /// Gives a file another name, in this folder or another one; replaces nothing.
    ///
    /// - Returns: 0, or the system's error number: `EEXIST` if the name is taken, `EXDEV` if the other folder is on another
    ///   file system.
    func rename(_ name: [UInt8], to folder: OpenFolder, as target: [UInt8]) -> CInt {
        RawPath(bytes: name).withCString { old in
            RawPath(bytes: target).withCString { new in
                if upright_rename_no_replace(descriptor, old, folder.descriptor, new) == 0 { return 0 }
                guard [EINVAL, ENOSYS, EPERM, EOPNOTSUPP].contains(errno) else { return errno }
                return linkOrRename(old, folder, new)
            }
        }
    }

    /// The fallback for a file system that cannot rename without replacing: a hard link, which never replaces either.
    /// If there are no hard links (FAT), check first and then rename; only there a race remains.
    private func linkOrRename(
        _ old: UnsafePointer<CChar>, _ folder: OpenFolder, _ new: UnsafePointer<CChar>
    ) -> CInt {
        if linkat(descriptor, old, folder.descriptor, new, 0) == 0 {
            _ = unlinkat(descriptor, old, 0)
            return 0
        }
        guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else { return errno }
        var status = stat()
        if fstatat(folder.descriptor, new, &status, AT_SYMLINK_NOFOLLOW) == 0 { return EEXIST }
        guard errno == ENOENT else { return errno }
        return renameat(descriptor, old, folder.descriptor, new) == 0 ? 0 : errno
    }

    /// Gives a file a name that no other file can have, since it is random.
    ///
    /// - Returns: 0, or the system's error number.
    func renameAside(_ name: [UInt8], as hidden: [UInt8]) -> CInt {
        RawPath(bytes: name).withCString { old in
            RawPath(bytes: hidden).withCString { new in
                if upright_rename_no_replace(descriptor, old, descriptor, new) == 0 { return 0 }
                // A hard link is no way here: another file could have the old name before that is removed.
                guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(errno) else { return errno }
                return renameat(descriptor, old, descriptor, new) == 0 ? 0 : errno
            }
        }
    }
}
