internal import GRDB
package import UprightFormats
package import UprightPlaces

extension AlbumLibrary {
    /// Names a trip by its places and days: `Iceland · 8–16 April 2021`.
    static func nameTrip(_ trip: String, _ db: Database) throws {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT first, last FROM album WHERE id = ? AND kind = 'trip'", arguments: [trip]),
            let title = TripPart.title(
                of: try parts(ofTrip: trip, db), row["first"], row["last"], try dateLanguage(db),
                home: try homeCountry(db))
        else { return }
        try db.execute(sql: "UPDATE album SET title = ? WHERE id = ?", arguments: [title, trip])
    }

    /// Returns the name of a trip in a language; nil if it has no days.
    ///
    /// - Parameter place: names a place in the language.
    package func tripTitle(
        _ trip: Album, _ language: DateLanguage, place: (Place) throws(AlbumsError) -> Place
    ) throws(AlbumsError) -> String? {
        var (parts, home) = try read { db in (try Self.parts(ofTrip: trip.id, db), try Self.homeCountry(db)) }
        // Outside of the reading: names can need readings of their own.
        for index in parts.indices { parts[index].place = try place(parts[index].place) }
        return TripPart.title(of: parts, trip.first, trip.last, language, home: home)
    }

    private static func parts(ofTrip trip: String, _ db: Database) throws -> [TripPart] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT countryCode, country, regionCode, region, ownCity, city, COUNT(*) AS pictures
                FROM member JOIN photo ON photo.id = member.photo WHERE album = ? AND country <> ''
                GROUP BY countryCode, country, regionCode, region, ownCity, city
                """, arguments: [trip]
        ).map { row in
            var place = Place(
                countryCode: row["countryCode"] ?? "", country: row["country"], region: row["region"],
                regionCode: row["regionCode"], city: row["city"], source: "")
            place.ownCity = row["ownCity"]
            return TripPart(place: place, count: row["pictures"])
        }
    }

    /// Returns the position of a picture in an album; nil if none has one.
    package func position(in album: String) throws(AlbumsError) -> Position? {
        try read { db in
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT latitude, longitude FROM member JOIN photo ON photo.id = member.photo
                        WHERE album = ? AND latitude IS NOT NULL LIMIT 1
                        """), arguments: [album])
            return row.flatMap { Position(latitude: $0[0], longitude: $0[1]) }
        }
    }
}

/// A place of a trip, and the number of pictures taken there.
struct TripPart: Sendable {
    var place: Place
    var count: Int

    /// `Iceland · 8–16 April 2021`; nil without a first and a last time.
    static func title(
        of parts: [TripPart], _ first: Double?, _ last: Double?, _ language: DateLanguage, home: String?
    ) -> String? {
        guard let first = first.flatMap({ CivilDate(seconds: $0) }), let last = last.flatMap({ CivilDate(seconds: $0) })
        else { return nil }
        return [name(of: parts, language, home: home), language.text(from: first, to: last)].compactMap { $0 }
            .joined(separator: " · ")
    }

    /// A city with at least 60 % of the pictures, otherwise a region with at least 80 %, otherwise the countries or, at home, two
    /// cities; nil if there is no place.
    ///
    /// - Parameter home: the code of the country at home; nil if it is not known.
    static func name(of parts: [TripPart], _ language: DateLanguage, home: String? = nil) -> String? {
        let total = parts.reduce(0) { $0 + $1.count }
        guard total > 0 else { return nil }
        func ranked(_ part: (Place) -> (key: String?, name: String?)) -> [RankedNames.Entry] {
            RankedNames(
                parts.compactMap { entry in
                    let (key, name) = part(entry.place)
                    return name.map { (key: key ?? $0, name: $0, count: entry.count) }
                }
            ).entries
        }
        // A country with less than 5 % of the pictures is not a destination of the trip.
        let countries = ranked { ($0.countryCode.isEmpty ? nil : $0.countryCode, $0.country) }.filter {
            $0.count * 20 >= total
        }
        if countries.count == 1, let country = countries.first {
            if let city = ranked({ ($0.ownCity, $0.city) }).first, city.count * 10 >= total * 6 {
                return "\(city.name), \(country.name)"
            }
            if let region = ranked({ ($0.regionCode, $0.region) }).first, region.count * 10 >= total * 8 {
                return "\(region.name), \(country.name)"
            }
            guard let home, parts.contains(where: { $0.place.countryCode == home && $0.place.country == country.name })
            else {
                return country.name
            }
            let cities = ranked { $0.countryCode == home ? ($0.ownCity, $0.city) : (nil, nil) }
            return cities.isEmpty ? country.name : language.list(cities.prefix(2).map(\.name))
        }
        return language.list(countries.prefix(3).map(\.name))
    }
}
