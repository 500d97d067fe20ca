internal import Synchronization
package import UprightFiles

/// The edits of files, in a file from which they can be undone byte for byte.
///
/// An edit is in the journal, and the journal is on the disk, before the edited file takes the place of the old one. Whether an
/// edit was made, or undone already, is seen by the file itself: an edit counts only for a file that has exactly the content
/// that the edit made.
package final class EditJournal: Sendable {
    private static let head = Array("upright edits 1\n".utf8)
    /// The largest journal that is read.
    private static let largestSize = 1 << 32

    private let file: AppendFile
    private let lock = Mutex(())
    /// The edits in the order in which they were made.
    let records: [EditRecord]

    /// Opens a journal, and creates it if there is none. What a killed run has not written whole is removed from its end:
    /// that edit was not made.
    ///
    /// - Parameter mustExist: whether a missing journal is an error.
    package init(_ path: RawPath, mustExist: Bool = false) throws {
        if mustExist {
            let folder = try OpenFolder(containing: path)
            guard try folder.statusIfPresent(of: RawPath(bytes: path.name)) != nil else {
                throw OperationError("expected a journal of upright tag --journal, found no file: \(path)")
            }
        }
        file = try AppendFile(path)
        let bytes = try file.file.readAll(limit: Self.largestSize)
        // New, or killed before its first line was whole.
        if Self.head.starts(with: bytes), bytes.count < Self.head.count {
            try file.file.truncate()
            try file.append(Self.head)
            records = []
            return
        }
        guard bytes.starts(with: Self.head) else {
            throw OperationError("expected a journal of upright tag --journal, found another file: \(path)")
        }
        var records: [EditRecord] = []
        var offset = Self.head.count
        var line = 1
        while offset < bytes.count {
            line += 1
            let end = bytes[offset...].firstIndex(of: 0x0A)
            guard let end, let record = EditRecord(line: bytes[offset..<end]) else {
                guard end == nil || end == bytes.count - 1 else {
                    throw OperationError("\(path): line \(line) is damaged; nothing was undone")
                }
                try file.file.truncate(to: offset)
                try file.file.synchronize()
                break
            }
            records.append(record)
            offset = end + 1
        }
        self.records = records
    }

    /// Writes an edit durably. Blocks.
    func append(_ record: EditRecord) throws(FileError) {
        let line = record.line
        let result = lock.withLock { _ in
            Result { () throws(FileError) in try file.append(line) }
        }
        try result.get()
    }

    /// The edits of each file, in the order in which the files were first edited.
    package var files: [RawPath] {
        var seen: Set<RawPath> = []
        return records.map(\.path).filter { seen.insert($0).inserted }
    }
}
