internal import UprightEngine

/// Takes snapshots on request, but at most twenty per second, so that frequent requests do not slow the lanes down.
actor RecentSnapshot {
    private let make: @Sendable () async -> GenerationSnapshot
    private var last: (task: Task<GenerationSnapshot, Never>, time: ContinuousClock.Instant)?

    private static let age = Duration.milliseconds(50)

    init(_ make: @escaping @Sendable () async -> GenerationSnapshot) { self.make = make }

    /// The snapshot, at most 50 ms old.
    func current() async -> GenerationSnapshot {
        let now = ContinuousClock.now
        if let last, now - last.time < Self.age { return await last.task.value }
        let task = Task { await make() }
        last = (task, now)
        return await task.value
    }
}
