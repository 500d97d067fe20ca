internal import UprightConfiguration
package import UprightFiles

/// Removes originals that have been where they were moved to for long enough (`originals-kept`).
package struct KeptOriginals: Sendable {
    private let folder: DropFolder
    private let journal: Journal

    /// Describes the moved originals of a drop folder.
    package init(of folder: DropFolder, _ journal: Journal) { (self.folder, self.journal) = (folder, journal) }

    /// Removes those whose time is over. What upright has not moved there stays, and so does what was changed since.
    ///
    /// - Parameter now: the time in milliseconds since 1970.
    /// - Returns: the number that were removed, and the first problem.
    package func remove(now: Int64 = PictureEngine.milliseconds()) async throws(JournalError) -> (Int, String?) {
        let configuration = folder.configuration
        guard let root = configuration.originalsFolder, let kept = configuration.originalsKept else {
            return (0, nil)
        }
        var (removed, problem, last) = (0, String?.none, RawPath?.none)
        while !Task.isCancelled {
            let due = try await journal.originals(movedBefore: now &- kept.milliseconds, after: last)
            guard let end = due.last else { break }
            last = end.path
            let ends = await offTheCooperativePool {
                due.map { original in Result { () throws(FileError) in try remove(original, below: RawPath(root)) } }
            }
            var gone: [Journal.MovedOriginal] = []
            for (original, end) in zip(due, ends) {
                switch end {
                case .success(nil): continue
                case .success(let isRemoved?):
                    gone.append(original)
                    if isRemoved { removed += 1 }
                case .failure(let error): problem = problem ?? error.description
                }
            }
            if !gone.isEmpty { try await journal.forgetMoved(gone) }
        }
        return (removed, problem)
    }

    /// Returns whether an original was removed, or is no longer there; nil if it stays.
    private func remove(_ original: Journal.MovedOriginal, below root: RawPath) throws(FileError) -> Bool? {
        guard let relative = original.path.relative(to: root) else { return nil }
        // Without its mark, the folder's volume is not mounted.
        let top = try folder.open(root)
        do {
            let place = try top.folder(relative.parent)
            let file = try place.file(RawPath(bytes: relative.name))
            let read = try file.status()
            guard read.kind == .regular, try file.contentDigest().sha256 == original.sha256 else { return false }
            let end = try Departure(of: relative.name, in: place, read: read, source: file).remove()
            return end == .done ? true : nil
        } catch {
            if error.isAbsence || error.isSymbolicLink { return false }
            throw error
        }
    }
}
