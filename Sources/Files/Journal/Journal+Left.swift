public import UprightFiles
internal import GRDB

/// The files of types that are not handled, which stay in their folders.
extension Journal {
    /// The files of one type that were left in a folder.
    public struct LeftType: Sendable, Hashable {
        /// The uniform type identifier.
        public var type: String
        /// The number of files.
        public var files: Int
        /// Their bytes.
        public var bytes: Int
        /// When the first of them was first seen, in milliseconds since 1970.
        public var oldest: Int64
    }

    /// Needs only an index.
    package static let leftTypes = """
        SELECT type, count(*), sum(size), min(first_seen) FROM pictures
        WHERE other = 1 AND outcome = 'ignored' AND folder = ? GROUP BY type ORDER BY type
        """

    /// Returns the types of the files that were left in a folder.
    public func leftTypes(in folder: RawPath) async throws(JournalError) -> [LeftType] {
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
    public func left(
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
    public func removeLeft(_ ids: [Int64]) async throws(JournalError) {
        try await write { db in
            let statement = try db.cachedStatement(
                sql: "DELETE FROM pictures WHERE id = ? AND other = 1 AND outcome = 'ignored' AND state = 'finished'")
            for id in ids { try statement.execute(arguments: [id]) }
        }
    }
}
