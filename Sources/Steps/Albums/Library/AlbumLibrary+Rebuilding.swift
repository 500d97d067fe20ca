internal import GRDB
internal import UprightFiles
package import UprightPlaces
package import UprightFormats

extension AlbumLibrary {
    /// Rebuilds all albums from the pictures; keeps the user's edits.
    ///
    /// - Parameter place: returns the place at a position; nil keeps the known places.
    package func rebuild(place: (@Sendable (Position) -> Place?)? = nil) throws(AlbumsError) {
        try rebuild(by: nil, otherNames: nil, place: place)
    }

    /// Rebuilds all albums from the pictures; keeps the user's edits.
    ///
    /// - Parameters:
    ///   - data: the version of the data that `place` uses; see ``isPlaced(by:)``.
    ///   - otherNames: returns further names of a position, for the search; nil keeps the known names.
    ///   - place: returns the place at a position; nil keeps the known places.
    package func rebuild(
        by data: PlaceDataVersion?, otherNames: (@Sendable (Position) -> [String])?,
        place: (@Sendable (Position) -> Place?)?
    ) throws(AlbumsError) {
        try write { db in
            let former = try Self.tripsOfPictures(db)
            try db.execute(
                sql: "DELETE FROM member; DELETE FROM album; UPDATE photo SET trip = NULL WHERE trip IS NOT NULL")
            if let data {
                try Self.setPlaced(by: data, db)
                _ = try Self.setLanguage(data.language, db)
            }
            let filing = try Filing(db)
            let hidden = try filing.unhide()
            // By time, so that the cover of an album is its first picture.
            let ids = try Int64.fetchAll(db, sql: "SELECT id FROM photo ORDER BY time, path")
            let read = try db.makeStatement(sql: "SELECT * FROM photo WHERE id = ?")
            for id in ids {
                guard let row = try Row.fetchOne(read, arguments: [id]) else { continue }
                var photo = AlbumPhoto(row: row)
                if let place, let position = photo.position, photo.place?.source != "picture" {
                    let found = place(position)
                    let names = otherNames?(position) ?? photo.otherNames
                    if found != photo.place || names != photo.otherNames {
                        photo.place = found
                        photo.otherNames = names
                        _ = try filing.store(photo, under: photo.id)
                    }
                }
                try filing.file(photo.id, photo)
            }
            for id in hidden { try filing.hide(id) }
            try filing.finish()
            try Self.settleTrips(db, former: former)
        }
    }

    /// A message: what to do if ``isPlaced(by:)`` is false.
    package static let rebuildAdvice =
        "the pictures in the albums were placed with other place data, or in another language: upright albums rebuild places "
        + "them again, and keeps your renamed and merged albums"
}

extension AlbumPhoto {
    init(row: Row) {
        var place: Place?
        if let source = row["placeSource"] as String? {
            place = Place(
                countryCode: row["countryCode"] ?? "", country: row["country"] ?? "", region: row["region"],
                regionCode: row["regionCode"], county: row["county"], city: row["city"], district: row["district"],
                street: row["street"], isOffshore: row["offshore"], source: source)
            place?.ownCity = row["ownCity"]
            place?.ownDistrict = row["ownDistrict"]
        }
        var position: Position?
        if let latitude = row["latitude"] as Double?, let longitude = row["longitude"] as Double? {
            position = Position(latitude: latitude, longitude: longitude, altitude: row["altitude"])
        }
        self.init(
            path: RawPath(row["path"] as DatabaseValue) ?? "", source: row["source"], type: row["type"],
            time: row["time"], position: position,
            place: place, isAnimated: row["animated"], width: row["width"], height: row["height"],
            camera: row["camera"])
        id = row["id"]
        colour = row["colour"]
        parts = AlbumPart.Kinds(rawValue: row["parts"] ?? 0)
        otherNames = SearchText.otherNames(in: row["words"] ?? "")
    }
}
