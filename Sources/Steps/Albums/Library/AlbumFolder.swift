internal import GRDB
internal import Glibc

/// Albums on disk: folders of links under `Country/Region/City`, never a second copy of a picture.
public struct AlbumFolder: Sendable {
    /// What stands for a picture in an album's folder.
    public enum LinkKind: String, Sendable, Hashable, CaseIterable {
        /// A hard link where it works, else a reflink, else a symbolic link.
        case automatic = "auto"
        /// Another name for the same file.
        case hard
        /// A file of its own that shares the blocks, where the file system can.
        case reflink
        /// A pointer to the path.
        case symbolic
    }

    /// The folder's absolute path.
    public let path: String
    /// What pictures are in it.
    public let links: LinkKind

    /// A folder of albums.
    public init(path: String, links: LinkKind = .automatic) {
        self.path = path
        self.links = links
    }

    /// Links pictures into the folders of their smallest place and of the animations. A link that is no longer right
    /// is removed.
    public func link(_ photos: [Int64], of library: AlbumLibrary) throws(AlbumsError) {
        for id in photos {
            guard let photo = try library.photo(id) else { continue }
            let wanted = try folders(of: photo, in: library)
            let name = String(photo.path.split(separator: "/").last ?? "")
            for (link, _) in try library.links(of: id) where !wanted.contains(Self.parent(of: link)) {
                if unlink(link) != 0, errno != ENOENT { throw Self.failure(link) }
                try library.forgetLink(link)
            }
            var there: Set<String> = []
            for (link, _) in try library.links(of: id) {
                // An output that was replaced leaves its old bytes under a hard link.
                if !Self.isSame(link, photo.path) { try Self.link(photo.path, as: link, links) }
                there.insert(Self.parent(of: link))
            }
            for folder in wanted where !there.contains(folder) {
                try Self.makeFolders(folder)
                let link = try Self.place(photo.path, in: folder, name: name, links: links)
                try library.rememberLink(link, of: id)
            }
        }
    }

    /// Links the pictures of one album into one folder.
    ///
    /// - Returns: how many links were made.
    @discardableResult public func export(_ album: Album, of library: AlbumLibrary) throws(AlbumsError) -> Int {
        try Self.makeFolders(path)
        var made = 0
        for photo in try library.photos(in: album.id) {
            let name = String(photo.path.split(separator: "/").last ?? "")
            _ = try Self.place(photo.path, in: path, name: name, links: links)
            made += 1
        }
        return made
    }

    /// Links one file under a path of its own. A link or file that stands there for the same picture stays; any other
    /// is replaced.
    public static func link(_ source: String, as path: String, _ links: LinkKind) throws(AlbumsError) {
        if isSame(path, source) { return }
        if unlink(path) != 0, errno != ENOENT { throw failure(path) }
        guard try make(path, to: source, links) else { throw .file(path: path, reason: "somebody else writes there") }
    }

    private func folders(of photo: AlbumPhoto, in library: AlbumLibrary) throws(AlbumsError) -> Set<String> {
        let albums = try library.albums(with: photo.id)
        var folders: Set<String> = []
        for album in albums where album.kind == .city || album.kind == .animated {
            folders.insert(path + "/" + (try names(of: album, in: library)).joined(separator: "/"))
        }
        if !albums.contains(where: { $0.kind == .city }),
            let smallest = albums.last(where: { $0.kind == .region }) ?? albums.last(where: { $0.kind == .country })
        {
            folders.insert(path + "/" + (try names(of: smallest, in: library)).joined(separator: "/"))
        }
        return folders
    }

    /// Country and city, as folders: `Italy/Rome`. Where a country has two cities of a name, the region stands between.
    private func names(of album: Album, in library: AlbumLibrary) throws(AlbumsError) -> [String] {
        var names = [Self.fileName(album.title)]
        let hasNamesake = album.kind == .city ? try library.hasNamesake(album) : false
        var parent = album.parent
        while let id = parent {
            let next = try library.album(id)
            if next.kind == .country || hasNamesake { names.insert(Self.fileName(next.title), at: 0) }
            parent = next.parent
        }
        return names
    }

