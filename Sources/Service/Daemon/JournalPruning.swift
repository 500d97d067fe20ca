internal import UprightBytes
internal import UprightEngine
internal import UprightFiles
public import UprightJournal

/// Removes rows of the journal that are no longer needed.
public struct JournalPruning: Sendable {
    private let journal: Journal

    /// Creates the pruning of a journal.
    public init(_ journal: Journal) { self.journal = journal }

    /// Removes the rows of files whose source no longer exists and whose last try ended longer ago than `age`.
    ///
    /// - Returns: The number of removed rows.
    @discardableResult
    public func prune(olderThan age: Duration) async throws(JournalError) -> Int {
        let before = PictureEngine.milliseconds().subtractingSaturated(age.milliseconds)
        var removed = 0
        var next: Int64? = 0
        while let after = next {
            let page = try await journal.page(after: after)
            next = page.next
            let old = page.records.filter { $0.state == .finished && ($0.finished ?? .max) < before }
            let gone = await offTheCooperativePool { old.filter { Self.isGone($0.source) }.map(\.source) }
            removed += try await journal.remove(gone)
        }
        return removed
    }

    private static func isGone(_ source: RawPath) -> Bool {
        do throws(FileError) {
            return try OpenFolder(source.parent).statusIfPresent(of: RawPath(bytes: source.name)) == nil
        } catch {
            return error.isAbsence
        }
    }
}
