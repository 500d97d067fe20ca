internal import CUprightLinux
internal import UprightBase
internal import Glibc

extension OpenFile {
    /// How bytes were copied.
    package enum CopyMethod: String, Sendable, Hashable, CaseIterable {
        /// The files share their blocks until one of them is changed.
        case clone
        /// The kernel copied the bytes.
        case range
        /// The bytes were read and written.
        case bytes
    }

    /// Copies the whole content into an empty file: shares blocks if the file system supports it, otherwise copies in
    /// the kernel, otherwise reads and writes.
    ///
    /// - Parameter methods: the methods to try, in this order.
    /// - Returns: the method that was used.
    @discardableResult
    package func copy(
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

    /// Returns false if the kernel cannot copy between these two files.
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
        // Some file systems (for example procfs) copy nothing and report success.
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

    /// Reads the content, and returns its digest.
    package func contentDigest() throws(FileError) -> ContentDigest {
        var sha256 = SHA256()
        var crc32 = CRC32()
        let bytes = try forEachPiece { (piece, _) in
            sha256.update(UnsafeRawBufferPointer(piece))
            crc32.update(UnsafeRawBufferPointer(piece))
        }
        return ContentDigest(bytes: bytes, sha256: sha256.finalized(), crc32: crc32.value)
    }

    /// Returns the SHA-256 of the first bytes; nil if the file has fewer.
    package func sha256(ofFirst count: Int) throws(FileError) -> [UInt8]? {
        var sha256 = SHA256()
        var rest = count
        _ = try forEachPiece { (piece, _) in
            let part = piece.prefix(rest)
            rest -= part.count
            sha256.update(UnsafeRawBufferPointer(UnsafeMutableRawBufferPointer(rebasing: part)))
        }
        return rest == 0 ? sha256.finalized() : nil
    }

    /// Reads the content once, and returns its size, its SHA-256 and its digest under a key.
    package func contentDigests(
        under key: [UInt8]
    ) throws(FileError) -> (bytes: Int, sha256: [UInt8], keyed: [UInt8]) {
        var sha256 = SHA256()
        var keyed = KeyedDigest(key: key)
        let bytes = try forEachPiece { (piece, _) in
            sha256.update(UnsafeRawBufferPointer(piece))
            keyed.update(UnsafeRawBufferPointer(piece))
        }
        return (bytes, sha256.finalized(), keyed.finalized())
    }

    /// Copies the whole content into an empty file, reads the copy back once, and returns the copy's size, its SHA-256 and
    /// its digest under a key.
    ///
    /// Where the kernel has to copy the bytes itself, each piece is read back while the processor's cache holds it.
    package func copy(
        to output: OpenFile, digestedUnder key: [UInt8]
    ) throws(FileError) -> (bytes: Int, sha256: [UInt8], keyed: [UInt8]) {
        let size = try status().size
        let magic = upright_file_system_type(output.descriptor)
        // A server may be able to copy without sending the bytes.
        let isRemote = magic < 0 || FileSystemType(rawValue: UInt32(magic)).needsPolling
        if isRemote {
            try copy(to: output)
            return try output.contentDigests(under: key)
        }
        if size > 0, upright_clone(output.descriptor, descriptor) == 0 { return try output.contentDigests(under: key) }
        // Writing into allocated blocks takes a third less time. Without them, the writes allocate, and report any failure.
        _ = upright_reserve(output.descriptor, Int64(size))
        var sha256 = SHA256()
        var keyed = KeyedDigest(key: key)
        let bytes = try forEachPiece { (piece, offset) throws(FileError) in
            try output.write(UnsafeRawBufferPointer(piece), at: offset)
            try output.fill(piece, from: offset)
            sha256.update(UnsafeRawBufferPointer(piece))
            keyed.update(UnsafeRawBufferPointer(piece))
        }
        return (bytes, sha256.finalized(), keyed.finalized())
    }

    /// Copies the whole content into an empty file, and returns the size and the SHA-256 of the copy, which is read back.
    package func copyDigested(to output: OpenFile) throws(FileError) -> (bytes: Int, sha256: [UInt8]) {
        let copy = try copy(to: output, digestedUnder: KeyedDigest.randomKey())
        return (copy.bytes, copy.sha256)
    }

    /// Returns the content's size and SHA-256.
    package func digest() throws(FileError) -> (bytes: Int, sha256: [UInt8]) {
        let content = try contentDigest()
        return (content.bytes, content.sha256)
    }

    /// Reads the content in pieces, each with its offset, and returns its size.
    private func forEachPiece(
        _ body: (UnsafeMutableRawBufferPointer, Int) throws(FileError) -> Void
    ) throws(FileError) -> Int {
        var offset = 0
        var failure: FileError?
        // A size that stays in a processor's caches until it is digested.
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 64) { buffer in
            do throws(FileError) {
                while true {
                    let got = try read(into: buffer, at: offset)
                    guard got > 0 else { return }
                    try body(UnsafeMutableRawBufferPointer(rebasing: buffer[..<got]), offset)
                    offset += got
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return offset
    }

    /// Fills a buffer with the content from an offset on; a file that ends before is an error.
    private func fill(_ buffer: UnsafeMutableRawBufferPointer, from offset: Int) throws(FileError) {
        var filled = 0
        while filled < buffer.count {
            let got = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]), at: offset + filled)
            if got == 0 { throw FileError(.read, path, .endsEarly) }
            filled += got
        }
    }

    /// Reads once into a buffer; returns the number of bytes, 0 at the end of the file.
    private func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int {
        while true {
            let got = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if got >= 0 { return got }
            guard errno == EINTR else { throw FileError(.read, path) }
        }
    }

    /// Asks the kernel to start writing the content to disk, so that a later sync has less to do. This guarantees
    /// nothing: only the sync does, and it reports any failure.
    package func beginWriting() {
        _ = upright_begin_writing(descriptor)
    }
}
