internal import UprightBytes
internal import UprightEngine
internal import UprightFiles
public import UprightJournal

/// Removes rows of the journal that are no longer needed.
public struct JournalPruning: Sendable {
    private let journal: Journal

    /// Creates the pruning of a journal.
    public init(_ journal: Journal) { self.journal = journal }

    /// The figures of a pruning.
    public struct Summary: Sendable, Hashable {
        /// The number of removed rows.
        public var removed = 0
        /// The number of rows that would have been removed if their folder were not away.
        public var away = 0
    }

    /// Removes the rows of files whose source no longer exists and whose last try ended longer ago than `age`. While a
    /// folder is away, the rows of its files stay.
    public func prune(olderThan age: Duration) async throws(JournalError) -> Summary {
        let before = PictureEngine.milliseconds().subtractingSaturated(age.milliseconds)
        let folders = try await MarkedFolders(journal)
        var summary = Summary()
        var next: Int64? = 0
        while let after = next {
            let page = try await journal.page(after: after)
            next = page.next
            let old = page.records.filter { $0.state == .finished && ($0.finished ?? .max) < before }
            let findings = await offTheCooperativePool { old.map { ($0.source, folders.finding($0.source)) } }
            summary.removed += try await journal.remove(findings.filter { $0.1 == .gone }.map(\.0))
            summary.away += findings.count { $0.1 == .away }
        }
        return summary
    }
}
