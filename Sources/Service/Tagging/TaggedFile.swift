internal import UprightFormats
internal import UprightFiles
internal import UprightRewriting

/// An open file whose metadata are to be edited.
struct TaggedFile: Sendable {
    /// The file's path, without a symbolic link at its end.
    let path: RawPath
    let folder: OpenFolder
    let file: OpenFile
    /// Its status before it was read.
    let status: FileStatus
    /// The type of its content, by its first bytes.
    let type: ImageType

    /// Opens a file.
    ///
    /// - Parameter locks: whether to lock it. Returns nil if another process has locked it.
    init?(_ path: RawPath, locks: Bool) throws {
        self.path = path
        folder = try OpenFolder(containing: path)
        guard !path.name.isEmpty, path.name != Array("..".utf8) else {
            throw OperationError.notAFile(path, FileStatus.Kind.folder.rawValue)
        }
        let name = RawPath(bytes: path.name)
        file = try folder.file(name)
        var status = try file.status()
        guard status.kind == .regular else { throw OperationError.notAFile(path, status.kind.rawValue) }
        if locks {
            let isLocked: Bool
            // File systems without locks, such as some network mounts, have only the check before the rename.
            do throws(FileError) { isLocked = try file.tryLock() } catch { isLocked = true }
            guard isLocked else { return nil }
            // Whoever had the lock may have put another file in this one's place.
            status = try file.status()
            guard try folder.status(of: name).isSameContent(as: status) else { return nil }
        }
        self.status = status
        type = PictureFormats.identify(try file.read(ImageType.magicLength, at: 0))
    }
}
