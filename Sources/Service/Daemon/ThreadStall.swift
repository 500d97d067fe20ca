/// Whether work finds threads, told by signs of life that need one.
package struct ThreadStall: Sendable {
    /// How long no sign of life may come.
    package static let longest = Duration.seconds(5)
    /// The same, where no thread can be started meanwhile.
    package static let longestWithoutThreads = Duration.seconds(3)

    private var lastBeat: ContinuousClock.Instant
    package private(set) var isStalled = false

    /// Begins as if a sign of life had come.
    package init(at time: ContinuousClock.Instant) { lastBeat = time }

    /// A sign of life has come. Returns whether it ends a stall.
    @discardableResult
    package mutating func beat(at time: ContinuousClock.Instant) -> Bool {
        lastBeat = time
        defer { isStalled = false }
        return isStalled
    }

    /// Looks how long ago the last sign of life was. Returns whether a stall has begun.
    ///
    /// - Parameter canStart: whether a thread can be started now; asked only where it matters.
    package mutating func check(at time: ContinuousClock.Instant, canStart: () -> Bool) -> Bool {
        guard !isStalled else { return false }
        let silence = time - lastBeat
        isStalled = silence > Self.longest || (silence > Self.longestWithoutThreads && !canStart())
        return isStalled
    }
}
