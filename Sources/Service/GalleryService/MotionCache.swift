internal import Synchronization
internal import UprightBase
internal import UprightFiles

/// Keeps the last films that were taken out of pictures, and which pictures have none.
final class MotionCache: Sendable {
    /// What is known of a picture.
    struct Known: Sendable {
        /// The film, in memory; nil if the picture has none.
        let file: OpenFile?
    }

    private struct State {
        var none: Set<FileStatus> = []
        var films: [(status: FileStatus, file: OpenFile, bytes: Int)] = []
    }

    private let state = Mutex(State())

    /// The most pictures without a film to remember.
    private static let maximumNone = 10_000
    /// The most bytes of films to keep; the last one is kept whatever its size.
    private static let maximumBytes = 64 << 20

    /// What is known of the picture with a status; nil if nothing is.
    func film(of status: FileStatus) -> Known? {
        state.withLock { state in
            if state.none.contains(status) { return Known(file: nil) }
            return state.films.first { $0.status == status }.map { Known(file: $0.file) }
        }
    }

    /// Keeps the film of a picture, of a number of bytes; nil for none.
    func keep(_ film: OpenFile?, bytes: Int, of status: FileStatus) {
        state.withLock { state in
            guard let film else {
                if state.none.count >= Self.maximumNone { state.none = [] }
                state.none.insert(status)
                return
            }
            state.films.append((status, film, bytes))
            var total = state.films.reduce(0) { $0.addingSaturated($1.bytes) }
            while total > Self.maximumBytes, state.films.count > 1 { total -= state.films.removeFirst().bytes }
        }
    }
}
