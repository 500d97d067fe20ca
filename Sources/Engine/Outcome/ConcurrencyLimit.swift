/// Limits how many tasks run at a time; the others wait in the order in which they arrive.
package actor ConcurrencyLimit {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var head = 0

    /// Creates a limit of `count` tasks, at least one.
    package init(_ count: Int) { free = max(count, 1) }

    /// Waits until a task may run.
    package func acquire() async {
        if free > 0 {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Reports that a task has ended, and resumes the next one.
    package func release() {
        guard head < waiting.count else {
            waiting.removeAll(keepingCapacity: true)
            head = 0
            free += 1
            return
        }
        let next = waiting[head]
        head += 1
        if head > 1_000, head * 2 > waiting.count {
            waiting.removeFirst(head)
            head = 0
        }
        next.resume()
    }
}
