internal import GRDB

/// The data and the language that places are named by. Albums made with another version must be rebuilt.
package struct PlaceDataVersion: Sendable, Hashable, CustomStringConvertible {
    /// The gazetteer, as in `Place.source`.
    package var source: String
    /// The language of names, an IETF tag; nil for the data's own.
    package var language: String?

    package init(source: String, language: String?) {
        self.source = source
        self.language = language
    }

    /// As stored in the database.
    package var description: String { "\(source) \(language ?? "")" }
}

extension AlbumLibrary {
    /// Returns the language of the albums' dates: that of their places' names.
    package func dateLanguage() throws(AlbumsError) -> DateLanguage { try read { try Self.dateLanguage($0) } }

    static func dateLanguage(_ db: Database) throws -> DateLanguage {
        let tag = try String.fetchOne(
            db.cachedStatement(sql: "SELECT value FROM note WHERE key = 'language'"))
        return DateLanguage(tag.flatMap { $0.isEmpty ? nil : $0 })
    }

    /// Stores the language of names; returns whether it is another than before.
    static func setLanguage(_ language: String?, _ db: Database) throws -> Bool {
        let known = try String.fetchOne(db, sql: "SELECT value FROM note WHERE key = 'language'") ?? ""
        guard known != language ?? "" else { return false }
        try db.execute(
            sql: "INSERT OR REPLACE INTO note (key, value) VALUES ('language', ?)", arguments: [language ?? ""])
        return true
    }

    /// Derives the names of all trips again. Titles that the user chose stay.
    static func nameTrips(_ db: Database) throws {
        for trip in try String.fetchAll(db, sql: "SELECT id FROM album WHERE kind = 'trip'") { try nameTrip(trip, db) }
    }

    /// Returns whether all pictures were placed with a version of the data. An empty library is marked with that
    /// version.
    package func isPlaced(by data: PlaceDataVersion) throws(AlbumsError) -> Bool {
        let isStored: Bool? = try read { db in
            func note(_ key: String) throws -> String? {
                try String.fetchOne(db, sql: "SELECT value FROM note WHERE key = ?", arguments: [key])
            }
            let known = try note("places")
            if known == nil { return try Int.fetchOne(db, sql: "SELECT 1 FROM photo LIMIT 1") == nil ? false : nil }
            return known == data.description ? try note("language") ?? "" == data.language ?? "" : nil
        }
        guard let isStored else { return false }
        guard !isStored else { return true }
        try write { db in
            try Self.setPlaced(by: data, db)
            if try Self.setLanguage(data.language, db) { try Self.nameTrips(db) }
        }
        return true
    }

    static func setPlaced(by data: PlaceDataVersion, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO note (key, value) VALUES ('places', ?)", arguments: [data.description])
    }
}

extension Album {
    /// Returns the album's name: its title, a day's in words.
    package func name(in language: DateLanguage) -> String {
        guard kind == .day, !isRenamed, let day = first.flatMap({ CivilDate(seconds: $0) }), day.description == title
        else { return title }
        return language.text(day)
    }
}
