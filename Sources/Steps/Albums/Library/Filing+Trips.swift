internal import UprightFiles
internal import GRDB
internal import UprightPlaces
internal import UprightGeodata

extension Filing {
    /// The previous or next picture in time that has a position.
    private struct Neighbour {
        var id: Int64
        var time: Double
        var trip: String?
    }

    /// Puts a picture taken away from home into the trip before or after it, or starts one.
    ///
    /// A trip is a sequence of pictures away from home, at most three days apart, with no picture at home in between.
    func fileTrip(_ id: Int64, _ photo: AlbumPhoto) throws {
        guard let time = photo.time, let position = photo.position, isAway(position) else { return }
        let before = try neighbour(of: id, time, "<=", "DESC")
        let after = try neighbour(of: id, time, ">=", "ASC")
        let trips = [before, after].compactMap { neighbour -> String? in
            guard let neighbour, (neighbour.time - time).magnitude <= AlbumLibrary.longestPause else { return nil }
            return neighbour.trip
        }
        if let trip = trips.first {
            try put(id, time, intoAlbum: trip)
            if trips.count == 2, trips[1] != trip { try join(trips[1], into: trip) }
        } else {
            guard let date = CivilDate(seconds: time) else { return }
            // The path of the first picture distinguishes two trips that start on the same day.
            try put(
                id, time, into: AlbumKey(kind: .trip, value: "\(date)/\(photo.path.exact)", title: date.description))
        }
    }

    /// Returns the nearest picture with a position before or after; nil if there is none, or if it is at home.
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
        // By the start of a trip's id: a join would look at all trips for every picture.
        let trip = try String.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT album FROM member WHERE photo = ? AND album >= 't-' AND album < 't.' LIMIT 1
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
