internal import UprightBase

/// The source that an output was made from.
package struct DeliveredSource: Sendable, Hashable {
    package var inode: UInt64
    package var size: Int
    /// When the inode was last changed, in nanoseconds since 1970.
    package var changed: Int64
    /// The SHA-256 of the bytes (32 bytes).
    package var sha256: [UInt8]

    package init(_ status: FileStatus, sha256: [UInt8]) {
        (inode, size, changed) = (status.inode, status.size, status.changed)
        self.sha256 = sha256
    }

    /// Reads the form that ``text`` has.
    init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 4, let inode = UInt64(parts[0]), let size = Int(parts[1]), let changed = Int64(parts[2]),
            let sha256 = bytes(hexadecimal: parts[3]), sha256.count == 32
        else { return nil }
        (self.inode, self.size, self.changed, self.sha256) = (inode, size, changed, sha256)
    }

    /// Inode, size, time and digest, for the journal.
    var text: String { "\(inode) \(size) \(changed) \(hexadecimal(sha256))" }
}
