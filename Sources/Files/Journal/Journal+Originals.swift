package import UprightFiles
internal import Foundation
internal import GRDB

/// The originals of delivered pictures that are still to be moved or deleted.
extension Journal {
    /// Records what is known of an original. A row that has changed since its delivery is left alone.
    package func noteOriginal(of record: PictureRecord) async throws(JournalError) {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE pictures SET original = ?, original_reason = ?, original_try = ?, original_tries = ?
                    WHERE source = ? AND state = 'finished' AND source_sha256 IS ?
                    """,
                arguments: [
                    record.original.rawValue, record.originalReason, record.originalTry, record.originalTries,
                    databaseValue(record.source), record.sourceSHA256.map { Data($0) },
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

    /// Has the originals of a folder that could not be moved or deleted tried again at once.
    package func retryOriginals(in folder: RawPath) async throws(JournalError) {
        try await write { db in
            try db.execute(
                sql: "UPDATE pictures SET original_try = 0 WHERE folder = ? AND original = 'stuck' AND original <> ''",
                arguments: [databaseValue(folder)])
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
