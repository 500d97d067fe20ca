internal import Synchronization
internal import UprightFiles

/// The content identifiers of videos that were read: a picture whose video has another name is looked for among all videos of its
/// folder.
final class VideoIdentifiers: Sendable {
    /// The most videos to keep.
    private static let maximum = 65_536

    private let known = Mutex<[FileStatus: String?]>([:])

    /// Returns what was read of a video: nil if it was not read, and otherwise its identifier, or nil if it has none.
    func identifier(of status: FileStatus) -> String?? { known.withLock { $0[status] } }

    /// Keeps what was read of a video.
    func keep(_ identifier: String?, of status: FileStatus) {
        known.withLock { known in
            if known.count >= Self.maximum { known = [:] }
            known[status] = .some(identifier)
        }
    }
}
