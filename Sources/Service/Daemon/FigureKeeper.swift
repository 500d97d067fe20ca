internal import UprightEngine
internal import UprightFiles
internal import UprightJournal

/// Keeps the figures of the drop folders at hand. Taking them reads files, which may hang with their file system: nobody has to
/// wait for it.
actor FigureKeeper {
    private let take: @Sendable () async -> [RawPath: FolderFigures]?
    private var last: (figures: [RawPath: FolderFigures], time: ContinuousClock.Instant)?
    private var taking: Task<Void, Never>?

    private static let age = Duration.seconds(2)
    private static let longestWait = Duration.seconds(2)

    /// - Parameter take: takes the figures; nil where that is impossible now, and the last ones stay.
    init(_ take: @escaping @Sendable () async -> [RawPath: FolderFigures]?) { self.take = take }

    /// The last figures; new ones are taken meanwhile where these are old.
    func atHand() -> [RawPath: FolderFigures] {
        refresh()
        return last?.figures ?? [:]
    }

    /// Figures that are no older than two seconds, or the last ones where taking them takes longer than that.
    func current() async -> [RawPath: FolderFigures] {
        refresh()
        if let taking {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await taking.value }
                group.addTask {
                    // Cancelled when the figures are there.
                    do { try await Task.sleep(for: Self.longestWait) } catch { return }
                }
                await group.next()
                group.cancelAll()
            }
        }
        return last?.figures ?? [:]
    }

    private func refresh() {
        if let last, ContinuousClock.now - last.time < Self.age { return }
        guard taking == nil else { return }
        taking = Task {
            if let figures = await take() { last = (figures, .now) }
            taking = nil
        }
    }
}
