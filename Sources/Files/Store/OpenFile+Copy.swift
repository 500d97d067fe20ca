internal import CUprightLinux
internal import UprightDigests
internal import Glibc

extension OpenFile {
    /// How bytes were copied.
    public enum CopyMethod: String, Sendable, Hashable, CaseIterable {
        /// The files share their blocks until one is changed.
        case clone
        /// The kernel copied.
        case range
        /// Read and written.
        case bytes
    }

    /// Copies the whole content into an empty file: sharing blocks where the file system can, else in the kernel, else
    /// by reading and writing.
    ///
    /// - Parameter methods: what may be tried, in this order.
    /// - Returns: how it was done.
    @discardableResult
    public func copy(
        to output: OpenFile, methods: [CopyMethod] = CopyMethod.allCases
    ) throws(FileError) -> CopyMethod {
        let size = try status().size
        for method in methods {
            switch method {
            case .clone:
                if size > 0, upright_clone(output.descriptor, descriptor) == 0 { return .clone }
            case .range:
                if try copyRange(size, to: output) { return .range }
            case .bytes:
                try copyBytes(to: output)
                return .bytes
            }
        }
        try copyBytes(to: output)
        return .bytes
    }

    /// False where the kernel cannot copy between these two files.
    private func copyRange(_ size: Int, to output: OpenFile) throws(FileError) -> Bool {
        var from: Int64 = 0
        var into: Int64 = 0
        while from < size {
            let copied = upright_copy_range(descriptor, &from, output.descriptor, &into, size - Int(from))
            if copied > 0 { continue }
            if copied == 0 { break }
            switch errno {
            case EINTR: continue
            case ENOSYS, EXDEV, EINVAL, EOPNOTSUPP, EPERM, EBADF: break
            default: throw FileError(.copy, output.path)
            }
            guard ftruncate(output.descriptor, 0) == 0 else { throw FileError(.write, output.path) }
            return false
        }
        // Some file systems (procfs and the like) copy nothing and say success.
        return from == size
    }

    private func copyBytes(to output: OpenFile) throws(FileError) {
        var offset = 0
        while true {
            let piece = try read(1 << 20, at: offset)
            if piece.isEmpty { return }
            try output.write(piece, at: offset)
            offset += piece.count
        }
    }

    /// The digest of the content as it is read back.
    public func contentDigest() throws(FileError) -> ContentDigest {
        var sha256 = SHA256()
        var crc32 = CRC32()
        var offset = 0
        var failure: FileError?
        // As much as stays in a processor's caches until it is digested.
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 64) { buffer in
            while true {
                let got = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
                if got < 0 {
                    if errno == EINTR { continue }
                    failure = FileError(.read, path)
                }
                guard got > 0 else { return }
                let piece = UnsafeRawBufferPointer(rebasing: buffer[..<got])
                sha256.update(piece)
                crc32.update(piece)
                offset += got
            }
        }
        if let failure { throw failure }
        return ContentDigest(bytes: offset, sha256: sha256.finalized(), crc32: crc32.value)
    }

    /// Has the kernel begin to write the content to the disk, so that a sync later on finds less to do. It promises
    /// nothing: only the sync does, and what fails on the way is told by it.
    public func beginWriting() {
        _ = upright_begin_writing(descriptor)
    }

    /// Carries the extended attributes of the `user.` namespace over to another file.
    ///
    /// - Returns: what could not be carried, as text; empty where the output's file system has no such attributes at
    ///   all and the source has none.
    public func copyUserAttributes(to output: OpenFile) -> [String] {
        var names = [CChar](repeating: 0, count: 1 << 16)
        let length = upright_list_attributes(descriptor, &names, names.count)
        guard length > 0 else { return [] }
        var warnings: [String] = []
        for name in names.prefix(length).split(separator: 0)
        where String(decoding: name.map(UInt8.init(bitPattern:)), as: UTF8.self).hasPrefix("user.") {
            let terminated = Array(name) + [0]
            var value = [UInt8](repeating: 0, count: 1 << 16)
            let size = upright_get_attribute(descriptor, terminated, &value, value.count)
            guard size < 0 || upright_set_attribute(output.descriptor, terminated, value, size) != 0 else { continue }
            let text = String(decoding: name.map(UInt8.init(bitPattern:)), as: UTF8.self)
            warnings.append(
                "the extended attribute \(text) could not be carried over: \(String(cString: strerror(errno)))")
        }
        return warnings
    }
}
