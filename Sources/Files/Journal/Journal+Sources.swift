internal import Foundation
internal import GRDB

/// Sources that were moved, and sources that are gone.
extension Journal {
    package static let withBytes = """
        WHERE substr(source_sha256, 1, 8) = ? AND source_sha256 = ? AND companion = 0 AND output IS NOT NULL AND fate <> 2
        """

    /// Returns the records of delivered files that had these bytes and were not to leave their folders.
    package func records(ofSourcesWith sha256: [UInt8]) async throws(JournalError) -> [PictureRecord] {
        try await read { db in
            try PictureRecord.fetch(db, Self.withBytes, [Data(sha256.prefix(8)), Data(sha256)]).filter(\.isDelivered)
        }
    }

    /// Returns the record of a delivered file by the file itself, whatever its name is now; nil if there is none. Reads all rows.
    package func record(
        ofSourceWith status: FileStatus, in folder: RawPath
    ) async throws(JournalError) -> PictureRecord? {
        try await read { db in
            try PictureRecord.fetch(
                db, "WHERE inode = ? AND size = ? AND modified = ? AND folder = ?",
                [Int64(bitPattern: status.inode), status.size, status.modified, databaseValue(folder)]
            ).first(where: \.isDelivered)
        }
    }

    /// Records that the sources of delivered files are gone, and that nobody who is known has taken them away.
    ///
    /// - Parameter fate: `exchanged` if other files have their paths already.
    package func noteGone(_ sources: [RawPath], _ fate: SourceFate = .gone) async throws(JournalError) {
        try await write { db in
            let statement = try db.cachedStatement(
                sql: """
                    UPDATE pictures SET fate = \(fate.rawValue) WHERE source = ? AND state = 'finished'
                        AND output IS NOT NULL AND (fate IN (\(SourceFate.stays.rawValue), \(SourceFate.exchanged.rawValue)) OR original <> '')
                    """)
            for source in sources { try statement.execute(arguments: [databaseValue(source)]) }
        }
    }
}
