internal import CUprightLinux
internal import Glibc
internal import Synchronization

/// An open file, closed when its last reference is released.
package final class OpenFile: Sendable {
    package let descriptor: CInt
    /// The file's path, for messages.
    package let path: RawPath
    private let isLocked = Atomic(false)

    /// Wraps a descriptor that this object closes.
    package init(owning descriptor: CInt, path: RawPath) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit {
        unlock()
        // Linux closes the descriptor even if close() reports an error, so there is nothing to repeat; durable content
        // has been synced before.
        close(descriptor)
    }

    /// Returns the current status of the file.
    package func status() throws(FileError) -> FileStatus {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(.inspect, path) }
        return FileStatus(status)
    }

    /// Reads up to `count` bytes at an offset; fewer only at the end of the file.
    package func read(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
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
    /// - Parameter limit: the maximum number of bytes to read.
    /// - Throws: `FileError`; if the file is larger than the limit, ``FileError/isTooLarge`` is true.
    package func readAll(limit: Int) throws(FileError) -> [UInt8] {
        let expected = try status().size
        guard expected <= limit else { throw FileError(.read, path, .tooLarge(limit: limit)) }
        var bytes = try read(expected, at: 0)
        // The size is not reliable: the file may have grown, or report a size of 0 (procfs).
        while bytes.count >= expected {
            let more = try read(1 << 16, at: bytes.count)
            if more.isEmpty { break }
            bytes += more
            guard bytes.count <= limit else { throw FileError(.read, path, .tooLarge(limit: limit)) }
        }
        return bytes
    }

    package func write(_ bytes: [UInt8], at offset: Int = 0) throws(FileError) {
        let result = bytes.withUnsafeBytes { buffer in
            Result { () throws(FileError) in try write(buffer, at: offset) }
        }
        try result.get()
    }

    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let start = bytes.baseAddress.map { $0 + written }
            let result = pwrite(descriptor, start, bytes.count - written, off_t(offset + written))
            if result < 0 {
                if errno == EINTR { continue }
                throw FileError(.write, path)
            }
            // POSIX allows a write of 0 bytes without an error; report it rather than loop for ever.
            guard result > 0 else { throw FileError(.write, path, .endsEarly) }
            written += result
        }
    }

    /// Truncates the file, or extends it with zeros.
    package func truncate(to bytes: Int = 0) throws(FileError) {
        while ftruncate(descriptor, off_t(bytes)) != 0 {
            guard errno == EINTR else { throw FileError(.write, path, code: errno) }
        }
    }

    /// Makes content, size and times durable. A failure is final for this descriptor: the kernel marks the pages clean,
    /// so a second call would wrongly succeed. Discard the file and write it again.
    package func synchronize() throws(FileError) {
        guard fsync(descriptor) == 0 else { throw FileError(.synchronize, path) }
    }

    /// Sets the modification time, in nanoseconds since 1970.
    package func setModified(_ nanoseconds: Int64) throws(FileError) {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let modified = timespec(
            tv_sec: rest < 0 ? Int(seconds - 1) : Int(seconds), tv_nsec: Int(rest < 0 ? rest + 1_000_000_000 : rest))
        // UTIME_OMIT leaves the access time unchanged.
        let times = [timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2), modified]
        guard futimens(descriptor, times) == 0 else { throw FileError(.setTimes, path) }
    }

    /// Takes the advisory lock on the file, without waiting.
    ///
    /// - Returns: false if another process holds it.
    /// - Throws: `FileError` if the file system has no locks.
    package func tryLock() throws(FileError) -> Bool {
        while upright_try_lock(descriptor) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK: return false
            default: throw FileError(.lock, path)
            }
        }
        isLocked.store(true, ordering: .relaxed)
        return true
    }

    /// Releases the lock, if this object took it. Closing alone does not: a worker, or a program that is just being started, can
    /// have a copy of the descriptor a moment longer.
    package func unlock() {
        if isLocked.exchange(false, ordering: .relaxed) { _ = upright_unlock(descriptor) }
    }

    /// The offset of the first hole: bytes that were never written, as in a download in pieces. Nil if there is none, or the
    /// file system does not say.
    package var hole: Int? {
        // SEEK_HOLE, which Glibc's module lacks.
        let offset = lseek(descriptor, 0, 4)
        let size = lseek(descriptor, 0, SEEK_END)
        _ = lseek(descriptor, 0, SEEK_SET)
        return offset >= 0 && offset < size ? Int(offset) : nil
    }

    /// Whether a process has the file open for writing; nil if the kernel does not say (another user's file, a network
    /// mount).
    package var isBeingWritten: Bool? {
        let answer = upright_is_being_written(descriptor)
        return answer < 0 ? nil : answer == 1
    }
}
