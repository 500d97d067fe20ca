internal import UprightEngine
internal import UprightFiles

/// Caches the figures of the drop folders. Taking them accesses files, which can hang with their file system, so callers
/// never wait for longer than a limit.
actor FigureKeeper {
    private let gather: @Sendable () async -> [RawPath: FolderFigures]?
    private var last: (figures: [RawPath: FolderFigures], time: ContinuousClock.Instant)?
    private var taking: Task<Void, Never>?

    private static let age = Duration.seconds(2)
    private static let longestWait = Duration.seconds(2)

    /// - Parameter take: Takes the figures; returns nil if that is impossible now, which keeps the last ones.
    init(_ take: @escaping @Sendable () async -> [RawPath: FolderFigures]?) { self.gather = take }

    /// The last figures, at once. If they are old, new ones are taken in the background.
    func atHand() -> [RawPath: FolderFigures] {
        refresh()
        return last?.figures ?? [:]
    }

    /// Figures that are at most two seconds old, or the last ones if taking new ones takes longer than that.
    func current() async -> [RawPath: FolderFigures] {
        refresh()
        if let taking {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await taking.value }
                group.addTask {
                    // Cancelled when the figures arrive.
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
            if let figures = await gather() { last = (figures, .now) }
            taking = nil
        }
    }
}
