internal import GRDB
internal import UprightPlaces
internal import UprightGeodata

extension Filing {
    /// A neighbour in time among the pictures with a position.
    private struct Neighbour {
        var id: Int64
        var time: Double
        var trip: String?
    }

    /// Puts a picture taken away from the usual place into the trip before or after it, or begins one.
    ///
    /// A trip is a run of pictures away from home, none further than three days from the next, and none at home between.
    func fileTrip(_ id: Int64, _ photo: AlbumPhoto) throws {
        guard let time = photo.time, let position = photo.position, isAway(position) else { return }
        let before = try neighbour(of: id, time, "<=", "DESC")
        let after = try neighbour(of: id, time, ">=", "ASC")
        let trips = [before, after].compactMap { neighbour -> String? in
            guard let neighbour, abs(neighbour.time - time) <= AlbumLibrary.longestPause else { return nil }
            return neighbour.trip
        }
        if let trip = trips.first {
            try put(id, time, intoAlbum: trip)
            if trips.count == 2, trips[1] != trip { try join(trips[1], into: trip) }
        } else {
            guard let date = CivilDate(seconds: time) else { return }
            // The number of its first picture tells two trips that begin on one day apart.
            try put(
                id, time, into: AlbumKey(kind: .trip, value: "\(date)/\(photo.path)", title: date.description))
        }
    }

    /// The nearest picture with a position before or after; nil where there is none away from home.
    private func neighbour(of id: Int64, _ time: Double, _ side: String, _ order: String) throws -> Neighbour? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT id, time, latitude, longitude FROM photo
                    WHERE latitude IS NOT NULL AND time IS NOT NULL AND time \(side) ? AND id <> ?
                    ORDER BY time \(order) LIMIT 1
                    """), arguments: [time, id])
        guard let row, let there = Position(latitude: row["latitude"], longitude: row["longitude"]), isAway(there)
        else { return nil }
        let trip = try String.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT album.id FROM member JOIN album ON album.id = member.album
                    WHERE member.photo = ? AND album.kind = 'trip' LIMIT 1
                    """), arguments: [row["id"] as Int64])
        return Neighbour(id: row["id"], time: row["time"], trip: trip)
    }

    private func join(_ other: String, into trip: String) throws {
        for row in try Row.fetchAll(
            db,
            sql: "SELECT member.photo, photo.time FROM member JOIN photo ON photo.id = member.photo WHERE album = ?",
            arguments: [other])
        {
            try put(row["photo"], row["time"], intoAlbum: trip)
        }
        try db.execute(sql: "DELETE FROM member WHERE album = ?", arguments: [other])
        try recount(other)
    }
}
