internal import GRDB
package import UprightFiles

/// Albums on disk: folders of links, such as `Country/City`, never a second copy of a picture.
package struct AlbumFolder: Sendable {
    /// The kind of link to a picture in an album's folder.
    package enum LinkKind: String, Sendable, Hashable, CaseIterable, Codable {
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
    package let path: String
    /// The kind of links to make.
    package let links: LinkKind
    private let pictures: PictureFolders

    /// Creates a folder of albums.
    ///
    /// - Parameter pictures: the folders that the pictures are in.
    package init(path: String, links: LinkKind = .automatic, pictures: PictureFolders) {
        self.path = path
        self.links = links
        self.pictures = pictures
    }

    /// Links pictures into the folders of their smallest place and of the animated pictures. Removes links that are no
    /// longer right; a foreign file under a link's name is left alone.
    ///
    /// - Throws: `AlbumsError` for the first picture that cannot be linked, after all others.
    package func link(_ photos: [Int64], of library: AlbumLibrary) throws(AlbumsError) {
        var failure: AlbumsError?
        for start in stride(from: 0, to: photos.count, by: Self.picturesPerCommit) {
            // A kill between links and their rows loses nothing: links that exist are found again.
            var changes = LinkChanges()
            for id in photos[start..<min(start + Self.picturesPerCommit, photos.count)] {
                // A hidden picture is in no album: it loses its links.
                var found = try library.photo(id)
                if found == nil { found = try library.hiddenPhoto(id) }
                guard let photo = found else { continue }
                do throws(AlbumsError) { try link(photo, of: library, &changes) } catch {
                    guard case .file = error else {
                        try library.keep(changes)
                        throw error
                    }
                    failure = failure ?? error
                }
            }
            try library.keep(changes)
        }
        if let failure { throw failure }
    }

    /// The number of pictures whose links are recorded in one durable commit.
    private static let picturesPerCommit = 500

    private func link(
        _ photo: AlbumPhoto, of library: AlbumLibrary, _ changes: inout LinkChanges
    ) throws(AlbumsError) {
        let wanted = try folders(of: photo, in: library)
        let sources = try sources(of: photo, in: library)
        var there: Set<[RawPath]> = []
        for link in try library.links(of: photo.id) {
            let isWanted = wanted.contains(link.folder)
            if isWanted, let source = sources.first(where: { Self.isSame(link.path, $0) }) {
                there.insert([link.folder, source])
                continue
            }
            let source = sources.first { $0.name == link.name } ?? photo.path
            // After an output is replaced, a hard link still has its old bytes.
            let isFree = try Self.files { () throws(FileError) in try link.remove(madeFor: source) }
            changes.forgotten.append(link.path)
            guard isWanted, isFree else { continue }
            let folder = try Self.files { () throws(FileError) in try OpenFolder.creating(link.folder) }
            guard try Self.make(link.name, in: folder, to: open(source), links) else { continue }
            changes.remembered.append((try Self.made(link.name, in: folder), photo.id))
            there.insert([link.folder, source])
        }
        for path in wanted {
            for source in sources where !there.contains([path, source]) {
                changes.remembered.append((try place(source, in: path), photo.id))
            }
        }
    }

    /// Links the pictures of one album into one folder.
    ///
    /// - Returns: how many links were made, and why others were not.
    package func export(
        _ album: Album, of library: AlbumLibrary
    ) throws(AlbumsError) -> (made: Int, problems: [AlbumsError]) {
        var made = 0
        var problems: [AlbumsError] = []
        for photo in try library.photos(in: album.id) {
            do throws(AlbumsError) {
                for source in try sources(of: photo, in: library) { _ = try place(source, in: RawPath(path)) }
                made += 1
            } catch { problems.append(error) }
        }
        return (made, problems)
    }

    /// Links an open file to a path in an export. An existing link to the same file stays; any other file there is
    /// replaced, since the export owns its folders.
    ///
    /// - Parameter isForeign: whether others can write to the source's folder and so change what a symbolic link leads to.
    ///   An automatic choice then makes none.
    package static func link(
        _ source: OpenFile, as path: RawPath, _ links: LinkKind, isForeign: Bool
    ) throws(AlbumsError) {
        let link = AlbumLink(path: path)
        let folder = try files { () throws(FileError) in try OpenFolder.creating(link.folder) }
        if isSame(path, source) { return }
        try files { () throws(FileError) in
            if try folder.statusIfPresent(of: RawPath(bytes: link.name)) != nil { try folder.remove(link.name) }
        }
        guard try make(link.name, in: folder, to: source, links, isForeign: isForeign) else {
            throw .file(path: path.description, reason: "another process has created a file with that name")
        }
    }

    private func folders(of photo: AlbumPhoto, in library: AlbumLibrary) throws(AlbumsError) -> Set<RawPath> {
        let albums = try library.albums(with: photo.id)
        var folders: Set<RawPath> = []
        for album in albums where album.kind == .city || album.kind == .animated {
            folders.insert(RawPath(path + "/" + (try names(of: album, in: library)).joined(separator: "/")))
        }
        if !albums.contains(where: { $0.kind == .city }),
            let smallest = albums.last(where: { $0.kind == .region }) ?? albums.last(where: { $0.kind == .country })
        {
            folders.insert(RawPath(path + "/" + (try names(of: smallest, in: library)).joined(separator: "/")))
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

    /// The files that are linked: a raw file and a video lie beside their picture.
    private func sources(of photo: AlbumPhoto, in library: AlbumLibrary) throws(AlbumsError) -> [RawPath] {
        [photo.path] + (try library.parts(of: photo)).map(\.path)
    }

    private func open(_ source: RawPath) throws(AlbumsError) -> OpenFile {
        try Self.files { () throws(FileError) in try pictures.regularFile(source) }
    }

    /// Makes a link under the file's name or, if another file has it, under `name (2)` and so on.
    private func place(_ original: RawPath, in path: RawPath) throws(AlbumsError) -> AlbumLink {
        let source = try open(original)
        let name = original.name
        let folder = try Self.files { () throws(FileError) in try OpenFolder.creating(path) }
        let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.endIndex
        for number in 1...100_000 {
            let candidate = number == 1 ? name : name[..<dot] + Array(" (\(number))".utf8) + name[dot...]
            let isMade = try Self.make(candidate, in: folder, to: source, links)
            if isMade || Self.isSame(path.appending(name: candidate), source) {
                return try Self.made(candidate, in: folder)
            }
        }
        throw .file(path: path.appending(name: name).description, reason: "too many pictures of that name")
    }

    /// The link that was made under a name, with the identity that distinguishes it from a later file.
    private static func made(_ name: [UInt8], in folder: OpenFolder) throws(AlbumsError) -> AlbumLink {
        let status = try files { () throws(FileError) in try folder.status(of: RawPath(bytes: name)) }
        return AlbumLink(path: folder.path.appending(name: name), identity: AlbumLink.Identity(status))
    }

    private static func isSame(_ link: RawPath, _ source: RawPath) -> Bool {
        do {
            return try FileStore.status(of: link).identity == FileStore.status(of: source).identity
        } catch { return false }
    }

    private static func isSame(_ link: RawPath, _ source: OpenFile) -> Bool {
        do { return try FileStore.status(of: link).identity == source.status().identity } catch { return false }
    }

    /// Makes a link of the first kind that works; returns false if the name is taken.
    private static func make(
        _ name: [UInt8], in folder: OpenFolder, to source: OpenFile, _ links: LinkKind, isForeign: Bool = false
    ) throws(AlbumsError) -> Bool {
        let kinds: [OpenFolder.LinkKind] =
            switch links {
            case .automatic: isForeign ? [.hard, .reflink] : [.hard, .reflink, .symbolic]
            case .hard: [.hard]
            case .reflink: [.reflink]
            case .symbolic: [.symbolic]
            }
        return try files { () throws(FileError) in
            for kind in kinds.dropLast() {
                do throws(FileError) { return try folder.makeLink(name, to: source, kind) } catch {
                    guard error.isLinkUnsupported else { throw error }
                }
            }
            return try folder.makeLink(name, to: source, kinds[kinds.count - 1])
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
