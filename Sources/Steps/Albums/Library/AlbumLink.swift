internal import GRDB
internal import UprightFiles

/// A link that was made for a picture in an album's folder.
struct AlbumLink: Sendable {
    /// The link's absolute path.
    var path: RawPath
    /// The identity of the link, which distinguishes it from a file that was put under the name later; nil for links
    /// made by a version before 0.2.
    var identity: Identity?

    /// The inode, size and modification time of a file when it was linked.
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

    /// The link's folder.
    var folder: RawPath { path.parent }
    /// The link's name in its folder.
    var name: [UInt8] { path.name }

    /// Removes the link, unless another file now has its name.
    ///
    /// - Parameter photo: the path of the picture that the link was made for.
    /// - Returns: false if another file has the name now: it belongs to the user, and is left alone.
    func remove(madeFor photo: RawPath) throws(FileError) -> Bool {
        let parent: OpenFolder
        do { parent = try OpenFolder(folder) } catch {
            if error.isAbsence { return true }
            throw error
        }
        var found = try parent.statusIfPresent(of: RawPath(bytes: name))
        if found == nil {
            // A process that was killed while it removed the link has left it under a hidden name.
            try HiddenName.clear(parent)
            found = try parent.statusIfPresent(of: RawPath(bytes: name))
        }
        guard let existing = found else { return true }
        guard try isOwn(existing, in: parent, photo: photo) else { return false }
        return try Departure(of: name, in: parent, read: existing).remove() == .done
    }

    private func isOwn(_ existing: FileStatus, in parent: OpenFolder, photo: RawPath) throws(FileError) -> Bool {
        switch existing.kind {
        case .symbolicLink: return try parent.target(of: name) == photo
        case .regular:
            if identity == Identity(existing) { return true }
            // Another name for the picture itself: removing it loses nothing.
            do {
                return try FileStore.status(of: photo).identity == existing.identity
            } catch { return false }
        default: return false
        }
    }
}

extension AlbumLibrary {
    /// The links to a picture on disk.
    func links(of photo: Int64) throws(AlbumsError) -> [AlbumLink] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT path, inode, size, modified FROM link WHERE photo = ?", arguments: [photo]
            ).compactMap { row in
                guard let path = RawPath(row["path"] as DatabaseValue) else { return nil }
                var link = AlbumLink(path: path)
                if let inode: Int64 = row["inode"], let size: Int = row["size"], let modified: Int64 = row["modified"] {
                    link.identity = AlbumLink.Identity(inode: inode, size: size, modified: modified)
                }
                return link
            }
        }
    }

    /// Records changes of links in one transaction.
    func keep(_ changes: LinkChanges) throws(AlbumsError) {
        guard !changes.remembered.isEmpty || !changes.forgotten.isEmpty else { return }
        try write { db in
            let forget = try db.cachedStatement(sql: "DELETE FROM link WHERE path = ?")
            for path in changes.forgotten { try forget.execute(arguments: [databaseValue(path)]) }
            let remember = try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO link (path, photo, inode, size, modified) VALUES (?, ?, ?, ?, ?)")
            for (link, photo) in changes.remembered {
                try remember.execute(arguments: [
                    databaseValue(link.path), photo, link.identity?.inode, link.identity?.size, link.identity?.modified,
                ])
            }
        }
    }
}

/// Links that were made or removed on disk and are not recorded yet.
struct LinkChanges: Sendable {
    /// Links with the ids of their pictures.
    var remembered: [(link: AlbumLink, photo: Int64)] = []
    /// The paths of links that are no longer a picture's. They are forgotten before the others are remembered.
    var forgotten: [RawPath] = []
}
