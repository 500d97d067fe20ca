internal import GRDB

/// Why the journal could not be read or written.
package struct JournalError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    package enum Kind: Sendable, Hashable {
        /// The database cannot be opened, read or written at present; SQLite's primary result code.
        case database(code: Int)
        /// The file is damaged, or is not a database.
        case damaged
        /// `PRAGMA synchronous` has this value instead of 2 (FULL): commits would not survive a power failure.
        case notDurable(synchronous: Int)
        /// The database was written by a later version with unknown migrations; the version, if it is recorded.
        case newer(migrations: [String], version: SchemaVersion?)
        /// The database was written by an earlier version, and a reader changes nothing.
        case older
        /// The database was being written while it was read as one that nobody writes.
        case busy
        /// The daemon that has the database does not answer.
        case unanswered
        /// The folder or a file next to the database cannot be used.
        case folder
    }

    package var kind: Kind
    /// The database's path.
    package var path: String
    /// The details from the system or SQLite.
    package var message: String

    /// The error of the file system behind it; nil for none.
    package var cause: FileError?

    package init(_ kind: Kind, path: String, message: String) {
        self.kind = kind
        self.path = path
        self.message = message
    }

    /// Creates the error of a file or folder beside the database.
    init(_ error: FileError, beside path: RawPath) {
        self.init(.folder, path: path.description, message: error.description)
        cause = error
    }

    /// Creates the error of a lock beside the database.
    init(_ failure: LockFile.Failure, beside path: RawPath) {
        self.init(.folder, path: path.description, message: failure.description)
        if case .file(let error) = failure { cause = error }
    }

    /// Whether the disk is full.
    package var isFull: Bool { cause?.isFull == true || kind == .database(code: Self.full) }

    /// Whether the same may work later: the disk is full or fails, or another process is at work.
    package var isPassing: Bool {
        switch kind {
        case .busy, .unanswered: true
        case .database(let code): Self.passing.contains(code)
        case .folder: cause?.isTransient == true
        case .damaged, .notDurable, .newer, .older: false
        }
    }

    /// `SQLITE_FULL`.
    private static let full = 13
    /// `SQLITE_BUSY`, `SQLITE_LOCKED`, `SQLITE_NOMEM`, `SQLITE_READONLY`, `SQLITE_IOERR`, `SQLITE_FULL`, `SQLITE_CANTOPEN`.
    private static let passing: Set = [5, 6, 7, 8, 10, full, 14]

    /// Creates an error from any error that GRDB throws.
    init(_ error: any Error, path: String) {
        guard let database = error as? DatabaseError else {
            self.init(.database(code: 1), path: path, message: String(describing: error))
            return
        }
        let primary = database.resultCode
        let isDamaged = primary == .SQLITE_CORRUPT || primary == .SQLITE_NOTADB
        self.init(
            isDamaged ? .damaged : .database(code: Int(primary.rawValue)), path: path,
            message: database.message ?? String(describing: database.extendedResultCode))
    }

    /// A message: what is wrong, in which file, and what to do.
    package var description: String {
        switch kind {
        case .database(Self.full):
            "the journal \(path) cannot be written: the file system of the state folder is full; make room on it"
        case .unanswered: "the daemon does not answer; try again, or ask upright status how it is"
        case .older:
            "the journal \(path) was written by an earlier version: upright watch or upright reprocess brings it up to date; "
                + "a command that only reads does not"
        case .busy: "the journal \(path) was being written while it was read; run the command again"
        case .database(let code): "the journal \(path) cannot be used: \(message) (SQLite result \(code))"
        case .damaged: "the journal \(path) is damaged: \(message); move it aside, and a scan builds a new one"
        case .notDurable(let value):
            "the journal \(path) would not be durable: expected PRAGMA synchronous to be 2 (FULL), found \(value)"
        case .newer(let migrations, let version):
            "the journal \(path) was written by a later version: found the unknown migrations "
                + "\(migrations.joined(separator: ", ")); use \(SchemaVersion.advice(version)), or a backup "
                + "of the state folder; nothing was changed"
        case .folder: "the journal's folder cannot be used: \(message)"
        }
    }
}
