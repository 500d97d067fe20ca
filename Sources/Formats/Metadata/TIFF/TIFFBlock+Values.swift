extension TIFFBlock {
    /// Returns the raw bytes of an entry's values; nil if they are unreadable.
    public func valueBytes(_ entry: TIFFEntry) -> ArraySlice<UInt8>? { entry.value.map { bytes[$0] } }

    /// Returns the whole numbers of an entry of any integer type; nil for other types and for unreadable values.
    public func integers(_ entry: TIFFEntry) -> [Int]? {
        guard entry.type.isInteger, let size = entry.type.size, let value = entry.value else { return nil }
        return stride(from: value.lowerBound, to: value.upperBound, by: size).map { position in
            let raw = byteOrder.integer(bytes[position..<position + size])
            guard entry.type.isSigned else { return Int(raw) }
            let shift = UInt64(64 - 8 * size)
            return Int(Int64(bitPattern: raw << shift) >> Int64(shift))
        }
    }

    /// Returns the first whole number of an entry of any integer type.
    public func integer(_ entry: TIFFEntry) -> Int? { integers(entry)?.first }

    /// Returns the whole number of a tag in the first directory of a kind.
    public func integer(_ tag: TIFFTag, in kind: TIFFDirectory.Kind) -> Int? {
        entry(tag, in: kind).flatMap { integer($0) }
    }

    /// Returns the fractions of an entry of type RATIONAL or SRATIONAL, as numerators and denominators, not reduced.
    public func rationals(_ entry: TIFFEntry) -> [(numerator: Int, denominator: Int)]? {
        guard entry.type == .rational || entry.type == .srational, let value = entry.value else { return nil }
        func part(at position: Int) -> Int {
            let raw = UInt32(truncatingIfNeeded: byteOrder.integer(bytes[position..<position + 4]))
            return entry.type.isSigned ? Int(Int32(bitPattern: raw)) : Int(raw)
        }
        return stride(from: value.lowerBound, to: value.upperBound, by: 8).map { (part(at: $0), part(at: $0 + 4)) }
    }

    /// Returns the numbers of an entry of type FLOAT or DOUBLE.
    public func floats(_ entry: TIFFEntry) -> [Double]? {
        guard let size = entry.type.size, let value = entry.value, entry.type == .float || entry.type == .double
        else { return nil }
        return stride(from: value.lowerBound, to: value.upperBound, by: size).map { position in
            let raw = byteOrder.integer(bytes[position..<position + size])
            return size == 8
                ? Double(bitPattern: raw) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw)))
        }
    }

    /// Returns the text of an entry of type ASCII or UTF-8, up to the first NUL, as bytes.
    public func text(_ entry: TIFFEntry) -> ArraySlice<UInt8>? {
        guard entry.type == .ascii || entry.type == .utf8, let value = entry.value else { return nil }
        return bytes[value].prefix { $0 != 0 }
    }
}
