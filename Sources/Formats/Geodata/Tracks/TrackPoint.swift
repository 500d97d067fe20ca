/// A fix: a position and its time.
package struct TrackPoint: Hashable, Sendable {
    /// Seconds since 1970 (UTC).
    package var time: Double
    package var position: Position

    package init(time: Double, position: Position) {
        self.time = time
        self.position = position
    }
}
