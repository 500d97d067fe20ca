extension TIFFBlock {
    /// Writes whole numbers over an entry's values, keeping its type and count.
    ///
    /// - Returns: false, and nothing is written, where the entry has not an integer type, has fewer values than are
    ///   given, or where a number does not fit the type.
    @discardableResult
    public mutating func patch(_ entry: TIFFEntry, with integers: [Int]) -> Bool {
        guard entry.type.isInteger, let size = entry.type.size, let value = entry.value,
            integers.count * size <= value.count
        else { return false }
        let bits = 8 * size
        let range = entry.type.isSigned ? -(1 << (bits - 1))...((1 << (bits - 1)) - 1) : 0...((1 << bits) - 1)
        guard integers.allSatisfy(range.contains) else { return false }
        for (index, integer) in integers.enumerated() {
            let start = value.lowerBound + index * size
            bytes.replaceSubrange(
                start..<start + size, with: byteOrder.bytes(UInt64(bitPattern: Int64(integer)), count: size))
        }
        return true
    }

    /// Lets two entries change their values: type, count and the value or its offset. No value moves.
    public mutating func exchangeValues(_ one: TIFFEntry, _ other: TIFFEntry) {
        let a = one.offset + 2..<one.offset + 12
        let b = other.offset + 2..<other.offset + 12
        let kept = Array(bytes[a])
        bytes.replaceSubrange(a, with: bytes[b])
        bytes.replaceSubrange(b, with: kept)
        readDirectories()
    }
}
