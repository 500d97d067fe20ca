/// An entry of a directory inside a maker note.
struct MakerNoteEntry {
    let tag: UInt16
    let value: MetadataValue
    /// The offset of the value in the directory's bytes.
    let start: Int
    /// The range of the value's bytes, by their indices in the block.
    let range: Range<Int>
}

/// Reads a directory inside a maker note, limited to the bytes that exist.
struct MakerNoteDirectory {
    /// The bytes in which offsets count.
    let bytes: ArraySlice<UInt8>
    let byteOrder: TIFFByteOrder
    /// What software that moved the note without changing its offsets owes them.
    var shift = 0

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
            entries.append(MakerNoteEntry(tag: UInt16(tag), value: value, start: start, range: range))
        }
        return entries
    }

    private func range(_ offset: Int, _ length: Int) -> Range<Int>? {
        guard offset >= 0, length >= 0, offset <= bytes.count, length <= bytes.count - offset else { return nil }
        return bytes.startIndex + offset..<bytes.startIndex + offset + length
    }

    private func integer(at offset: Int, size: Int) -> Int? {
        range(offset, size).map { Int(byteOrder.integer(bytes[$0])) }
    }
}
