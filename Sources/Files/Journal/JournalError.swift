internal import GRDB
public import UprightFiles

/// Why the journal could not be read or written.
public struct JournalError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was wrong.
    public enum Kind: Sendable, Hashable {
        /// The database cannot be opened, read or written now: SQLite's primary result code.
        case database(code: Int)
        /// The database is damaged or is not one.
        case damaged
        /// `PRAGMA synchronous` reads this instead of 2 (FULL): commits would not last through a power cut.
        case notDurable(synchronous: Int)
        /// The database was written by a later version, whose migrations are not known; the version, where it is on record.
        case newer(migrations: [String], version: SchemaVersion?)
        /// The folder or a file beside the database cannot be used.
        case folder
    }

    /// What was wrong.
    public var kind: Kind
    /// The database's path.
    public var path: String
    /// The details, as the system or SQLite says them.
    public var message: String

    /// An error.
    public init(_ kind: Kind, path: String, message: String) {
        self.kind = kind
        self.path = path
        self.message = message
    }

    /// An error of any kind that GRDB throws.
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

    /// What is wrong, in which file, and what to do.
    public var description: String {
        switch kind {
        case .database(let code): "the journal \(path) cannot be used: \(message) (SQLite result \(code))"
        case .damaged: "the journal \(path) is damaged: \(message); move it aside, and a scan builds a new one"
        case .notDurable(let value):
            "the journal \(path) would not last: synchronous reads \(value) instead of 2 (FULL)"
        case .newer(let migrations, let version):
            "the journal \(path) was written by a later version: expected one that this version knows, found the changes "
                + "\(migrations.joined(separator: ", ")); use \(SchemaVersion.advice(version)), or a backup "
                + "of the state folder; nothing was changed"
        case .folder: "the journal's folder cannot be used: \(message)"
        }
    }
}
