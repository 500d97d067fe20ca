internal import CUprightLinux
internal import Glibc

extension OpenFolder {
    /// Moves a file to another folder, durably, under the same name or another one; replaces nothing there.
    ///
    /// - Returns: false if the folders are on different file systems, or theirs cannot rename without replacing.
    package func move(
        _ name: [UInt8], to folder: OpenFolder, as target: [UInt8]? = nil
    ) throws(FileError) -> Bool {
        let code: CInt = RawPath(bytes: name).withCString { old in
            RawPath(bytes: target ?? name).withCString { new in
                upright_rename_no_replace(descriptor, old, folder.descriptor, new) == 0 ? 0 : errno
            }
        }
        switch code {
        case 0: break
        case EXDEV, EINVAL, ENOSYS: return false
        default: throw FileError(.rename, folder.path.appending(name: name), code: code)
        }
        try folder.synchronize()
        try synchronize()
        return true
    }
}
