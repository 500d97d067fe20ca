internal import UprightConfiguration
package import UprightFiles

/// Clears up the hidden files that ended processes left behind (``HiddenName``).
package enum Leftovers {
    /// Removes them from a drop folder and the folders that its outputs, rejected files and originals are written to, and gives
    /// the files back that were being taken away.
    package static func clear(_ folder: DropFolder) -> HiddenName.Cleared {
        let configuration = folder.configuration
        var roots = [folder.source, folder.output] + configuration.furtherOutputs.map { RawPath($0) }
        if let rejected = configuration.rejected { roots.append(RawPath(rejected)) }
        if case .move(let originals) = configuration.originals { roots.append(RawPath(originals)) }
        return roots.reduce(into: HiddenName.Cleared()) { $0 += clear(below: $1) }
    }

    /// Does the same in one folder.
    static func clear(_ path: RawPath) {
        do { try HiddenName.clear(OpenFolder(path)) } catch {
            // They stay, hidden and harmless; the next run tries again.
            return
        }
    }

    /// Does the same in a folder and its subfolders.
    static func clear(below path: RawPath) -> HiddenName.Cleared {
        var cleared = HiddenName.Cleared()
        let root: OpenFolder
        // A missing folder has no leftovers; an unreadable folder keeps them, hidden.
        do { root = try OpenFolder(path) } catch { return cleared }
        var folders = [RawPath("")]
        while let relative = folders.popLast() {
            do throws(FileError) {
                let folder = try root.folder(relative)
                cleared += try HiddenName.clear(folder)
                for entry in try folder.entries() where entry.kind == .folder {
                    folders.append(relative.appending(name: entry.name))
                }
            } catch {
                continue
            }
        }
        return cleared
    }
}
