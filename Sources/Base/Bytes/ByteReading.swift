extension Collection where Element == UInt8 {
    /// The number that these bytes encode, high byte first. If there are more than eight bytes, only the last eight
    /// count.
    @inlinable package var bigEndianInteger: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}

extension BidirectionalCollection where Element == UInt8 {
    /// The number that these bytes encode, low byte first. If there are more than eight bytes, only the first eight
    /// count.
    @inlinable package var littleEndianInteger: UInt64 { reversed().bigEndianInteger }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
    /// Returns the index at which a run of bytes first occurs.
    @inlinable package func firstOffset(of pattern: [UInt8]) -> Int? {
        guard let first = pattern.first, count >= pattern.count else { return nil }
        return (startIndex...endIndex - pattern.count).first { self[$0] == first && contains(pattern, at: $0) }
    }

    /// Returns whether a run of bytes occurs at an index of this collection; false beyond the end.
    @inlinable package func contains(_ pattern: [UInt8], at offset: Int) -> Bool {
        guard offset >= startIndex, offset <= endIndex, endIndex - offset >= pattern.count else { return false }
        return self[offset..<offset + pattern.count].elementsEqual(pattern)
    }

    /// Returns `count` bytes at an offset; nil if they reach beyond the end.
    @inlinable package func bytes(_ count: Int, at offset: Int) -> SubSequence? {
        guard offset >= startIndex, offset <= endIndex, endIndex - offset >= count else { return nil }
        return self[offset..<offset + count]
    }

    /// Returns the two bytes at an offset as a number, low byte first; nil beyond the end.
    @inlinable package func littleEndian16(at offset: Int) -> UInt16? {
        bytes(2, at: offset).map { UInt16(truncatingIfNeeded: $0.littleEndianInteger) }
    }

    /// Returns the two bytes at an offset as a number, high byte first; nil beyond the end.
    @inlinable package func bigEndian16(at offset: Int) -> UInt16? {
        bytes(2, at: offset).map { UInt16(truncatingIfNeeded: $0.bigEndianInteger) }
    }

    /// Returns the four bytes at an offset as a number, high byte first; nil beyond the end.
    @inlinable package func bigEndian32(at offset: Int) -> UInt32? {
        bytes(4, at: offset).map { UInt32(truncatingIfNeeded: $0.bigEndianInteger) }
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// The bytes of the number, high byte first: the inverse of `bigEndianInteger`.
    @inlinable package var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }

    /// The bytes of the number, low byte first: the inverse of `littleEndianInteger`.
    @inlinable package var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
