internal import Synchronization

/// What the kernel's notifications say about the writers of files, for file systems and users for which it grants no lease.
///
/// A file whose creation was seen is closed when every opening was followed by a closing, and the last writing by a closing.
/// The kernel merges equal notifications that follow one another, so the count of openings is a lower bound: if it does not
/// fit the closings, nothing is known. Nothing is known either of files that existed before they were watched, that were
/// moved here from elsewhere, or of any file after notifications were lost.
package final class WriterEvidence: Sendable {
    /// What is known of the writers of a file.
    package enum Answer: Sendable, Hashable {
        /// A process has written to the file and has not closed it.
        case writing
        case closed
        /// Neither is known.
        case unknown
    }

    private struct Entry {
        /// Whether its creation was seen.
        var isWhole: Bool
        /// How many processes have it open.
        var openings = 0
        /// Whether it was written to, or created, after a writer closed it last.
        var isWritten = true
        /// Whether openings and closings fit each other.
        var isCounted = true
    }

    private struct Table {
        var entries: [RawPath: Entry] = [:]
        /// Files on their way from one name to another, by the notifications' cookie.
        var moving: [UInt32: Entry] = [:]
    }

    private let table = Mutex(Table())

    /// The most files to know something of: beyond it, those that are closed are forgotten, which only delays them.
    private static let capacity = 32_768
    private static let maximumMoving = 1_024

    package init() {}

    /// What is known of the writers of a file, relative to the watched folder. Ask before opening the file, which counts.
    package func answer(for path: RawPath) -> Answer {
        table.withLock { table in
            guard let entry = table.entries[path] else { return .unknown }
            if entry.isWritten, entry.openings > 0 { return .writing }
            return entry.isWhole && entry.isCounted && !entry.isWritten && entry.openings == 0 ? .closed : .unknown
        }
    }

    /// The number of files of which something is known.
    package var count: Int { table.withLock { $0.entries.count } }

    package func created(_ path: RawPath) { put(Entry(isWhole: true), at: path) }

    package func opened(_ path: RawPath) { table.withLock { $0.entries[path]?.openings += 1 } }

    package func written(_ path: RawPath) {
        let isKnown = table.withLock { table in
            guard var entry = table.entries[path] else { return false }
            entry.isWritten = true
            if entry.openings == 0 {
                if entry.isWhole { entry.isCounted = false } else { entry.openings = 1 }
            }
            table.entries[path] = entry
            return true
        }
        if !isKnown { put(Entry(isWhole: false, openings: 1), at: path) }
    }

    /// - Parameter byWriter: whether the file had been open for writing.
    package func closed(_ path: RawPath, byWriter: Bool) {
        table.withLock { table in
            guard var entry = table.entries[path] else { return }
            if byWriter { entry.isWritten = false }
            if entry.openings > 0 { entry.openings -= 1 } else { entry.isCounted = false }
            table.entries[path] = entry
        }
    }

    package func removed(_ path: RawPath) { table.withLock { _ = $0.entries.removeValue(forKey: path) } }

    package func moved(from path: RawPath, cookie: UInt32) {
        table.withLock { table in
            guard let entry = table.entries.removeValue(forKey: path) else { return }
            // Files that were moved out of the folder never arrive.
            if table.moving.count >= Self.maximumMoving { table.moving = [:] }
            table.moving[cookie] = entry
        }
    }

    package func moved(to path: RawPath, cookie: UInt32) {
        guard let entry = table.withLock({ $0.moving.removeValue(forKey: cookie) }) else { return removed(path) }
        put(entry, at: path)
    }

    /// Forgets the files of a folder that was moved.
    package func forget(below folder: RawPath) {
        table.withLock { table in
            for path in table.entries.keys where path.relative(to: folder) != nil { table.entries[path] = nil }
        }
    }

    /// Forgets everything: notifications were lost.
    package func lost() { table.withLock { $0 = Table() } }

    private func put(_ entry: Entry, at path: RawPath) {
        table.withLock { table in
            if table.entries.count >= Self.capacity {
                table.entries = table.entries.filter { $0.value.isWritten && $0.value.openings > 0 }
                if table.entries.count >= Self.capacity { table.entries = [:] }
            }
            table.entries[path] = entry
        }
    }
}
