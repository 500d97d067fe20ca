internal import GRDB
package import UprightFormats

extension AlbumLibrary {
    /// The homes that the user has named.
    package func homes() throws(AlbumsError) -> [Home] { try read { try Self.homes($0) } }

    static func homes(_ db: Database) throws -> [Home] {
        Home.homes(in: try String.fetchOne(db, sql: "SELECT value FROM note WHERE key = 'homes'") ?? "")
    }

    /// Stores the homes that the user has named. Call ``settle()`` afterwards.
    package func setHomes(_ homes: [Home]) throws(AlbumsError) {
        guard try self.homes() != homes else { return }
        try write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO note (key, value) VALUES ('homes', ?)", arguments: [Home.text(of: homes)])
            try Self.markTripsStale(db)
        }
    }

    /// The home that was set on the map; nil for none. It counts where none is named.
    package func mapHome() throws(AlbumsError) -> Position? { try read { try Self.mapHome($0).first?.position } }

    private static func mapHome(_ db: Database) throws -> [Home] {
        Home.homes(in: try String.fetchOne(db, sql: "SELECT value FROM note WHERE key = 'mapHome'") ?? "")
    }

    /// The homes that trips begin at.
    static func homesOfTrips(_ db: Database) throws -> [Home] {
        let named = try homes(db)
        return try named.isEmpty ? mapHome(db) : named
    }

    /// Stores the home that was set on the map; nil for none. Call ``settle()`` afterwards.
    package func setMapHome(_ position: Position?) throws(AlbumsError) {
        let text = Home.text(of: [position].compactMap { $0 }.map { Home(position: $0) })
        try write { db in
            try db.execute(sql: "INSERT OR REPLACE INTO note (key, value) VALUES ('mapHome', ?)", arguments: [text])
            try Self.markTripsStale(db)
        }
    }

    /// Notes the country of most pictures that are on no trip; if it is another than before, trips have other names.
    static func noteHomeCountry(_ db: Database) throws {
        let found = try String.fetchOne(
            db,
            sql: """
                SELECT countryCode FROM photo WHERE trip IS NULL AND latitude IS NOT NULL AND countryCode <> ''
                GROUP BY countryCode ORDER BY COUNT(*) DESC, countryCode LIMIT 1
                """)
        guard try found != homeCountry(db) else { return }
        try db.execute(
            sql: "INSERT OR REPLACE INTO note (key, value) VALUES ('homeCountry', ?)", arguments: [found ?? ""])
        try nameTrips(db)
    }

    static func homeCountry(_ db: Database) throws -> String? {
        let code = try String.fetchOne(
            db.cachedStatement(sql: "SELECT value FROM note WHERE key = 'homeCountry'"))
        return code?.isEmpty == false ? code : nil
    }
}
