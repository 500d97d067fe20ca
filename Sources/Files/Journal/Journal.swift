public import UprightFiles
internal import GRDB
internal import Glibc
internal import Synchronization

/// What happened to every picture: an SQLite database (`journal.sqlite`) in the state folder.
///
/// What is committed lasts through a power cut: write-ahead log, `synchronous` FULL. The journal is a record, never a
/// condition: where it is lost, a scan finds the outputs that stand and builds it anew.
public final class Journal: Sendable {
    /// The database's path.
    public let path: RawPath
    /// Who this process is in claims.
    public let owner: String
    let database: DatabaseQueue
    private let ownerLock: LockFile
    private let file: FileStatus
    private let damage = Atomic(false)

    /// Opens the journal in a folder, and makes folder and journal where they are missing.
    ///
    /// - Parameters:
    ///   - folder: the state folder.
    ///   - isDamaged: whether the database is known to be damaged (``isDamaged``), so that it is moved aside unread.
    ///   - isChecked: whether all of it is read first, to find damage: seconds where there are a million rows.
    /// - Returns: the journal, and what the user should know: a damaged database that was moved aside.
    public static func open(
        in folder: RawPath, isDamaged: Bool = false, isChecked: Bool = true
    ) throws(JournalError) -> (journal: Journal, warnings: [String]) {
        let path = folder.appending("journal.sqlite")
        let state: OpenFolder
        do { state = try OpenFolder.creating(folder, isPrivate: true) } catch {
            throw JournalError(.folder, path: path.description, message: error.description)
        }
        var reason = "the journal \(path) was found damaged in use"
        if !isDamaged {
            do { return (try Journal(path: path, state: state, isChecked: isChecked), []) } catch {
                guard error.kind == .damaged else { throw error }
                reason = "the journal \(path) is damaged: \(error.message)"
            }
        }
        let aside = try moveAside(path, state: state)
        let warning = "\(reason); it was moved to \(aside), and a new one was begun"
        return (try Journal(path: path, state: state), [warning])
    }

    /// Opens the journal that stands in a folder, to look at it. Damage that is met is told; nothing is moved or made anew,
    /// for a daemon may be at work with it.
    public static func standing(in folder: RawPath) throws(JournalError) -> Journal {
        let path = folder.appending("journal.sqlite")
        let state: OpenFolder
        do { state = try OpenFolder(folder) } catch {
            throw JournalError(.folder, path: path.description, message: error.description)
        }
        return try Journal(path: path, state: state, isChecked: false)
    }

    private init(path: RawPath, state: OpenFolder, isChecked: Bool = true) throws(JournalError) {
        self.path = path
        owner = String(UInt64.random(in: 0 ... .max), radix: 36)
        database = try Self.connected(path, isChecked: isChecked)
        do throws(LockFile.Failure) {
            ownerLock = try LockFile(Self.claimFile(of: owner, beside: path))
        } catch {
            throw JournalError(.folder, path: path.description, message: "\(error)")
        }
        do throws(FileError) {
            Self.removeAbandonedLocks(in: state)
            // The database's own name has to last, too.
            try state.synchronize()
            file = try state.status(of: "journal.sqlite")
        } catch {
            throw JournalError(.folder, path: path.description, message: error.description)
        }
    }

    deinit { ownerLock.remove() }

    private static func connect(_ path: RawPath) throws -> DatabaseQueue {
        var configuration = GRDB.Configuration()
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(30)
        configuration.label = "upright.journal"
        configuration.prepareDatabase { db in
            // In a new file, so that pages that rows leave can be given back a few at a time. Elsewhere it would be a write.
            if try Int.fetchOne(db, sql: "PRAGMA page_count") == 0 {
                try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
            }
        }
        return try DatabaseQueue(path: String(decoding: path.bytes, as: UTF8.self), configuration: configuration)
    }

    private static func connected(_ path: RawPath, isChecked: Bool) throws(JournalError) -> DatabaseQueue {
        do {
            let database = try connect(path)
            try prepare(database, path: path.description, isChecked: isChecked)
            return database
        } catch let error as JournalError {
            throw error
        } catch let error as DatabaseError where isDamage(error, path: path) {
            throw JournalError(.damaged, path: path.description, message: error.message ?? "")
        } catch {
            throw JournalError(error, path: path.description)
        }
    }

