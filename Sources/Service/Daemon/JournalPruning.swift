internal import UprightBase
internal import UprightEngine
package import UprightFiles

/// Removes rows of the journal that are no longer needed.
package struct JournalPruning: Sendable {
    private let journal: Journal

    package init(_ journal: Journal) { self.journal = journal }

    /// The figures of a pruning.
    package struct Summary: Sendable, Hashable {
        /// The number of removed rows.
        package var removed = 0
        /// The number of rows that would have been removed if their folder were not away.
        package var away = 0
    }

    /// Removes the rows of files whose source no longer exists and whose last try ended longer ago than `age`. While a
    /// folder is away, the rows of its files stay.
    package func prune(olderThan age: Duration) async throws(JournalError) -> Summary {
        let before = PictureEngine.milliseconds().subtractingSaturated(age.milliseconds)
        let folders = try await MarkedFolders(journal)
        var summary = Summary()
        var next: Journal.FinishPlace? = .start
        while let after = next {
            let page = try await journal.sources(finishedBefore: before, after: after)
            next = page.next
            let findings = await offTheCooperativePool { folders.findings(page.sources) }
            let gone = zip(page.sources, findings).filter { $0.1 == .gone }.map(\.0)
            if !gone.isEmpty { summary.removed += try await journal.remove(gone, finishedBefore: before) }
            summary.away += findings.count { $0 == .away }
        }
        return summary
    }
}
