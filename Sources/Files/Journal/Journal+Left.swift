internal import GRDB

/// The files of unsupported types, which stay in their folders.
extension Journal {
    /// The files of one type that were left in a folder.
    package struct LeftType: Sendable, Hashable {
        /// The uniform type identifier.
        package var type: String
        package var files: Int
        package var bytes: Int
        /// When the first of them was first seen, in milliseconds since 1970.
        package var oldest: Int64
    }

    /// Needs only an index.
    package static let leftTypes = """
        SELECT type, count(*), sum(size), min(first_seen) FROM pictures
        WHERE other = 1 AND outcome = 'ignored' AND folder = ? GROUP BY type ORDER BY type
        """

    /// Returns the types of the files that were left in a folder.
    package func leftTypes(in folder: RawPath) async throws(JournalError) -> [LeftType] {
        try await read { db in
            try Row.fetchAll(db, sql: Self.leftTypes, arguments: [databaseValue(folder)]).map { row in
                LeftType(
                    type: String.fromDatabaseValue(row[0]) ?? "", files: Int.fromDatabaseValue(row[1]) ?? 0,
                    bytes: Int(clamping: Int64.fromDatabaseValue(row[2]) ?? 0),
                    oldest: Int64.fromDatabaseValue(row[3]) ?? 0)
            }
        }
    }

    /// Returns a page of the files that were left, in the order of their ids.
    ///
    /// - Parameter folder: only those of this folder; nil for all.
    /// - Returns: the rows, and the id to continue from; nil at the end.
    package func leftFiles(
        in folder: RawPath? = nil, after: Int64 = 0, limit: Int = 500
    ) async throws(JournalError) -> (entries: [QueueEntry], next: Int64?) {
        try await read { db in
            let condition = "WHERE other = 1 AND outcome = 'ignored' AND id > ?"
            let page =
                if let folder {
                    try Self.entries(
                        db, condition + " AND folder = ? ORDER BY id LIMIT ?", [after, databaseValue(folder), limit])
                } else {
                    try Self.entries(db, condition + " ORDER BY id LIMIT ?", [after, limit])
                }
            return (page.entries, page.count < limit ? nil : page.last)
        }
    }

    /// Removes rows of files that were left.
    package func removeLeft(_ ids: [Int64]) async throws(JournalError) {
        try await write { db in
            let statement = try db.cachedStatement(
                sql: "DELETE FROM pictures WHERE id = ? AND other = 1 AND outcome = 'ignored' AND state = 'finished'")
            for id in ids { try statement.execute(arguments: [id]) }
        }
    }
}
