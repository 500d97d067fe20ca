internal import Synchronization

/// The mean colours of pictures whose thumbnails were made, until they are stored.
final class NotedColours: Sendable {
    private let colours = Mutex<[Int64: Int]>([:])

    /// Notes the colour of a picture, red in the highest of three bytes.
    func note(_ colour: Int, of photo: Int64) { colours.withLock { $0[photo] = colour } }

    /// Returns the colours that were noted, and forgets them.
    func take() -> [Int64: Int] {
        colours.withLock { colours in
            defer { colours = [:] }
            return colours
        }
    }
}
