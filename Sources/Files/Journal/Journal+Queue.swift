public import UprightFiles
internal import GRDB

/// What is to be worked on, and what somebody has to look at: the rows that ``Journal/queue(after:limit:)`` gives.
extension Journal {
    /// A row with its number, by which users name it.
    public struct QueueEntry: Sendable, Hashable {
        /// The row's number. It stays the same as long as the row exists.
        public var id: Int64
        /// The row.
        public var record: PictureRecord
    }

    /// What users change about rows.
    public enum QueueChange: Sendable, Hashable {
        /// Nobody works on it until it is released.
        case hold
        /// A held one is worked on again.
        case release
        /// One that waits, was rejected or was ignored is tried again, with all its tries before it.
        case retry
        /// It is ignored until its file changes. The file stays.
        case drop
    }

    /// The rows in the queue: waiting, being worked on, held, or rejected.
    package static let queued = """
        SELECT id FROM pictures WHERE state IN ('waiting', 'claimed', 'held')
        UNION ALL SELECT id FROM pictures WHERE state = 'finished' AND outcome = 'rejected'
        """

    /// A page of ``queued`` rows, in the order of their numbers.
    package static let queuePage = "SELECT * FROM pictures WHERE id IN (\(queued)) AND id > ? ORDER BY id LIMIT ?"

    /// A page of the rows that are waiting, being worked on, held, or rejected.
    ///
    /// - Returns: the rows, and the number to go on from; nil at the end.
    public func queue(
        after: Int64 = 0, limit: Int = 500
    ) async throws(JournalError) -> (entries: [QueueEntry], next: Int64?) {
        try await read { db in
            let rows = try Row.fetchAll(db, sql: Self.queuePage, arguments: [after, limit])
            let last = rows.last.flatMap { Int64.fromDatabaseValue($0["id"]) }
            return (rows.compactMap(Self.entry), rows.count < limit ? nil : last)
        }
    }

    /// The row of a number, whatever its state; nil where there is none.
    public func entry(_ id: Int64) async throws(JournalError) -> QueueEntry? {
        try await read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM pictures WHERE id = ?", arguments: [id]).flatMap(Self.entry)
        }
    }

    /// The row of a source, whatever its state; nil where there is none.
    public func entry(of source: RawPath) async throws(JournalError) -> QueueEntry? {
        try await read { db in
            try Row.fetchOne(
                db, sql: "SELECT * FROM pictures WHERE source = ?", arguments: [databaseValue(source)]
            ).flatMap(Self.entry)
        }
    }

    private static func entry(_ row: Row) -> QueueEntry? {
        guard let id = Int64.fromDatabaseValue(row["id"]), let record = PictureRecord(row) else { return nil }
        return QueueEntry(id: id, record: record)
    }

    /// Changes rows, all in one durable transaction. What is being worked on is left alone, and so is what was delivered.
    ///
    /// - Parameters:
    ///   - change: what is changed about them.
    ///   - ids: the rows' numbers.
    ///   - now: milliseconds since 1970.
    /// - Returns: the numbers of those that were changed, or were that way already.
    public func change(_ change: QueueChange, _ ids: [Int64], now: Int64) async throws(JournalError) -> Set<Int64> {
        try await write { db in
            let statement = try db.cachedStatement(sql: Self.statement(for: change))
            var changed: Set<Int64> = []
            for id in ids {
                let arguments: StatementArguments = change == .drop ? ["now": now, "id": id] : ["id": id]
                try statement.execute(arguments: arguments)
                if db.changesCount > 0 { changed.insert(id) }
            }
            return changed
        }
    }

    private static func statement(for change: QueueChange) -> String {
        let failed = "state = 'finished' AND outcome IN ('rejected', 'deferred')"
        let tried = "state = 'waiting', owner = NULL, attempts = 0, interruptions = 0, next_try = \(asked)"
        return switch change {
        case .hold:
            "UPDATE pictures SET state = 'held', owner = NULL WHERE id = :id AND (state IN ('waiting', 'held') OR \(failed))"
        case .release:
            "UPDATE pictures SET \(tried), outcome = 'deferred' WHERE id = :id AND state = 'held'"
        case .retry:
            """
            UPDATE pictures SET \(tried), outcome = 'deferred'
            WHERE id = :id AND (state = 'waiting' OR \(failed) OR state = 'finished' AND outcome = 'ignored')
            """
        case .drop:
            """
            UPDATE pictures SET state = 'finished', outcome = 'ignored', owner = NULL, next_try = 0, finished = :now,
                reason = CASE reason WHEN '' THEN '\(dropped)' ELSE '\(dropped); before: ' || reason END
            WHERE id = :id AND (state IN ('waiting', 'held') OR \(failed))
            """
        }
    }

    /// The reason of a row that was dropped.
    private static let dropped = "dropped from the queue on request"

    /// Holds files that nothing is on record of yet, so that they are not begun.
    ///
    /// - Returns: the new rows. Files that have come on record meanwhile are left alone.
    public func hold(new records: [PictureRecord]) async throws(JournalError) -> [QueueEntry] {
        try await write { db in
            var entries: [QueueEntry] = []
            for var record in records where try Self.record(of: record.source, db) == nil {
                record.state = .held
                record.outcome = "deferred"
                try db.cachedStatement(sql: PictureRecord.insertion).execute(arguments: record.arguments)
                entries.append(QueueEntry(id: db.lastInsertedRowID, record: record))
            }
            return entries
        }
    }
}
