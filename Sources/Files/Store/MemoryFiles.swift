internal import Synchronization

/// Files in memory that are used for one picture after another: to make and free the pages of a 3 MB file takes the kernel
/// more than 1 ms, to overwrite them a fifth of that.
///
/// A file that is taken has the bytes of another picture: write to it from the start, then truncate it to what was written.
/// Never pass it to another process, which could keep it.
package final class MemoryFiles: Sendable {
    private let most: Int
    private let kept = Mutex<[OpenFile]>([])

    /// Larger files are not kept.
    private static let maximumBytes = 8 << 20

    /// Creates a store that keeps at most this number of files.
    package init(keeping most: Int) { self.most = most }

    /// Returns a file that nobody else uses.
    package func claim() throws(FileError) -> OpenFile {
        if let file = kept.withLock({ $0.popLast() }) { return file }
        return try .inMemory()
    }

    /// Keeps a file that was taken and is no longer used.
    package func put(_ file: OpenFile) {
        // A file whose size is unknown is not kept.
        guard let size = try? file.status().size, size <= Self.maximumBytes else { return }
        kept.withLock { if $0.count < most { $0.append(file) } }
    }
}
