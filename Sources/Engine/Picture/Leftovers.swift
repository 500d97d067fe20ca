package import UprightConfiguration
internal import UprightFiles

/// Removes the hidden files that ended processes left behind.
package enum Leftovers {
    /// Removes them from the folders that the outputs, rejected files and originals of a drop folder are written to.
    ///
    /// - Returns: the number of files removed.
    package static func remove(of folder: FolderConfiguration) -> Int {
        var roots = [folder.output] + folder.furtherOutputs
        if let rejected = folder.rejected { roots.append(rejected) }
        if case .move(let originals) = folder.originals { roots.append(originals) }
        return roots.reduce(0) { $0 + remove(below: RawPath($1)) }
    }

    /// Removes them from one folder.
    static func remove(in path: RawPath) {
        do { try AtomicFile.removeLeftovers(in: OpenFolder(path)) } catch {
            // They stay, hidden and harmless; the next run tries again.
            return
        }
    }

    /// Removes them from a folder and its subfolders.
    ///
    /// - Returns: the number of files removed.
    static func remove(below path: RawPath) -> Int {
        let root: OpenFolder
        // A missing folder has no leftovers; an unreadable folder keeps them, hidden.
        do { root = try OpenFolder(path) } catch { return 0 }
        var removed = 0
        var folders = [RawPath("")]
        while let relative = folders.popLast() {
            do throws(FileError) {
                let folder = try root.folder(relative)
                removed += try AtomicFile.removeLeftovers(in: folder)
                for entry in try folder.entries() where entry.kind == .folder {
                    folders.append(relative.appending(name: entry.name))
                }
            } catch {
                continue
            }
        }
        return removed
    }
}
