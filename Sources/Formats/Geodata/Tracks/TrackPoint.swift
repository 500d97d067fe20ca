/// A fix: where somebody was, and when.
public struct TrackPoint: Hashable, Sendable {
    /// Seconds since 1970 (UTC).
    public var time: Double
    /// Where.
    public var position: Position

    /// A fix.
    public init(time: Double, position: Position) {
        self.time = time
        self.position = position
    }
}
