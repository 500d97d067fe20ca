public import UprightFiles
internal import GRDB

/// Figures for operators. Each read is short, since claims wait for it.
extension Journal {
    /// The part of a row that the queue's figures need.
    public struct QueueRow: Sendable, Hashable {
        /// The row's id.
        public var id: Int64
        /// The source's absolute path.
        public var source: RawPath
        /// The configured folder that contains the source.
        public var folder: RawPath
        /// The state of the work; ``PictureRecord/State/finished`` for a rejected file.
        public var state: PictureRecord.State
        /// What is known of the original of a delivered picture.
        public var original = OriginalState.none
    }

    /// Returns a page of the queue's rows, as ``queue(after:limit:)`` does, but with only the columns that the figures
    /// need.
    public func queueRows(after: Int64, limit: Int = 2_000) async throws(JournalError) -> [QueueRow] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id, source, folder, state, original FROM pictures WHERE id IN (\(Self.queued)) AND id > ?
                    ORDER BY id LIMIT ?
                    """, arguments: [after, limit]
            ).compactMap(Self.queueRow)
        }
    }

    static func queueRow(_ row: Row) -> QueueRow? {
        guard let id = Int64.fromDatabaseValue(row["id"]), let source = RawPath(row["source"]),
            let folder = RawPath(row["folder"])
        else { return nil }
        let state = PictureRecord.State(rawValue: String.fromDatabaseValue(row["state"]) ?? "") ?? .waiting
        var found = QueueRow(id: id, source: source, folder: folder, state: state)
        if row.hasColumn("original") {
            found.original = OriginalState(rawValue: String.fromDatabaseValue(row["original"]) ?? "") ?? .none
        }
        return found
    }

    /// Returns when a picture of each folder was last delivered, in milliseconds since 1970, among the last `depth`
    /// rows.
    public func lastSuccesses(depth: Int = 10_000) async throws(JournalError) -> [RawPath: Int64] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT folder, max(finished) AS last FROM (
                        SELECT folder, outcome, finished FROM pictures WHERE finished IS NOT NULL
                        ORDER BY finished DESC LIMIT ?)
                    WHERE outcome IN ('normalized', 'unchanged', 'current') GROUP BY folder
                    """, arguments: [depth])
            return rows.reduce(into: [:]) { found, row in
                guard let folder = RawPath(row["folder"]), let last = Int64.fromDatabaseValue(row["last"])
                else { return }
                found[folder] = last
            }
        }
    }
}
