internal import GRDB
internal import Glibc
internal import Synchronization

/// The record of what happened to every picture: an SQLite database (`journal.sqlite`) in the state folder.
///
/// Commits survive a power failure: write-ahead log, `synchronous` FULL. The journal can be rebuilt: if it is lost, a
/// scan finds the existing outputs and records them again.
package final class Journal: Sendable {
    /// The database's path.
    package let path: RawPath
    /// The id of this process in claims.
    package let owner: String
    let database: DatabaseQueue
    /// Shows others that the claims of this process are valid; nil for a reader, which has none.
    private let ownerLock: LockFile?
    private let file: FileStatus
    /// How a reader reads the database; nil for a process that may write it.
    private let reading: DatabaseReading?
    private let damage = Atomic(false)

    /// Opens the journal in a folder, and creates the folder and the journal if they are missing.
    ///
    /// - Parameters:
    ///   - folder: the state folder.
    ///   - isDamaged: whether the database is known to be damaged (``isDamaged``), so that it is moved aside unread.
    ///   - isChecked: whether to read the whole database first to find damage, which takes seconds with a million rows.
    /// - Returns: the journal, and warnings for the user if a damaged database was moved aside.
    package static func open(
        in folder: RawPath, isDamaged: Bool = false, isChecked: Bool = true
    ) throws(JournalError) -> (journal: Journal, warnings: [String]) {
        let path = folder.appending("journal.sqlite")
        let state: OpenFolder
        do { state = try OpenFolder.creating(folder, rights: .exactly(0o700)) } catch {
            throw JournalError(error, beside: path)
        }
        var reason = "the journal \(path) was found to be damaged while in use"
        if !isDamaged {
            do { return (try Journal(path: path, state: state, isChecked: isChecked), []) } catch {
                guard error.kind == .damaged else { throw error }
                reason = "the journal \(path) is damaged: \(error.message)"
            }
        }
        let aside = try moveAside(path, state: state)
        let warning = "\(reason); it was moved to \(aside), and a new one was created"
        return (try Journal(path: path, state: state), [warning])
    }

    /// Opens the existing journal in a folder, to read it or to change rows of it. Reports damage, but moves or creates no
    /// database, since a daemon may be using the journal.
    ///
    /// - Parameter isReadOnly: whether the caller only reads. Nothing is written then: no lock, no migration, no file of SQLite's.
    package static func openExisting(
        in folder: RawPath, isReadOnly: Bool = true
    ) throws(JournalError) -> Journal {
        let path = folder.appending("journal.sqlite")
        let state: OpenFolder
        do { state = try OpenFolder(folder) } catch { throw JournalError(error, beside: path) }
        return isReadOnly
            ? try Journal(reading: path, state: state) : try Journal(path: path, state: state, isChecked: false)
    }

    private init(path: RawPath, state: OpenFolder, isChecked: Bool = true) throws(JournalError) {
        self.path = path
        reading = nil
        owner = String(UInt64.random(in: 0 ... .max), radix: 36)
        database = try Self.connected(path, isChecked: isChecked)
        do throws(LockFile.Failure) {
            ownerLock = try LockFile(Self.claimFile(of: owner, beside: path))
        } catch {
            throw JournalError(error, beside: path)
        }
        do throws(FileError) {
            try Self.removeAbandonedLocks(in: state)
            // The database's name must be durable, too.
            try state.synchronize()
            file = try state.status(of: "journal.sqlite")
        } catch {
            throw JournalError(error, beside: path)
        }
    }

    private init(reading path: RawPath, state: OpenFolder) throws(JournalError) {
        self.path = path
        owner = ""
        ownerLock = nil
        let reading: DatabaseReading
        do throws(FileError) {
            file = try state.status(of: "journal.sqlite")
            reading = try DatabaseReading(path)
        } catch { throw JournalError(error, beside: path) }
        self.reading = reading
        database = try Self.reportingDamage(path) {
            let database = try reading.open(label: Self.label)
            guard try Self.missingMigrations(of: database, path: path.description).isEmpty else {
                throw JournalError(.older, path: path.description, message: "")
            }
            try Self.checkColumns(of: database, path: path.description)
            return database
        }
    }

    private static let label = "upright.journal"

    deinit { ownerLock?.remove() }

    private static func connect(_ path: RawPath) throws -> DatabaseQueue {
        var configuration = GRDB.Configuration()
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(30)
        configuration.label = label
        configuration.prepareDatabase { db in
            // Only in a new file, since in others this would be a write. It lets unused pages be freed a few at a time.
            if try Int.fetchOne(db, sql: "PRAGMA page_count") == 0 {
                try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
            }
        }
        return try DatabaseQueue(path: String(decoding: path.bytes, as: UTF8.self), configuration: configuration)
    }

    private static func connected(_ path: RawPath, isChecked: Bool) throws(JournalError) -> DatabaseQueue {
        try reportingDamage(path) {
            let database = try connect(path)
            try prepare(database, path: path.description, isChecked: isChecked)
            return database
        }
    }

    /// Opens the database with a body, and says of its errors what they mean.
    private static func reportingDamage(
        _ path: RawPath, _ body: () throws -> DatabaseQueue
    ) throws(JournalError) -> DatabaseQueue {
        do { return try body() } catch let error as JournalError {
            throw error
        } catch let error as DatabaseError where isDamage(error, path: path) {
            throw JournalError(.damaged, path: path.description, message: error.message ?? "")
        } catch {
            throw JournalError(error, path: path.description)
        }
    }

    /// Every journal can answer the queries made while it is opened: if one cannot, a table or a column is lost. If
    /// SQLite reports a writable file as read-only, its header is damaged.
    private static func isDamage(_ error: DatabaseError, path: RawPath) -> Bool {
        error.resultCode == .SQLITE_ERROR
            || error.extendedResultCode == .SQLITE_READONLY && path.withCString { access($0, W_OK) } == 0
    }

    private static func prepare(_ database: DatabaseQueue, path: String, isChecked: Bool) throws {
        // GRDB sets synchronous to NORMAL while it switches to the write-ahead log, after all preparations: FULL has
        // to be set now, and is read back. NORMAL loses commits in a power failure.
        let synchronous = try database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = FULL")
            return try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? -1
        }
        if isChecked {
            let check = try database.read { db in try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "" }
            guard check == "ok" else { throw JournalError(.damaged, path: path, message: check) }
        }
        _ = try missingMigrations(of: database, path: path)
        try Self.migrator.migrate(database)
        try noteVersion(in: database)
        try checkColumns(of: database, path: path)
        guard synchronous == 2 else {
            throw JournalError(.notDurable(synchronous: synchronous), path: path, message: "")
        }
    }

    /// Returns the migrations that are still to be applied.
    ///
    /// - Throws: also if a later version wrote the database.
    private static func missingMigrations(of database: DatabaseQueue, path: String) throws -> [String] {
        let applied = try database.read { db in try Self.migrator.appliedIdentifiers(db) }
        let missing = Self.migrator.migrations.filter { !applied.contains($0) }
        let unknown = applied.subtracting(Self.migrator.migrations).sorted()
        if !unknown.isEmpty {
            // A later version has applied all migrations of this one, and more.
            guard missing.isEmpty else {
                throw JournalError(
                    .damaged, path: path, message: "unknown migrations: \(unknown.joined(separator: ", "))")
            }
            let number = try database.read { db in try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 }
            throw JournalError(
                .newer(migrations: unknown, version: SchemaVersion(number: number)), path: path, message: "")
        }
        return missing
    }

    /// Damage in the text of the schema can leave a valid database in which a column has another name.
    private static func checkColumns(of database: DatabaseQueue, path: String) throws {
        let columns = try database.read { db in try db.columns(in: "pictures").map(\.name) }
        let missing = Set(PictureRecord.columns.map(\.name)).subtracting(columns).sorted()
        guard missing.isEmpty else {
            let message = "the table of pictures lacks \(missing.joined(separator: ", "))"
            throw JournalError(.damaged, path: path, message: message)
        }
    }

    /// Stores the first version that supports the schema, so that an older version can name it.
    private static func noteVersion(in database: DatabaseQueue) throws {
        let noted = try database.read { db in try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 }
        guard noted != schemaVersion.number else { return }
        try database.write { db in try db.execute(sql: "PRAGMA user_version = \(schemaVersion.number)") }
    }

    private static func moveAside(_ path: RawPath, state: OpenFolder) throws(JournalError) -> RawPath {
        let now = time(nil)
        var aside = RawPath("\(path).damaged-\(now)")
        var number = 1
        while aside.withCString({ access($0, F_OK) }) == 0 {
            aside = RawPath("\(path).damaged-\(now)-\(number)")
            number += 1
        }
        for suffix in ["", "-wal", "-shm"] {
            let from = RawPath(bytes: path.bytes + suffix.utf8)
            let into = RawPath(bytes: aside.bytes + suffix.utf8)
            let result = from.withCString { old in into.withCString { new in rename(old, new) } }
            if result != 0, errno != ENOENT {
                let reason = String(cString: strerror(errno))
                throw JournalError(.folder, path: path.description, message: "cannot move \(from) aside: \(reason)")
            }
        }
        return aside
    }

    /// Removes the lock files of ended processes.
    private static func removeAbandonedLocks(in state: OpenFolder) throws(FileError) {
        for entry in try state.entries() {
            let name = RawPath(bytes: entry.name)
            guard name.description.hasPrefix("claims-"), name.description.hasSuffix(".lock") else { continue }
            LockFile.removeIfAbandoned(state.path.appending(name))
        }
    }

    static func claimFile(of owner: String, beside path: RawPath) -> RawPath {
        path.parent.appending(RawPath("claims-\(owner).lock"))
    }

    /// Whether the database still exists under its name; false if another process has deleted or replaced it, so that
    /// further writes would be lost.
    package var isInPlace: Bool {
        do {
            return try OpenFolder(path.parent).status(of: "journal.sqlite").identity == file.identity
        } catch {
            // A database that cannot be inspected, for lack of a descriptor or because of its disk, is not gone.
            return !error.isAbsence
        }
    }

    /// Runs a transaction; it is durable when this returns.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(JournalError) -> Value {
        do { return try await database.write(body) } catch { throw noted(error) }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(JournalError) -> Value {
        do {
            let value = try await database.read(body)
            try checkReading()
            return value
        } catch {
            do { try checkReading() } catch { throw error }
            throw noted(error)
        }
    }

    /// Throws if what a reader has read need not be true.
    private func checkReading() throws(JournalError) {
        guard let reading, !reading.isValid else { return }
        throw JournalError(.busy, path: path.description, message: "")
    }

    /// Whether a read or write has found damage: in a page that the initial check does not reach, or that was
    /// overwritten since. The journal can no longer be trusted; the caller opens a new one
    /// (``open(in:isDamaged:isChecked:)``).
    package var isDamaged: Bool { damage.load(ordering: .relaxed) }

    private func noted(_ error: any Error) -> JournalError {
        let error = JournalError(error, path: path.description)
        if error.kind == .damaged { damage.store(true, ordering: .relaxed) }
        return error
    }
}

extension Journal {
    /// Returns the value of `PRAGMA synchronous`. It must be 2 (FULL); otherwise commits would not be durable.
    package func synchronous() async throws(JournalError) -> Int {
        do {
            return try await database.writeWithoutTransaction { db in
                try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? -1
            }
        } catch { throw JournalError(error, path: path.description) }
    }
}
