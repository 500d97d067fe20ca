internal import GRDB

extension AlbumLibrary {
    /// Renames an album; nil restores its original name.
    package func rename(_ album: String, to title: String?) throws(AlbumsError) {
        let id = try self.album(album).id
        try write { db in
            try db.execute(
                sql: """
                    INSERT INTO edit (id, title) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET title = excluded.title
                    """, arguments: [id, title])
            try Self.anchor(id, db)
        }
    }

    /// Merges an album into another, which gets its current and future pictures; the album itself is no longer shown.
    package func merge(_ album: String, into other: String) throws(AlbumsError) {
        let from = try self.album(album)
        let to = try self.album(other)
        guard from.id != to.id else {
            throw .cannotMerge(album: album, into: other, reason: "they are the same")
        }
        try write { db in
            var next: String? = to.id
            while let step = next {
                if step == from.id {
                    throw AlbumsError.cannotMerge(
                        album: album, into: other, reason: "\(other) has been merged into \(album)")
                }
                next = try String.fetchOne(db, sql: "SELECT mergedInto FROM edit WHERE id = ?", arguments: [step])
            }
            try db.execute(
                sql: """
                    INSERT INTO edit (id, mergedInto) VALUES (?, ?)
                    ON CONFLICT (id) DO UPDATE SET mergedInto = excluded.mergedInto
                    """, arguments: [from.id, to.id])
            try Self.anchor(from.id, db)
            try Self.anchor(to.id, db)
            let filing = try Filing(db)
            for row in try Row.fetchAll(
                db,
                sql:
                    "SELECT member.photo, photo.time FROM member JOIN photo ON photo.id = member.photo WHERE album = ?",
                arguments: [from.id])
            {
                try filing.put(row["photo"], row["time"], intoAlbum: to.id)
            }
            try filing.finish()
        }
    }

    /// Sets the cover of an album to one of its pictures; nil restores the original cover.
    package func setCover(of album: String, to photo: Int64?) throws(AlbumsError) {
        let id = try self.album(album).id
        try write { db in
            if let photo {
                let sql = "SELECT 1 FROM member WHERE album = ? AND photo = ?"
                guard try Int.fetchOne(db, sql: sql, arguments: [id, photo]) != nil else {
                    throw AlbumsError.notInAlbum(photo: photo, album: album)
                }
            }
            try db.execute(
                sql: """
                    INSERT INTO edit (id, cover) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET cover = excluded.cover
                    """, arguments: [id, photo])
            try Self.anchor(id, db)
        }
    }

    /// Undoes the merge of an album.
    package func separate(_ album: String) throws(AlbumsError) {
        let id = try self.album(album).id
        try write { db in
            try db.execute(sql: "UPDATE edit SET mergedInto = NULL WHERE id = ?", arguments: [id])
        }
        try rebuild()
    }
}
