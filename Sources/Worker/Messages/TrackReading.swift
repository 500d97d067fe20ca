/// The result of reading a track.
public struct TrackReading: Sendable, Hashable, Codable {
    /// The number of fixes that were written.
    public var points = 0
    /// Why the file could not be read; empty if it could.
    public var reason = ""

    /// The maximum size of a track file: 256 MiB.
    public static let largestSize = 256 << 20
}
