internal import GRDB
package import UprightFiles
internal import UprightFormats

extension AlbumLibrary {
    private static let columns = """
        SELECT album.id, album.kind, album.parent, album.title AS originalTitle,
            COALESCE(edit.title, album.title) AS title, album.countryCode, album.count,
            COALESCE((SELECT photo FROM member WHERE photo = edit.cover AND album = album.id), album.cover) AS cover,
            album.first, album.last
        FROM album LEFT JOIN edit ON edit.id = album.id
        """

    /// Returns the albums by kind and title, without merged albums and trips with too few pictures.
    ///
    /// - Parameters:
    ///   - kinds: the kinds to include; empty for all.
    ///   - parent: if not nil, only the parts of this album.
    package func albums(of kinds: [AlbumKind] = [], in parent: String? = nil) throws(AlbumsError) -> [Album] {
        let kinds = (kinds.isEmpty ? AlbumKind.allCases : kinds).map(\.rawValue)
        let within = parent == nil ? "" : " AND album.parent = ?"
        let arguments: StatementArguments = parent.map { [$0] } ?? []
        return try read { db in
            try Row.fetchAll(
                db,
                sql: Self.columns + """
                     WHERE edit.mergedInto IS NULL AND (album.kind <> 'trip' OR album.count >= \(Self.smallestTrip))
                     AND album.kind IN (\(kinds.map { "'\($0)'" }.joined(separator: ",")))\(within)
                    ORDER BY CASE album.kind WHEN 'country' THEN 0 WHEN 'region' THEN 1 WHEN 'city' THEN 2
                        WHEN 'district' THEN 3 WHEN 'trip' THEN 4 WHEN 'day' THEN 5 ELSE 6 END,
                        COALESCE(edit.title, album.title), album.id
                    """, arguments: arguments
            ).map(Album.init(row:))
        }
    }

    /// Returns a page of the albums of a kind, and how many there are. Places are ordered by size; days and trips, the
    /// latest first.
    ///
    /// The order is that of an index, so only the requested albums are read.
    ///
    /// - Parameters:
    ///   - dayTrips: whether trips are those of one day, or the others; nil for all.
    ///   - offset: how many albums to skip.
    package func leading(
        _ kind: AlbumKind, dayTrips: Bool? = nil, limit: Int, offset: Int = 0
    ) throws(AlbumsError) -> (albums: [Album], count: Int) {
        let order =
            switch kind {
            case .trip, .day: "album.first DESC, album.id DESC"
            default: "album.count DESC, album.title, album.id"
            }
        var isLongEnough = kind == .trip ? " AND album.count >= \(Self.smallestTrip)" : ""
        if let dayTrips {
            let sign = dayTrips ? "=" : "<>"
            isLongEnough += " AND date(album.first, 'unixepoch') \(sign) date(album.last, 'unixepoch')"
        }
        let condition = isLongEnough
        return try read { db in
            let albums = try Row.fetchAll(
                db,
                sql: Self.columns + " WHERE album.kind = ? AND edit.mergedInto IS NULL" + condition
                    + " ORDER BY \(order) LIMIT ? OFFSET ?", arguments: [kind.rawValue, limit, offset]
            ).map(Album.init(row:))
            let count = try Int.fetchOne(
                db,
                sql: """
                    SELECT (SELECT COUNT(*) FROM album WHERE kind = ?1\(condition)) -
                        (SELECT COUNT(*) FROM edit JOIN album ON album.id = edit.id
                            WHERE edit.mergedInto IS NOT NULL AND album.kind = ?1\(condition))
                    """, arguments: [kind.rawValue])
            return (albums, count ?? 0)
        }
    }

    /// Returns the album with the given id, or with a title that only one album has; a day also by its date in words.
    package func album(_ name: String) throws(AlbumsError) -> Album {
        let found = try read { db in
            let byID = try Row.fetchAll(db, sql: Self.columns + " WHERE album.id = ?", arguments: [name])
            guard byID.isEmpty else { return byID.map(Album.init(row:)) }
            let formerly = try Row.fetchAll(db, sql: Self.columns + Self.isFormer, arguments: [name])
            guard formerly.isEmpty else { return formerly.map(Album.init(row:)) }
            let byTitle = try Row.fetchAll(
                db, sql: Self.columns + " WHERE COALESCE(edit.title, album.title) = ? COLLATE NOCASE",
                arguments: [name])
            guard byTitle.isEmpty else { return byTitle.map(Album.init(row:)) }
            let language = try Self.dateLanguage(db)
            return try Row.fetchAll(db, sql: Self.columns + " WHERE album.kind = 'day'").map(Album.init(row:))
                .filter { $0.name(in: language) == name }
        }
        guard let first = found.first else { throw .unknown(album: name) }
        guard found.count == 1 else { throw .ambiguous(album: name, ids: found.map(\.id)) }
        return first
    }

