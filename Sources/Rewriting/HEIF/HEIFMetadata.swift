internal import UprightBase
internal import UprightFormats

/// Reads the blocks of metadata in items: of type `Exif` (four bytes with the offset of the TIFF header, and the block: ISO/IEC
/// 23008-12, annex A.2.1), and of type `mime` with the media type of XMP.
enum HEIFMetadata {
    /// The prefix of a new Exif item.
    static let newPrefix: [UInt8] = [0, 0, 0, 6] + Array("Exif\0\0".utf8)

    /// Finds the TIFF header in the data of an Exif item. Some writers get the offset wrong, or leave it out.
    private static func start(ofTIFF data: [UInt8]) -> Int {
        func isHeader(_ offset: Int) -> Bool {
            data.contains([0x49, 0x49, 0x2A, 0], at: offset) || data.contains([0x4D, 0x4D, 0, 0x2A], at: offset)
        }
        let stated = data.bigEndian32(at: 0).map { Int($0) + 4 } ?? 4
        let candidates = [stated, 4, 10, 0, 6]
        return candidates.first(where: isHeader) ?? min(stated, data.count)
    }

    /// Reads the blocks of a file, with those of the primary item first.
    ///
    /// Items can share their data: all blocks together are not larger than the file.
    static func blocks(of meta: HEIFMeta, in bytes: [UInt8]) -> (blocks: [MetadataBlock], warnings: [String]) {
        var blocks: [MetadataBlock] = []
        var warnings: [String] = []
        var room = bytes.count
        let descriptions = Dictionary(
            meta.references.filter { $0.type == "cdsc" }.map { ($0.from, $0.to) }, uniquingKeysWith: +)
        for item in meta.items where blocks.count < 100 {
            guard let kind = item.metadata else { continue }
            guard item.contentEncoding.isEmpty else {
                warnings.append("\(item.name): its encoding \(item.contentEncoding) is not read; kept unchanged")
                continue
            }
            let ranges = meta.ranges(of: item.id, inFileOf: bytes.count) ?? []
            guard let data = meta.data(of: item.id, in: bytes, maximum: room), !data.isEmpty else { continue }
            room -= data.count
            let described = descriptions[item.id] ?? []
            let start = kind == .exif ? start(ofTIFF: data) : 0
            blocks.append(
                MetadataBlock(
                    kind: kind, part: item.id, name: "block of metadata", offset: ranges.first?.lowerBound ?? 0,
                    prefix: Array(data.prefix(start)), bytes: Array(data.dropFirst(start)),
                    isPrimary: described.isEmpty || described.contains(meta.primary)
                        || described.contains(meta.pictured)))
        }
        return (blocks.filter(\.isPrimary) + blocks.filter { !$0.isPrimary }, warnings)
    }
}
