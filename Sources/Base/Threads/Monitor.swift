internal import Synchronization

/// A state that tasks share, and wait for: each goes on when the state lets it, in the order in which they came.
///
/// A task waits with a closure that takes what it needs from the state, or returns nil if it is not there. The closure is called
/// at once, and again whenever the state may have changed.
package final class Monitor<State: Sendable>: Sendable {
    private struct Waiter: Sendable {
        let number: Int
        /// Returns what resumes the task; nil if it has to go on waiting.
        let attempt: @Sendable (inout State) -> (@Sendable () -> Void)?
        let giveUp: @Sendable () -> Void
    }

    private struct Content: Sendable {
        var state: State
        let isInTurn: Bool
        var waiters: [Waiter] = []
        var number = 0

        /// Removes those that can go on, and returns what resumes them.
        mutating func served() -> [@Sendable () -> Void] {
            var served: [@Sendable () -> Void] = []
            var index = 0
            while index < waiters.count {
                if let resume = waiters[index].attempt(&state) {
                    waiters.remove(at: index)
                    served.append(resume)
                    // What it took or gave can be another one's turn.
                    index = 0
                } else {
                    if isInTurn { break }
                    index += 1
                }
            }
            return served
        }
    }

    private let content: Mutex<Content>

    /// - Parameter isInTurn: whether nobody goes on before those that came earlier.
    package init(_ state: State, isInTurn: Bool = false) { content = Mutex(Content(state: state, isInTurn: isInTurn)) }

    /// The number of tasks that wait.
    package var waiting: Int { content.withLock { $0.waiters.count } }

    /// Reads or changes the state.
    package func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, served) = content.withLock { content in
            let result = body(&content.state)
            return (result, content.served())
        }
        for resume in served { resume() }
        return result
    }

    /// Waits until the closure returns a value; returns nil if the task is cancelled before.
    package func wait<Value: Sendable>(for take: @escaping @Sendable (inout State) -> Value?) async -> Value? {
        let number = content.withLock { content in
            content.number += 1
            return content.number
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                enqueue(
                    number, take, resume: { continuation.resume(returning: $0) },
                    giveUp: { continuation.resume(returning: nil) })
            }
        } onCancel: {
            let waiter = content.withLock { content in
                content.waiters.firstIndex { $0.number == number }.map { content.waiters.remove(at: $0) }
            }
            waiter?.giveUp()
        }
    }

    /// Waits until the closure returns a value, even if the task is cancelled: what has begun is finished.
    package func waitToTheEnd<Value: Sendable>(for take: @escaping @Sendable (inout State) -> Value?) async -> Value {
        await withCheckedContinuation { continuation in
            enqueue(0, take, resume: { continuation.resume(returning: $0) }, giveUp: {})
        }
    }

    /// - Parameter number: identifies one that gives up if its task is cancelled; 0 for one that does not.
    private func enqueue<Value: Sendable>(
        _ number: Int, _ take: @escaping @Sendable (inout State) -> Value?,
        resume: @escaping @Sendable (Value) -> Void, giveUp: @escaping @Sendable () -> Void
    ) {
        let waiter = Waiter(
            number: number,
            attempt: { state in
                guard let value = take(&state) else { return nil }
                return { resume(value) }
            }, giveUp: giveUp)
        let served = content.withLock { content -> [@Sendable () -> Void] in
            if !content.isInTurn || content.waiters.isEmpty, let resume = waiter.attempt(&content.state) {
                return [resume] + content.served()
            }
            // One that is cancelled from now on is found among those that wait.
            if number != 0, Task.isCancelled { return [giveUp] }
            content.waiters.append(waiter)
            return []
        }
        for resume in served { resume() }
    }
}

/// Whether something has happened, for tasks that wait for it.
package typealias EventFlag = Monitor<Bool>

extension Monitor where State == Bool {
    package var isSet: Bool { withLock { $0 } }

    package func set() { withLock { $0 = true } }

    /// Waits until it is set, or the task is cancelled.
    package func wait() async { _ = await wait { isSet in isSet ? true : nil } }

    /// Waits until it is set, or the task is cancelled, and clears it.
    package func consume() async {
        _ = await wait { isSet in
            defer { isSet = false }
            return isSet ? true : nil
        }
    }
}
