internal import GRDB
internal import UprightRewriting

/// The queue: the files to work on, and the failures that need attention (``Journal/queue(after:limit:)``).
extension Journal {
    /// A row with the id that users refer to it by.
    package struct QueueEntry: Sendable, Hashable {
        /// The row's id. It stays the same for as long as the row exists.
        package var id: Int64
        /// The row.
        package var record: PictureRecord
    }

    /// A change that a user makes to rows.
    package enum QueueChange: Sendable, Hashable {
        /// Hold the file: it is not worked on until it is released.
        case hold
        /// Release a held file, so that it is worked on again.
        case release
        /// Retry a waiting, rejected or ignored file, with its tries counted from zero.
        case retry
        /// Ignore the file until it changes. The file itself stays.
        case drop
    }

    /// The ids of the rows in the queue: waiting, being worked on, held, rejected, delivered although incomplete, or with an
    /// original that is stuck.
    package static let queued = """
        SELECT id FROM pictures WHERE state IN ('waiting', 'claimed', 'held')
        UNION ALL SELECT id FROM pictures WHERE state = 'finished' AND outcome = 'rejected'
        UNION ALL SELECT id FROM pictures WHERE original = 'stuck' AND original <> ''
        UNION ALL SELECT id FROM pictures WHERE incomplete = 1 AND state = 'finished'
            AND outcome IN (\(PictureRecord.delivered))
        """

    /// A page of ``queued`` rows, in the order of their ids.
    package static let queuePage = "WHERE id IN (\(queued)) AND id > ? ORDER BY id LIMIT ?"

    /// Returns a page of the rows of the queue.
    ///
    /// - Returns: the rows, and the id to continue from; nil at the end.
    package func queue(
        after: Int64 = 0, limit: Int = 500
    ) async throws(JournalError) -> (entries: [QueueEntry], next: Int64?) {
        try await read { db in
            let page = try Self.entries(db, Self.queuePage, [after, limit])
            return (page.entries, page.count < limit ? nil : page.last)
        }
    }

    /// Returns the row with the given id, in any state; nil if there is none.
    package func entry(_ id: Int64) async throws(JournalError) -> QueueEntry? {
        try await read { db in
            try Self.entries(db, "WHERE id = ?", [id]).entries.first
        }
    }

    /// Returns the row of a source, in any state; nil if there is none.
    package func entry(of source: RawPath) async throws(JournalError) -> QueueEntry? {
        try await read { db in
            try Self.entries(db, "WHERE source = ?", [databaseValue(source)]).entries.first
        }
    }

    /// Reads records with their ids from a statement; `rest` is what follows `SELECT … FROM pictures`.
    ///
    /// - Returns: the records, the number of rows, unreadable ones included, and the id of the last.
    static func entries(
        _ db: Database, _ rest: String, _ arguments: StatementArguments
    ) throws -> (entries: [QueueEntry], count: Int, last: Int64?) {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT \(PictureRecord.selected), id FROM pictures \(rest)", arguments: arguments)
        var found: (entries: [QueueEntry], count: Int, last: Int64?) = ([], 0, nil)
        while let row = try rows.next() {
            found.count += 1
            found.last = Int64.fromDatabaseValue(row[PictureRecord.columns.count])
            guard let id = found.last, let record = PictureRecord(row) else { continue }
            found.entries.append(QueueEntry(id: id, record: record))
        }
        return found
    }

    /// Changes rows in one durable transaction. Files that are being worked on or were delivered are left alone.
    ///
    /// - Parameters:
    ///   - change: the change to make.
    ///   - ids: the rows' ids.
    ///   - now: milliseconds since 1970.
    /// - Returns: the ids of the rows that were changed, or were already in that state.
    package func change(_ change: QueueChange, _ ids: [Int64], now: Int64) async throws(JournalError) -> Set<Int64> {
        try await write { db in
            let statement = try db.cachedStatement(sql: Self.statement(for: change))
            var changed: Set<Int64> = []
            for id in ids {
                let arguments: StatementArguments = change == .drop ? ["now": now, "id": id] : ["id": id]
                try statement.execute(arguments: arguments)
                if db.changesCount > 0 { changed.insert(id) }
                guard change == .retry else { continue }
                try db.execute(
                    sql: "UPDATE pictures SET original_try = 0 WHERE id = ? AND original = 'stuck'", arguments: [id])
                if db.changesCount > 0 { changed.insert(id) }
            }
            return changed
        }
    }

    /// Does the same for the rows of sources.
    ///
    /// - Returns: the number of rows.
    package func change(_ change: QueueChange, of sources: [RawPath], now: Int64) async throws(JournalError) -> Int {
        let ids = try await read { db in
            try sources.compactMap { source in
                try Int64.fetchOne(
                    db.cachedStatement(sql: "SELECT id FROM pictures WHERE source = ?"),
                    arguments: [databaseValue(source)])
            }
        }
        return try await self.change(change, ids, now: now).count
    }

    private static func statement(for change: QueueChange) -> String {
        let failed = "state = 'finished' AND outcome IN ('rejected', 'deferred')"
        let tried = "state = 'waiting', owner = NULL, attempts = 0, interruptions = 0, next_try = \(asked)"
        return switch change {
        case .hold:
            "UPDATE pictures SET state = 'held', owner = NULL WHERE id = :id AND kind <> 'folder' AND (state IN ('waiting', 'held') OR \(failed))"
        case .release:
            "UPDATE pictures SET \(tried), outcome = 'deferred' WHERE id = :id AND state = 'held'"
        case .retry:
            """
            UPDATE pictures SET \(tried), outcome = 'deferred'
            WHERE id = :id AND kind <> 'folder' AND (state = 'waiting' OR \(failed) OR state = 'finished' AND outcome = 'ignored')
            """
        case .drop:
            """
            UPDATE pictures SET state = 'finished', outcome = 'ignored', owner = NULL, next_try = 0, finished = :now, other = 0,
                reason = CASE reason WHEN '' THEN '\(dropped)' ELSE '\(dropped); before: ' || reason END
            WHERE id = :id AND (state IN ('waiting', 'held') OR \(failed))
            """
        }
    }

    /// The reason in a dropped row.
    private static let dropped = "dropped from the queue on request"

    /// Holds files that have no record yet, so that work on them does not start.
    ///
    /// - Returns: the new rows. Files that have a record by now are left alone.
    package func hold(new records: [PictureRecord]) async throws(JournalError) -> [QueueEntry] {
        try await write { db in
            var entries: [QueueEntry] = []
            for var record in records where try Self.record(of: record.source, db) == nil {
                record.state = .held
                record.outcome = .deferred
                try db.cachedStatement(sql: PictureRecord.insertion).execute(arguments: record.arguments)
                entries.append(QueueEntry(id: db.lastInsertedRowID, record: record))
            }
            return entries
        }
    }
}
