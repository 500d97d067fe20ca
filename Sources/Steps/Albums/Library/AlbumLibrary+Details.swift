internal import GRDB

/// Details from a picture's file.
package struct PictureDetails: Sendable, Hashable {
    /// The width in pixels; 0 if it cannot be read.
    package var width: Int
    /// The height in pixels; 0 if it cannot be read.
    package var height: Int
    /// The camera's name; nil if there is none.
    package var camera: String?

    package init(width: Int, height: Int, camera: String?) {
        self.width = width
        self.height = height
        self.camera = camera
    }
}

extension AlbumLibrary {
    /// Returns pictures whose size has not been read yet, the latest first.
    package func unseen(limit: Int) throws(AlbumsError) -> [AlbumPhoto] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM photo WHERE width IS NULL ORDER BY id DESC LIMIT ?", arguments: [limit]
            ).map(AlbumPhoto.init(row:))
        }
    }

    /// Stores the mean colours of pictures, red in the highest of three bytes.
    package func keep(colours: [Int64: Int]) throws(AlbumsError) {
        try write { db in
            let update = try db.cachedStatement(sql: "UPDATE photo SET colour = ? WHERE id = ?")
            for (id, colour) in colours { try update.execute(arguments: [colour, id]) }
        }
    }

    /// Stores the details of pictures.
    package func keep(_ details: [(photo: AlbumPhoto, details: PictureDetails)]) throws(AlbumsError) {
        try write { db in
            // Trips tell travellers by their cameras.
            if details.contains(where: { $0.details.camera != nil && $0.photo.position != nil && $0.photo.time != nil })
            {
                try Self.markTripsStale(db)
            }
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
