internal import Synchronization

/// The folders from which a run has removed the hidden files of ended runs (``HiddenName/clear(_:numbering:)``), so that
/// it lists each folder once.
package final class CleanedFolders: Sendable {
    private let folders = Mutex<Set<RawPath>>([])
    /// The maximum number of paths to keep. Beyond it, folders are cleaned again.
    private static let maximumFolders = 4096

    package init() {}

    /// Adds a folder; returns false if it was added before.
    package func insert(_ folder: RawPath) -> Bool {
        folders.withLock { folders in
            if folders.count >= Self.maximumFolders { folders = [] }
            return folders.insert(folder).inserted
        }
    }
}
