internal import CUprightLinux
internal import Logging
internal import Synchronization
internal import UprightEngine
internal import UprightFiles
internal import UprightBase

/// Detects that work finds no thread to run on. If a process cannot start more threads, everything that could report this
/// waits as well, so the watch has its own thread, which writes to the log.
final class ThreadWatch: Sendable {
    private struct State {
        var stall = ThreadStall(at: .now)
        var reason: PauseReason?
        var isStarted = false
        var isEnded = false
    }

    private let state = Mutex(State())
    private let log: DaemonLog

    private static let interval = Duration.seconds(1)
    private static let stackBytes = 256 << 10

    private static let fault = Fault(
        .process,
        "no thread was available for several seconds: too few threads or processes are permitted; "
            + ProcessRoom.threadAdvice)

    /// Starts the watch.
    init(_ log: DaemonLog) {
        self.log = log
        if !start() { log.error("no thread can be started: \(Self.fault.message)") }
    }

    deinit { end() }

    /// Why no work progresses; nil if it does.
    var reason: PauseReason? { state.withLock(\.reason) }

    func end() { state.withLock { $0.isEnded = true } }

    /// Runs a small piece of work periodically, until the task is cancelled.
    ///
    /// - Parameter report: Called with the fault every few seconds for as long as it lasts.
    func run(_ report: @escaping @Sendable (Fault) async -> Void) async {
        while !Task.isCancelled {
            let reporting = Task {
                while true {
                    do { try await Task.sleep(for: ThreadStall.longest) } catch { return }
                    await report(Self.fault)
                }
            }
            await offTheCooperativePool {}
            reporting.cancel()
            beat()
            _ = start()
            do { try await Task.sleep(for: Self.interval) } catch { return }
        }
    }

    /// Starts its thread, unless it has one. Returns whether it has one now.
    private func start() -> Bool {
        state.withLock { state in
            guard !state.isStarted, !state.isEnded else { return true }
            state.stall.beat(at: .now)
            state.isStarted = SystemThread.run(stackBytes: Self.stackBytes) { [weak self] in
                while let self, !self.check() { SystemThread.sleep(Self.interval) }
            }
            return state.isStarted
        }
    }

    private func beat() {
        let wasStalled = state.withLock { state in
            state.reason = nil
            return state.stall.beat(at: .now)
        }
        if wasStalled { log.notice("threads are available again; work continues") }
    }

    /// - Returns: Whether the watch has ended.
    private func check() -> Bool {
        let (isNews, isEnded) = state.withLock { state in
            guard !state.isEnded else { return (false, true) }
            let isNews = state.stall.check(at: .now) { clinux_thread_room(1) == 1 }
            if isNews {
                state.reason = PauseReason(
                    Self.fault.kind, Self.fault.message, since: PictureEngine.milliseconds())
            }
            return (isNews, false)
        }
        if isNews { log.error("no work progresses: \(Self.fault.message)") }
        return isEnded
    }
}
