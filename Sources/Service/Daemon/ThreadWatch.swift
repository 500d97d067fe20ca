internal import Logging
internal import Synchronization
internal import UprightEngine
internal import UprightFiles
internal import UprightThreads

/// Detects that work finds no thread to run on. If a process cannot start more threads, everything that could report this
/// waits as well, so the watch has its own thread, which writes to the log.
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
        "work has waited for a thread for \(limit): too few threads or processes are permitted; raise TasksMax of the unit, "
            + "pids.max of the control group, or the limit on processes (ulimit -u)")

    /// Starts the watch.
    init(_ log: DaemonLog) {
        self.log = log
        let isStarted = SystemThread.run(stackBytes: Self.stackBytes) { [weak self] in
            while let self, !self.check() { SystemThread.sleep(Self.interval) }
        }
        if !isStarted { log.error("no thread can be started: \(Self.fault.message)") }
    }

    deinit { end() }

    /// Ends its thread.
    func end() { state.withLock { $0.isEnded = true } }

    /// Runs a small piece of work periodically, until the task is cancelled.
    ///
    /// - Parameter report: Called with the fault every few seconds for as long as it lasts.
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
        if wasStalled { log.notice("threads are available again; work continues") }
    }

    /// - Returns: Whether the watch has ended.
    private func check() -> Bool {
        let (isNews, isEnded) = state.withLock { state in
            let isLate = ContinuousClock.now - state.lastBeat > Self.limit
            defer { state.isStalled = state.isStalled || isLate }
            return (isLate && !state.isStalled, state.isEnded)
        }
        if isNews, !isEnded { log.error("no work progresses: \(Self.fault.message)") }
        return isEnded
    }
}
