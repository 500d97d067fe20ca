internal import UprightBase

/// The settings that cameras list as numbers and values, outside of directories.
///
/// Sources: ExifTool, "CanonCustom Functions1D Tags", "CanonCustom Functions2 Tags", "NikonSettings Tags".
enum MakerNoteSettings {
    /// Returns the settings of a record: as many as it holds whole.
    static func all(
        in bytes: ArraySlice<UInt8>, _ layout: MakerNoteTable.Layout, _ order: TIFFByteOrder
    ) -> [(number: Int, value: MetadataValue)] {
        let record = Reader(bytes: bytes, order: order)
        return switch layout {
        case .canonFunctions: words(record)
        case .canonFunctions2: groups(record)
        case .nikonSettings: list(record)
        case .directory, .record: []
        }
    }

    private struct Reader {
        let bytes: ArraySlice<UInt8>
        let order: TIFFByteOrder

        func integer(_ offset: Int, _ size: Int) -> Int? {
            guard offset >= 0, offset <= bytes.count - size else { return nil }
            return Int(order.integer(bytes.dropFirst(offset).prefix(size)))
        }
    }

    private static func words(_ record: Reader) -> [(number: Int, value: MetadataValue)] {
        stride(from: 2, to: record.bytes.count, by: 2).compactMap { offset in
            record.integer(offset, 2).map { ($0 >> 8, .byte([UInt8($0 & 0xFF)])) }
        }
    }

    private static func groups(_ record: Reader) -> [(number: Int, value: MetadataValue)] {
        var found: [(number: Int, value: MetadataValue)] = []
        var group = 8
        while let length = record.integer(group + 4, 4), length >= 8 {
            let end = min(group + 4 + length, record.bytes.count)
            var offset = group + 12
            while let number = record.integer(offset, 4), let count = record.integer(offset + 4, 4),
                count <= (end - offset - 8) / 4
            {
                let values = (0..<count).compactMap { record.integer(offset + 8 + 4 * $0, 4) }
                found.append((number, .signedLong(values.map { Int32(truncatingIfNeeded: $0) })))
                offset += 8 + 4 * count
            }
            group += 4 + length
        }
        return found
    }

    private static func list(_ record: Reader) -> [(number: Int, value: MetadataValue)] {
        guard let count = record.integer(20, 4) else { return [] }
        return stride(from: 24, to: min(record.bytes.count, 24 + min(count, 10_000) * 8), by: 8).compactMap { offset in
            guard let number = record.integer(offset, 2), let value = record.integer(offset + 4, 4) else { return nil }
            return (number, .long([UInt32(value)]))
        }
    }
}
