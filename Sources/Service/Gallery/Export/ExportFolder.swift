internal import UprightAlbums
internal import UprightFiles

/// The folder that an export writes into.
struct ExportFolder: Sendable {
    /// Its absolute path.
    let path: String
    /// What stands for the pictures themselves.
    let links: AlbumFolder.LinkKind

    /// A page that grew beyond this was not written by an export.
    private static let largestPage = 1 << 30

    /// Whether it holds anything but an earlier export.
    func holdsOthers() throws(FileError) -> Bool {
        let folder = RawPath(path)
        guard FileStore.exists(folder) else { return false }
        guard FileStore.isFolder(folder) else { return true }
        guard try !OpenFolder(folder).entries().isEmpty else { return false }
        return !FileStore.exists(raw(.asset("gallery.css")))
    }

    /// Writes a page. One whose text is the same stays as it is.
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

    /// Links a file under a page's path.
    func link(_ source: String, as page: PagePath) throws(AlbumsError) {
        try AlbumFolder.link(source, as: path + "/" + page.path, links)
    }

    /// Whether an image was made of a file as it is now. An empty one was cut short.
    func isCurrent(_ page: PagePath, for source: String) -> Bool {
        do throws(FileError) {
            let made = try FileStore.status(of: raw(page))
            let changed = try FileStore.status(of: RawPath(source)).modified
            return made.size > 0 && made.modified >= changed
        } catch { return false }
    }

    private func raw(_ page: PagePath) -> RawPath { RawPath(path).appending(RawPath(page.path)) }
}
