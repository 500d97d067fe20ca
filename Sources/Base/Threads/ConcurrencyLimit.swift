/// Limits how many tasks run at a time; the others wait in the order in which they arrive.
package struct ConcurrencyLimit: Sendable {
    private let free: Monitor<Int>

    /// Creates a limit of `count` tasks, at least one.
    package init(_ count: Int) { free = Monitor(max(count, 1), isInTurn: true) }

    /// Waits until a task may run, even if it is cancelled.
    package func acquire() async {
        await free.waitToTheEnd { free -> Void? in
            guard free > 0 else { return nil }
            free -= 1
            return ()
        }
    }

    /// Reports that a task has ended, and resumes the next one.
    package func release() { free.withLock { $0 += 1 } }
}
