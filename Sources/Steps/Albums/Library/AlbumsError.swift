internal import GRDB
package import UprightFiles

/// Why the albums cannot be read or written.
package enum AlbumsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// SQLite reports an error: its result code and message, and the database's path.
    case database(code: Int, message: String, path: String)
    /// A later version wrote the database; the first version that supports it, if it is recorded.
    case newer(version: SchemaVersion?, path: String)
    /// An earlier version wrote the database, and a reader changes nothing.
    case older(path: String)
    /// The database was being written while it was read as one that nobody writes.
    case busy(path: String)
    /// No album has that id or name.
    case unknown(album: String)
    /// Several albums have that name; these are their ids.
    case ambiguous(album: String, ids: [String])
    /// An album cannot be merged into itself, or into an album that was merged into it.
    case cannotMerge(album: String, into: String, reason: String)
    /// The picture is not in the album, so it cannot be its cover.
    case notInAlbum(photo: Int64, album: String)
    /// A file or link in an album's folder cannot be created.
    case file(path: String, reason: String)

    init(_ error: any Error, path: String) {
        if let error = error as? AlbumsError {
            self = error
        } else if let error = error as? DatabaseError {
            self = .database(code: Int(error.resultCode.rawValue), message: error.message ?? "", path: path)
        } else {
            self = .database(code: 1, message: "\(error)", path: path)
        }
    }

    /// Whether the same may work later: the disk is full or fails, or another process is at work (`SQLITE_BUSY`, `SQLITE_LOCKED`,
    /// `SQLITE_NOMEM`, `SQLITE_READONLY`, `SQLITE_IOERR`, `SQLITE_FULL`, `SQLITE_CANTOPEN`).
    package var isPassing: Bool {
        switch self {
        case .busy: true
        case .database(let code, _, _): [5, 6, 7, 8, 10, 13, 14].contains(code)
        default: false
        }
    }

    /// A message for users.
    package var description: String {
        switch self {
        case .database(let code, let message, let path):
            "the albums in \(path) cannot be used: \(message) (SQLite \(code))"
        case .newer(let version, let path):
            "the albums in \(path) were written by a later version: use \(SchemaVersion.advice(version)), or a backup of the "
                + "state folder; nothing was changed"
        case .older(let path):
            "the albums in \(path) were written by an earlier version: upright watch or upright albums rebuild brings them up to date"
        case .busy(let path): "the albums in \(path) were being written while they were read; run the command again"
        case .unknown(let album): "no album is called \(album); `upright albums list` shows them with their ids"
        case .ambiguous(let album, let ids):
            "several albums are called \(album): give an id (\(ids.joined(separator: ", ")))"
        case .cannotMerge(let album, let into, let reason): "\(album) cannot be merged into \(into): \(reason)"
        case .notInAlbum(let photo, let album): "picture \(photo) is not in \(album)"
        case .file(let path, let reason): "\(path): \(reason)"
        }
    }
}
