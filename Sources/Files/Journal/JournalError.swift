internal import GRDB
package import UprightFiles

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
        /// The folder or a file next to the database cannot be used.
        case folder
    }

    /// The kind of error.
    package var kind: Kind
    /// The database's path.
    package var path: String
    /// The details from the system or SQLite.
    package var message: String

    /// Creates an error.
    package init(_ kind: Kind, path: String, message: String) {
        self.kind = kind
        self.path = path
        self.message = message
    }

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
