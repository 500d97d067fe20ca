internal import Glibc
internal import Synchronization

/// How far a scan has come in one plane, for the scans that go on where it was.
final class RowProgress: Sendable {
    private let rows = Atomic(0)

    /// Tells how many rows of blocks are done; `Int.max` at the end, however it came.
    func finish(_ count: Int) { rows.store(count, ordering: .releasing) }

    /// Waits until the given number of rows is done, and tells how many are.
    func wait(for count: Int) -> Int {
        while true {
            let done = rows.load(ordering: .acquiring)
            if done >= count { return done }
            // The scan is at work on another thread, which may wait for this processor.
            sched_yield()
        }
    }
}
