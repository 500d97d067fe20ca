internal import UprightBase
internal import UprightEngine

/// Notices that the wall clock was set back: by comparison with the time since the machine started, and at the beginning, since
/// it may have been set before.
package struct ClockWatch: Sendable {
    private var last: (wall: Int64, instant: ContinuousClock.Instant)?

    /// How much less than the other clock the wall clock may have advanced, in milliseconds: it is slowed down to be corrected.
    private static let tolerance: Int64 = 1_000

    /// Creates a watch, whose first answer is yes.
    package init() {}

    /// Whether the clock was, or may have been, set back since the last call.
    ///
    /// - Parameters:
    ///   - wall: the wall clock's time, in milliseconds since 1970.
    ///   - instant: the other clock's.
    package mutating func wasSetBack(
        wall: Int64 = PictureEngine.milliseconds(), instant: ContinuousClock.Instant = .now
    ) -> Bool {
        defer { last = (wall, instant) }
        guard let last else { return true }
        let passed = (instant - last.instant).milliseconds
        return wall < last.wall.addingSaturated(passed).subtractingSaturated(Self.tolerance)
    }
}
