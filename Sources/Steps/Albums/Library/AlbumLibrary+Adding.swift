internal import GRDB
package import UprightFiles
internal import UprightPlaces
internal import UprightFormats

extension AlbumLibrary {
    /// Files pictures in one transaction. A picture whose path is already known is filed again. Call ``settle()`` after the last,
    /// which finds the trips.
    ///
    /// - Returns: the ids of the pictures, in their order.
    @discardableResult package func add(_ photos: [AlbumPhoto]) throws(AlbumsError) -> [Int64] {
        try write { db in
            let filing = try Filing(db)
            var hidden: [Int64] = []
            let ids = try photos.map { photo in
                hidden += try filing.unhide(at: photo.path)
                try db.cachedStatement(sql: "DELETE FROM part WHERE path = ?").execute(
                    arguments: [databaseValue(photo.path)])
                let known = try Int64.fetchOne(
                    db.cachedStatement(sql: "SELECT id FROM photo WHERE path = ?"),
                    arguments: [databaseValue(photo.path)])
                if let known { try filing.unfile(known) }
                let id = try filing.store(photo, under: known ?? filing.nextID())
                try filing.file(id, photo)
                return id
            }
            for id in hidden { try filing.hide(id) }
            try filing.finish()
            if photos.contains(where: { $0.time != nil }) { try Self.markTripsStale(db) }
            return ids
        }
    }

    /// Removes the pictures with these paths, whose files are gone.
    package func remove(paths: [RawPath]) throws(AlbumsError) {
        try write { db in
            let filing = try Filing(db)
            for path in paths {
                try db.execute(sql: "DELETE FROM hidden WHERE path = ?", arguments: [databaseValue(path)])
                guard
                    let id = try Int64.fetchOne(
                        db, sql: "SELECT id FROM photo WHERE path = ?", arguments: [databaseValue(path)])
                else { continue }
                try filing.unfile(id)
                try db.execute(sql: "DELETE FROM photo WHERE id = ?", arguments: [id])
            }
            try filing.finish()
            if !paths.isEmpty { try Self.markTripsStale(db) }
        }
    }
}

/// Puts pictures into albums within a transaction.
final class Filing {
    /// The time that sorts a picture without a time to the end of an album.
    static let never = 1e300
    let db: Database
    private let insertMember: Statement
    private let insertAlbum: Statement
    private let merged: [String: String]
    /// What remains to be added to the albums' rows: one write per album and transaction.
    private var pending: [String: Growth] = [:]
    private var known: Set<String> = []
    /// Trips whose pictures have changed.
    private var trips: Set<String> = []

    private struct Growth {
        var count = 0
        var cover: Int64 = 0
        var first: Double?
        var last: Double?
    }

