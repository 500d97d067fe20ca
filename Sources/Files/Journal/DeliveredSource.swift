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
        guard parts.count == 4, let inode = UInt64(parts[0]), let size = Int(parts[1]), let changed = Int64(parts[2])
        else { return nil }
        let digits = Array(parts[3].utf8)
        guard digits.count == 64 else { return nil }
        var sha256: [UInt8] = []
        for place in stride(from: 0, to: 64, by: 2) {
            guard let byte = UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16) else {
                return nil
            }
            sha256.append(byte)
        }
        (self.inode, self.size, self.changed, self.sha256) = (inode, size, changed, sha256)
    }

    /// Inode, size, time and digest, for the journal.
    var text: String {
        let digits = sha256.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return "\(inode) \(size) \(changed) \(digits)"
    }
}
