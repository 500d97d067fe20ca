internal import UprightFormats

/// Joins the blocks of a file that has one for each directory.
enum RawBlocks {
    /// The most bytes of one value.
    private static let largestValue = 1 << 16

    /// Returns one block with the first directory of each; nil if there is none. A block that is the maker note is taken
    /// over whole, because its offsets count from its own beginning.
    static func joined(
        primary: [UInt8]?, exif: [UInt8]?, gps: [UInt8]?, note: [UInt8]? = nil, _ warnings: inout [String]
    ) -> [UInt8]? {
        var groups: [TagGroup: [TIFFField]] = [:]
        var order: TIFFByteOrder?
        for (group, bytes) in [(TagGroup.primary, primary), (.exif, exif), (.gps, gps)] {
            guard let bytes else { continue }
            let block: TIFFBlock
            do throws(FormatError) { block = try TIFFBlock(parsing: bytes) } catch {
                warnings.append("the block of \(group.rawValue): \(error)")
                continue
            }
            warnings += block.warnings.map { "the block of \(group.rawValue): \($0)" }
            // All blocks of a file have one byte order.
            guard order == nil || order == block.byteOrder else { continue }
            order = block.byteOrder
            let pointers: Set<UInt16> = [
                TIFFTag.exifIFD.rawValue, TIFFTag.gpsIFD.rawValue, TIFFTag.interoperabilityIFD.rawValue,
                TIFFTag.subIFDs.rawValue, TIFFTag.makerNote.rawValue,
            ]
            groups[group] = block.directory(.primary)?.entries.compactMap { entry in
                guard !pointers.contains(entry.tag), let bytes = block.valueBytes(entry),
                    bytes.count <= largestValue
                else { return nil }
                return TIFFField(tag: entry.tag, type: entry.type, count: entry.count, bytes: Array(bytes))
            }
        }
        if let note {
            groups[.exif, default: []].append(
                TIFFField(tag: TIFFTag.makerNote.rawValue, type: .undefined, count: note.count, bytes: note))
        }
        return order.map { TIFFBlockWriter(order: $0).block(groups) }
    }
}
