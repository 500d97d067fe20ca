/// Lets pictures be worked on in parallel, or one of them alone: meanwhile no other picture is worked on, in any lane.
///
/// First come, first served: no picture overtakes one that waits to be alone, so that a full folder cannot delay it
/// forever.
///
/// After a picture was killed beside others, the next pictures are worked on alone, too: twice as many after each such kill,
/// until as many have been worked on beside others without one.
actor IsolationGate {
    private struct Waiter {
        var isAlone: Bool
        var continuation: CheckedContinuation<Void, Never>
    }

    private var inside = 0
    private var isTakenAlone = false
    private var waiting: [Waiter] = []
    /// How many pictures are worked on alone after a kill.
    private var cautious = 0
    /// How many of them are left.
    private var cautiousLeft = 0
    /// How many pictures have been worked on beside others since the last kill.
    private var calm = 0

    private static let minimumCautious = 8
    private static let maximumCautious = 512

    /// Waits until the picture may be worked on.
    ///
    /// - Returns: whether it is worked on alone.
    func enter(alone: Bool) async -> Bool {
        let isCautious = !alone && cautiousLeft > 0
        if isCautious { cautiousLeft -= 1 }
        let alone = alone || isCautious
        if waiting.isEmpty, admits(alone: alone) {
            admit(alone: alone)
        } else {
            await withCheckedContinuation { waiting.append(Waiter(isAlone: alone, continuation: $0)) }
        }
        return alone
    }

    /// Reports that the work on a picture has ended.
    ///
    /// - Parameter killed: whether its worker was killed.
    func leave(killed: Bool = false) {
        if !isTakenAlone { note(killed: killed) }
        inside -= 1
        isTakenAlone = false
        while let next = waiting.first, admits(alone: next.isAlone) {
            waiting.removeFirst()
            admit(alone: next.isAlone)
            next.continuation.resume()
        }
    }

    private func note(killed: Bool) {
        if killed {
            // Others that were killed at the same time do not count again.
            if cautiousLeft == 0 { cautious = min(max(cautious * 2, Self.minimumCautious), Self.maximumCautious) }
            (cautiousLeft, calm) = (cautious, 0)
        } else if cautious > 0 {
            calm += 1
            if calm >= cautious { (cautious, calm) = (0, 0) }
        }
    }

    private func admits(alone: Bool) -> Bool { !isTakenAlone && (!alone || inside == 0) }

    private func admit(alone: Bool) {
        inside += 1
        isTakenAlone = alone
    }
}
