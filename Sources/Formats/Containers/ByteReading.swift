extension RandomAccessCollection where Element == UInt8, Index == Int {
    /// The offset, as an index of this collection, at which a run of bytes first occurs.
    package func firstOffset(of pattern: [UInt8]) -> Int? {
        guard !pattern.isEmpty, count >= pattern.count else { return nil }
        return (startIndex...endIndex - pattern.count).first { contains(pattern, at: $0) }
    }

    /// Whether a run of bytes stands at an offset (an index of this collection); false beyond the end.
    package func contains(_ pattern: [UInt8], at offset: Int) -> Bool {
        guard offset >= startIndex, offset <= endIndex, endIndex - offset >= pattern.count else { return false }
        return self[offset..<offset + pattern.count].elementsEqual(pattern)
    }

    /// The two bytes at an offset, as a number with the low byte first; nil beyond the end.
    package func littleEndian16(at offset: Int) -> UInt16? {
        guard offset >= startIndex, offset <= endIndex, endIndex - offset >= 2 else { return nil }
        return UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
    }

    /// The four bytes at an offset, as a number with the high byte first; nil beyond the end.
    package func bigEndian32(at offset: Int) -> UInt32? {
        guard offset >= startIndex, offset <= endIndex, endIndex - offset >= 4 else { return nil }
        return UInt32(self[offset]) << 24 | UInt32(self[offset + 1]) << 16 | UInt32(self[offset + 2]) << 8
            | UInt32(self[offset + 3])
    }
}

extension UInt32 {
    /// The four bytes of the number, the high byte first.
    package var bigEndianBytes: [UInt8] {
        [UInt8(self >> 24), UInt8(self >> 16 & 255), UInt8(self >> 8 & 255), UInt8(self & 255)]
    }
}

extension UInt16 {
    /// The two bytes of the number, the low byte first.
    package var littleEndianBytes: [UInt8] { [UInt8(self & 255), UInt8(self >> 8)] }
}
