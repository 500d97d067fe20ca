/// The trailer of the AXS File Concatenation Protocol: records after a picture, with offsets from the file's start.
///
/// Source: AXS, "AFCP - AXS File Concatenation Protocol", as exiftool reads it.
package struct AFCPTrailer: Sendable, Hashable {
    /// The byte order of the trailer's numbers.
    package let order: TIFFByteOrder
    /// The offset of the trailer's directory in the file.
    package let start: Int
    /// The distance from the offset that the trailer names to the directory: not 0 if a tool changed the length of the
    /// bytes before it without correcting the offsets.
    package let displacement: Int
    /// The positions of the offsets in the file: each record's and the directory's.
    package let positions: [Int]

    /// Finds the trailer at a file's end, or before further trailers there; nil if there is none.
    ///
    /// The end is 12 bytes: `AXS` and `!` (big-endian) or `*` (little-endian), the directory's offset, and four
    /// reserved bytes. The directory starts with the same four bytes, the version, the number of records, and four
    /// reserved bytes. Each record has a four-letter tag, its length and its offset.
    ///
    /// - Parameter first: the end of the picture's own bytes.
    package init?(in bytes: [UInt8], behind first: Int = 0) {
        guard first >= 0, bytes.count - first >= 24 else { return nil }
        if let found = Self(in: bytes, end: bytes.count - 12, isLast: true) {
            self = found
            return
        }
        var end = bytes.count - 13
        while end >= max(first + 12, bytes.count - Self.reach) {
            if let found = Self(in: bytes, end: end, isLast: false) {
                self = found
                return
            }
            end -= 1
        }
        return nil
    }

    /// Reads the trailer whose last 12 bytes start at `end`.
    private init?(in bytes: [UInt8], end: Int, isLast: Bool) {
        guard bytes[end] == 0x41, bytes[end + 1] == 0x58, bytes[end + 2] == 0x53 else { return nil }
        switch bytes[end + 3] {
        case UInt8(ascii: "!"): order = .bigEndian
        case UInt8(ascii: "*"): order = .littleEndian
        default: return nil
        }
        let named = Int(order.integer(bytes[end + 4..<end + 8]))
        guard let start = Self.directory(Array(bytes[end..<end + 4]), in: bytes, at: named, before: end, order) else {
            return nil
        }
        // Bytes before the end of the file are a trailer only if the directory is where they say, or has moved with its
        // records.
        let count = Int(order.integer(bytes[start + 6..<start + 8]))
        guard isLast || count > 0 else { return nil }
        self.start = start
        displacement = start - named
        positions = (0..<count).map { start + 12 + 12 * $0 + 8 } + [end + 4]
    }

    /// How far to search: for the trailer from the file's end, and for a moved directory from the trailer's end.
    private static let reach = 1 << 20

    /// Returns the directory's offset: the named one if it is right, otherwise that of the last directory before the
    /// trailer's end whose records, moved with it, are within the file.
    private static func directory(
        _ magic: [UInt8], in bytes: [UInt8], at named: Int, before end: Int, _ order: TIFFByteOrder
    ) -> Int? {
        func number(_ position: Int, _ count: Int) -> Int { Int(order.integer(bytes[position..<position + count])) }
        func isDirectory(_ start: Int) -> Bool {
            start >= 0 && start <= end - 12 && bytes[start..<start + 4].elementsEqual(magic)
                && start + 12 + 12 * number(start + 6, 2) <= end
        }
        if isDirectory(named) { return named }
        var start = end - 12
        while start >= max(0, end - reach) {
            if isDirectory(start) {
                let records = (0..<number(start + 6, 2)).map { start + 12 + 12 * $0 }
                let fits = records.allSatisfy { record in
                    let first = number(record + 8, 4) + start - named
                    return first >= 0 && first + number(record + 4, 4) <= end
                }
                if fits, !records.isEmpty { return start }
            }
            start -= 1
        }
        return nil
    }
}
