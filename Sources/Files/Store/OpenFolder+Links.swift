internal import CUprightLinux
internal import Glibc

extension OpenFolder {
    /// The kind of a link.
    package enum LinkKind: String, Sendable, Hashable, CaseIterable {
        /// A hard link: another name for the same file.
        case hard
        /// A reflink: a separate file that shares the blocks, if the file system supports it.
        case reflink
        /// A symbolic link to the path.
        case symbolic
    }

    /// Creates a link to an open file in the folder; replaces nothing.
    ///
    /// A hard link and a reflink are to the file that is open, whatever has its path by now.
    ///
    /// - Returns: false if the name is taken.
    /// - Throws: `FileError`; see ``FileError/isLinkUnsupported`` for a kind that does not work here.
    package func makeLink(_ name: [UInt8], to source: OpenFile, _ kind: LinkKind) throws(FileError) -> Bool {
        let link = RawPath(bytes: name)
        switch kind {
        case .hard:
            // linkat by descriptor alone (AT_EMPTY_PATH) needs a capability.
            let opened: RawPath = "/proc/self/fd/\(source.descriptor)"
            return try createLink(link) { name in
                opened.withCString { linkat(AT_FDCWD, $0, descriptor, name, AT_SYMLINK_FOLLOW) }
            }
        case .symbolic:
            return try createLink(link) { name in source.path.withCString { symlinkat($0, descriptor, name) } }
        case .reflink:
            let copy = try AtomicFile(in: self, rights: .following(FileRights(of: source)))
            guard upright_clone(copy.file.descriptor, source.descriptor) == 0 else {
                throw FileError(.copy, path.appending(link))
            }
            _ = try copy.takeRights()
            do { try copy.publish(as: name) } catch {
                guard error.isExistence else { throw error }
                return false
            }
            return true
        }
    }

    private func createLink(_ link: RawPath, _ make: (UnsafePointer<CChar>) -> CInt) throws(FileError) -> Bool {
        if link.withCString(make) == 0 { return true }
        if errno == EEXIST { return false }
        throw FileError(.create, path.appending(link))
    }

    /// Returns the target of a symbolic link in the folder.
    package func target(of name: [UInt8]) throws(FileError) -> RawPath {
        let link = RawPath(bytes: name)
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, filled in
            count = link.withCString { name in
                buffer.withMemoryRebound(to: CChar.self) {
                    readlinkat(descriptor, name, $0.baseAddress!, $0.count)
                }
            }
            filled = max(count, 0)
        }
        guard count >= 0 else { throw FileError(.inspect, path.appending(link)) }
        return RawPath(bytes: bytes)
    }
}

extension FileError {
    /// Whether the file systems do not support a link of this kind, so that another kind may work.
    package var isLinkUnsupported: Bool {
        [EXDEV, EPERM, EMLINK, EOPNOTSUPP, EACCES, EINVAL, ENOTTY, ENOSYS].contains(code)
    }
}
