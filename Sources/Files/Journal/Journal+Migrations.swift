internal import Foundation
internal import GRDB

extension Journal {
    /// The first version that supports all migrations of the schema.
    static let schemaVersion = SchemaVersion(0, 3, 0)

    /// The schema's migrations, each applied once and in order. Never change a released migration; raise
    /// ``schemaVersion`` with each new one.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("pictures") { db in
            try db.execute(
                sql: """
                    CREATE TABLE pictures (
                        id INTEGER PRIMARY KEY,
                        source NOT NULL UNIQUE,
                        folder NOT NULL,
                        kind TEXT NOT NULL,
                        device INTEGER NOT NULL,
                        inode INTEGER NOT NULL,
                        size INTEGER NOT NULL,
                        modified INTEGER NOT NULL,
                        changed INTEGER NOT NULL,
                        state TEXT NOT NULL,
                        outcome TEXT,
                        reason TEXT NOT NULL DEFAULT '',
                        type TEXT NOT NULL DEFAULT '',
                        orientation INTEGER,
                        source_sha256 BLOB,
                        output,
                        output_sha256 BLOB,
                        output_size INTEGER,
                        report TEXT NOT NULL DEFAULT '',
                        latitude REAL,
                        longitude REAL,
                        captured TEXT,
                        captured_offset TEXT,
                        options TEXT NOT NULL DEFAULT '',
                        version TEXT NOT NULL DEFAULT '',
                        incomplete INTEGER NOT NULL DEFAULT 0,
                        attempts INTEGER NOT NULL DEFAULT 0,
                        interruptions INTEGER NOT NULL DEFAULT 0,
                        owner TEXT,
                        next_try INTEGER NOT NULL DEFAULT 0,
                        first_seen INTEGER NOT NULL,
                        finished INTEGER,
                        seconds REAL NOT NULL DEFAULT 0
                    );
                    CREATE INDEX pictures_by_state ON pictures (state, outcome, next_try);
                    CREATE INDEX pictures_by_output ON pictures (output);
                    CREATE INDEX pictures_by_finish ON pictures (finished);
                    """)
        }
        migrator.registerMigration("figures") { db in
            try db.execute(
                sql: """
                    DROP INDEX pictures_by_state;
                    CREATE INDEX pictures_by_state ON pictures (state, outcome, type);
                    CREATE INDEX pictures_failed ON pictures (finished) WHERE outcome IN ('rejected', 'deferred');
                    """)
        }
        migrator.registerMigration("marks") { db in
            try db.execute(sql: "CREATE TABLE marks (path NOT NULL PRIMARY KEY, made INTEGER NOT NULL)")
        }
        migrator.registerMigration("intake") { db in
            try db.execute(
                sql: """
                    ALTER TABLE pictures ADD COLUMN provisional INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE pictures ADD COLUMN made_from TEXT;
                    ALTER TABLE pictures ADD COLUMN needs_original INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE pictures ADD COLUMN original TEXT NOT NULL DEFAULT '';
                    ALTER TABLE pictures ADD COLUMN original_reason TEXT NOT NULL DEFAULT '';
                    ALTER TABLE pictures ADD COLUMN original_try INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE pictures ADD COLUMN original_tries INTEGER NOT NULL DEFAULT 0;
                    CREATE INDEX pictures_with_originals ON pictures (original, folder, original_try) WHERE original <> '';
                    """)
        }
        migrator.registerMigration("companions") { db in
            // Earlier versions recorded companions like pictures, without the picture that they came with.
            try db.execute(
                sql: """
                    ALTER TABLE pictures ADD COLUMN companion INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE pictures ADD COLUMN picture;
                    ALTER TABLE pictures ADD COLUMN picture_sha256 BLOB;
                    UPDATE pictures SET companion = 1
                        WHERE type IN ('com.adobe.xmp', 'public.json', 'com.apple.quicktime-movie')
                            OR reason LIKE 'a companion%';
                    DROP INDEX pictures_by_state;
                    CREATE INDEX pictures_by_state ON pictures (state, outcome, type, companion);
                    CREATE INDEX pictures_owed ON pictures (picture) WHERE companion = 1 AND state <> 'finished';
                    """)
        }
        migrator.registerMigration("others") { db in
            // Earlier versions left every file of an unsupported type, and said so in these words.
            try db.execute(
                sql: """
                    ALTER TABLE pictures ADD COLUMN other INTEGER NOT NULL DEFAULT 0;
                    UPDATE pictures SET other = 1
                        WHERE state = 'finished' AND outcome = 'ignored' AND kind = 'regular file'
                            AND (reason LIKE '% is not handled' OR reason = 'not a picture');
                    CREATE INDEX pictures_left ON pictures (folder, type, first_seen, size)
                        WHERE other = 1 AND outcome = 'ignored';
                    """)
        }
        migrator.registerMigration("shots") { db in
            try db.execute(
                sql: "CREATE INDEX pictures_by_picture ON pictures (picture) WHERE picture IS NOT NULL")
        }
        migrator.registerMigration("identifiers") { db in
            try db.execute(
                sql: """
                    ALTER TABLE pictures ADD COLUMN content_identifier TEXT;
                    CREATE INDEX pictures_by_identifier ON pictures (content_identifier, folder)
                        WHERE content_identifier IS NOT NULL;
                    """)
        }
        migrator.registerMigration("copies") { db in
            try db.execute(sql: "ALTER TABLE pictures ADD COLUMN copies TEXT NOT NULL DEFAULT ''")
        }
        migrator.registerMigration("picture digests") { db in
            try db.execute(
                sql: """
                    ALTER TABLE pictures ADD COLUMN picture_digest TEXT;
                    CREATE INDEX pictures_by_digest ON pictures (picture_digest, folder)
                        WHERE picture_digest IS NOT NULL;
                    """)
        }
        migrator.registerMigration("alone") { db in
            // What a process works on alone, for as long as it does.
            try db.execute(sql: "CREATE TABLE alone (owner TEXT NOT NULL PRIMARY KEY, source NOT NULL)")
        }
        migrator.registerMigration("fates of sources") { db in
            // The index finds a source that was moved by its bytes; those that were to leave are not looked for.
            try db.execute(
                sql: """
                    ALTER TABLE pictures ADD COLUMN fate INTEGER NOT NULL DEFAULT 0;
                    CREATE INDEX pictures_by_bytes ON pictures (substr(source_sha256, 1, 8))
                        WHERE companion = 0 AND output IS NOT NULL AND fate <> 2;
                    """)
        }
        migrator.registerMigration("moved originals") { db in
            try db.execute(
                sql: """
                    CREATE TABLE moved (path NOT NULL PRIMARY KEY, sha256 BLOB NOT NULL, since INTEGER NOT NULL);
                    CREATE INDEX moved_since ON moved (since);
                    """)
        }
        migrator.registerMigration("what is lacking") { db in
            try db.execute(
                sql: """
                    ALTER TABLE pictures ADD COLUMN lacks TEXT;
                    CREATE INDEX pictures_incomplete ON pictures (folder) WHERE incomplete = 1;
                    """)
        }
        migrator.registerMigration("keys of names") { db in
            try db.execute(
                sql: """
                    ALTER TABLE pictures ADD COLUMN name_key BLOB;
                    CREATE INDEX pictures_by_name ON pictures (name_key);
                    """)
            db.add(
                function: DatabaseFunction("name_key", argumentCount: 1, pure: true) { values in
                    RawPath(values[0]).map { Data($0.key) }
                })
            try db.execute(sql: "UPDATE pictures SET name_key = name_key(source)")
        }
        migrator.registerMigration("owed places") { db in
            try db.execute(
                sql: """
                    ALTER TABLE pictures ADD COLUMN owes_place INTEGER NOT NULL DEFAULT 0;
                    CREATE INDEX pictures_owing_places ON pictures (folder) WHERE owes_place = 1;
                    """)
        }
        return migrator
    }
}
