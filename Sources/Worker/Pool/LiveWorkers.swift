internal import CUprightLinux
internal import Glibc
internal import Synchronization

/// The worker processes that this process has started and not waited for.
///
/// A process that ends first leaves them to init, and `time` does not see the processor time that they took.
package enum LiveWorkers {
    private struct State {
        var running: Set<pid_t> = []
        /// How many are being waited for by the thread that ended them.
        var ending = 0
    }

    private static let state = Mutex(State())

    static func started(_ identifier: pid_t) { state.withLock { _ = $0.running.insert(identifier) } }

    /// Waits for a worker to end.
    static func reap(_ identifier: pid_t) -> (status: Int32, signal: Int32) {
        // From here on nobody else signals this process: once it is waited for, its number can belong to another.
        state.withLock { state in
            state.running.remove(identifier)
            state.ending += 1
        }
        var status: Int32 = -1
        var signal: Int32 = 0
        var peak: Int64 = 0
        _ = clinux_reap(identifier, &status, &signal, &peak)
        state.withLock { $0.ending -= 1 }
        return (status, signal)
    }

    /// Ends all workers and waits until they are gone, for at most two seconds. Call it when this process is about to end.
    package static func end() {
        let running = state.withLock { state in
            defer { state.running = [] }
            return state.running
        }
        for worker in running { kill(worker, SIGKILL) }
        var left = running
        for _ in 0..<10_000 {
            for worker in left {
                var status: Int32 = 0
                if waitpid(worker, &status, WNOHANG) != 0 { left.remove(worker) }
            }
            if left.isEmpty, state.withLock({ $0.ending }) == 0 { return }
            usleep(200)
        }
    }
}
