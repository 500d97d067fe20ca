internal import Logging
internal import Synchronization
internal import UprightEngine
internal import UprightFiles
internal import UprightThreads

/// Notices when work finds no thread to run on. Where a process may start no more of them, everything that could tell what is
/// wrong waits as well; so this has a thread of its own, and that one writes to the log.
final class ThreadWatch: Sendable {
    private struct State {
        var lastBeat = ContinuousClock.now
        var isStalled = false
        var isEnded = false
    }

    private let state = Mutex(State())
    private let log: DaemonLog

    private static let interval = Duration.seconds(1)
    private static let limit = Duration.seconds(5)
    private static let stackBytes = 256 << 10

    private static let fault = Fault(
        .process,
        "work has waited for a thread for \(limit): expected room for threads and processes; raise TasksMax of the unit, "
            + "pids.max of the control group, or the limit on processes (ulimit -u)")

    /// A watch that has begun.
    init(_ log: DaemonLog) {
        self.log = log
        let isStarted = SystemThread.run(stackBytes: Self.stackBytes) { [weak self] in
            while let self, !self.check() { SystemThread.sleep(Self.interval) }
        }
        if !isStarted { log.error("no thread can be started: \(Self.fault.message)") }
    }

    deinit { end() }

    /// Lets its thread end.
    func end() { state.withLock { $0.isEnded = true } }

    /// Has work done on a period, until the task is cancelled.
    ///
    /// - Parameter report: told of the fault every few seconds, for as long as it lasts.
    func run(_ report: @escaping @Sendable (Fault) async -> Void) async {
        while !Task.isCancelled {
            let reporting = Task {
                while true {
                    do { try await Task.sleep(for: Self.limit) } catch { return }
                    await report(Self.fault)
                }
            }
            await offTheCooperativePool {}
            reporting.cancel()
            beat()
            do { try await Task.sleep(for: Self.interval) } catch { return }
        }
    }

    private func beat() {
        let wasStalled = state.withLock { state in
            state.lastBeat = ContinuousClock.now
            defer { state.isStalled = false }
            return state.isStalled
        }
        if wasStalled { log.notice("there are threads again; going on") }
    }

    /// - Returns: whether the watch has ended.
    private func check() -> Bool {
        let (isNews, isEnded) = state.withLock { state in
            let isLate = ContinuousClock.now - state.lastBeat > Self.limit
            defer { state.isStalled = state.isStalled || isLate }
            return (isLate && !state.isStalled, state.isEnded)
        }
        if isNews, !isEnded { log.error("nothing goes on: \(Self.fault.message)") }
        return isEnded
    }
}
