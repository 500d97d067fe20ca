internal import Dispatch

/// Runs blocking work (file-system calls, codecs) on a separate thread instead of one of the few that all tasks share:
/// a task that waits for a disk would keep the others from running.
public func offTheCooperativePool<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        blockingWork.async { continuation.resume(returning: work()) }
    }
}

/// Runs blocking work that can throw on a separate thread.
public func offTheCooperativePool<Value: Sendable, Failure: Error>(
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

/// Runs blocking work `count` times in parallel, with the numbers from 0, once on this thread; returns when all is
/// done.
func onBlockingThreads(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
    let others = DispatchGroup()
    for number in 1..<max(count, 1) { blockingWork.async(group: others) { work(number) } }
    if count > 0 { work(0) }
    others.wait()
}

private let blockingWork = DispatchQueue(label: "upright.blocking", attributes: .concurrent)
