internal import Glibc
internal import Synchronization

/// The progress of a scan in one plane, for the scans that follow it.
final class RowProgress: Sendable {
    private let rows = Atomic(0)

    /// Sets the number of finished block rows; `Int.max` at the end, whether the scan succeeded or failed.
    func finish(_ count: Int) { rows.store(count, ordering: .releasing) }

    /// Waits until the given number of rows is finished, and returns the number of finished rows.
    func wait(for count: Int) -> Int {
        while true {
            let done = rows.load(ordering: .acquiring)
            if done >= count { return done }
            // The scan runs on another thread, which may need this processor.
            sched_yield()
        }
    }
}
