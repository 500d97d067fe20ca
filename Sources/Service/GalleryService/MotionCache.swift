internal import Synchronization
internal import UprightBase
internal import UprightFiles

/// Keeps the last videos that were taken out of pictures, and which pictures have none.
final class MotionCache: Sendable {
    /// What is known of a picture.
    struct Known: Sendable {
        /// The video, in memory; nil if the picture has none.
        let file: OpenFile?
    }

    private struct State {
        var none: Set<FileStatus> = []
        var videos: [(status: FileStatus, file: OpenFile, bytes: Int)] = []
    }

    private let state = Mutex(State())

    /// The most pictures without a video to remember.
    private static let maximumNone = 10_000
    /// The most bytes of videos to keep; the last one is kept whatever its size.
    private static let maximumBytes = 64 << 20

    /// What is known of the picture with a status; nil if nothing is.
    func video(of status: FileStatus) -> Known? {
        state.withLock { state in
            if state.none.contains(status) { return Known(file: nil) }
            return state.videos.first { $0.status == status }.map { Known(file: $0.file) }
        }
    }

    /// Keeps the video of a picture, of a number of bytes; nil for none.
    func keep(_ video: OpenFile?, bytes: Int, of status: FileStatus) {
        state.withLock { state in
            guard let video else {
                if state.none.count >= Self.maximumNone { state.none = [] }
                state.none.insert(status)
                return
            }
            state.videos.append((status, video, bytes))
            var total = state.videos.reduce(0) { $0.addingSaturated($1.bytes) }
            while total > Self.maximumBytes, state.videos.count > 1 { total -= state.videos.removeFirst().bytes }
        }
    }
}
