public import UprightFiles

/// The folders that were marked (``FolderMark``). Decides whether a file is gone, or only its folder is away.
///
/// Nothing is forgotten about a file that may come back when a volume is mounted.
public struct MarkedFolders: Sendable {
    /// What is known of a file.
    public enum Finding: Sendable, Hashable {
        /// It exists.
        case exists
        /// Its folder is there, and it does not exist.
        case gone
        /// Its folder is away or cannot be read, so the file may still exist.
        case away
    }

    private let paths: Set<RawPath>
    private let folders: PictureFolders

    /// Reads the folders from a journal.
    public init(_ journal: Journal) async throws(JournalError) {
        paths = try await journal.markedFolders()
        folders = PictureFolders(Array(paths))
    }

    /// Opens a folder. One that was marked must still have its mark.
    package func open(_ path: RawPath) throws(FileError) -> OpenFolder {
        try paths.contains(path) ? .marked(path) : OpenFolder(path)
    }

    /// Looks for a file.
    ///
    /// Of a folder that has never been marked, such as a drop folder that is read-only, an empty one is taken for a mount
    /// point without its volume.
    public func finding(_ path: RawPath) -> Finding {
        do throws(FileError) {
            let (folder, relative) = try opened(path)
            if try folder.statusIfPresent(of: relative) != nil { return .exists }
            if folders.split(path) != nil { return .gone }
            return try folder.entries().isEmpty ? .away : .gone
        } catch { return .away }
    }

    /// Opens a file for reading.
    ///
    /// - Throws: `FileError`; if the folder was marked and has lost its mark, ``FileError/isMissingMark`` is true.
    package func file(_ path: RawPath) throws(FileError) -> OpenFile {
        let (folder, relative) = try opened(path)
        return try folder.file(relative)
    }

    private func opened(_ path: RawPath) throws(FileError) -> (folder: OpenFolder, relative: RawPath) {
        guard let (folder, relative) = folders.split(path) else {
            return (try OpenFolder(path.parent), RawPath(bytes: path.name))
        }
        return (try .marked(folder), relative)
    }
}
