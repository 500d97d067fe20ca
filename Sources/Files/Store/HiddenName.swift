/// The names of upright's own files that are unfinished, or on their way out of a folder. Watched folders ignore them.
package enum HiddenName {
    static let prefix = Array(".upright-".utf8)
    /// The suffix of a file that is being written (``AtomicFile``).
    static let unfinished = Array(".partial".utf8)
    /// The suffix of a file that is being taken away (``Departure``).
    static let departing = Array(".leaving".utf8)

    package static func isHidden(_ name: [UInt8]) -> Bool {
        name.starts(with: prefix) && (hasSuffix(name, unfinished) || hasSuffix(name, departing))
    }

    static func hasSuffix(_ name: [UInt8], _ suffix: [UInt8]) -> Bool {
        name.count >= prefix.count + suffix.count && name.suffix(suffix.count).elementsEqual(suffix)
    }

    /// Letters and digits that no other file's name has.
    static func token() -> String { String(UInt64.random(in: 0 ... .max), radix: 36) }

    /// What killed processes have left in a folder.
    package struct Cleared: Sendable, Hashable {
        /// The number of unfinished files that were removed.
        package var removed = 0
        /// The files that were being taken away, and have their names again.
        package var putBack: [RawPath] = []
        /// The files that were being taken away and are still hidden, since other files have their names.
        package var nameless: [RawPath] = []

        /// Creates the result of an empty folder.
        package init() {}

        /// Adds another folder's.
        package static func += (all: inout Cleared, other: Cleared) {
            all.removed += other.removed
            all.putBack += other.putBack
            all.nameless += other.nameless
        }
    }

    /// Removes the unfinished files of ended processes from a folder, and gives those that were being taken away their names
    /// again. Files that a living process works on are locked, and stay.
    ///
    /// - Parameter numbering: whether a file whose name another has gets a numbered one. Otherwise it stays hidden.
    @discardableResult
    package static func clear(_ folder: OpenFolder, numbering: Bool = true) throws(FileError) -> Cleared {
        var cleared = Cleared()
        for entry in try folder.entries(where: isHidden, atMost: .max) {
            do {
                if hasSuffix(entry.name, departing) {
                    try Departure.recover(entry.name, in: folder, numbering: numbering, &cleared)
                    continue
                }
                guard entry.kind == nil || entry.kind == .regular else { continue }
                guard try folder.file(RawPath(bytes: entry.name)).tryLock() else { continue }
                try folder.remove(entry.name)
                cleared.removed += 1
            } catch {
                // Gone, not ours, or on a file system without locks: it stays, hidden and harmless.
                continue
            }
        }
        return cleared
    }
}
