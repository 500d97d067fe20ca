package import Glibc

/// The status of a file.
package struct FileStatus: Sendable, Hashable, Codable {
    /// The kind of a file.
    package enum Kind: String, Sendable, Hashable, Codable {
        case regular = "regular file"
        case folder
        case symbolicLink = "symbolic link"
        case fifo = "FIFO"
        case socket
        case device
        case other
    }

    package var kind: Kind
    /// The device of the file. It can change when the system restarts.
    package var device: UInt64
    package var inode: UInt64
    package var size: Int
    /// When the content was last changed, in nanoseconds since 1970.
    package var modified: Int64
    /// When the inode was last changed, in nanoseconds since 1970.
    package var changed: Int64

    package init(kind: Kind, device: UInt64, inode: UInt64, size: Int, modified: Int64, changed: Int64) {
        self.kind = kind
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    package init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            case S_IFLNK: .symbolicLink
            case S_IFIFO: .fifo
            case S_IFSOCK: .socket
            case S_IFCHR, S_IFBLK: .device
            default: .other
            }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
    }

    /// Converts a time to nanoseconds. Times outside the years 1678...2262 are clamped to the range.
    static func nanoseconds(_ time: timespec) -> Int64 {
        let (seconds, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return time.tv_sec < 0 ? .min : .max }
        let (sum, carry) = seconds.addingReportingOverflow(Int64(time.tv_nsec))
        return carry ? .max : sum
    }

    /// Whether this status and another, taken earlier or later, are of the same file with the same content, as far as
    /// the file system can tell.
    package func isSameContent(as other: FileStatus) -> Bool {
        kind == other.kind && inode == other.inode && size == other.size && modified == other.modified
    }
}
