/// The result of reading a track.
package struct TrackReading: Sendable, Hashable, Codable {
    /// The number of fixes that were written.
    package var points = 0
    /// Why the file could not be read; empty if it could.
    package var reason = ""

    /// The maximum size of a track file: 256 MiB.
    package static let largestSize = 256 << 20
}
