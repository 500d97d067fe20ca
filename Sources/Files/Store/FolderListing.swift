internal import Glibc

/// The names in a folder, in the order of their bytes. All lie in one block of memory, so that a folder with a million files
/// takes some tens of megabytes.
package struct FolderListing: Sendable {
    /// The names, each with a terminating NUL.
    private let bytes: [UInt8]
    private let entries: [(start: Int, count: Int, kind: FileStatus.Kind?)]

    /// Reads the names in a folder, without `.` and `..`.
    package init(of folder: OpenFolder) throws(FileError) {
        var bytes: [UInt8] = []
        var entries: [(start: Int, count: Int, kind: FileStatus.Kind?)] = []
        try folder.list { entry in
            entries.append((bytes.count, entry.name.count, entry.kind))
            bytes += entry.name
            bytes.append(0)
            return true
        }
        bytes.withUnsafeBytes { names in
            guard let base = names.bindMemory(to: CChar.self).baseAddress else { return }
            entries.sort { strcmp(base + $0.start, base + $1.start) < 0 }
        }
        (self.bytes, self.entries) = (bytes, entries)
    }

    /// The number of names.
    package var count: Int { entries.count }

    /// Returns the name at an index, and its kind; nil if the file system does not list kinds.
    package subscript(_ index: Int) -> (name: RawPath, kind: FileStatus.Kind?) {
        let (start, count, kind) = entries[index]
        return (RawPath(bytes: Array(bytes[start..<(start + count)])), kind)
    }
}
