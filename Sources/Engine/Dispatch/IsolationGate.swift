internal import UprightBase

/// Lets pictures be worked on in parallel, or one of them alone: meanwhile no other picture is worked on, in any lane.
///
/// First come, first served: no picture overtakes one that waits to be alone, so that a full folder cannot delay it
/// forever.
///
/// After a picture was killed beside others, the next pictures are worked on alone, too: twice as many after each such kill,
/// until as many have been worked on beside others without one.
final class IsolationGate: Sendable {
    private struct State {
        var inside = 0
        var isTakenAlone = false
        /// How many pictures are worked on alone after a kill.
        var cautious = 0
        /// How many of them are left.
        var cautiousLeft = 0
        /// How many pictures have been worked on beside others since the last kill.
        var calm = 0

        func admits(alone: Bool) -> Bool { !isTakenAlone && (!alone || inside == 0) }

        mutating func record(killed: Bool) {
            if killed {
                // Others that were killed at the same time do not count again.
                if cautiousLeft == 0 { cautious = min(max(cautious * 2, minimumCautious), maximumCautious) }
                (cautiousLeft, calm) = (cautious, 0)
            } else if cautious > 0 {
                calm += 1
                if calm >= cautious { (cautious, calm) = (0, 0) }
            }
        }
    }

    private let state = Monitor(State(), isInTurn: true)

    private static let minimumCautious = 8
    private static let maximumCautious = 512

    /// Waits until the picture may be worked on, even if the task is cancelled.
    ///
    /// - Returns: whether it is worked on alone.
    func enter(alone: Bool) async -> Bool {
        let isAlone = state.withLock { state in
            guard !alone, state.cautiousLeft > 0 else { return alone }
            state.cautiousLeft -= 1
            return true
        }
        return await state.waitToTheEnd { state in
            guard state.admits(alone: isAlone) else { return nil }
            state.inside += 1
            state.isTakenAlone = isAlone
            return isAlone
        }
    }

    /// Reports that the work on a picture has ended.
    ///
    /// - Parameter killed: whether its worker was killed.
    func leave(killed: Bool = false) {
        state.withLock { state in
            if !state.isTakenAlone { state.record(killed: killed) }
            state.inside -= 1
            state.isTakenAlone = false
        }
    }
}
