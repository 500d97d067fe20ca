package import UprightFiles

/// The ZIP file of an export. The pages are written to a folder beside it, which an export that was interrupted continues;
/// it is packed and removed at the end.
package struct ZipFile: Sendable {
    private let path: RawPath

    /// The folder for the pages.
    package var folder: String { path.exact + ".part" }

    /// Creates a file at an absolute path, which must not exist.
    package init(_ path: String) throws(OperationError) {
        self.path = RawPath(path)
        guard !FileStore.exists(self.path) else {
            throw OperationError("\(path) exists already: give the name of a new file")
        }
    }

    /// Packs the folder into the file, which appears when it is complete, and removes the folder.
    package func pack() throws {
        let folder = RawPath(folder)
        let last = String(decoding: path.name, as: UTF8.self)
        let archive = try ZipArchive(of: folder, as: String(last.dropLast(".zip".count)))
        let parent = try OpenFolder(path.parent)
        let output = try AtomicFile(in: parent)
        var pieces = archive.makeAsyncIterator()
        var offset = 0
        while let piece = try pieces.piece() {
            try output.file.write(piece, at: offset)
            offset += piece.count
        }
        try output.file.synchronize()
        try output.publish(as: path.name)
        try parent.synchronize()
        try Self.remove(folder)
    }

    /// Removes a folder with everything in it. Links are removed, not followed.
    private static func remove(_ path: RawPath) throws(FileError) {
        let folder = try OpenFolder(path)
        for entry in try folder.entries() {
            let inner = path.appending(RawPath(bytes: entry.name))
            if try FileStore.ownStatus(of: inner).kind == .folder {
                try remove(inner)
            } else {
                try folder.remove(entry.name)
            }
        }
        _ = try OpenFolder(path.parent).removeEmptyFolder(path.name)
    }
}
