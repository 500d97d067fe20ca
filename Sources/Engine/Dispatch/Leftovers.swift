internal import UprightConfiguration
package import UprightFiles

/// Clears up the hidden files that ended processes left behind (``HiddenName``).
package enum Leftovers {
    /// Removes them from a drop folder and the folders that its outputs, rejected files and originals are written to, and gives
    /// the files back that were being taken away.
    ///
    /// A file that was on its way out of the drop folder and whose name another one has by now must not be taken for a new one
    /// under a numbered name: if the journal says that it was delivered, it is moved or deleted now.
    ///
    /// - Parameter subfolders: whether to do so in all folders and subfolders. Otherwise: in the drop folder and the output folder.
    package static func clear(
        _ folder: DropFolder, subfolders: Bool = true, for dispatcher: Dispatcher
    ) async -> HiddenName.Cleared {
        let roots = subfolders ? folder.written : [folder.output]
        var cleared = await offTheCooperativePool {
            roots.reduce(into: clear(folder.source, subfolders, numbering: dispatcher.journal == nil)) {
                $0 += clear($1, subfolders)
            }
        }
        for hidden in cleared.nameless where await !dispatcher.leave(hidden, folder) {
            cleared += await offTheCooperativePool { numbered(hidden) }
        }
        return cleared
    }

    /// Does the same in one folder.
    static func clear(_ path: RawPath) { _ = clear(path, false) }

    private static func clear(_ path: RawPath, _ subfolders: Bool, numbering: Bool = true) -> HiddenName.Cleared {
        var cleared = HiddenName.Cleared()
        let root: OpenFolder
        // A missing folder has no leftovers; an unreadable folder keeps them, hidden.
        do { root = try OpenFolder(path) } catch { return cleared }
        var folders = [RawPath("")]
        while let relative = folders.popLast() {
            do throws(FileError) {
                let folder = try root.folder(relative)
                cleared += try HiddenName.clear(folder, numbering: numbering)
                guard subfolders else { break }
                for entry in try folder.entries() where entry.kind == .folder {
                    folders.append(relative.appending(name: entry.name))
                }
            } catch {
                continue
            }
        }
        return cleared
    }

    private static func numbered(_ hidden: RawPath) -> HiddenName.Cleared {
        var cleared = HiddenName.Cleared()
        // If it fails, the file stays hidden; the next run tries again.
        do { try Departure.recover(hidden.name, in: OpenFolder(hidden.parent), numbering: true, &cleared) } catch {}
        return cleared
    }
}

extension Dispatcher {
    /// Moves or deletes a delivered original that a killed process has left under a hidden name.
    ///
    /// - Returns: false if it needs a name again. Otherwise it has left, or is looked at again with the next leftovers.
    fileprivate func leave(_ hidden: RawPath, _ folder: DropFolder) async -> Bool {
        guard let journal, let relative = hidden.relative(to: folder.source) else { return false }
        do {
            let status = try await offTheCooperativePool { () throws(FileError) in try FileStore.ownStatus(of: hidden) }
            guard let record = try await journal.record(ofSourceWith: status, in: folder.source) else { return false }
            return switch try await retire(PictureJob(folder: folder, relative: relative, previous: record)).original {
            case .done, .moved: await offTheCooperativePool { !FileStore.exists(hidden) }
            case .later, .failed: true
            case .stays: false
            }
        } catch { return true }
    }
}
