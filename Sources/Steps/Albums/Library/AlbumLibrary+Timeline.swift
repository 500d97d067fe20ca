internal import GRDB

/// A month with pictures.
package struct PictureMonth: Sendable, Hashable {
    /// `2021-04`.
    package var key: String
    /// The number of pictures taken in the month.
    package var count: Int

    package var year: Int { Int(key.prefix(4)) ?? 0 }
    /// The month, 1 to 12.
    package var month: Int { Int(key.suffix(2)) ?? 1 }

    /// Returns the key of the month of a time, as in ``AlbumPhoto/time``; nil if it has none.
    package static func key(of time: Double) -> String? {
        guard let key = CivilDate(seconds: time)?.description.dropLast(3), span(of: String(key)) != nil else {
            return nil
        }
        return String(key)
    }

    /// The time from the start of a month to that of the next, as in ``AlbumPhoto/time``; nil if the key is not a
    /// month.
    static func span(of key: String) -> Range<Double>? {
        let parts = key.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2,
            key.utf8.allSatisfy({ $0 == 45 || (48...57).contains($0) }), let year = Int(parts[0]),
            let month = Int(parts[1]), (1...12).contains(month)
        else { return nil }
        let next = month == 12 ? (year + 1, 1) : (year, month + 1)
        let first = CivilDate.days(year: year, month: month, day: 1)
        let last = CivilDate.days(year: next.0, month: next.1, day: 1)
        return Double(first) * 86_400..<Double(last) * 86_400
    }
}

extension AlbumLibrary {
    /// Returns the months in which pictures were taken, the latest first. Reads the albums of days: a few thousand rows
    /// for a million pictures.
    package func months() throws(AlbumsError) -> [PictureMonth] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT substr(title, 1, 7) AS month, SUM(own) AS pictures FROM (
                        SELECT title, CASE WHEN EXISTS (SELECT 1 FROM edit WHERE mergedInto = album.id)
                            THEN (SELECT COUNT(*) FROM member JOIN photo ON photo.id = member.photo
                                WHERE member.album = album.id AND date(photo.time, 'unixepoch') = album.title)
                            ELSE count END AS own
                        FROM album WHERE kind = 'day' AND length(title) = 10)
                    GROUP BY month ORDER BY month DESC
                    """
            ).map { PictureMonth(key: $0["month"], count: $0["pictures"]) }
        }
    }

    /// Returns the pictures of a month, the latest first; none if the key is not a month.
    package func photos(month: String, offset: Int = 0, limit: Int) throws(AlbumsError) -> [AlbumPhoto] {
        guard let span = PictureMonth.span(of: month) else { return [] }
        return try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM photo WHERE time >= ? AND time < ? ORDER BY time DESC, id DESC LIMIT ? OFFSET ?
                    """, arguments: [span.lowerBound, span.upperBound, limit, offset]
            ).map(AlbumPhoto.init(row:))
        }
    }

    /// Returns pictures without a time, the last filed first.
    package func undated(offset: Int = 0, limit: Int) throws(AlbumsError) -> [AlbumPhoto] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM photo WHERE time IS NULL ORDER BY id DESC LIMIT ? OFFSET ?",
                arguments: [limit, offset]
            ).map(AlbumPhoto.init(row:))
        }
    }

    /// Returns pictures without a place, the latest first.
    package func placeless(offset: Int = 0, limit: Int) throws(AlbumsError) -> [AlbumPhoto] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM photo INDEXED BY photo_placeless WHERE placeSource IS NULL
                    ORDER BY time DESC, id DESC LIMIT ? OFFSET ?
                    """, arguments: [limit, offset]
            ).map(AlbumPhoto.init(row:))
        }
    }

    /// Returns how many pictures have no time, and how many have no place.
    package func lacking() throws(AlbumsError) -> (undated: Int, placeless: Int) {
        try read { db in
            let undated = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM photo WHERE time IS NULL")
            let placeless = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM photo WHERE placeSource IS NULL")
            return (undated ?? 0, placeless ?? 0)
        }
    }

    /// Returns the pictures with the given ids, in that order; missing ones are left out.
    package func photos(_ ids: [Int64]) throws(AlbumsError) -> [AlbumPhoto] {
        try read { db in
            let statement = try db.makeStatement(sql: "SELECT * FROM photo WHERE id = ?")
            return try ids.compactMap { try Row.fetchOne(statement, arguments: [$0]).map(AlbumPhoto.init(row:)) }
        }
    }
}
