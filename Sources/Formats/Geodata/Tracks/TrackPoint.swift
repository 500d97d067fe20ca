/// A fix: a position and its time.
public struct TrackPoint: Hashable, Sendable {
    /// Seconds since 1970 (UTC).
    public var time: Double
    /// The position.
    public var position: Position

    /// Creates a fix.
    public init(time: Double, position: Position) {
        self.time = time
        self.position = position
    }
}
