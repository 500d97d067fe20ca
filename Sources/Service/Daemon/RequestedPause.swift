internal import Synchronization
internal import UprightEngine

/// The pause of a lane that a user requests (`upright queue pause`).
final class RequestedPause: Sendable {
    private struct State {
        var reason: PauseReason?
        var isStopped = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// The reason and start of the pause; nil if there is none.
    var reason: PauseReason? { state.withLock { $0.reason } }

    /// Starts a pause or, with nil, ends it.
    func set(_ reason: PauseReason?) {
        change { $0.reason = reason }
    }

    /// Releases all waiters permanently, because the lane ends.
    func stop() {
        change { $0.isStopped = true }
    }

    /// Waits until there is no pause, or the lane ends.
    func waitUntilOver() async {
        while true {
            let isOver = state.withLock { $0.reason == nil || $0.isStopped }
            if isOver { return }
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.reason == nil || state.isStopped { return true }
                    state.waiting.append(continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let waiting = state.withLock { state in
            body(&state)
            guard state.reason == nil || state.isStopped else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
