internal import Glibc

/// The folders of a configuration, below which pictures are opened.
///
/// Whoever can write to a folder decides where its names lead, at any time. So a file is opened relative to the folder
/// that the administrator named, no link below it is followed, and only regular files are accepted.
package struct PictureFolders: Sendable {
    /// The folders' absolute paths, the deepest first.
    private let paths: [RawPath]

    /// Creates the folders from their absolute paths.
    package init(_ paths: [RawPath]) { self.paths = Set(paths).sorted { $0.bytes.count > $1.bytes.count } }

    /// Splits an absolute path into the deepest folder that contains it, and the rest; nil if none does.
    package func split(_ path: RawPath) -> (folder: RawPath, relative: RawPath)? {
        for folder in paths {
            if let relative = path.relative(to: folder), !relative.isEmpty { return (folder, relative) }
        }
        return nil
    }

    /// Opens a regular file for reading.
    ///
    /// For a file in none of the folders, which only a user's own list names (`upright albums import`), its folder is
    /// opened by its path.
    ///
    /// - Throws: `FileError`, with the code `ELOOP` if a link is in the way, and `ENOTSUP` if it is another kind of file.
    package func regularFile(_ path: RawPath) throws(FileError) -> OpenFile {
        let (folder, relative) = split(path) ?? (path.parent, RawPath(bytes: path.name))
        let file = try OpenFolder(folder).file(relative)
        guard try file.status().kind == .regular else { throw FileError(.open, path, code: ENOTSUP) }
        return file
    }
}
