internal import UprightRewriting
internal import GRDB

/// Figures for operators. Each read is short, since claims wait for it.
extension Journal {
    /// The part of a row that the queue's figures need.
    package struct QueueRow: Sendable, Hashable {
        /// The row's id.
        package var id: Int64
        /// The source's absolute path.
        package var source: RawPath
        /// The configured folder that contains the source.
        package var folder: RawPath
        /// The state of the work; ``PictureRecord/State/finished`` for a rejected file.
        package var state: PictureRecord.State
        /// What is known of the original of a delivered picture.
        package var original = OriginalState.none
        /// Whether the last try ended without a delivery.
        package var isRejected = false
    }

    /// Returns a page of the queue's rows, as ``queue(after:limit:)`` does, but with only the columns that the figures
    /// need.
    package func queueRows(after: Int64, limit: Int = 2_000) async throws(JournalError) -> [QueueRow] {
        try await read { db in
            try Self.queueRows(db, "WHERE id IN (\(Self.queued)) AND id > ? ORDER BY id LIMIT ?", [after, limit])
        }
    }

    /// Reads rows from a statement; `rest` is what follows `SELECT … FROM pictures`.
    static func queueRows(_ db: Database, _ rest: String, _ arguments: StatementArguments) throws -> [QueueRow] {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT id, source, folder, state, original, outcome FROM pictures \(rest)", arguments: arguments)
        var found: [QueueRow] = []
        while let row = try rows.next() {
            guard let id = Int64.fromDatabaseValue(row[0]), let source = RawPath(row[1]), let folder = RawPath(row[2])
            else { continue }
            let state = PictureRecord.State(rawValue: String.fromDatabaseValue(row[3]) ?? "") ?? .waiting
            let original = OriginalState(rawValue: String.fromDatabaseValue(row[4]) ?? "") ?? .none
            let isRejected = String.fromDatabaseValue(row[5]) == Outcome.rejected.rawValue
            found.append(
                QueueRow(
                    id: id, source: source, folder: folder, state: state, original: original, isRejected: isRejected))
        }
        return found
    }

    /// Returns when a picture of each folder was last delivered, in milliseconds since 1970, among the last `depth`
    /// rows.
    package func lastSuccesses(depth: Int = 10_000) async throws(JournalError) -> [RawPath: Int64] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT folder, max(finished) AS last FROM (
                        SELECT folder, outcome, finished FROM pictures WHERE finished IS NOT NULL
                        ORDER BY finished DESC LIMIT ?)
                    WHERE outcome IN ('normalized', 'unchanged', 'current', 'passed') GROUP BY folder
                    """, arguments: [depth])
            return rows.reduce(into: [:]) { found, row in
                guard let folder = RawPath(row["folder"]), let last = Int64.fromDatabaseValue(row["last"])
                else { return }
                found[folder] = last
            }
        }
    }
}
