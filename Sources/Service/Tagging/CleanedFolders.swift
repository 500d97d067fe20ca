internal import UprightFiles
internal import Synchronization

/// The folders from which a run has removed the hidden files of ended runs.
final class CleanedFolders: Sendable {
    private struct Folder: Hashable {
        var device: UInt64
        var inode: UInt64
    }

    private let folders = Mutex<Set<Folder>>([])

    /// Adds a folder by its status; returns false if it was added before.
    func insert(_ status: FileStatus) -> Bool {
        folders.withLock { $0.insert(Folder(device: status.device, inode: status.inode)).inserted }
    }
}