    /// A title as the name of a folder: nothing that a path would read otherwise, at most 255 bytes.
    package static func fileName(_ title: String) -> String {
        var name = String(
            String.UnicodeScalarView(
                title.unicodeScalars.map { $0 == "/" || $0.value < 32 || $0.value == 127 ? "-" : $0 }))
        while name.utf8.count > 200 { name.removeLast() }
        if name.hasPrefix(".") { name = "_" + name.dropFirst() }
        return name.isEmpty ? "_" : name
    }

    private static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    private static func failure(_ path: String) -> AlbumsError {
        .file(path: path, reason: String(cString: strerror(errno)))
    }

    private static func makeFolders(_ path: String) throws(AlbumsError) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/" + part
            if mkdir(made, 0o777) != 0, errno != EEXIST { throw failure(made) }
        }
    }

    /// Makes a link under the name or, where another picture has it, under `name (2)` and so on.
    private static func place(
        _ source: String, in folder: String, name: String, links: LinkKind
    ) throws(AlbumsError) -> String {
        let dot = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
        for number in 1...100_000 {
            let link =
                folder + "/" + (number == 1 ? name : "\(name[..<dot]) (\(number))\(name[dot...])")
            if try make(link, to: source, links) { return link }
            if isSame(link, source) { return link }
        }
        throw .file(path: folder + "/" + name, reason: "too many pictures of that name")
    }

    private static func isSame(_ link: String, _ source: String) -> Bool {
        var a = stat()
        var b = stat()
        return stat(link, &a) == 0 && stat(source, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino
    }

    /// Makes a link; false where the name is taken.
    private static func make(_ path: String, to source: String, _ kind: LinkKind) throws(AlbumsError) -> Bool {
        if kind == .hard || kind == .automatic {
            if linkat(AT_FDCWD, source, AT_FDCWD, path, 0) == 0 { return true }
            if errno == EEXIST { return false }
            guard kind == .automatic, [EXDEV, EPERM, EMLINK, EOPNOTSUPP, EACCES].contains(errno) else {
                throw failure(path)
            }
        }
        if kind == .reflink || kind == .automatic {
            if let made = try reflink(path, to: source) { return made }
            if kind == .reflink { throw failure(path) }
        }
        if symlink(source, path) == 0 { return true }
        if errno == EEXIST { return false }
        throw failure(path)
    }

    /// A file that shares the blocks of another; nil where the file system cannot.
    private static func reflink(_ path: String, to source: String) throws(AlbumsError) -> Bool? {
        // FICLONE, _IOW(0x94, 9, int): the header of Debian 12 hides it from Swift.
        let clone: UInt = 0x4004_9409
        let from = open(source, O_RDONLY | O_CLOEXEC)
        guard from >= 0 else { throw failure(source) }
        defer { close(from) }
        let to = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard to >= 0 else {
            if errno == EEXIST { return false }
            throw failure(path)
        }
        defer { close(to) }
        if ioctl(to, clone, from) == 0 { return true }
        let reason = errno
        unlink(path)
        errno = reason
        return nil
    }
}

extension AlbumLibrary {
    /// The links that stand for a picture on disk.
    func links(of photo: Int64) throws(AlbumsError) -> [(path: String, photo: Int64)] {
        let paths = try read { db in
            try String.fetchAll(db, sql: "SELECT path FROM link WHERE photo = ?", arguments: [photo])
        }
        return paths.map { ($0, photo) }
    }

    func rememberLink(_ path: String, of photo: Int64) throws(AlbumsError) {
        try write { db in
            try db.execute(sql: "INSERT OR REPLACE INTO link (path, photo) VALUES (?, ?)", arguments: [path, photo])
        }
    }

    func forgetLink(_ path: String) throws(AlbumsError) {
        try write { db in try db.execute(sql: "DELETE FROM link WHERE path = ?", arguments: [path]) }
    }

    func hasNamesake(_ album: Album) throws(AlbumsError) -> Bool {
        try read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT 1 FROM album WHERE kind = ? AND title = ? AND countryCode = ? AND id <> ? LIMIT 1
                    """, arguments: [album.kind.rawValue, album.originalTitle, album.countryCode, album.id]) != nil
        }
    }
}
