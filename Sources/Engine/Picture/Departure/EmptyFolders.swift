internal import UprightConfiguration
package import UprightFiles

/// Removes the subfolders of a drop folder that its files have left (`empty-folders: remove`).
package enum EmptyFolders {
    /// Removes the empty subfolders in which nothing has changed for `retire-after`: a program that has just made a folder is
    /// going to write into it. Hidden and ignored folders stay, and those that outputs are written to.
    ///
    /// - Parameter now: the time in nanoseconds since 1970.
    /// - Returns: the folders that were removed, relative to the drop folder.
    package static func remove(
        of folder: DropFolder, now: Int64 = PictureEngine.milliseconds() &* 1_000_000
    ) -> [RawPath] {
        guard folder.configuration.emptyFolders == .remove, folder.configuration.recursive else { return [] }
        do throws(FileError) {
            let root = try folder.openSource()
            var removed: [RawPath] = []
            let sweep = Sweep(
                rules: IgnoreRules(folder.configuration.ignore), kept: folder.presentWritten,
                device: try root.status().device,
                before: now &- folder.configuration.retireAfter.milliseconds &* 1_000_000)
            _ = sweep.isEmptied(root, RawPath(""), depth: 0, &removed)
            return removed
        } catch {
            // The folder is missing or cannot be read, which its lane reports.
            return []
        }
    }

    private struct Sweep {
        let rules: IgnoreRules
        let kept: Set<FileIdentity>
        /// Another file system may be mounted in the drop folder; its mount point stays.
        let device: UInt64
        /// Folders that have changed since stay, in nanoseconds since 1970.
        let before: Int64

        private static let maximumDepth = 64

        /// Removes the empty folders below a folder.
        ///
        /// - Returns: whether nothing is left in it.
        func isEmptied(_ folder: OpenFolder, _ relative: RawPath, depth: Int, _ removed: inout [RawPath]) -> Bool {
            guard depth < Self.maximumDepth else { return false }
            do throws(FileError) {
                var isEmptied = true
                for entry in try folder.entries() {
                    let path = relative.appending(name: entry.name)
                    guard entry.kind == .folder, rules.reason(toIgnore: entry.name) == nil else {
                        isEmptied = false
                        continue
                    }
                    let inner = try folder.folder(RawPath(bytes: entry.name))
                    // Before anything is removed from it: that is a change, too.
                    let status = try inner.status()
                    let isQuiet = max(status.modified, status.changed) < before
                    let isEmpty = self.isEmptied(inner, path, depth: depth + 1, &removed)
                    guard isEmpty, isQuiet, status.device == device, !kept.contains(status.identity),
                        try folder.removeEmptyFolder(entry.name)
                    else {
                        isEmptied = false
                        continue
                    }
                    removed.append(path)
                }
                return isEmptied
            } catch { return false }
        }
    }
}
