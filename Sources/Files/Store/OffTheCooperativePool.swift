internal import Dispatch
internal import Synchronization

/// Runs blocking work (file-system calls, codecs) on a separate thread instead of one of the few that all tasks share:
/// a task that waits for a disk would keep the others from running.
package func offTheCooperativePool<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        blockingWork.async { continuation.resume(returning: work()) }
    }
}

/// Runs blocking work that can throw on a separate thread.
package func offTheCooperativePool<Value: Sendable, Failure: Error>(
    throwing work: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
        blockingWork.async {
            do throws(Failure) { continuation.resume(returning: .success(try work())) } catch {
                continuation.resume(returning: .failure(error))
            }
        }
    }
    return try result.get()
}

/// Runs blocking work on each of the numbers below `count`, shared among up to `threads` threads; returns when all is done.
///
/// This thread takes part, and waits only for what others have begun: where there is one processor, libdispatch starts a
/// second thread only after a second.
func shareOnBlockingThreads(_ count: Int, threads: Int, _ work: @escaping @Sendable (Int) -> Void) {
    let share = BlockingShare(count: count, work: work)
    for _ in 1..<max(min(threads, count), 1) { blockingWork.async { share.help() } }
    share.finish()
}

/// Numbers that several threads take in turn.
private final class BlockingShare: Sendable {
    private struct State {
        var next = 0
        /// Nil at the end: a thread that starts late keeps nothing open.
        var work: (@Sendable (Int) -> Void)?
    }

    private let count: Int
    private let state: Mutex<State>
    private let helped = DispatchSemaphore(value: 0)

    init(count: Int, work: @escaping @Sendable (Int) -> Void) {
        self.count = count
        state = Mutex(State(work: work))
    }

    /// Does the work on the next number; returns false if there is none.
    private func doNext() -> Bool {
        let taken = state.withLock { state -> (number: Int, work: @Sendable (Int) -> Void)? in
            guard state.next < count, let work = state.work else { return nil }
            defer { state.next += 1 }
            return (state.next, work)
        }
        guard let taken else { return false }
        taken.work(taken.number)
        return true
    }

    func help() { while doNext() { helped.signal() } }

    func finish() {
        var own = 0
        while doNext() { own += 1 }
        for _ in own..<count { helped.wait() }
        state.withLock { $0.work = nil }
    }
}

private let blockingWork = DispatchQueue(label: "upright.blocking", attributes: .concurrent)
