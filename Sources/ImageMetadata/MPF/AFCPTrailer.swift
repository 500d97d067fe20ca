/// The trailer of the AXS File Concatenation Protocol: records behind a picture, found by offsets from the file's start.
///
/// Source: AXS, "AFCP - AXS File Concatenation Protocol", as exiftool reads it.
package struct AFCPTrailer: Sendable, Hashable {
    private let order: TIFFByteOrder
    /// Where the trailer's directory begins in the file.
    package let start: Int
    /// Where the offsets lie in the file: the directory's own, and each record's.
    private let positions: [Int]

    /// Finds the trailer at a file's end; nil where there is none.
    ///
    /// The end is 12 bytes: `AXS` and `!` (big-endian) or `*`, the directory's offset, four bytes that are reserved. The
    /// directory has the same first four bytes, the version, the number of records, and four reserved bytes; each record
    /// a four-letter tag, its length and its offset.
    package init?(in bytes: [UInt8]) {
        guard bytes.count >= 24 else { return nil }
        let end = bytes.count - 12
        let magic = Array(bytes[end..<end + 4])
        switch magic {
        case Array("AXS!".utf8): order = .bigEndian
        case Array("AXS*".utf8): order = .littleEndian
        default: return nil
        }
        let start = Int(order.integer(bytes[end + 4..<end + 8]))
        guard start <= end - 12, bytes[start...].starts(with: magic) else { return nil }
        let count = Int(order.integer(bytes[start + 6..<start + 8]))
        guard start + 12 + 12 * count <= end else { return nil }
        self.start = start
        positions = (0..<count).map { start + 12 + 12 * $0 + 8 } + [end + 4]
    }

    /// Moves every offset in a file whose trailer was shifted by `shift` bytes, with the offsets' places.
    package func shift(by shift: Int, in bytes: inout [UInt8]) {
        for position in positions.map({ $0 + shift }) where position >= 0 && position + 4 <= bytes.count {
            let old = Int(order.integer(bytes[position..<position + 4]))
            bytes.replaceSubrange(
                position..<position + 4, with: order.bytes(UInt64(truncatingIfNeeded: old + shift), count: 4))
        }
    }
}