    init(_ db: Database) throws {
        self.db = db
        insertMember = try db.makeStatement(sql: "INSERT OR IGNORE INTO member (album, time, photo) VALUES (?, ?, ?)")
        insertAlbum = try db.makeStatement(
            sql: """
                INSERT INTO album (id, kind, parent, title, countryCode) VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT (id) DO UPDATE SET title = excluded.title, parent = excluded.parent
                """)
        var merged: [String: String] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT id, mergedInto FROM edit WHERE mergedInto IS NOT NULL") {
            merged[row["id"]] = row["mergedInto"]
        }
        self.merged = merged
    }

    func store(_ photo: AlbumPhoto, under id: Int64) throws -> Int64 {
        let place = photo.place
        // Not REPLACE, which would bypass the triggers that update the search index.
        try db.cachedStatement(
            sql: """
                INSERT INTO photo (id, path, source, type, time, latitude, longitude, altitude, animated,
                    countryCode, country, region, regionCode, county, city, district, street, offshore, placeSource,
                    width, height, camera, words, ownCity, ownDistrict)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET path = excluded.path, source = excluded.source, type = excluded.type,
                    time = excluded.time, latitude = excluded.latitude, longitude = excluded.longitude,
                    altitude = excluded.altitude, animated = excluded.animated, countryCode = excluded.countryCode,
                    country = excluded.country, region = excluded.region, regionCode = excluded.regionCode,
                    county = excluded.county, city = excluded.city, district = excluded.district,
                    street = excluded.street, offshore = excluded.offshore, placeSource = excluded.placeSource,
                    width = excluded.width, height = excluded.height, camera = excluded.camera, words = excluded.words,
                    ownCity = excluded.ownCity, ownDistrict = excluded.ownDistrict
                """
        ).execute(arguments: [
            id, databaseValue(photo.path), photo.source, photo.type, photo.time, photo.position?.latitude,
            photo.position?.longitude,
            photo.position?.altitude, photo.isAnimated, place?.countryCode, place?.country, place?.region,
            place?.regionCode, place?.county, place?.city, place?.district, place?.street, place?.isOffshore ?? false,
            place?.source, photo.width, photo.height, photo.camera, SearchText.words(of: photo),
            place?.ownCity, place?.ownDistrict,
        ])
        return id
    }

    func file(_ id: Int64, _ photo: AlbumPhoto) throws {
        var keys = photo.place.map(AlbumKey.keys) ?? []
        if let day = photo.time.flatMap(AlbumKey.day) { keys.append(day) }
        if photo.isAnimated { keys.append(.animated) }
        for key in keys { try put(id, photo.time, into: key) }
        let trip = try String.fetchOne(
            db.cachedStatement(sql: "SELECT trip FROM photo WHERE id = ?"), arguments: [id])
        if let trip { try put(id, photo.time, intoTrip: trip) }
    }

    func put(_ id: Int64, _ time: Double?, into key: AlbumKey) throws {
        try makeAlbum(key.id, kind: key.kind, parent: key.parent, title: key.title, countryCode: key.countryCode)
        try put(id, time, intoAlbum: key.id)
    }

    /// Makes an album if there is none.
    func makeAlbum(_ album: String, kind: AlbumKind, parent: String?, title: String, countryCode: String) throws {
        guard known.insert(album).inserted else { return }
        try insertAlbum.execute(arguments: [album, kind.rawValue, parent, title, countryCode])
    }

    /// Puts a picture into an album, into the album that this one was merged into, and so on.
    func put(_ id: Int64, _ time: Double?, intoAlbum first: String) throws {
        var album = first
        var seen: Set<String> = []
        while seen.insert(album).inserted {
            try insertMember.execute(arguments: [album, time ?? Self.never, id])
            if db.changesCount > 0 { grow(album, id, time) }
            guard let next = merged[album] else { return }
            album = next
        }
    }

    private func grow(_ album: String, _ id: Int64, _ time: Double?) {
        if album.hasPrefix("t-") { trips.insert(album) }
        var growth = pending[album] ?? Growth(cover: id)
        growth.count += 1
        if let time {
            growth.first = min(growth.first ?? time, time)
            growth.last = max(growth.last ?? time, time)
        }
        pending[album] = growth
    }

    /// Writes the albums' pending changes, and names the trips that have changed. Call this at the end of the
    /// transaction.
    func finish() throws {
        try flush()
        for trip in trips { try AlbumLibrary.nameTrip(trip, db) }
        trips = []
    }

    /// Writes the albums' pending changes.
    private func flush() throws {
        let bump = try db.cachedStatement(
            sql: """
                UPDATE album SET count = count + ?2, cover = COALESCE(cover, ?3),
                    first = CASE WHEN ?4 IS NULL THEN first WHEN first IS NULL OR ?4 < first THEN ?4 ELSE first END,
                    last = CASE WHEN ?5 IS NULL THEN last WHEN last IS NULL OR ?5 > last THEN ?5 ELSE last END
                WHERE id = ?1
                """)
        for (album, growth) in pending {
            try bump.execute(arguments: [album, growth.count, growth.cover, growth.first, growth.last])
        }
        pending = [:]
    }

    /// Removes a picture from all its albums, and deletes those that become empty.
    func unfile(_ id: Int64) throws {
        let albums = try String.fetchAll(db, sql: "SELECT album FROM member WHERE photo = ?", arguments: [id])
        try db.execute(sql: "DELETE FROM member WHERE photo = ?", arguments: [id])
        for album in albums { try recount(album) }
    }

    func recount(_ album: String) throws {
        try flush()
        try db.cachedStatement(
            sql: """
                UPDATE album SET count = (SELECT COUNT(*) FROM member WHERE album = ?1),
                    first = (SELECT MIN(time) FROM member WHERE album = ?1 AND time < ?2),
                    last = (SELECT MAX(time) FROM member WHERE album = ?1 AND time < ?2),
                    cover = COALESCE((SELECT photo FROM member WHERE album = ?1 AND photo = cover),
                        (SELECT photo FROM member WHERE album = ?1 ORDER BY time LIMIT 1))
                WHERE id = ?1
                """
        ).execute(arguments: [album, Self.never])
        if album.hasPrefix("t-") { trips.insert(album) }
        try db.cachedStatement(sql: "DELETE FROM album WHERE id = ? AND count = 0").execute(arguments: [album])
        if db.changesCount > 0 { known.remove(album) }
    }
}
