internal import CUprightLinux
internal import Glibc

/// An open file, closed when the last one lets go of it.
public final class OpenFile: Sendable {
    /// The descriptor.
    public let descriptor: CInt
    /// What it is called, for messages.
    public let path: RawPath
    private let owned: Bool

    /// A file that this object closes.
    public init(owning descriptor: CInt, path: RawPath) {
        self.descriptor = descriptor
        self.path = path
        owned = true
    }

    /// A file that somebody else closes.
    public init(borrowing descriptor: CInt, path: RawPath) {
        self.descriptor = descriptor
        self.path = path
        owned = false
    }

    deinit {
        // Linux closes the descriptor even where close() reports an error, so there is nothing to repeat; what has to
        // last was synced before.
        if owned { close(descriptor) }
    }

    /// What the file system says of it now.
    public func status() throws(FileError) -> FileStatus {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(.inspect, path) }
        return FileStatus(status)
    }

    /// Reads up to `count` bytes at an offset; fewer only at the end of the file.
    public func read(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: max(count, 0)) { buffer, filled in
            while filled < count {
                let start = buffer.baseAddress.map { $0 + filled }
                let got = pread(descriptor, start, count - filled, off_t(offset + filled))
                if got < 0 {
                    if errno == EINTR { continue }
                    failure = FileError(.read, path)
                    return
                }
                if got == 0 { return }
                filled += got
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Reads the whole file.
    ///
    /// - Parameter limit: the most bytes to read.
    /// - Throws: `FileError`, with code `EFBIG` where there is more than the limit.
    public func readAll(limit: Int) throws(FileError) -> [UInt8] {
        let expected = try status().size
        guard expected <= limit else { throw FileError(.read, path, code: EFBIG) }
        var bytes = try read(expected, at: 0)
        // The size was a promise, not a fact: the file may have grown, or be one of those that say 0.
        while bytes.count >= expected {
            let more = try read(1 << 16, at: bytes.count)
            if more.isEmpty { break }
            bytes += more
            guard bytes.count <= limit else { throw FileError(.read, path, code: EFBIG) }
        }
        return bytes
    }

    /// Writes all bytes at an offset.
    public func write(_ bytes: [UInt8], at offset: Int = 0) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let result = bytes.withUnsafeBytes { buffer in
                pwrite(
                    descriptor, buffer.baseAddress.map { $0 + written }, bytes.count - written, off_t(offset + written))
            }
            if result < 0 {
                if errno == EINTR { continue }
                throw FileError(.write, path)
            }
            // POSIX lets a write take nothing without an error; going on for ever is worse than saying so.
            guard result > 0 else { throw FileError(.write, path, code: EIO) }
            written += result
        }
    }

    /// Takes everything out of the file.
    public func truncate() throws(FileError) {
        while ftruncate(descriptor, 0) != 0 {
            guard errno == EINTR else { throw FileError(.write, path, code: errno) }
        }
    }

    /// Makes content, size and times durable. A failure is final for this descriptor: the kernel marks the pages clean,
    /// and a second call would lie. Discard the file and write it anew.
    public func synchronize() throws(FileError) {
        guard fsync(descriptor) == 0 else { throw FileError(.synchronize, path) }
    }

    /// Sets the time of the last change of the content, in nanoseconds since 1970.
    public func setModified(_ nanoseconds: Int64) throws(FileError) {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let modified = timespec(
            tv_sec: rest < 0 ? Int(seconds - 1) : Int(seconds), tv_nsec: Int(rest < 0 ? rest + 1_000_000_000 : rest))
        // UTIME_OMIT leaves the time of the last access.
        let times = [timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2), modified]
        guard futimens(descriptor, times) == 0 else { throw FileError(.setTimes, path) }
    }

    /// Takes the advisory lock on the file, without waiting.
    ///
    /// - Returns: false where somebody else holds it.
    /// - Throws: `FileError` where the file system has no locks.
    public func tryLock() throws(FileError) -> Bool {
        while upright_try_lock(descriptor) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK: return false
            default: throw FileError(.lock, path)
            }
        }
        return true
    }

    /// Whether somebody has the file open for writing; nil where the kernel does not tell (another user's file, a
    /// network mount).
    public var isBeingWritten: Bool? {
        let answer = upright_is_being_written(descriptor)
        return answer < 0 ? nil : answer == 1
    }
}

extension OpenFile {
    /// An empty file in memory, for output that nobody keeps.
    public static func inMemory() throws(FileError) -> OpenFile {
        let descriptor = upright_memory_file("upright")
        guard descriptor >= 0 else { throw FileError(.create, "memory") }
        return OpenFile(owning: descriptor, path: "memory")
    }
}
