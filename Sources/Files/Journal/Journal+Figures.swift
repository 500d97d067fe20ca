public import UprightFiles
internal import GRDB

/// What operators count. Each read is short, since claims wait for it.
extension Journal {
    /// What the figures of the queue are made of.
    public struct QueueRow: Sendable, Hashable {
        /// The row's number.
        public var id: Int64
        /// The source's absolute path.
        public var source: RawPath
        /// The configured folder that it lies in.
        public var folder: RawPath
        /// Where the work on it stands; ``PictureRecord/State/finished`` for a rejected one.
        public var state: PictureRecord.State
    }

    /// A page of the queue's rows, as ``queue(after:limit:)`` gives them, without what the figures do not need.
    public func queueRows(after: Int64, limit: Int = 2_000) async throws(JournalError) -> [QueueRow] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id, source, folder, state FROM pictures WHERE id IN (\(Self.queued)) AND id > ?
                    ORDER BY id LIMIT ?
                    """, arguments: [after, limit]
            ).compactMap { row in
                guard let id = Int64.fromDatabaseValue(row["id"]), let source = UprightJournal.path(row["source"]),
                    let folder = UprightJournal.path(row["folder"])
                else { return nil }
                let state = PictureRecord.State(rawValue: String.fromDatabaseValue(row["state"]) ?? "") ?? .waiting
                return QueueRow(id: id, source: source, folder: folder, state: state)
            }
        }
    }

    /// When a picture of each folder was delivered last, in milliseconds since 1970, as far as the last `depth` rows tell.
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
                guard let folder = UprightJournal.path(row["folder"]), let last = Int64.fromDatabaseValue(row["last"])
                else { return }
                found[folder] = last
            }
        }
    }
}
