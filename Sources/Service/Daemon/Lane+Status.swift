internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles

extension Lane {
    func snapshot(longest: Duration) async -> GenerationSnapshot {
        var snapshot = GenerationSnapshot()
        let figures = await intake.currentFigures
        snapshot.waiting = max(figures.waiting - busySince.count, 0)
        snapshot.inProgress = busySince.count
        let oldest = [figures.oldest, delayedSince.map { .now - $0 }].compactMap { $0 }.max()
        snapshot.oldestWaiting = oldest.map {
            Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18
        }
        snapshot.overflows = figures.overflows
        snapshot.scans = figures.scans
        let fault = await health.reason
        let pausedReason = requestedPause.reason ?? fault
        snapshot.isPaused = pausedReason != nil
        snapshot.isReady = isReady
        snapshot.folders = [state(snapshot, pausedReason, figures.unreadable)]
        let now = ContinuousClock.now
        let limit = longest * 2 + .seconds(60)
        snapshot.isAlive = busySince.values.allSatisfy { now - $0 < limit }
        return snapshot
    }

    private func state(
        _ snapshot: GenerationSnapshot, _ pausedReason: PauseReason?, _ unreadable: [RawPath: FileError]
    ) -> FolderState {
        var state = FolderState(source: folder.configuration.source, output: folder.configuration.output)
        state.isWatched = isReady
        state.unwatchedReason = unwatchedReason
        state.polledReason = polledReason
        state.pausedReason = pausedReason
        state.waiting = snapshot.waiting
        state.inProgress = snapshot.inProgress
        state.oldestWaiting = snapshot.oldestWaiting
        state.unreadableFolders = unreadable.count
        state.unreadable = unreadable.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }.prefix(20).map {
            "\(folder.source.appending($0.key)): \($0.value)"
        }
        return state
    }
}

/// Forwards notices to a lane, which does not exist yet when its intake is created.
actor NoticeRelay {
    private var receiver: (@Sendable (FolderIntake.Notice) async -> Void)?

    func connect(_ receiver: @escaping @Sendable (FolderIntake.Notice) async -> Void) { self.receiver = receiver }

    func tell(_ notice: FolderIntake.Notice) async { await receiver?(notice) }
}
