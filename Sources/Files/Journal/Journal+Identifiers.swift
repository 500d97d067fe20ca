internal import GRDB

/// The content identifiers of Live Photos, and the digests of pictures.
extension Journal {
    /// Returns the records of pictures with a content identifier.
    ///
    /// - Parameter folder: the drop folder that they came in.
    package func pictures(
        identifiedBy identifier: String, in folder: RawPath
    ) async throws(JournalError) -> [PictureRecord] {
        try await read { db in try Self.pictures(identifiedBy: identifier, in: folder, db) }
    }

    private static func pictures(
        identifiedBy identifier: String, in folder: RawPath, _ db: Database
    ) throws -> [PictureRecord] {
        try PictureRecord.fetch(
            db, "WHERE content_identifier = ? AND folder = ? AND companion = 0 AND other = 0",
            [identifier, databaseValue(folder)])
    }

    /// Returns the records of delivered pictures that show the same (`folders[].duplicates`).
    ///
    /// - Parameter folder: the drop folder that they came in.
    package func pictures(showing digest: String, in folder: RawPath) async throws(JournalError) -> [PictureRecord] {
        try await read { db in
            try PictureRecord.fetch(db, "WHERE picture_digest = ? AND folder = ?", [digest, databaseValue(folder)])
                .filter(\.isDelivered)
        }
    }

    /// Returns the pictures without a result in a folder: those that are worked on or wait, also after a kill.
    package func unfinishedPictures(in parent: RawPath) async throws(JournalError) -> [RawPath] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT source FROM pictures WHERE state IN ('claimed', 'waiting') AND companion = 0 AND other = 0"
            ).compactMap { RawPath($0[0] as DatabaseValue) }.filter { $0.parent == parent }
        }
    }

    /// Returns those of some videos whose content identifier is that of a picture of the same folder that was delivered.
    package func videos(withPictures videos: [RawPath]) async throws(JournalError) -> Set<RawPath> {
        try await read { db in
            var found: Set<RawPath> = []
            for video in videos {
                guard let own = try Self.record(of: video, db), let identifier = own.contentIdentifier else { continue }
                let pictures = try Self.pictures(identifiedBy: identifier, in: own.folder, db)
                if pictures.contains(where: { $0.isDelivered && $0.source.parent == video.parent }) {
                    found.insert(video)
                }
            }
            return found
        }
    }
}
