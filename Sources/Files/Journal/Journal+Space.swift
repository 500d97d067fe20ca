internal import GRDB
internal import UprightFiles

/// Gives the file system back what removed rows have left.
extension Journal {
    /// Pages that a step of ``giveBackSomeSpace(above:)`` gives back: a step holds up whoever wants to write, for milliseconds.
    private static let pagesOfAStep = 256

    /// Writes the database anew without gaps (`VACUUM`), and cuts the file. It takes as much free space as the database
    /// has bytes meanwhile, and whoever wants to write waits.
    ///
    /// - Returns: the database's bytes before and after.
    public func compact() async throws(JournalError) -> (before: Int, after: Int) {
        do {
            return try await database.writeWithoutTransaction { db in
                let before = try Self.bytes(db)
                try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL; VACUUM")
                // The new pages are in the write-ahead log until then.
                _ = try db.checkpoint(.truncate)
                return (before, try Self.bytes(db))
            }
        } catch { throw JournalError(error, path: path.description) }
    }

    /// Gives back free pages a few at a time, with room for others to write between. A journal that a version before 0.2
    /// began cannot: ``compact()`` makes it one that can.
    ///
    /// - Parameter share: the share of free pages, 0 to 1, up to which nothing is done.
    /// - Returns: the bytes that were given back.
    public func giveBackSomeSpace(above share: Double = 0.25) async throws(JournalError) -> Int {
        var pages = try await freePages(above: share)
        let pageSize = try await read { db in try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0 }
        var given = 0
        while pages > 0, !Task.isCancelled {
            let step = min(pages, Self.pagesOfAStep)
            do {
                try await database.writeWithoutTransaction { db in
                    // Each row that the statement gives is a page.
                    _ = try Row.fetchAll(db, sql: "PRAGMA incremental_vacuum(\(step))")
                }
            } catch { throw JournalError(error, path: path.description) }
            pages -= step
            given += step * pageSize
        }
        return given
    }

    /// How many pages are free, where there are enough of them and they can be given back one by one.
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
