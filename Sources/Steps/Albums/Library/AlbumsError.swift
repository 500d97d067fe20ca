internal import GRDB
public import UprightFiles

/// Why the albums cannot be read or written.
public enum AlbumsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// SQLite says no: its result code and message, and the database's path.
    case database(code: Int, message: String, path: String)
    /// A later version wrote the database; the first version that knows it, where that is on record.
    case newer(version: SchemaVersion?, path: String)
    /// No album has that id or name.
    case unknown(album: String)
    /// Several albums have that name; their ids.
    case ambiguous(album: String, ids: [String])
    /// An album cannot be merged into itself or into one of another kind of thing.
    case cannotMerge(album: String, into: String, reason: String)
    /// A picture that is not in the album cannot be on its cover.
    case notInAlbum(photo: Int64, album: String)
    /// A file of an album's folder cannot be made.
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

    /// For people.
    public var description: String {
        switch self {
        case .database(let code, let message, let path):
            "the albums in \(path) cannot be used: \(message) (SQLite \(code))"
        case .newer(let version, let path):
            "the albums in \(path) were written by a later version: use \(SchemaVersion.advice(version)), or a backup of the "
                + "state folder; nothing was changed"
        case .unknown(let album): "no album is called \(album); `upright albums list` shows them with their ids"
        case .ambiguous(let album, let ids):
            "several albums are called \(album): give an id (\(ids.joined(separator: ", ")))"
        case .cannotMerge(let album, let into, let reason): "\(album) cannot be merged into \(into): \(reason)"
        case .notInAlbum(let photo, let album): "picture \(photo) is not in \(album)"
        case .file(let path, let reason): "\(path): \(reason)"
        }
    }
}
