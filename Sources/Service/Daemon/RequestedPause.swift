internal import UprightEngine
internal import UprightBase

/// The pause of a lane that a user requests (`upright queue pause`).
final class RequestedPause: Sendable {
    private let state = Monitor<(reason: PauseReason?, isStopped: Bool)>((nil, false))

    /// The reason and start of the pause; nil if there is none.
    var reason: PauseReason? { state.withLock { $0.reason } }

    /// Starts a pause or, with nil, ends it.
    func set(_ reason: PauseReason?) { state.withLock { $0.reason = reason } }

    /// Releases all waiters permanently, because the lane ends.
    func stop() { state.withLock { $0.isStopped = true } }

    /// Waits until there is no pause, or the lane ends. Returns false if the task is cancelled before.
    func waitUntilOver() async -> Bool {
        await state.wait { state in state.reason == nil || state.isStopped ? true : nil } ?? false
    }
}
