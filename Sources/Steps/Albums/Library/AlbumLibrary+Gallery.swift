internal import GRDB
package import UprightPlaces

extension AlbumLibrary {
    /// Returns a text that changes whenever the albums change, in this process or in another.
    package func revision() throws(AlbumsError) -> String {
        do {
            return try database.writeWithoutTransaction { db in
                // The first counts the changes of other connections, the second those of this one.
                let others = try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0
                return "\(others)/\(db.totalChangesCount)"
            }
        } catch { throw AlbumsError(error, path: path) }
    }

    /// Returns the album with the given id; nil if there is none.
    package func albumIfPresent(_ id: String) throws(AlbumsError) -> Album? {
        do { return try album(id: id) } catch .unknown { return nil }
    }

    /// Returns the pictures before and after one, in the order of the context that the user browses.
    package func neighbours(
        of photo: AlbumPhoto, in context: PictureContext
    ) throws(AlbumsError) -> (before: Int64?, after: Int64?) {
        func next(_ sql: String, _ arguments: [(any DatabaseValueConvertible & Sendable)?]) throws(AlbumsError)
            -> Int64?
        {
            try read { db in try Int64.fetchOne(db, sql: sql, arguments: StatementArguments(arguments)) }
        }
        switch context {
        case .album(let album):
            let time = photo.time ?? Filing.never
            func neighbour(_ comparison: String, _ direction: String) throws(AlbumsError) -> Int64? {
                try next(
                    """
                    SELECT photo FROM member WHERE album = ? AND (time, photo) \(comparison) (?, ?)
                    ORDER BY time \(direction), photo \(direction) LIMIT 1
                    """, [album, time, photo.id])
            }
            return (try neighbour("<", "DESC"), try neighbour(">", "ASC"))
        case .timeline, .placeless, .hidden:
            let only = context == .placeless ? " AND placeSource IS NULL" : ""
            let table = context == .hidden ? "hidden" : "photo"
            // Latest first; pictures without a time come last.
            func neighbour(_ isNext: Bool) throws(AlbumsError) -> Int64? {
                let (comparison, direction) = isNext ? ("<", "DESC") : (">", "ASC")
                let order = "ORDER BY time \(direction), id \(direction) LIMIT 1"
                if let time = photo.time {
                    let found = try next(
                        "SELECT id FROM \(table) WHERE (time, id) \(comparison) (?, ?)\(only) \(order)",
                        [time, photo.id])
                    if found != nil || !isNext { return found }
                    return try next("SELECT id FROM \(table) WHERE time IS NULL\(only) ORDER BY id DESC LIMIT 1", [])
                }
                let found = try next(
                    """
                    SELECT id FROM \(table) WHERE time IS NULL\(only) AND id \(comparison) ?
                    ORDER BY id \(direction) LIMIT 1
                    """, [photo.id])
                if found != nil || isNext { return found }
                return try next("SELECT id FROM \(table) WHERE time IS NOT NULL\(only) ORDER BY time, id LIMIT 1", [])
            }
            return (try neighbour(false), try neighbour(true))
        }
    }
}

extension AlbumLibrary {
    /// Returns how many pictures come before one in its part of a context: in its month of the timeline, or in the whole album.
    package func rank(of photo: AlbumPhoto, in context: PictureContext) throws(AlbumsError) -> Int {
        let condition: String
        let arguments: [(any DatabaseValueConvertible & Sendable)?]
        switch (context, photo.time) {
        case (.album(let album), let time):
            condition = "FROM member WHERE album = ? AND (time, photo) < (?, ?)"
            arguments = [album, time ?? Filing.never, photo.id]
        case (.timeline, let time?):
            let month = PictureMonth.key(of: time).flatMap { PictureMonth.span(of: $0) }
            condition = "FROM photo WHERE time < ? AND (time, id) > (?, ?)"
            arguments = [month?.upperBound ?? time, time, photo.id]
        case (.hidden, let time?):
            condition = "FROM hidden WHERE (time, id) > (?, ?)"
            arguments = [time, photo.id]
        case (.placeless, let time?):
            condition = "FROM photo WHERE placeSource IS NULL AND (time, id) > (?, ?)"
            arguments = [time, photo.id]
        case (.timeline, nil):
            condition = "FROM photo WHERE time IS NULL AND id > ?"
            arguments = [photo.id]
        case (.hidden, nil):
            condition = "FROM hidden WHERE time IS NOT NULL OR id > ?"
            arguments = [photo.id]
        case (.placeless, nil):
            condition = "FROM photo WHERE placeSource IS NULL AND (time IS NOT NULL OR id > ?)"
            arguments = [photo.id]
        }
        return try read { db in
            try Int.fetchOne(db, sql: "SELECT COUNT(*) " + condition, arguments: StatementArguments(arguments)) ?? 0
        }
    }
}

/// The pictures that the user browses.
package enum PictureContext: Sendable, Hashable {
    /// All pictures, the latest first.
    case timeline
    /// Pictures without a place, the latest first.
    case placeless
    /// Hidden pictures, the latest first.
    case hidden
    /// An album, by time.
    case album(String)
}

extension Album {
    /// Returns the id of the smallest album of a place; nil if it has none.
    package static func smallest(of place: Place) -> String? { AlbumKey.smallest(of: place) }

    /// Returns the name of the smallest part of a place, with its country.
    package static func smallestName(of place: Place) -> String {
        let part = place.district ?? place.city ?? place.region
        return part.map { place.country.isEmpty ? $0 : "\($0), \(place.country)" } ?? place.country
    }
}
