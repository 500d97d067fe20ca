internal import UprightFiles
internal import Synchronization

/// The folders from which a run has removed the hidden files of ended runs.
final class CleanedFolders: Sendable {
    private let folders = Mutex<Set<FileIdentity>>([])

    /// Adds a folder by its status; returns false if it was added before.
    func insert(_ status: FileStatus) -> Bool {
        folders.withLock { $0.insert(status.identity).inserted }
    }
}
