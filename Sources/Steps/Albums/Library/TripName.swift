internal import GRDB

extension AlbumLibrary {
    /// Names a trip by its places and days: `Iceland, 8–16 April 2021`.
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
                SELECT country, region, city, COUNT(*) AS pictures FROM member JOIN photo ON photo.id = member.photo
                WHERE album = ? AND country <> '' GROUP BY country, region, city
                """, arguments: [trip])
        while let row = try rows.next() {
            parts.append(
                TripPart(country: row["country"], region: row["region"], city: row["city"], count: row["pictures"]))
        }
        let name = [TripPart.name(of: parts), CivilDate.range(first, last)].compactMap { $0 }.joined(separator: ", ")
        try db.execute(sql: "UPDATE album SET title = ? WHERE id = ?", arguments: [name, trip])
    }
}

/// A place of a trip, and the number of pictures taken there.
struct TripPart {
    var country: String
    var region: String?
    var city: String?
    var count: Int

    /// A city with at least 60 % of the pictures, otherwise a region with at least 80 %, otherwise the countries; nil
    /// if there is no place.
    static func name(of parts: [TripPart]) -> String? {
        let total = parts.reduce(0) { $0 + $1.count }
        guard total > 0 else { return nil }
        func ranked(_ name: (TripPart) -> String?) -> [(name: String, count: Int)] {
            var counts: [String: Int] = [:]
            for part in parts { if let name = name(part) { counts[name, default: 0] += part.count } }
            return counts.map { (name: $0.key, count: $0.value) }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
        }
        let countries = ranked { $0.country }
        if countries.count == 1, let country = countries.first?.name {
            if let city = ranked({ $0.city }).first, city.count * 10 >= total * 6 { return "\(city.name), \(country)" }
            if let region = ranked({ $0.region }).first, region.count * 10 >= total * 8 {
                return "\(region.name), \(country)"
            }
            return country
        }
        // A country with less than 5 % of the pictures is not a destination of the trip.
        var names = countries.filter { $0.count * 20 >= total }.prefix(3).map(\.name)
        guard names.count > 1 else { return names.first }
        let last = names.removeLast()
        return names.joined(separator: ", ") + " and " + last
    }
}
