/// What became of a track that was to be read.
public struct TrackReading: Sendable, Hashable, Codable {
    /// How many fixes were written.
    public var points = 0
    /// What is wrong with the file; empty where it could be read.
    public var reason = ""

    /// The most bytes that a track's file may have: 256 MiB.
    public static let largestSize = 256 << 20
}
