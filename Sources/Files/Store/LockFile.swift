package import Glibc

/// A file that one process at a time holds locked. The kernel releases the lock when the process ends for any reason.
package final class LockFile: Sendable {
    /// Why a lock was not taken.
    package enum Failure: Error, Sendable, Hashable {
        /// Another process holds the lock; the content of the file, normally its process id.
        case held(by: String)
        /// The file cannot be created or locked.
        case file(FileError)
    }

    /// The file's path.
    package let path: RawPath
    private let file: OpenFile

    /// How often to try again while others look at the lock, which takes them some microseconds, and the pause before each
    /// in microseconds.
    private static let tries = 50
    /// The same while the file does not say that a living process holds it: who looks can be suspended meanwhile.
    private static let triesWithoutHolder = 1_000
    private static let pause: UInt32 = 2_000

    /// Takes the lock, and writes this process's id into the file.
    package init(_ path: RawPath) throws(Failure) {
        self.path = path
        do throws(FileError) {
            var number = 0
            repeat {
                number += 1
                let file = try Self.opened(path, O_CREAT)
                if try file.tryLock() {
                    // A process that found the new file unlocked may have removed it since (removeIfAbandoned).
                    guard try Self.isFile(file, at: path) else { continue }
                    try file.truncate()
                    try file.write(Array("\(getpid())\n".utf8))
                    self.file = file
                    return
                }
                usleep(Self.pause)
            } while number < (Self.isLiving(Self.holder(path)) ? Self.tries : Self.triesWithoutHolder)
        } catch {
            throw .file(error)
        }
        throw .held(by: Self.text(path))
    }

    /// What a lock file holds, normally the id of the process that locks it; empty if it cannot be read.
    private static func text(_ path: RawPath) -> String {
        do throws(FileError) {
            return RawPath(bytes: try opened(path, 0).read(64, at: 0).filter { $0 > 0x20 }).description
        } catch { return "" }
    }

    private static func opened(_ path: RawPath, _ flags: CInt) throws(FileError) -> OpenFile {
        let descriptor = path.withCString { open($0, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0o644) }
        guard descriptor >= 0 else { throw FileError(.open, path) }
        return OpenFile(owning: descriptor, path: path)
    }

    /// Whether an open file is still the one at its path.
    private static func isFile(_ file: OpenFile, at path: RawPath) throws(FileError) -> Bool {
        var (own, present) = (stat(), stat())
        guard fstat(file.descriptor, &own) == 0 else { throw FileError(.inspect, path) }
        guard path.withCString({ lstat($0, &present) }) == 0 else { return false }
        return own.st_dev == present.st_dev && own.st_ino == present.st_ino
    }

    /// Removes a lock file that no process holds. Holding its lock meanwhile keeps others from taking it: one that has opened it
    /// sees that it is gone, and makes a new one.
    package static func removeIfAbandoned(_ path: RawPath) {
        do throws(FileError) {
            let file = try opened(path, 0)
            guard try file.tryLock(), try isFile(file, at: path) else { return }
            _ = path.withCString { unlink($0) }
        } catch {
            // It is an empty file without a holder, and the next caller may be able to remove it.
        }
    }

    /// The id of the process that wrote itself into a lock file; nil if there is none.
    package static func holder(_ path: RawPath) -> pid_t? {
        do throws(FileError) {
            let bytes = try opened(path, 0).read(64, at: 0)
            return pid_t(String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)).flatMap { $0 > 1 ? $0 : nil }
        } catch { return nil }
    }

    private static func isLiving(_ process: pid_t?) -> Bool {
        guard let process else { return false }
        return kill(process, 0) == 0 || errno == EPERM
    }

    /// Whether a living process holds the lock of a file. A missing file is not held.
    package static func isHeld(_ path: RawPath) -> Bool {
        do throws(FileError) { return try !opened(path, 0).tryLock() } catch { return false }
    }

    /// Removes the file; the lock stays for as long as this object exists.
    package func remove() {
        // If this fails, the file is an empty leftover without a holder.
        _ = path.withCString { unlink($0) }
    }
}

extension LockFile.Failure: CustomStringConvertible {
    /// A message: who holds the lock, or why it cannot be taken.
    package var description: String {
        switch self {
        case .held(let holder): "the process \(holder) holds its lock"
        case .file(let error): error.description
        }
    }
}
