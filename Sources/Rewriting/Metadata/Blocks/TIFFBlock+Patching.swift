public import UprightFormats

extension TIFFBlock {
    /// Writes whole numbers over an entry's first values, keeping its type and count.
    ///
    /// - Returns: false, with nothing written, if the entry's type is not an integer type, if it has fewer values than
    ///   `integers`, or if a number does not fit the type.
    @discardableResult
    public mutating func patch(_ entry: TIFFEntry, with integers: [Int]) -> Bool {
        guard entry.type.isInteger, let size = entry.type.size, let value = entry.value,
            integers.count * size <= value.count
        else { return false }
        let bits = 8 * size
        let range = entry.type.isSigned ? -(1 << (bits - 1))...((1 << (bits - 1)) - 1) : 0...((1 << bits) - 1)
        guard integers.allSatisfy(range.contains) else { return false }
        for (index, integer) in integers.enumerated() {
            let raw = byteOrder.bytes(UInt64(bitPattern: Int64(integer)), count: size)
            write(raw, at: value.lowerBound + index * size)
        }
        return true
    }

    /// Exchanges the values of two entries.
    ///
    /// If the values have the same type and length and nothing else reads them, they change places. Otherwise the
    /// entries exchange their types, counts and offsets, and the values stay where they are.
    public mutating func exchangeValues(_ one: TIFFEntry, _ other: TIFFEntry) {
        guard one.offset != other.offset else { return }
        if let a = one.value, let b = other.value, one.type == other.type, a.count == b.count, !a.overlaps(b),
            isReadOnly(by: one, a), isReadOnly(by: other, b)
        {
            exchange(a, b)
        } else {
            exchange(one.offset + 2..<one.offset + 12, other.offset + 2..<other.offset + 12)
        }
        readDirectories()
    }

    /// Replaces the values of an entry: in place if they fit and nothing else reads that range, otherwise at the
    /// block's end.
    ///
    /// The unused rest of the old range is set to 0.
    public mutating func replaceValues(of entry: TIFFEntry, with field: TIFFField) {
        write(byteOrder.bytes(UInt64(field.type.rawValue), count: 2), at: entry.offset + 2)
        write(byteOrder.bytes(UInt64(field.count), count: 4), at: entry.offset + 4)
        let old = entry.value.flatMap { entry.isInline || !isReadOnly(by: entry, $0) ? nil : $0 }
        if field.bytes.count <= 4 {
            if let old { write([UInt8](repeating: 0, count: old.count), at: old.lowerBound) }
            write(field.bytes + [UInt8](repeating: 0, count: 4 - field.bytes.count), at: entry.offset + 8)
        } else {
            let start = store(field.bytes, over: old)
            write(byteOrder.bytes(UInt64(start), count: 4), at: entry.offset + 8)
        }
        readDirectories()
    }

    /// Appends bytes at an even offset, as TIFF requires for values and directories.
    ///
    /// Offsets past the end keep pointing to nothing (``sealDangling()``). If the offset after the last directory is
    /// missing, zeros come first.
    package mutating func append(_ new: [UInt8]) -> Int {
        sealDangling()
        if promisedEnd > bytes.count { bytes += [UInt8](repeating: 0, count: promisedEnd - bytes.count) }
        if bytes.count % 2 == 1 { bytes.append(0) }
        bytes += new
        return bytes.count - new.count
    }

    package mutating func write(_ new: [UInt8], at position: Int) {
        bytes.replaceSubrange(position..<position + new.count, with: new)
    }

    private mutating func exchange(_ a: Range<Int>, _ b: Range<Int>) {
        let kept = Array(bytes[a])
        write(Array(bytes[b]), at: a.lowerBound)
        write(kept, at: b.lowerBound)
    }
}
