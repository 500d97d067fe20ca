internal import GRDB

/// What a picture's file says of itself.
public struct PictureDetails: Sendable, Hashable {
    /// Pixels across; 0 where it cannot be read.
    public var width: Int
    /// Pixels down.
    public var height: Int
    /// The camera's name.
    public var camera: String?

    /// Details.
    public init(width: Int, height: Int, camera: String?) {
        self.width = width
        self.height = height
        self.camera = camera
    }
}

extension AlbumLibrary {
    /// Pictures whose size nobody has looked at, the latest first.
    public func unseen(limit: Int) throws(AlbumsError) -> [AlbumPhoto] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM photo WHERE width IS NULL ORDER BY id DESC LIMIT ?", arguments: [limit]
            ).map(AlbumPhoto.init(row:))
        }
    }

    /// Keeps what the files of pictures say.
    public func keep(_ details: [(photo: AlbumPhoto, details: PictureDetails)]) throws(AlbumsError) {
        try write { db in
            let update = try db.cachedStatement(
                sql: "UPDATE photo SET width = ?, height = ?, camera = ?, words = ? WHERE id = ? AND width IS NULL")
            for (photo, details) in details {
                var seen = photo
                seen.camera = details.camera
                try update.execute(arguments: [
                    details.width, details.height, details.camera, SearchText.words(of: seen), photo.id,
                ])
            }
        }
    }
}
