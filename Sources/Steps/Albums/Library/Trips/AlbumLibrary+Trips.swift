internal import GRDB
internal import UprightBase
internal import UprightFormats
internal import UprightFiles
internal import UprightPlaces

extension AlbumLibrary {
    /// Finds the trips again if pictures came, went or were moved since the last time. Cheap otherwise.
    package func settle() throws(AlbumsError) {
        try write { db in
            guard try Self.areTripsStale(db) else { return }
            try Self.settleTrips(db)
        }
    }

    /// Notes that the trips have to be found again: in the transaction that changes the pictures, so that no kill loses it.
    static func markTripsStale(_ db: Database) throws {
        try db.execute(sql: "INSERT OR REPLACE INTO note (key, value) VALUES ('trips', 'stale')")
    }

    private static func areTripsStale(_ db: Database) throws -> Bool {
        try String.fetchOne(db, sql: "SELECT value FROM note WHERE key = 'trips'") != nil
    }

    /// Finds the trips, and puts pictures into those whose trip is another than before.
    ///
    /// - Parameter former: the trip of each picture before a rebuild, whose addresses lead to the trips of today.
    static func settleTrips(_ db: Database, former: [Int64: String]? = nil) throws {
        var sightings: [Sighting] = []
        let known = try tripsOfPictures(db)
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, time, latitude, longitude, camera, countryCode FROM photo
                WHERE latitude IS NOT NULL AND time IS NOT NULL ORDER BY time, path
                """)
        // Ids depend on the order of arrival: the rank by time and path does not.
        var ids: [Int64] = []
        while let row = try rows.next() {
            guard let position = Position(latitude: row[2], longitude: row[3]) else { continue }
            sightings.append(
                Sighting(id: Int64(ids.count), time: row[1], position: position, camera: row[4], country: row[5]))
            ids.append(row[0])
        }
        let trips = TripFinder.trips(in: sightings, homes: try homesOfTrips(db)).map { trip in
            FoundTrip(
                pictures: trip.map { ids[Int(truncatingIfNeeded: $0)] },
                first: trip.first.map { sightings[Int(truncatingIfNeeded: $0)].time } ?? 0,
                last: trip.last.map { sightings[Int(truncatingIfNeeded: $0)].time } ?? 0)
        }
        let names = try tripIDs(of: trips, db)
        var wanted: [Int64: String] = [:]
        for (trip, name) in zip(trips, names) { for picture in trip.pictures { wanted[picture] = name } }
        try remember(former ?? known, of: ids, without: Set(names), db)
        let neighbours = NeighboursInTime(zip(ids, sightings).map { (id: $0, time: $1.time) })
        let estimates = try estimates(by: neighbours, db)
        for (id, neighbour) in estimates { wanted[id] = wanted[neighbour] }
        let filing = try Filing(db)
        // In the order of time, so that a trip's cover is its first picture.
        var moved = ids.filter { wanted[$0] != known[$0] }
        var further: [Int64] = []
        var estimated: [Int64] = []
        let others = try Row.fetchCursor(
            db, sql: "SELECT id, placeSource FROM photo WHERE latitude IS NULL OR time IS NULL ORDER BY time, path")
        while let row = try others.next() {
            further.append(row[0])
            if estimates[row[0]] != nil || row[1] as String? == Place.estimate { estimated.append(row[0]) }
        }
        moved += further.filter { wanted[$0] != known[$0] }
        for id in moved { try filing.move(id, to: wanted[id]) }
        for id in estimated { try filing.estimate(id, from: estimates[id]) }
        try filing.finish()
        try noteHomeCountry(db)
        try db.execute(sql: "DELETE FROM note WHERE key IN ('trips', 'home')")
    }

    private struct FoundTrip {
        var pictures: [Int64]
        var first: Double
        var last: Double
    }

    /// Returns the ids of trips: by the first picture, except that a trip which the user has edited keeps its id. It is found
    /// again by the days that it had when it was edited.
    private static func tripIDs(of trips: [FoundTrip], _ db: Database) throws -> [String] {
        var names: [String?] = Array(repeating: nil, count: trips.count)
        let edits = try Row.fetchAll(
            db, sql: "SELECT id, first, last FROM edit WHERE id LIKE 't-%' AND first IS NOT NULL ORDER BY id")
        var claims: [(overlap: Double, trip: Int, id: String)] = []
        for edit in edits {
            let (first, last) = (edit[1] as Double, edit[2] as Double)
            for (number, trip) in trips.enumerated() where trip.first <= last && trip.last >= first {
                claims.append((min(trip.last, last) - max(trip.first, first), number, edit[0]))
            }
        }
        claims.sort { ($1.overlap, $0.trip, $0.id) < ($0.overlap, $1.trip, $1.id) }
        var used: Set<String> = []
        for claim in claims where names[claim.trip] == nil && !used.contains(claim.id) {
            names[claim.trip] = claim.id
            used.insert(claim.id)
        }
        let path = try db.makeStatement(sql: "SELECT path FROM photo WHERE id = ?")
        for (number, trip) in trips.enumerated() where names[number] == nil {
            guard let first = trip.pictures.first,
                let value = try DatabaseValue.fetchOne(path, arguments: [first]), let path = RawPath(value)
            else { continue }
            // The path of the first picture distinguishes two trips that start on the same day.
            let day = CivilDate(seconds: trip.first)?.description ?? ""
            var name = AlbumKey.tripID("\(day)/\(path.exact)")
            while !used.insert(name).inserted { name = AlbumKey.tripID(name) }
            names[number] = name
        }
        return names.map { $0 ?? "" }
    }

    /// Keeps the days of a trip that the user edits, by which it is found again.
    static func anchor(_ album: String, _ db: Database) throws {
        guard album.hasPrefix("t-") else { return }
        try db.execute(
            sql: """
                INSERT INTO edit (id, first, last) SELECT id, first, last FROM album WHERE id = ?1 AND kind = 'trip'
                ON CONFLICT (id) DO UPDATE SET first = excluded.first, last = excluded.last
                """, arguments: [album])
    }
}

extension Filing {
    /// Puts a picture into a trip instead of the one it was in; nil for none.
    func move(_ id: Int64, to trip: String?) throws {
        guard let row = try Row.fetchOne(db.cachedStatement(sql: "SELECT * FROM photo WHERE id = ?"), arguments: [id])
        else { return }
        let before = row["trip"] as String?
        try db.cachedStatement(sql: "UPDATE photo SET trip = ? WHERE id = ?").execute(arguments: [trip, id])
        if before != nil {
            // The albums that the trip was merged into lose the picture, too.
            try unfile(id)
            try file(id, AlbumPhoto(row: row))
        } else if let trip {
            try put(id, row["time"], intoTrip: trip)
        }
    }

    /// Puts a picture into a trip, which is made if there is none.
    func put(_ id: Int64, _ time: Double?, intoTrip trip: String) throws {
        let title = time.flatMap { CivilDate(seconds: $0) }?.description ?? ""
        try makeAlbum(trip, kind: .trip, parent: nil, title: title, countryCode: "")
        try put(id, time, intoAlbum: trip)
    }
}
