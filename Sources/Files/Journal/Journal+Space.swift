internal import GRDB

/// Returns the space of removed rows to the file system.
extension Journal {
    /// The number of pages that a step of ``giveBackSomeSpace(above:)`` frees. A step delays other writers by
    /// milliseconds.
    private static let pagesOfAStep = 256

    /// Rewrites the database without gaps (`VACUUM`), and truncates the file. Meanwhile this needs as much free space
    /// as the size of the database, and other writers wait.
    ///
    /// - Returns: the size of the database in bytes before and after.
    package func compact() async throws(JournalError) -> (before: Int, after: Int) {
        do {
            return try await database.writeWithoutTransaction { db in
                let before = try Self.bytes(db)
                try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL; VACUUM")
                // Until this checkpoint, the new pages are in the write-ahead log.
                _ = try db.checkpoint(.truncate)
                return (before, try Self.bytes(db))
            }
        } catch { throw JournalError(error, path: path.description) }
    }

    /// Frees unused pages a few at a time, so that others can write in between. A journal created by a version before
    /// 0.2 does not support this until ``compact()`` has rewritten it.
    ///
    /// - Parameter share: the share of unused pages, 0 to 1, up to which nothing is done.
    /// - Returns: the number of bytes freed.
    package func giveBackSomeSpace(above share: Double = 0.25) async throws(JournalError) -> Int {
        var pages = try await freePages(above: share)
        let pageSize = try await read { db in try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0 }
        var given = 0
        while pages > 0, !Task.isCancelled {
            let step = min(pages, Self.pagesOfAStep)
            do {
                try await database.writeWithoutTransaction { db in
                    // The statement returns a row per page, so fetch all of them.
                    _ = try Row.fetchAll(db, sql: "PRAGMA incremental_vacuum(\(step))")
                }
            } catch { throw JournalError(error, path: path.description) }
            pages -= step
            given += step * pageSize
        }
        return given
    }

    /// Returns the number of unused pages if it exceeds the share and the database supports incremental vacuum;
    /// otherwise 0.
    private func freePages(above share: Double) async throws(JournalError) -> Int {
        try await read { db in
            func pragma(_ name: String) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA \(name)") ?? 0 }
            let (free, all) = (try pragma("freelist_count"), try pragma("page_count"))
            let isIncremental = try pragma("auto_vacuum") == 2
            return isIncremental && Double(free) > Double(all) * share ? free : 0
        }
    }

    private static func bytes(_ db: Database) throws -> Int {
        let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        return pages * (try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
    }
}
