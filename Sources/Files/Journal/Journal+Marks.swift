internal import Foundation
internal import GRDB

extension Journal {
    /// Returns the folders that were marked (``FolderMark``).
    package func markedFolders() async throws(JournalError) -> Set<RawPath> {
        try await read { db in
            Set(try DatabaseValue.fetchAll(db, sql: "SELECT path FROM marks").compactMap { RawPath($0) })
        }
    }

    /// Records that a folder was marked.
    package func noteMark(of folder: RawPath) async throws(JournalError) {
        try await write { db in
            try db.execute(
                sql: "INSERT INTO marks (path, made) VALUES (?, ?) ON CONFLICT (path) DO NOTHING",
                arguments: [databaseValue(folder), Int64(Date().timeIntervalSince1970 * 1_000)])
        }
    }
}
