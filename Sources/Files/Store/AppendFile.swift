internal import Glibc

/// A file to which one process at a time appends, durably: what ``append(_:)`` has returned from is on the disk.
package final class AppendFile: Sendable {
    /// The file, open for reading and writing.
    package let file: OpenFile

    /// Opens a file, creates it if there is none, and locks it.
    package init(_ path: RawPath) throws(FileError) {
        let folder = try OpenFolder(containing: path)
        let descriptor = RawPath(bytes: path.name).withCString {
            openat(folder.descriptor, $0, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        }
        guard descriptor >= 0 else { throw FileError(.open, path) }
        file = OpenFile(owning: descriptor, path: path)
        guard try file.status().kind == .regular else { throw FileError(.open, path, .misplaced) }
        guard try file.tryLock() else { throw FileError(.lock, path, .system(EWOULDBLOCK)) }
        try folder.synchronize()
    }

    /// Appends bytes, and syncs the file. Calls must not overlap.
    package func append(_ bytes: [UInt8]) throws(FileError) {
        try file.write(bytes, at: try file.status().size)
        try file.synchronize()
    }
}
