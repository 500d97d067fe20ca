/// Runs the work on pictures in parallel, and alone if their worker was killed: decoders that are short of memory kill one
/// another, and only a picture that is killed alone is too large for the machine.
struct Isolation: Sendable {
    /// Keeps a picture that is worked on alone apart from all others.
    private let gate = IsolationGate()

    /// Works on a picture, and repeats the work alone if its worker was killed beside others.
    ///
    /// - Parameters:
    ///   - alone: whether no other picture may be worked on meanwhile, in any lane.
    ///   - processor: works on the picture.
    ///   - isKilled: whether the worker was killed, according to the result.
    func run<Result>(
        alone: Bool, by processor: any PictureProcessor, isKilled: (Result) -> Bool, _ work: () async -> Result
    ) async -> Result {
        var isAlone = await gate.enter(alone: alone)
        while true {
            // Idle workers keep memory that this one may need.
            if isAlone { await processor.endIdleWorkers() }
            let result = await work()
            let isKilled = isKilled(result)
            gate.leave(killed: isKilled)
            guard isKilled, !isAlone, !Task.isCancelled else { return result }
            isAlone = await gate.enter(alone: true)
        }
    }
}
