internal import UprightFormats

/// The data to which the tags of a directory point: strips, tiles, JPEGs and their tables.
enum TIFFData {
    /// A tag with offsets, the one with the lengths, and the ranges; nil for data outside of the file, or none.
    struct List {
        let offsetTag: TIFFTag
        let lengthTag: TIFFTag?
        let ranges: [Range<Int>?]
    }

    /// The compression of the old form of JPEG (TIFF 6.0, section 22).
    static let oldJPEG = 6
    /// Its tags with the offsets of tables: of quantization, DC and AC.
    private static let tables: [TIFFTag] = [519, 520, 521].map { TIFFTag(rawValue: $0) }
    /// Its tags with offsets and lengths.
    static let oldTags = tables + [.jpegInterchangeFormat, .jpegInterchangeFormatLength]

    /// Returns the lists of a directory. A stream comes before the strips that lie in it.
    static func lists(of directory: TIFFFile.Directory, _ file: TIFFFile, in bytes: [UInt8]) -> [List] {
        func numbers(_ tag: TIFFTag) -> [Int]? { directory.entry(tag).flatMap { file.integers($0, in: bytes) } }
        func range(_ start: Int, _ count: Int) -> Range<Int>? {
            start >= 8 && count > 0 && start < bytes.count ? start..<start + min(count, bytes.count - start) : nil
        }
        let pairs: [(TIFFTag, TIFFTag)] = [
            (.jpegInterchangeFormat, .jpegInterchangeFormatLength), (.stripOffsets, .stripByteCounts),
            (.tileOffsets, .tileByteCounts),
        ]
        var lists = pairs.compactMap { offsets, lengths -> List? in
            guard let starts = numbers(offsets) else { return nil }
            let counts = numbers(lengths) ?? []
            return List(
                offsetTag: offsets, lengthTag: lengths,
                ranges: starts.enumerated().map { range($1, $0 < counts.count ? counts[$0] : 0) })
        }
        for tag in tables {
            guard let starts = numbers(tag) else { continue }
            lists.append(
                List(
                    offsetTag: tag, lengthTag: nil,
                    ranges: starts.map { start in
                        guard tag.rawValue != 519, let head = range(start, 16) else { return range(start, 64) }
                        return range(start, 16 + bytes[head].reduce(0) { $0 + Int($1) })
                    }))
        }
        return lists
    }

    /// The JPEG stream of the old form.
    static func stream(of directory: TIFFFile.Directory, _ file: TIFFFile, in bytes: [UInt8]) -> Range<Int>? {
        lists(of: directory, file, in: bytes).first { $0.offsetTag == .jpegInterchangeFormat }?.ranges.first ?? nil
    }
}
