internal import GRDB
internal import UprightFiles

/// A link that was made for a picture in an album's folder.
struct AlbumLink: Sendable {
    /// Its absolute path.
    var path: String
    /// What was made, so that a file that somebody else put under the name later is told from it; nil for links that a
    /// version before 0.2 made.
    var identity: Identity?

    /// The inode, size and time of a file as it was linked.
    struct Identity: Sendable, Hashable {
        var inode: Int64
        var size: Int
        var modified: Int64

        init(_ status: FileStatus) {
            inode = Int64(bitPattern: status.inode)
            size = status.size
            modified = status.modified
        }

        init(inode: Int64, size: Int, modified: Int64) {
            self.inode = inode
            self.size = size
            self.modified = modified
        }
    }

    /// The folder that it lies in.
    var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "" }
    /// Its name there.
    var name: [UInt8] {
        Array(
            path.utf8.suffix(
                from: path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
                    ?? path.utf8.startIndex))
    }

    /// Removes the link, if that is what stands there.
    ///
    /// - Parameter photo: the path of the picture that it was made for.
    /// - Returns: false where something else stands under the name now: a file of the user's, which is left alone.
    func remove(madeFor photo: String) throws(FileError) -> Bool {
        let parent: OpenFolder
        do { parent = try OpenFolder(RawPath(folder)) } catch {
            if error.isAbsence { return true }
            throw error
        }
        guard let standing = try parent.statusIfPresent(of: RawPath(bytes: name)) else { return true }
        guard try isOwn(standing, in: parent, photo: photo) else { return false }
        try parent.remove(name)
        return true
    }

    private func isOwn(_ standing: FileStatus, in parent: OpenFolder, photo: String) throws(FileError) -> Bool {
        switch standing.kind {
        case .symbolicLink: return try parent.target(of: name) == RawPath(photo)
        case .regular:
            if identity == Identity(standing) { return true }
            // Another name for the picture itself: taking it away loses nothing.
            do {
                let output = try FileStore.status(of: RawPath(photo))
                return output.device == standing.device && output.inode == standing.inode
            } catch { return false }
        default: return false
        }
    }
}

extension AlbumLibrary {
    /// The links that stand for a picture on disk.
    func links(of photo: Int64) throws(AlbumsError) -> [AlbumLink] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT path, inode, size, modified FROM link WHERE photo = ?", arguments: [photo]
            ).map { row in
                var link = AlbumLink(path: row["path"])
                if let inode: Int64 = row["inode"], let size: Int = row["size"], let modified: Int64 = row["modified"] {
                    link.identity = AlbumLink.Identity(inode: inode, size: size, modified: modified)
                }
                return link
            }
        }
    }

    func rememberLink(_ link: AlbumLink, of photo: Int64) throws(AlbumsError) {
        try write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO link (path, photo, inode, size, modified) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    link.path, photo, link.identity?.inode, link.identity?.size, link.identity?.modified,
                ])
        }
    }

    func forgetLink(_ path: String) throws(AlbumsError) {
        try write { db in try db.execute(sql: "DELETE FROM link WHERE path = ?", arguments: [path]) }
    }
}
