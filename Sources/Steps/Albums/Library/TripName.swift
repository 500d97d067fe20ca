internal import GRDB

extension AlbumLibrary {
    /// Names a trip by its places and days: `Iceland · 8–16 April 2021`.
    static func nameTrip(_ trip: String, _ db: Database) throws {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT first, last FROM album WHERE id = ? AND kind = 'trip'", arguments: [trip]),
            let first = (row["first"] as Double?).flatMap({ CivilDate(seconds: $0) }),
            let last = (row["last"] as Double?).flatMap({ CivilDate(seconds: $0) })
        else { return }
        var parts: [TripPart] = []
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT countryCode, country, regionCode, region, ownCity, city, COUNT(*) AS pictures
                FROM member JOIN photo ON photo.id = member.photo WHERE album = ? AND country <> ''
                GROUP BY countryCode, country, regionCode, region, ownCity, city
                """, arguments: [trip])
        while let row = try rows.next() {
            parts.append(
                TripPart(
                    countryCode: row["countryCode"], country: row["country"], regionCode: row["regionCode"],
                    region: row["region"], ownCity: row["ownCity"], city: row["city"], count: row["pictures"]))
        }
        let language = try dateLanguage(db)
        let name = TripPart.name(of: parts, language, home: try homeCountry(db))
        let title = [name, language.text(from: first, to: last)].compactMap { $0 }.joined(separator: " · ")
        try db.execute(sql: "UPDATE album SET title = ? WHERE id = ?", arguments: [title, trip])
    }
}

/// A place of a trip, and the number of pictures taken there.
struct TripPart {
    var countryCode: String?
    var country: String
    var regionCode: String?
    var region: String?
    var ownCity: String?
    var city: String?
    var count: Int

    /// A city with at least 60 % of the pictures, otherwise a region with at least 80 %, otherwise the countries or, at home, two
    /// cities; nil if there is no place.
    ///
    /// - Parameter home: the code of the country at home; nil if it is not known.
    static func name(of parts: [TripPart], _ language: DateLanguage, home: String? = nil) -> String? {
        let total = parts.reduce(0) { $0 + $1.count }
        guard total > 0 else { return nil }
        func ranked(_ part: (TripPart) -> (key: String?, name: String?)) -> [RankedNames.Entry] {
            RankedNames(
                parts.compactMap { entry in
                    let (key, name) = part(entry)
                    return name.map { (key: key ?? $0, name: $0, count: entry.count) }
                }
            ).entries
        }
        // A country with less than 5 % of the pictures is not a destination of the trip.
        let countries = ranked { ($0.countryCode, $0.country) }.filter { $0.count * 20 >= total }
        if countries.count == 1, let country = countries.first {
            if let city = ranked({ ($0.ownCity, $0.city) }).first, city.count * 10 >= total * 6 {
                return "\(city.name), \(country.name)"
            }
            if let region = ranked({ ($0.regionCode, $0.region) }).first, region.count * 10 >= total * 8 {
                return "\(region.name), \(country.name)"
            }
            guard let home, parts.contains(where: { $0.countryCode == home && $0.country == country.name }) else {
                return country.name
            }
            let cities = ranked { $0.countryCode == home ? ($0.ownCity, $0.city) : (nil, nil) }
            return cities.isEmpty ? country.name : language.list(cities.prefix(2).map(\.name))
        }
        return language.list(countries.prefix(3).map(\.name))
    }
}