    /// What is asked while a journal is opened is asked of every journal: one that cannot answer lost a table or a column.
    /// One that says it must not be written, though it may, has it wrong in its first bytes.
    private static func isDamage(_ error: DatabaseError, path: RawPath) -> Bool {
        error.resultCode == .SQLITE_ERROR
            || error.extendedResultCode == .SQLITE_READONLY && path.withCString { access($0, W_OK) } == 0
    }

    private static func prepare(_ database: DatabaseQueue, path: String, isChecked: Bool) throws {
        // GRDB sets synchronous to NORMAL while it switches to the write-ahead log, after all preparations: FULL has
        // to be set now, and is read back. NORMAL loses commits in a power cut.
        let synchronous = try database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = FULL")
            return try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? -1
        }
        if isChecked {
            let check = try database.read { db in try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "" }
            guard check == "ok" else { throw JournalError(.damaged, path: path, message: check) }
        }
        let applied = try database.read { db in try Self.migrator.appliedIdentifiers(db) }
        let unknown = applied.subtracting(Self.migrator.migrations).sorted()
        if !unknown.isEmpty {
            // A later version has made all the changes that this one knows, and more.
            guard applied.isSuperset(of: Self.migrator.migrations) else {
                throw JournalError(
                    .damaged, path: path, message: "unknown changes: \(unknown.joined(separator: ", "))")
            }
            let number = try database.read { db in try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 }
            throw JournalError(
                .newer(migrations: unknown, version: SchemaVersion(number: number)), path: path, message: "")
        }
        try Self.migrator.migrate(database)
        try noteVersion(in: database)
        // Damage within the schema's own text leaves a sound database in which a column has another name.
        let columns = try database.read { db in try db.columns(in: "pictures").map(\.name) }
        let missing = Set(PictureRecord.columns).subtracting(columns).sorted()
        guard missing.isEmpty else {
            let message = "the table of pictures lacks \(missing.joined(separator: ", "))"
            throw JournalError(.damaged, path: path, message: message)
        }
        guard synchronous == 2 else {
            throw JournalError(.notDurable(synchronous: synchronous), path: path, message: "")
        }
    }

    /// Notes the least version that knows the schema, so that an older one can name it.
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

    /// Removes the lock files of processes that are no more. One that was made just now may not be locked yet.
    private static func removeAbandonedLocks(in state: OpenFolder) {
        do throws(FileError) {
            let old = Int64(time(nil) - 60) * 1_000_000_000
            for entry in try state.entries() {
                let name = RawPath(bytes: entry.name)
                let text = name.description
                guard text.hasPrefix("claims-"), text.hasSuffix(".lock"), try state.status(of: name).modified < old,
                    !LockFile.isHeld(state.path.appending(name))
                else { continue }
                try state.remove(entry.name)
            }
        } catch {
            // They are empty files that nobody holds: the next start removes them.
        }
    }

    static func claimFile(of owner: String, beside path: RawPath) -> RawPath {
        path.parent.appending(RawPath("claims-\(owner).lock"))
    }

    /// Whether the database still stands under its name: false when somebody has deleted or replaced it under us, so
    /// that what is written from now on would be lost.
    public var isInPlace: Bool {
        do {
            let now = try OpenFolder(path.parent).status(of: "journal.sqlite")
            return now.inode == file.inode && now.device == file.device
        } catch {
            // What cannot be looked at now, for want of a descriptor or because of its disk, is not gone.
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
        do { return try await database.read(body) } catch { throw noted(error) }
    }

    /// Whether reading or writing has met damage: a page that the check at the start does not reach, or that was
    /// overwritten since. Nothing more can be trusted to it; whoever holds it opens a new one (``open(in:isDamaged:)``).
    public var isDamaged: Bool { damage.load(ordering: .relaxed) }

    private func noted(_ error: any Error) -> JournalError {
        let error = JournalError(error, path: path.description)
        if error.kind == .damaged { damage.store(true, ordering: .relaxed) }
        return error
    }
}

extension Journal {
    /// What `PRAGMA synchronous` reads: 2 (FULL), or commits would not last.
    package func synchronous() async throws(JournalError) -> Int {
        do {
            return try await database.writeWithoutTransaction { db in
                try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? -1
            }
        } catch { throw JournalError(error, path: path.description) }
    }
}
