internal import GRDB
package import UprightFiles

/// Shots: a picture is one row of the albums, whatever was taken with it. What else of its shot can be seen is a part.
extension AlbumLibrary {
    /// The table of the parts. Triggers note on a picture which kinds it has, so that lists need not look for them.
    static func registerParts(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("shots") { db in
            let note = """
                UPDATE photo SET parts = (SELECT COALESCE(SUM(kind), 0) FROM
                    (SELECT DISTINCT kind FROM part WHERE picture = photo.path)) WHERE path
                """
            try db.execute(
                sql: """
                    ALTER TABLE photo ADD COLUMN parts INTEGER NOT NULL DEFAULT 0;
                    CREATE TABLE part (path TEXT PRIMARY KEY, picture TEXT NOT NULL, kind INTEGER NOT NULL) WITHOUT ROWID;
                    CREATE INDEX part_picture ON part(picture);
                    CREATE TRIGGER part_added AFTER INSERT ON part BEGIN \(note) = new.picture; END;
                    CREATE TRIGGER part_moved AFTER UPDATE ON part BEGIN \(note) IN (old.picture, new.picture); END;
                    CREATE TRIGGER part_removed AFTER DELETE ON part BEGIN \(note) = old.picture; END;
                    CREATE TRIGGER photo_parts AFTER INSERT ON photo
                        WHEN EXISTS (SELECT 1 FROM part WHERE picture = new.path) BEGIN \(note) = new.path; END;
                    """)
            // Raw files, videos and sidecars were filed as pictures of their own: read the journal from its beginning.
            try db.execute(sql: "DELETE FROM note WHERE key = 'journal'")
        }
    }

    /// Files what belongs to pictures, in one transaction. A file that was filed as a picture is none any more.
    ///
    /// - Parameter parts: also of kinds that are not shown, such as sidecars.
    package func add(_ parts: [AlbumPart]) throws(AlbumsError) {
        let known = try read { db in
            try parts.map(\.path).filter { path in
                try Bool.fetchOne(
                    db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM photo WHERE path = ?)"),
                    arguments: [databaseValue(path)]) ?? false
            }
        }
        if !known.isEmpty { try remove(paths: known) }
        let shown = parts.filter { !$0.kind.isEmpty }
        guard !shown.isEmpty else { return }
        try write { db in
            let file = try db.cachedStatement(
                sql: """
                    INSERT INTO part (path, picture, kind) VALUES (?, ?, ?) ON CONFLICT (path)
                    DO UPDATE SET picture = excluded.picture, kind = excluded.kind
                    WHERE picture <> excluded.picture OR kind <> excluded.kind
                    """)
            for part in shown {
                try file.execute(arguments: [
                    databaseValue(part.path), databaseValue(part.picture), part.kind.rawValue,
                ])
            }
        }
    }

    package func remove(parts paths: [RawPath]) throws(AlbumsError) {
        try write { db in
            for path in paths {
                try db.execute(sql: "DELETE FROM part WHERE path = ?", arguments: [databaseValue(path)])
            }
        }
    }

    /// Returns the parts of a picture, raw files first.
    package func parts(of photo: AlbumPhoto) throws(AlbumsError) -> [AlbumPart] {
        guard !photo.parts.isEmpty else { return [] }
        return try read { db in
            try Row.fetchAll(
                db, sql: "SELECT path FROM part WHERE picture = ? ORDER BY kind, path",
                arguments: [databaseValue(photo.path)]
            ).compactMap { row in RawPath(row[0] as DatabaseValue).map { AlbumPart(path: $0, picture: photo.path) } }
        }
    }

    /// Returns the paths of parts in their order, those after a path, or from the first one on.
    package func partPaths(after: RawPath?, limit: Int) throws(AlbumsError) -> [RawPath] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT path FROM part WHERE ?1 IS NULL OR path > ?1 ORDER BY path LIMIT ?2",
                arguments: [databaseValue(after), limit]
            ).compactMap { RawPath($0[0] as DatabaseValue) }
        }
    }

    package func isPart(_ path: RawPath) throws(AlbumsError) -> Bool {
        try read { db in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM part WHERE path = ?)", arguments: [databaseValue(path)]) ?? false
        }
    }
}
