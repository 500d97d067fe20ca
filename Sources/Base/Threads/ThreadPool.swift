internal import Dispatch
internal import Synchronization

/// Threads that wait for work to share, so that no thread has to be started for it.
///
/// They are system threads and receive no signals. They end with the pool.
public final class ThreadPool: Sendable {
    /// The default of 8 MiB per stack would use up address space where that is limited.
    private static let stackBytes = 1 << 20

    private let core = Core()

    /// The number of threads.
    public let count: Int

    /// Creates a pool of `wanted` threads, or fewer if the system grants fewer.
    ///
    /// All threads have started when this returns: a system-call filter that is installed afterwards does not affect
    /// their start.
    public init(_ wanted: Int) {
        var started = 0
        while started < wanted, SystemThread.run(stackBytes: Self.stackBytes, { [core] in core.serve() }) {
            started += 1
        }
        count = started
        core.awaitStart(of: started)
    }

    deinit { core.end(count) }

    /// Calls `body` once with each number below `count`, on the calling thread and on up to `helpers` others, and
    /// returns when all calls have returned.
    ///
    /// If the pool is busy, the calling thread does all of the work.
    func perform(_ count: Int, helpers: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let invited = min(helpers, self.count, count - 1)
        let isShared = invited > 0 && core.share(count, invited: invited, body)
        if !isShared { for index in 0..<max(count, 0) { body(index) } }
    }
}

extension ThreadPool {
    /// The state that the threads share with the pool and keep alive.
    private final class Core: Sendable {
        private struct Job {
            let body: @Sendable (Int) -> Void
            let count: Int
            var next = 0
            /// The number of calls that threads of the pool are executing.
            var running = 0
            var isAwaited = false

            mutating func claim() -> Int? {
                guard next < count else { return nil }
                defer { next += 1 }
                return next
            }
        }

        private struct State {
            var job: Job?
            var hasEnded = false
        }

        private let state = Mutex(State())
        private let wake = DispatchSemaphore(value: 0)
        private let done = DispatchSemaphore(value: 0)
        private let ready = DispatchSemaphore(value: 0)

        /// Does the work, or returns false if the pool is busy.
        func share(_ count: Int, invited: Int, _ body: @escaping @Sendable (Int) -> Void) -> Bool {
            let isFree = state.withLock { state in
                guard state.job == nil else { return false }
                state.job = Job(body: body, count: count)
                return true
            }
            guard isFree else { return false }
            for _ in 0..<invited { wake.signal() }
            while let index = state.withLock({ $0.job?.claim() }) { body(index) }
            let isAwaited = state.withLock { state in
                let isAwaited = (state.job?.running ?? 0) > 0
                state.job?.isAwaited = isAwaited
                return isAwaited
            }
            if isAwaited { done.wait() }
            state.withLock { $0.job = nil }
            return true
        }

        /// Runs a thread's loop until the pool ends.
        func serve() {
            ready.signal()
            while true {
                wake.wait()
                while let (index, body) = begin() {
                    body(index)
                    finish()
                }
                if state.withLock(\.hasEnded) { return }
            }
        }

        func awaitStart(of threads: Int) {
            for _ in 0..<threads { ready.wait() }
        }

        func end(_ threads: Int) {
            state.withLock { $0.hasEnded = true }
            for _ in 0..<threads { wake.signal() }
        }

        private func begin() -> (Int, @Sendable (Int) -> Void)? {
            state.withLock { state in
                guard let index = state.job?.claim(), let body = state.job?.body else { return nil }
                state.job?.running += 1
                return (index, body)
            }
        }

        private func finish() {
            let isLast = state.withLock { state in
                state.job?.running -= 1
                return state.job?.isAwaited == true && state.job?.running == 0
            }
            if isLast { done.signal() }
        }
    }
}
