internal import GRDB
internal import UprightFiles
internal import UprightFormats

/// The albums: an SQLite database (`albums.sqlite`) of pictures, their places and the user's changes.
///
/// Everything except the user's changes can be rebuilt from the journal and the gazetteer. The user's changes are
/// stored separately from the derived data, and take precedence.
package final class AlbumLibrary: Sendable {
    /// The database's path.
    package let path: String
    let database: any DatabaseWriter
    /// How a reader reads the database; nil for a process that may write it.
    private let reading: DatabaseReading?

    /// The distance in kilometres from all places of everyday life beyond which a picture counts as taken away from home.
    package static let away = 80.0
    /// The longest time between two consecutive pictures of a trip, in seconds.
    package static let longestPause = 3.0 * 86_400
    /// The same in other countries than the one at home: five days without pictures.
    package static let longestPauseAbroad = 6.0 * 86_400
    /// The longest time, in seconds, between a picture without a position and the one whose place it gets.
    package static let nearestInTime = 3600.0
    /// The minimum number of pictures in a trip.
    package static let smallestTrip = 5

    /// Opens the albums to read them; a reader writes nothing.
    package init(reading path: String) throws(AlbumsError) {
        self.path = path
        do {
            let reading = try DatabaseReading(RawPath(path))
            self.reading = reading
            database = try reading.open(label: "upright.albums")
            try Self.checkVersion(of: database, path: path)
            guard try database.read({ try Self.migrator.hasCompletedMigrations($0) }) else {
                throw AlbumsError.older(path: path)
            }
        } catch {
            throw AlbumsError(error, path: path)
        }
    }

    /// Opens a copy of the albums in memory, which can be brought up to date without a write; an empty one if there are none.
    package init(copyOf path: String) throws(AlbumsError) {
        self.path = path
        reading = nil
        do {
            let copy = try DatabaseQueue()
            if FileStore.exists(RawPath(path)) {
                let reading = try DatabaseReading(RawPath(path))
                let original = try reading.open(label: "upright.albums")
                try Self.checkVersion(of: original, path: path)
                try original.backup(to: copy)
                guard reading.isValid else { throw AlbumsError.busy(path: path) }
            }
            try Self.migrator.migrate(copy)
            database = copy
        } catch {
            throw AlbumsError(error, path: path)
        }
    }

    /// Opens the albums, and creates the database if there is none.
    package init(path: String) throws(AlbumsError) {
        self.path = path
        reading = nil
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(30)
            configuration.label = "upright.albums"
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -32768") }
            database = try DatabasePool(path: path, configuration: configuration)
            try Self.checkVersion(of: database, path: path)
            try Self.migrator.migrate(database)
            if let damage = try Self.damage(of: database) {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "it is damaged: \(damage)")
            }
            // The database has the user's edits, so a commit must be durable. GRDB sets NORMAL when it opens a
            // database.
            try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try Self.noteVersion(in: database)
        } catch {
            throw AlbumsError(error, path: path)
        }
    }

    /// Throws if a later version wrote the database.
    private static func checkVersion(of database: any DatabaseReader, path: String) throws {
        let applied = try database.read { try Self.migrator.appliedIdentifiers($0) }
        guard !applied.isSubset(of: Self.migrator.migrations) else { return }
        let number = try database.read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
        throw AlbumsError.newer(version: SchemaVersion(number: number), path: path)
    }

    /// Returns what is damaged in a database; nil if nothing is. Without this check, a value of the wrong type or a
    /// missing column would only cause an error during the work.
    private static func damage(of database: any DatabaseReader) throws -> String? {
        let check = try database.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") ?? "" }
        if check != "ok" { return check }
        let schema = "SELECT name || ': ' || sql FROM sqlite_schema WHERE sql IS NOT NULL"
        let found = try database.read { Set(try String.fetchAll($0, sql: schema)) }
        let fresh = try DatabaseQueue()
        try Self.migrator.migrate(fresh)
        let expected = try fresh.read { Set(try String.fetchAll($0, sql: schema)) }
        return expected.subtracting(found).sorted().first.map { "expected \($0)" }
    }

    /// Stores the first version that supports the schema, so that an older version can name it.
    private static func noteVersion(in database: any DatabaseWriter) throws {
        let noted = try database.read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
        guard noted != schemaVersion.number else { return }
        try database.write { try $0.execute(sql: "PRAGMA user_version = \(schemaVersion.number)") }
    }

    /// The first version that supports all migrations; raise it with each new migration.
    private static let schemaVersion = SchemaVersion(0, 3, 0)

    func read<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws(AlbumsError) -> Value {
        do {
            let value = try database.read(body)
            guard reading?.isValid != false else { throw AlbumsError.busy(path: path) }
            return value
        } catch { throw AlbumsError(reading?.isValid == false ? AlbumsError.busy(path: path) : error, path: path) }
    }

    func write<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws(AlbumsError) -> Value {
        do { return try database.write(body) } catch { throw AlbumsError(error, path: path) }
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1: pictures, albums, edits") { db in
            try db.execute(
                sql: """
                    CREATE TABLE photo (
                        id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, source TEXT NOT NULL, type TEXT NOT NULL,
                        time REAL, latitude REAL, longitude REAL, altitude REAL, animated INTEGER NOT NULL,
                        countryCode TEXT, country TEXT, region TEXT, regionCode TEXT, county TEXT, city TEXT,
                        district TEXT, street TEXT, offshore INTEGER NOT NULL DEFAULT 0, placeSource TEXT);
                    CREATE INDEX photo_time ON photo(time);
                    CREATE INDEX photo_place ON photo(placeSource);
                    CREATE INDEX photo_positioned ON photo(time) WHERE latitude IS NOT NULL AND time IS NOT NULL;
                    CREATE TABLE album (
                        id TEXT PRIMARY KEY, kind TEXT NOT NULL, parent TEXT, title TEXT NOT NULL,
                        countryCode TEXT NOT NULL DEFAULT '', count INTEGER NOT NULL DEFAULT 0, cover INTEGER,
                        first REAL, last REAL) WITHOUT ROWID;
                    CREATE INDEX album_kind ON album(kind, count);
                    CREATE TABLE member (
                        album TEXT NOT NULL, time REAL NOT NULL, photo INTEGER NOT NULL,
                        PRIMARY KEY (album, time, photo)) WITHOUT ROWID;
                    CREATE INDEX member_photo ON member(photo);
                    CREATE TABLE edit (id TEXT PRIMARY KEY, title TEXT, mergedInto TEXT) WITHOUT ROWID;
                    CREATE TABLE link (path TEXT PRIMARY KEY, photo INTEGER NOT NULL) WITHOUT ROWID;
                    CREATE TABLE note (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("2: answers of geocoders") { db in
            try db.execute(sql: "CREATE TABLE geocoded (key TEXT PRIMARY KEY, answer BLOB NOT NULL) WITHOUT ROWID")
        }
        migrator.registerMigration("3: pages of albums") { db in
            try db.execute(
                sql: """
                    DROP INDEX album_kind;
                    CREATE INDEX album_size ON album(kind, count DESC, title, id);
                    CREATE INDEX album_latest ON album(kind, first DESC, id DESC);
                    CREATE INDEX album_parent ON album(parent);
                    CREATE INDEX edit_merged ON edit(mergedInto) WHERE mergedInto IS NOT NULL;
                    CREATE INDEX photo_position ON photo(latitude, longitude) WHERE latitude IS NOT NULL;
                    """)
        }
        migrator.registerMigration("4: timeline, search, covers") { db in
            try db.execute(
                sql: """
                    ALTER TABLE photo ADD COLUMN width INTEGER;
                    ALTER TABLE photo ADD COLUMN height INTEGER;
                    ALTER TABLE photo ADD COLUMN camera TEXT;
                    ALTER TABLE photo ADD COLUMN ownCity TEXT;
                    ALTER TABLE photo ADD COLUMN ownDistrict TEXT;
                    ALTER TABLE photo ADD COLUMN fellBack INTEGER;
                    ALTER TABLE photo ADD COLUMN words TEXT NOT NULL DEFAULT '';
                    ALTER TABLE edit ADD COLUMN cover INTEGER;
                    CREATE INDEX photo_placeless ON photo(time) WHERE placeSource IS NULL;
                    CREATE INDEX photo_unseen ON photo(id) WHERE width IS NULL;
                    """)
            try Self.fillWords(db)
            try db.execute(
                sql: """
                    CREATE VIRTUAL TABLE search USING fts5(words, content='photo', content_rowid='id', prefix='2 3',
                        tokenize="unicode61 remove_diacritics 2");
                    INSERT INTO search(search) VALUES ('rebuild');
                    CREATE TRIGGER photo_added AFTER INSERT ON photo BEGIN
                        INSERT INTO search(rowid, words) VALUES (new.id, new.words);
                    END;
                    CREATE TRIGGER photo_removed AFTER DELETE ON photo BEGIN
                        INSERT INTO search(search, rowid, words) VALUES ('delete', old.id, old.words);
                    END;
                    CREATE TRIGGER photo_renamed AFTER UPDATE OF words ON photo WHEN old.words <> new.words BEGIN
                        INSERT INTO search(search, rowid, words) VALUES ('delete', old.id, old.words);
                        INSERT INTO search(rowid, words) VALUES (new.id, new.words);
                    END;
                    """)
        }
        migrator.registerMigration("5: what was linked") { db in
            try db.execute(
                sql: """
                    ALTER TABLE link ADD COLUMN inode INTEGER;
                    ALTER TABLE link ADD COLUMN size INTEGER;
                    ALTER TABLE link ADD COLUMN modified INTEGER;
                    """)
        }
        migrator.registerMigration("6: names of trips, pages of cameras and countries") { db in
            try db.execute(
                sql: """
                    CREATE INDEX photo_camera ON photo(camera, time) WHERE camera IS NOT NULL;
                    CREATE INDEX photo_country ON photo(countryCode, time) WHERE countryCode IS NOT NULL;
                    """)
            try Self.nameTrips(db)
        }
        migrator.registerMigration("7: names that are not UTF-8") { db in
            // Pictures with such names were skipped: read the journal from its beginning.
            try db.execute(sql: "DELETE FROM note WHERE key = 'journal'")
        }
        migrator.registerMigration("8: trips by all pictures") { db in
            try db.execute(
                sql: """
                    ALTER TABLE photo ADD COLUMN trip TEXT;
                    ALTER TABLE edit ADD COLUMN first REAL;
                    ALTER TABLE edit ADD COLUMN last REAL;
                    CREATE INDEX photo_trip ON photo(trip) WHERE trip IS NOT NULL;
                    UPDATE photo SET trip = (SELECT album FROM member WHERE photo = photo.id
                        AND album >= 't-' AND album < 't.' LIMIT 1)
                        WHERE latitude IS NOT NULL AND time IS NOT NULL;
                    UPDATE edit SET first = (SELECT first FROM album WHERE album.id = edit.id),
                        last = (SELECT last FROM album WHERE album.id = edit.id) WHERE id LIKE 't-%';
                    INSERT INTO edit (id, first, last) SELECT album.id, album.first, album.last FROM album
                        WHERE kind = 'trip' AND id IN (SELECT mergedInto FROM edit)
                        AND id NOT IN (SELECT id FROM edit);
                    INSERT OR REPLACE INTO note (key, value) VALUES ('trips', 'stale');
                    """)
        }
        migrator.registerMigration("9: colours") { db in
            try db.execute(sql: "ALTER TABLE photo ADD COLUMN colour INTEGER")
        }
        migrator.registerMigration("10: former addresses of trips") { db in
            try db.execute(
                sql: """
                    CREATE TABLE former (id TEXT PRIMARY KEY, album TEXT NOT NULL) WITHOUT ROWID;
                    CREATE INDEX former_album ON former(album);
                    INSERT OR REPLACE INTO note (key, value) VALUES ('trips', 'stale');
                    """)
        }
        registerParts(&migrator)
        registerChanges(&migrator)
        registerAddresses(&migrator)
        return migrator
    }

    /// Returns a note: how far the journal has been read.
    package func note(_ key: String) throws(AlbumsError) -> String? {
        try read { db in try String.fetchOne(db, sql: "SELECT value FROM note WHERE key = ?", arguments: [key]) }
    }

    /// Writes a note.
    package func setNote(_ key: String, to value: String) throws(AlbumsError) {
        try write { db in
            try db.execute(sql: "INSERT OR REPLACE INTO note (key, value) VALUES (?, ?)", arguments: [key, value])
        }
    }
}
