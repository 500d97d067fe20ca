/// Lets pictures be worked on in parallel, or one of them alone: meanwhile no other picture is worked on, in any lane.
///
/// First come, first served: no picture overtakes one that waits to be alone, so that a full folder cannot delay it
/// forever.
actor IsolationGate {
    private struct Waiter {
        var isAlone: Bool
        var continuation: CheckedContinuation<Void, Never>
    }

    private var inside = 0
    private var isTakenAlone = false
    private var waiting: [Waiter] = []

    /// Waits until the picture may be worked on.
    func enter(alone: Bool) async {
        if waiting.isEmpty, admits(alone: alone) { return admit(alone: alone) }
        await withCheckedContinuation { waiting.append(Waiter(isAlone: alone, continuation: $0)) }
    }

    /// Reports that the work on a picture has ended.
    func leave() {
        inside -= 1
        isTakenAlone = false
        while let next = waiting.first, admits(alone: next.isAlone) {
            waiting.removeFirst()
            admit(alone: next.isAlone)
            next.continuation.resume()
        }
    }

    private func admits(alone: Bool) -> Bool { !isTakenAlone && (!alone || inside == 0) }

    private func admit(alone: Bool) {
        inside += 1
        isTakenAlone = alone
    }
}
