internal import UprightRewriting

/// What is known of the source that an output was made from: whether a file that has its path now can be that source.
package enum SourceFate: Int, Sendable, Hashable, CaseIterable {
    /// An earlier version did not record it.
    case unknown = 0
    /// It was to stay in the drop folder.
    case stays
    /// It was to be moved or deleted after its delivery. It has been, unless ``PictureRecord/original`` says that it is still there.
    case leaves
    /// It stayed, and is no longer there: somebody else has moved or deleted it.
    case gone
    /// It stayed, and was taken away for a moment: it was edited by a program that does so, or another file has its path.
    case exchanged
}

extension PictureRecord {
    /// Whether the source that the output was made from has left, so that a file that has its path now is another one.
    ///
    /// - Parameters:
    ///   - status: the status of that file.
    ///   - born: when it was made, in nanoseconds since 1970; nil if that is not known.
    ///   - retires: whether its folder's originals are moved or deleted.
    package func sourceHasLeft(_ status: FileStatus, born: Int64?, retires: Bool) -> Bool {
        switch fate {
        case .stays, .exchanged: false
        case .gone: !isMadeFrom(status, born: born)
        case .unknown where !retires: false
        case .unknown, .leaves: original == .none || !isMadeFrom(status, born: born)
        }
    }

    /// The row under the path of its output, when another file has that of its source; nil if there is no output.
    package var departed: PictureRecord? {
        guard let output else { return nil }
        var row = self
        if !isDelivered { (row.state, row.outcome, row.reason) = (.finished, .current, "") }
        row.source = output
        return row
    }

    /// Whether the output was made from the same file, with the bytes that it has now or earlier ones.
    package func isMadeFrom(_ status: FileStatus, born: Int64?) -> Bool {
        // A new file can have the inode of one that was deleted.
        guard let madeFrom, madeFrom.inode == status.inode else { return false }
        return born.map { $0 <= madeFrom.changed } ?? true
    }
}
