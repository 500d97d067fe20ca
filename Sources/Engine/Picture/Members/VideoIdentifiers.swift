internal import Synchronization
internal import UprightFiles

/// The content identifiers of videos that were read: a picture whose video has another name is looked for among all videos of its
/// folder.
final class VideoIdentifiers: Sendable {
    /// A file with its content, as far as the file system can tell.
    private struct Key: Hashable {
        let identity: FileIdentity
        let size: Int
        let modified: Int64
        let changed: Int64

        init(_ status: FileStatus) {
            (identity, size, modified, changed) = (status.identity, status.size, status.modified, status.changed)
        }
    }

    /// The most videos to keep.
    private static let maximum = 65_536

    private let known = Mutex<[Key: String?]>([:])

    /// Returns what was read of a video: nil if it was not read, and otherwise its identifier, or nil if it has none.
    func identifier(of status: FileStatus) -> String?? { known.withLock { $0[Key(status)] } }

    /// Keeps what was read of a video.
    func keep(_ identifier: String?, of status: FileStatus) {
        known.withLock { known in
            if known.count >= Self.maximum { known = [:] }
            known[Key(status)] = .some(identifier)
        }
    }
}
