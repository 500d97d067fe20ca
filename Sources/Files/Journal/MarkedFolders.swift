/// The folders that were marked (``FolderMark``). Decides whether a file is gone, or only its folder is away.
///
/// Nothing is forgotten about a file that may come back when a volume is mounted.
package struct MarkedFolders: Sendable {
    /// What is known of a file.
    package enum Finding: Sendable, Hashable {
        case exists
        /// Its folder is there, and it does not exist.
        case gone
        /// Its folder is away or cannot be read, so the file may still exist.
        case away
    }

    private let paths: Set<RawPath>
    private let folders: PictureFolders

    /// Reads the folders from a journal.
    package init(_ journal: Journal) async throws(JournalError) {
        paths = try await journal.markedFolders()
        folders = PictureFolders(Array(paths))
    }

    /// Opens a folder. One that was marked must still have its mark.
    package func open(_ path: RawPath) throws(FileError) -> OpenFolder {
        try paths.contains(path) ? .marked(path) : OpenFolder(path)
    }

    /// Looks for files. A folder is opened once for all of its files that follow one another.
    ///
    /// Of a folder that has never been marked, such as a drop folder that is read-only, an empty one is taken for a mount
    /// point without its volume.
    package func findings(_ paths: [RawPath]) -> [Finding] {
        var roots: [RawPath: OpenFolder?] = [:]
        var last: (parent: RawPath, location: Location)?
        return paths.map { path in
            let parent = path.parent
            let location = last.flatMap { $0.parent == parent ? $0.location : nil } ?? self.location(of: path, &roots)
            last = (parent, location)
            return finding(RawPath(bytes: path.name), location)
        }
    }

    /// Where the files of a folder are looked for.
    private enum Location {
        /// The folder, and whether it lies in one that was marked and has its mark.
        case folder(OpenFolder, isMarked: Bool)
        /// The folder that contains it has its mark, and this one does not exist.
        case gone
        case away
    }

    private func location(of path: RawPath, _ roots: inout [RawPath: OpenFolder?]) -> Location {
        guard let (folder, relative) = folders.split(path) else {
            do throws(FileError) { return .folder(try OpenFolder(path.parent), isMarked: false) } catch { return .away }
        }
        if roots[folder] == nil {
            // Nil in the table means that it is away.
            do throws(FileError) { roots[folder] = .some(try .marked(folder)) } catch { roots[folder] = .some(nil) }
        }
        guard let root = roots[folder] ?? nil else { return .away }
        do throws(FileError) { return .folder(try root.folder(relative.parent), isMarked: true) } catch {
            return error.isAbsence ? .gone : .away
        }
    }

    private func finding(_ name: RawPath, _ location: Location) -> Finding {
        guard case .folder(let folder, let isMarked) = location else {
            return if case .gone = location { .gone } else { .away }
        }
        do throws(FileError) {
            if try folder.statusIfPresent(of: name) != nil { return .exists }
            if isMarked { return .gone }
            return try folder.entries(where: { _ in true }, atMost: 1).isEmpty ? .away : .gone
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