    func album(id: String) throws(AlbumsError) -> Album {
        let found = try read { db in
            let row =
                try Row.fetchOne(db, sql: Self.columns + " WHERE album.id = ?", arguments: [id])
                ?? Row.fetchOne(db, sql: Self.columns + Self.isFormer, arguments: [id])
            return row.map(Album.init(row:))
        }
        guard let found else { throw .unknown(album: id) }
        return found
    }

    /// Returns the albums that the user has merged into an album.
    package func merged(into album: String) throws(AlbumsError) -> [Album] {
        try read { db in
            try Row.fetchAll(db, sql: Self.columns + " WHERE edit.mergedInto = ?", arguments: [album])
                .map(Album.init(row:))
        }
    }

    /// Returns the ids of an album's pictures by time.
    package func order(of album: String) throws(AlbumsError) -> [Int64] {
        try read { db in
            try Int64.fetchAll(
                db, sql: "SELECT photo FROM member WHERE album = ? ORDER BY time, photo", arguments: [album])
        }
    }

    /// Returns the pictures of an album by time.
    ///
    /// The pictures before the offset are passed over in the index, without reading them.
    package func photos(
        in album: String, offset: Int = 0, limit: Int = .max
    ) throws(AlbumsError) -> [AlbumPhoto] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT photo.* FROM (
                        SELECT photo AS id, time AS moment FROM member WHERE album = ? ORDER BY time, photo LIMIT ? OFFSET ?
                    ) AS page JOIN photo ON photo.id = page.id ORDER BY page.moment, page.id
                    """, arguments: [album, limit, offset]
            ).map(AlbumPhoto.init(row:))
        }
    }

    package func photo(_ id: Int64) throws(AlbumsError) -> AlbumPhoto? {
        try read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM photo WHERE id = ?", arguments: [id]).map(AlbumPhoto.init(row:))
        }
    }

    /// Returns the picture with the path of its file, also a hidden one.
    package func photo(path: RawPath) throws(AlbumsError) -> AlbumPhoto? {
        try read { db in
            let row =
                try Row.fetchOne(db, sql: "SELECT * FROM photo WHERE path = ?", arguments: [databaseValue(path)])
                ?? Row.fetchOne(db, sql: "SELECT * FROM hidden WHERE path = ?", arguments: [databaseValue(path)])
            return row.map(AlbumPhoto.init(row:))
        }
    }

    /// Returns the ids and paths of pictures, also of hidden ones, in the order of their ids.
    ///
    /// - Parameter after: the id of the last picture on the previous page; 0 for the first page.
    package func paths(after: Int64, limit: Int) throws(AlbumsError) -> [(id: Int64, path: RawPath)] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id, path FROM photo WHERE id > ?1 UNION ALL SELECT id, path FROM hidden WHERE id > ?1
                    ORDER BY id LIMIT ?2
                    """, arguments: [after, limit]
            ).compactMap { row in RawPath(row[1] as DatabaseValue).map { (row[0], $0) } }
        }
    }

    /// Returns the albums that contain a picture.
    package func albums(with photo: Int64) throws(AlbumsError) -> [Album] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: Self.columns + """
                     JOIN member ON member.album = album.id WHERE member.photo = ? AND edit.mergedInto IS NULL
                     AND (album.kind <> 'trip' OR album.count >= \(Self.smallestTrip))
                    ORDER BY CASE album.kind WHEN 'country' THEN 0 WHEN 'region' THEN 1 WHEN 'city' THEN 2
                        WHEN 'district' THEN 3 WHEN 'trip' THEN 4 WHEN 'day' THEN 5 ELSE 6 END, album.id
                    """, arguments: [photo]
            ).map(Album.init(row:))
        }
    }

    /// Returns the number of pictures, and of those with a position.
    package func counts() throws(AlbumsError) -> (photos: Int, positioned: Int) {
        try read { db in
            // Both come from indexes, without reading the pictures' rows.
            let photos = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM photo")
            let positioned = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM photo WHERE latitude IS NOT NULL")
            return (photos ?? 0, positioned ?? 0)
        }
    }
}

extension Album {
    init(row: Row) {
        self.init(
            id: row["id"], kind: AlbumKind(rawValue: row["kind"]) ?? .day, parent: row["parent"], title: row["title"],
            originalTitle: row["originalTitle"], countryCode: row["countryCode"], count: row["count"],
            cover: row["cover"], first: row["first"], last: row["last"])
    }
}
