internal import Glibc

/// A file that one process at a time holds locked. The kernel releases the lock when the process ends for any reason.
public final class LockFile: Sendable {
    /// Why a lock was not taken.
    public enum Failure: Error, Sendable, Hashable {
        /// Another process holds the lock; the content of the file, normally its process id.
        case held(by: String)
        /// The file cannot be created or locked.
        case file(FileError)
    }

    /// The file's path.
    public let path: RawPath
    private let file: OpenFile

    /// Takes the lock, and writes this process's id into the file.
    public init(_ path: RawPath) throws(Failure) {
        let descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644) }
        guard descriptor >= 0 else { throw .file(FileError(.open, path)) }
        self.path = path
        file = OpenFile(owning: descriptor, path: path)
        let holder: [UInt8]?
        do throws(FileError) {
            if try file.tryLock() {
                holder = nil
                try file.truncate()
                try file.write(Array("\(getpid())\n".utf8))
            } else {
                holder = try file.read(64, at: 0)
            }
        } catch {
            throw .file(error)
        }
        if let holder { throw .held(by: RawPath(bytes: holder.filter { $0 > 0x20 }).description) }
    }

    /// Whether a living process holds the lock of a file. A missing file is not held.
    public static func isHeld(_ path: RawPath) -> Bool {
        let descriptor = path.withCString { open($0, O_RDWR | O_CLOEXEC | O_NOFOLLOW) }
        guard descriptor >= 0 else { return false }
        let file = OpenFile(owning: descriptor, path: path)
        do { return try !file.tryLock() } catch { return false }
    }

    /// Removes the file; the lock stays for as long as this object exists.
    public func remove() {
        // If this fails, the file is an empty leftover without a holder.
        _ = path.withCString { unlink($0) }
    }
}
