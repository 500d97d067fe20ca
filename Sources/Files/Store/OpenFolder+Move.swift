internal import CUprightLinux
internal import Glibc

extension OpenFolder {
    /// Moves a file to another folder under the same name, durably; replaces nothing there.
    ///
    /// - Returns: false if the folders are on different file systems, or theirs cannot rename without replacing.
    public func move(_ name: [UInt8], to folder: OpenFolder) throws(FileError) -> Bool {
        let code: CInt = RawPath(bytes: name).withCString {
            upright_rename_no_replace(descriptor, $0, folder.descriptor, $0) == 0 ? 0 : errno
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
