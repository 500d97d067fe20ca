internal import GRDB

extension AlbumLibrary {
    /// The trip that an address leads to whose own trip is gone: the one with most of the pictures that it is remembered by.
    static let isFormer = """
         WHERE album.id = (SELECT trip FROM former JOIN photo ON photo.path = former.photo WHERE former.id = ? AND trip IS NOT NULL
            GROUP BY trip ORDER BY COUNT(*) DESC, trip LIMIT 1)
        """
    /// By how many pictures a trip is remembered.
    private static let mostWitnesses = 16

    static func registerAddresses(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("pictures of former addresses") { db in
            try db.execute(
                sql: """
                    CREATE TEMPORARY TABLE earlier AS SELECT id, album FROM former;
                    DROP TABLE former;
                    CREATE TABLE former (id TEXT NOT NULL, photo TEXT NOT NULL, PRIMARY KEY (id, photo)) WITHOUT ROWID;
                    INSERT INTO former SELECT earlier.id, path FROM earlier JOIN photo ON trip = album;
                    DROP TABLE earlier;
                    """)
        }
    }

    static func tripsOfPictures(_ db: Database) throws -> [Int64: String] {
        var known: [Int64: String] = [:]
        let rows = try Row.fetchCursor(db, sql: "SELECT id, trip FROM photo WHERE trip IS NOT NULL")
        while let row = try rows.next() { known[row[0]] = row[1] as String }
        return known
    }

    /// Remembers trips that are gone by pictures all over them, so that their addresses lead wherever most of these are.
    ///
    /// - Parameters:
    ///   - former: the trip that each picture was in.
    ///   - pictures: the ids of the pictures by time.
    ///   - names: the ids of the trips of today.
    static func remember(
        _ former: [Int64: String], of pictures: [Int64], without names: Set<String>, _ db: Database
    ) throws {
        var gone: [String: [Int64]] = [:]
        for picture in pictures {
            if let trip = former[picture], !names.contains(trip) { gone[trip, default: []].append(picture) }
        }
        for (trip, pictures) in gone {
            try db.execute(sql: "DELETE FROM former WHERE id = ?", arguments: [trip])
            let count = min(pictures.count, mostWitnesses)
            for number in 0..<count {
                try db.execute(
                    sql: "INSERT INTO former SELECT ?, path FROM photo WHERE id = ?",
                    arguments: [trip, pictures[number * pictures.count / count]])
            }
        }
    }
}
