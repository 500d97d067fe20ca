/// An entry of a directory inside a maker note.
struct MakerNoteEntry {
    let tag: UInt16
    let value: MetadataValue
    /// The offset of the value in the directory's bytes.
    let start: Int
    /// The range of the value's bytes, by their indices in the block.
    let range: Range<Int>
    /// Whether software moved the note, and the bytes are not the value.
    var isMoved = false
}

/// Reads a directory inside a maker note, limited to the bytes that exist.
struct MakerNoteDirectory {
    /// The bytes in which offsets count.
    let bytes: ArraySlice<UInt8>
    let byteOrder: TIFFByteOrder
    /// What software that moved the note without changing its offsets owes them.
    var shift = 0
    /// Where values can be that are not in their entry; nil for anywhere.
    var own: Range<Int>?

    /// More than any maker writes.
    private static let entryLimit = 1000

    /// Returns the entries of the directory at an offset, as tag number and value; nil if there cannot be a directory.
    func entries(at offset: Int) -> [MakerNoteEntry]? {
        guard let count = integer(at: offset, size: 2), (1...Self.entryLimit).contains(count) else { return nil }
        var entries: [MakerNoteEntry] = []
        for index in 0..<count {
            let entry = offset + 2 + 12 * index
            guard let tag = integer(at: entry, size: 2), let type = integer(at: entry + 2, size: 2),
                let units = integer(at: entry + 4, size: 4)
            else { break }
            let fieldType = TIFFFieldType(rawValue: UInt16(type))
            // An unknown type in one of the first entries means that this is not a directory.
            guard let size = fieldType.size else {
                if index < 2 { return nil }
                continue
            }
            let length = size * units
            guard let start = length <= 4 ? entry + 8 : integer(at: entry + 8, size: 4).map({ $0 + shift }),
                length <= bytes.count,
                let range = range(start, length),
                let value = MetadataValue(decoding: bytes[range], as: fieldType, order: byteOrder)
            else { continue }
            let isMoved = length > 4 && own.map { start < $0.lowerBound || start + length > $0.upperBound } ?? false
            entries.append(
                MakerNoteEntry(tag: UInt16(tag), value: value, start: start, range: range, isMoved: isMoved))
        }
        return entries
    }

    /// Returns the directory with the shift by which all values of the directory at an offset are in the note: they must fill
    /// it from the directory's end to its own. Without such a shift, values outside of the note, or all of them if none
    /// follows the directory, have been moved.
    func placed(_ offset: Int, in note: Range<Int>) -> MakerNoteDirectory {
        guard let count = integer(at: offset, size: 2), (1...Self.entryLimit).contains(count) else { return self }
        let values = (0..<count).compactMap { index -> Range<Int>? in
            let entry = offset + 2 + 12 * index
            guard let type = integer(at: entry + 2, size: 2), let units = integer(at: entry + 4, size: 4),
                let size = TIFFFieldType(rawValue: UInt16(type)).size, size * units > 4,
                let start = integer(at: entry + 8, size: 4)
            else { return nil }
            return start + shift..<start + shift + size * units
        }
        let end = offset + 2 + 12 * count
        var placed = self
        guard let first = values.map(\.lowerBound).min(), let last = values.map(\.upperBound).max(),
            first < end || last > note.upperBound
        else { return placed }
        let further = note.upperBound - last
        if [0, 4].contains(first + further - end) {
            placed.shift += further
        } else {
            placed.own = [0, 4].contains(first - end) ? end..<max(end, note.upperBound) : 0..<0
        }
        return placed
    }

    private func range(_ offset: Int, _ length: Int) -> Range<Int>? {
        guard offset >= 0, length >= 0, offset <= bytes.count, length <= bytes.count - offset else { return nil }
        return bytes.startIndex + offset..<bytes.startIndex + offset + length
    }

    private func integer(at offset: Int, size: Int) -> Int? {
        range(offset, size).map { Int(byteOrder.integer(bytes[$0])) }
    }
}
