internal import GRDB
internal import UprightFiles

/// What users change about pictures: hidden ones are no pictures of the albums until they are shown again, and a turned one gets a
/// further version.
extension AlbumLibrary {
    /// The table of hidden pictures, with the columns of those that are shown.
    static func registerChanges(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("hidden and turned pictures") { db in
            try db.execute(
                sql: """
                    ALTER TABLE photo ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
                    CREATE INDEX photo_version ON photo(id, version) WHERE version > 0;
                    CREATE TABLE hidden AS SELECT * FROM photo WHERE 0;
                    CREATE UNIQUE INDEX hidden_id ON hidden(id);
                    CREATE UNIQUE INDEX hidden_path ON hidden(path);
                    CREATE INDEX hidden_time ON hidden(time, id);
                    """)
        }
    }

    /// Hides pictures: they leave timeline, albums, map and search. Call ``settle()`` afterwards.
    package func hide(_ photos: [Int64]) throws(AlbumsError) {
        try write { db in
            let filing = try Filing(db)
            for id in photos {
                try filing.hide(id)
                try filing.noteLinks(of: id)
            }
            try filing.finish()
            try Self.markTripsStale(db)
        }
    }

    /// Shows hidden pictures again. Call ``settle()`` afterwards.
    package func unhide(_ photos: [Int64]) throws(AlbumsError) {
        try write { db in
            let filing = try Filing(db)
            for id in photos {
                guard try filing.unhide(id),
                    let row = try Row.fetchOne(db, sql: "SELECT * FROM photo WHERE id = ?", arguments: [id])
                else { continue }
                try filing.file(id, AlbumPhoto(row: row))
                try filing.noteLinks(of: id)
            }
            try filing.finish()
            try Self.markTripsStale(db)
        }
    }

    /// Returns hidden pictures, the latest first.
    package func hidden(offset: Int = 0, limit: Int) throws(AlbumsError) -> [AlbumPhoto] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM hidden ORDER BY time DESC, id DESC LIMIT ? OFFSET ?",
                arguments: [limit, offset]
            ).map(AlbumPhoto.init(row:))
        }
    }

    /// Returns the hidden picture with the given id; nil if there is none.
    package func hiddenPhoto(_ id: Int64) throws(AlbumsError) -> AlbumPhoto? {
        try read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM hidden WHERE id = ?", arguments: [id]).map(AlbumPhoto.init(row:))
        }
    }

    /// Returns the number of hidden pictures.
    package func hiddenCount() throws(AlbumsError) -> Int {
        try read { db in try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM hidden") ?? 0 }
    }

    /// Notes that a picture's file shows something else than before: its size and its colour are to be read again.
    package func noteChange(of photo: Int64) throws(AlbumsError) {
        try write { db in
            for table in ["photo", "hidden"] {
                try db.execute(
                    sql: """
                        UPDATE \(table) SET version = version + 1, width = NULL, height = NULL, colour = NULL WHERE id = ?
                        """, arguments: [photo])
            }
            try Filing(db).noteLinks(of: photo)
        }
    }

    /// Has the links of pictures made again that were changed, by whoever keeps the folder of the albums. What changes meanwhile is
    /// left for the next time.
    package func relink(in folder: AlbumFolder?) throws(AlbumsError) {
        let changed = try notes(beginning: Filing.linksNote)
        guard !changed.isEmpty else { return }
        try folder?.link(changed.compactMap { Int64($0.key.dropFirst(Filing.linksNote.count)) }, of: self)
        try write { db in
            let forget = try db.makeStatement(sql: "DELETE FROM note WHERE key = ? AND value = ?")
            for (key, value) in changed { try forget.execute(arguments: [key, value]) }
        }
    }

    /// Whether links of all pictures follow their changes.
    package func areLinksCurrent() throws(AlbumsError) -> Bool { try notes(beginning: Filing.linksNote).isEmpty }

    /// Returns the versions of the pictures that were changed.
    package func versions() throws(AlbumsError) -> [Int64: Int] {
        try read { db in
            var versions: [Int64: Int] = [:]
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT id, version FROM photo WHERE version > 0
                    UNION ALL SELECT id, version FROM hidden WHERE version > 0
                    """)
            while let row = try rows.next() { versions[row[0]] = row[1] }
            return versions
        }
    }

    /// Returns the notes whose keys have a beginning.
    package func notes(beginning: String) throws(AlbumsError) -> [(key: String, value: String)] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT key, value FROM note WHERE substr(key, 1, ?) = ?",
                arguments: [beginning.count, beginning]
            ).map { ($0[0], $0[1]) }
        }
    }

    package func removeNote(_ key: String) throws(AlbumsError) {
        try write { db in try db.execute(sql: "DELETE FROM note WHERE key = ?", arguments: [key]) }
    }
}

extension Filing {
    /// The beginning of the keys of notes about links that do not follow yet.
    fileprivate static let linksNote = "links/"

    /// Notes, in the transaction that changes a picture, that its links are to be made again.
    func noteLinks(of id: Int64) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO note (key, value) VALUES (?, ?)").execute(
            arguments: [Self.linksNote + "\(id)", "\(UInt64.random(in: .min ... .max))"])
    }

    /// Hides a picture; its albums lose it.
    func hide(_ id: Int64) throws {
        try unfile(id)
        try db.execute(sql: "UPDATE photo SET trip = NULL WHERE id = ?", arguments: [id])
        try db.execute(sql: "INSERT INTO hidden SELECT * FROM photo WHERE id = ?", arguments: [id])
        try db.execute(sql: "DELETE FROM photo WHERE id = ?", arguments: [id])
    }

    /// Makes a hidden picture one that is shown, which is still to be filed; returns false if it is not hidden.
    func unhide(_ id: Int64) throws -> Bool {
        try db.execute(sql: "INSERT INTO photo SELECT * FROM hidden WHERE id = ?", arguments: [id])
        guard db.changesCount > 0 else { return false }
        try db.execute(sql: "DELETE FROM hidden WHERE id = ?", arguments: [id])
        return true
    }

    /// Makes all hidden pictures of paths, or of all paths, ones that are shown while they are filed.
    ///
    /// - Returns: their ids, to hide them again.
    func unhide(at path: RawPath? = nil) throws -> [Int64] {
        let ids = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT id FROM hidden WHERE ?1 IS NULL OR path = ?1"),
            arguments: [databaseValue(path)])
        for id in ids { _ = try unhide(id) }
        return ids
    }

    /// The id of a new picture: one that no picture has, hidden or not.
    func nextID() throws -> Int64 {
        let last = try Int64.fetchOne(
            db.cachedStatement(
                sql: "SELECT MAX((SELECT COALESCE(MAX(id), 0) FROM photo), (SELECT COALESCE(MAX(id), 0) FROM hidden))"))
        return (last ?? 0) + 1
    }
}
