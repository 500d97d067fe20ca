internal import UprightAlbums
internal import UprightFiles

/// The output folder of an export.
struct ExportFolder: Sendable {
    /// Its absolute path.
    let path: String
    /// The kind of link to the pictures.
    let links: AlbumFolder.LinkKind

    /// The largest page to compare, in bytes; an export writes no larger ones.
    private static let largestPage = 1 << 30

    /// Whether it contains files other than an earlier export.
    func holdsOthers() throws(FileError) -> Bool {
        let folder = RawPath(path)
        guard FileStore.exists(folder) else { return false }
        guard FileStore.isFolder(folder) else { return true }
        guard try !OpenFolder(folder).entries().isEmpty else { return false }
        return !FileStore.exists(raw(.asset("gallery.css")))
    }

    /// Writes a page, unless its content is unchanged.
    func write(_ bytes: [UInt8], to page: PagePath) throws(FileError) {
        let target = raw(page)
        let folder = try OpenFolder.creating(target.parent)
        if try folder.statusIfPresent(of: RawPath(bytes: target.name))?.size == bytes.count,
            try FileStore.read(target, limit: Self.largestPage) == bytes
        {
            return
        }
        let file = try AtomicFile(in: folder)
        try file.file.write(bytes)
        try file.publish(as: target.name, replacing: true)
    }

    func holds(_ bytes: [UInt8], at page: PagePath) -> Bool {
        do throws(FileError) {
            guard try FileStore.status(of: raw(page)).size == bytes.count else { return false }
            return try FileStore.read(raw(page), limit: Self.largestPage) == bytes
        } catch { return false }
    }

    /// Copies an open file to a page's path.
    func copy(_ file: OpenFile, to page: PagePath) throws(FileError) {
        let target = raw(page)
        let output = try AtomicFile(in: OpenFolder.creating(target.parent))
        try file.copy(to: output.file)
        try output.publish(as: target.name, replacing: true)
    }

    /// Links an open file at a page's path.
    func link(_ file: OpenFile, as page: PagePath, isForeign: Bool) throws(AlbumsError) {
        try AlbumFolder.link(file, as: raw(page), links, isForeign: isForeign)
    }

    /// Removes a link, if there is one.
    func unlink(_ page: PagePath) throws(FileError) {
        let target = raw(page)
        do throws(FileError) { try OpenFolder(target.parent).remove(target.name) } catch {
            guard error.isAbsence else { throw error }
        }
    }

    /// Whether an image is up to date with its picture's file. An empty image is the result of an interrupted export.
    func isCurrent(_ page: PagePath, for file: OpenFile) -> Bool {
        do throws(FileError) {
            let made = try FileStore.status(of: raw(page))
            let changed = try file.status().modified
            return made.size > 0 && made.modified >= changed
        } catch { return false }
    }

    private func raw(_ page: PagePath) -> RawPath { RawPath(path).appending(RawPath(page.path)) }
}
