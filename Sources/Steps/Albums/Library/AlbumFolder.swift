internal import GRDB
internal import UprightFiles

/// Albums on disk: folders of links, such as `Country/City`, never a second copy of a picture.
public struct AlbumFolder: Sendable {
    /// The kind of link to a picture in an album's folder.
    public enum LinkKind: String, Sendable, Hashable, CaseIterable, Encodable {
        /// A hard link if possible, otherwise a reflink, otherwise a symbolic link.
        case automatic = "auto"
        /// A hard link: another name for the same file.
        case hard
        /// A reflink: a separate file that shares the blocks, if the file system supports it.
        case reflink
        /// A symbolic link to the path.
        case symbolic
    }

    /// The folder's absolute path.
    public let path: String
    /// The kind of links to make.
    public let links: LinkKind

    /// Creates a folder of albums.
    public init(path: String, links: LinkKind = .automatic) {
        self.path = path
        self.links = links
    }

    /// Links pictures into the folders of their smallest place and of the animated pictures. Removes links that are no
    /// longer right; a foreign file under a link's name is left alone.
    public func link(_ photos: [Int64], of library: AlbumLibrary) throws(AlbumsError) {
        for id in photos {
            guard let photo = try library.photo(id) else { continue }
            let wanted = try folders(of: photo, in: library)
            let name = String(photo.path.split(separator: "/").last ?? "")
            var there: Set<String> = []
            for link in try library.links(of: id) {
                let isWanted = wanted.contains(link.folder)
                if isWanted, Self.isSame(link.path, photo.path) {
                    there.insert(link.folder)
                    continue
                }
                // After an output is replaced, a hard link still has its old bytes.
                let isFree = try Self.files { () throws(FileError) in try link.remove(madeFor: photo.path) }
                try library.forgetLink(link.path)
                guard isWanted, isFree else { continue }
                let folder = try Self.files { () throws(FileError) in try OpenFolder.creating(RawPath(link.folder)) }
                guard try Self.make(link.name, in: folder, to: photo.path, links) else { continue }
                try library.rememberLink(try Self.made(link.name, in: folder), of: id)
                there.insert(link.folder)
            }
            for path in wanted where !there.contains(path) {
                try library.rememberLink(try Self.place(photo.path, in: path, name: name, links: links), of: id)
            }
        }
    }

    /// Links the pictures of one album into one folder.
    ///
    /// - Returns: how many links were made.
    @discardableResult public func export(_ album: Album, of library: AlbumLibrary) throws(AlbumsError) -> Int {
        var made = 0
        for photo in try library.photos(in: album.id) {
            let name = String(photo.path.split(separator: "/").last ?? "")
            _ = try Self.place(photo.path, in: path, name: name, links: links)
            made += 1
        }
        return made
    }

    /// Links a file to a path in an export. An existing link to the same file stays; any other file there is replaced,
    /// since the export owns its folders.
    public static func link(_ source: String, as path: String, _ links: LinkKind) throws(AlbumsError) {
        if isSame(path, source) { return }
        let link = AlbumLink(path: path)
        let folder = try files { () throws(FileError) in
            let folder = try OpenFolder.creating(RawPath(link.folder))
            if try folder.statusIfPresent(of: RawPath(bytes: link.name)) != nil { try folder.remove(link.name) }
            return folder
        }
        guard try make(link.name, in: folder, to: source, links) else {
            throw .file(path: path, reason: "another process has created a file with that name")
        }
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

    /// The folders of an album: `Italy/Rome`. If a country has two cities with the same name, the region comes in
    /// between.
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

    /// Makes a folder name from a title, without characters that are special in paths, at most 200 bytes.
    package static func fileName(_ title: String) -> String {
        var name = String(
            String.UnicodeScalarView(
                title.unicodeScalars.map { $0 == "/" || $0.value < 32 || $0.value == 127 ? "-" : $0 }))
        while name.utf8.count > 200 { name.removeLast() }
        if name.hasPrefix(".") { name = "_" + name.dropFirst() }
        return name.isEmpty ? "_" : name
    }

    /// Runs file operations, and converts their errors to `AlbumsError`.
    private static func files<Value>(_ work: () throws(FileError) -> Value) throws(AlbumsError) -> Value {
        do throws(FileError) { return try work() } catch {
            throw .file(path: error.path.description, reason: error.description)
        }
    }

    /// Makes a link under the name or, if another file has it, under `name (2)` and so on.
    private static func place(
        _ source: String, in path: String, name: String, links: LinkKind
    ) throws(AlbumsError) -> AlbumLink {
        let folder = try files { () throws(FileError) in try OpenFolder.creating(RawPath(path)) }
        let dot = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
        for number in 1...100_000 {
            let candidate = number == 1 ? name : "\(name[..<dot]) (\(number))\(name[dot...])"
            let isMade = try make(Array(candidate.utf8), in: folder, to: source, links)
            if isMade || isSame(path + "/" + candidate, source) { return try made(Array(candidate.utf8), in: folder) }
        }
        throw .file(path: path + "/" + name, reason: "too many pictures of that name")
    }

    /// The link that was made under a name, with the identity that distinguishes it from a later file.
    private static func made(_ name: [UInt8], in folder: OpenFolder) throws(AlbumsError) -> AlbumLink {
        let status = try files { () throws(FileError) in try folder.status(of: RawPath(bytes: name)) }
        let path = folder.path.appending(name: name).description
        return AlbumLink(path: path, identity: AlbumLink.Identity(status))
    }

    private static func isSame(_ link: String, _ source: String) -> Bool {
        do {
            return try FileStore.status(of: RawPath(link)).identity == FileStore.status(of: RawPath(source)).identity
        } catch { return false }
    }

    /// Makes a link of the first kind that works; returns false if the name is taken.
    private static func make(
        _ name: [UInt8], in folder: OpenFolder, to source: String, _ links: LinkKind
    ) throws(AlbumsError) -> Bool {
        let kinds: [OpenFolder.LinkKind] =
            switch links {
            case .automatic: [.hard, .reflink, .symbolic]
            case .hard: [.hard]
            case .reflink: [.reflink]
            case .symbolic: [.symbolic]
            }
        return try files { () throws(FileError) in
            for kind in kinds.dropLast() {
                do throws(FileError) { return try folder.makeLink(name, to: RawPath(source), kind) } catch {
                    guard error.isLinkUnsupported else { throw error }
                }
            }
            return try folder.makeLink(name, to: RawPath(source), kinds[kinds.count - 1])
        }
    }
}

extension AlbumLibrary {
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
