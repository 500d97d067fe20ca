internal import Foundation
internal import GRDB

/// The originals of delivered pictures that are still to be moved or deleted.
extension Journal {
    /// Records what is known of an original. A row that has changed since its delivery is left alone. The end of the last try, from
    /// which waits count, is not left in the future, where it lies after the clock was set back.
    package func noteOriginal(of record: PictureRecord) async throws(JournalError) {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE pictures SET original = ?, original_reason = ?, original_try = ?, original_tries = ?,
                        finished = min(finished, ?)
                    WHERE source = ? AND state = 'finished' AND source_sha256 IS ?
                    """,
                arguments: [
                    record.original.rawValue, record.originalReason, record.originalTry, record.originalTries,
                    Int64(Date().timeIntervalSince1970 * 1_000), databaseValue(record.source),
                    record.sourceSHA256.map { Data($0) },
                ])
        }
    }

    /// Returns the pictures of a folder whose originals are to be moved or deleted at a time or before, in milliseconds
    /// since 1970.
    package func dueOriginals(
        in folder: RawPath, at now: Int64, limit: Int = 64
    ) async throws(JournalError) -> [PictureRecord] {
        try await read { db in
            try PictureRecord.fetch(
                db,
                """
                WHERE folder = ? AND original IN ('waiting', 'stuck') AND original <> ''
                    AND original_try <= ? AND state = 'finished' ORDER BY original_try LIMIT ?
                """, [databaseValue(folder), now, limit])
        }
    }

    /// Has the originals that wait among some sources looked at again at once.
    package func hastenOriginals(of sources: [RawPath]) async throws(JournalError) {
        let waiting = try await records(of: sources).compactMap(\.self).filter { $0.original == .waiting }
        guard !waiting.isEmpty else { return }
        try await write { db in
            for record in waiting {
                try db.execute(
                    sql: "UPDATE pictures SET original_try = 0 WHERE source = ? AND original = 'waiting'",
                    arguments: [databaseValue(record.source)])
            }
        }
    }

    /// Has the originals of a folder that wait, or could not be moved or deleted, looked at again at once.
    package func retryOriginals(in folder: RawPath) async throws(JournalError) {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE pictures SET original_try = 0
                    WHERE folder = ? AND original IN ('waiting', 'stuck') AND original <> ''
                    """,
                arguments: [databaseValue(folder)])
        }
    }

    /// Records that the outputs of sources were deleted, and that they stay away.
    package func noteDeletion(of sources: [RawPath], _ reason: String) async throws(JournalError) {
        try await write { db in
            for source in sources {
                try db.execute(
                    sql: """
                        UPDATE pictures SET reason = ? WHERE source = ? AND state = 'finished' AND output IS NOT NULL
                        """,
                    arguments: [reason, databaseValue(source)])
            }
        }
    }

    /// Records that outputs of a path with given bytes were turned by hand (``PictureRecord/turned``).
    ///
    /// - Parameters:
    ///   - before: the SHA-256 of the bytes before the turn. An output that had others by then was edited by somebody else.
    ///   - after: the output as it is now.
    package func noteTurn(from before: [UInt8], to after: OutputCopy) async throws(JournalError) {
        try await write { db in
            for var record in try PictureRecord.fetch(db, "WHERE output = ?", [databaseValue(after.output)])
            where record.presentSHA256 == before {
                record.copies.removeAll { $0.output == after.output }
                if after.sha256 != record.outputSHA256 { record.copies.append(after) }
                try db.execute(
                    sql: "UPDATE pictures SET copies = ? WHERE source = ?",
                    arguments: [OutputCopy.text(record.copies), databaseValue(record.source)])
            }
        }
    }

    /// An original that was moved.
    package struct MovedOriginal: Sendable, Hashable {
        /// Where it is.
        package let path: RawPath
        /// The digest of its bytes.
        package let sha256: [UInt8]
    }

    /// Records that the original of a record was moved, and when, in milliseconds since 1970.
    package func noteMoved(_ record: PictureRecord, to path: RawPath, at now: Int64) async throws(JournalError) {
        guard let sha256 = record.sourceSHA256 else { return }
        try await write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO moved (path, sha256, since) VALUES (?, ?, ?)",
                arguments: [databaseValue(path), Data(sha256), now])
        }
    }

    /// Returns originals that were moved before a time, in milliseconds since 1970, the oldest first.
    package func originals(
        movedBefore time: Int64, after last: RawPath? = nil, limit: Int = 256
    ) async throws(JournalError) -> [MovedOriginal] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql:
                    "SELECT path, sha256 FROM moved WHERE since < ? AND (?2 IS NULL OR path > ?2) ORDER BY path LIMIT ?3",
                arguments: [time, databaseValue(last), limit]
            ).compactMap { row in
                RawPath(row["path"] as DatabaseValue).map {
                    MovedOriginal(path: $0, sha256: Array(row["sha256"] as Data))
                }
            }
        }
    }

    /// Forgets originals that are where they were moved to no longer.
    package func forgetMoved(_ originals: [MovedOriginal]) async throws(JournalError) {
        try await write { db in
            for original in originals {
                try db.execute(
                    sql: "DELETE FROM moved WHERE path = ? AND sha256 = ?",
                    arguments: [databaseValue(original.path), Data(original.sha256)])
            }
        }
    }

    /// Returns the folders inside a drop folder that are recorded as unreadable.
    package func unreadableFolders(in folder: RawPath) async throws(JournalError) -> [RawPath] {
        try await read { db in
            try DatabaseValue.fetchAll(
                db, sql: "SELECT source FROM pictures WHERE state = 'waiting' AND kind = ? AND folder = ?",
                arguments: [FileStatus.Kind.folder.rawValue, databaseValue(folder)]
            ).compactMap { RawPath($0) }
        }
    }

    /// Returns a page of the pictures whose originals are still there, with only the columns that the figures need.
    package func originalRows(after: Int64, limit: Int = 2_000) async throws(JournalError) -> [QueueRow] {
        try await read { db in
            try Self.queueRows(db, "WHERE original <> '' AND id > ? ORDER BY id LIMIT ?", [after, limit])
        }
    }
}
