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

    /// Links a file at a page's path.
    func link(_ source: String, as page: PagePath) throws(AlbumsError) {
        try AlbumFolder.link(source, as: path + "/" + page.path, links)
    }

    /// Whether an image is up to date with its source file. An empty image is the result of an interrupted export.
    func isCurrent(_ page: PagePath, for source: String) -> Bool {
        do throws(FileError) {
            let made = try FileStore.status(of: raw(page))
            let changed = try FileStore.status(of: RawPath(source)).modified
            return made.size > 0 && made.modified >= changed
        } catch { return false }
    }

    private func raw(_ page: PagePath) -> RawPath { RawPath(path).appending(RawPath(page.path)) }
}
