package import UprightBase
internal import UprightFormats

extension HEIFFormat {
    /// The boxes whose content is only copied: coded pictures, and the videos of motion photos. Blocks of metadata that lie in
    /// them are read.
    private static let copied: Set = ["mdat", "mpvd"]

    /// The most bytes of a file that are read: far more than the boxes of any file have. A file with more is read whole.
    private static let maximumRead = 16 << 20

    /// Reads the boxes and the metadata of a file.
    package func sparse<Source: ByteSource>(_ source: Source) throws(Source.Failure) -> SparseBytes? {
        var sparse = SparseBytes(count: source.count)
        var offset = 0
        var left = Self.maximumRead
        for _ in 0..<ISOBox.maximumCount {
            try sparse.fill(offset..<offset.addingSaturated(16), from: source)
            guard let box = ISOBox(at: offset, before: source.count, in: sparse.bytes) else { break }
            offset = box.range.upperBound
            guard !Self.copied.contains(box.type) else { continue }
            left -= box.range.count
            guard left >= 0 else { return nil }
            try sparse.fill(box.range, from: source)
        }
        for range in Self.metadata(in: sparse.bytes) {
            left = left.subtractingSaturated(range.count)
            guard left >= 0 else { return nil }
            try sparse.fill(range, from: source)
        }
        return sparse
    }

    /// The ranges of the items with metadata, and of thumbnails that can be shown.
    private static func metadata(in bytes: [UInt8]) -> [Range<Int>] {
        guard let file = try? HEIFFile(parsing: bytes), let meta = file.meta else { return [] }
        let items = meta.items.filter { $0.metadata != nil }.map(\.id) + meta.jpegThumbnails
        return items.flatMap { meta.ranges(of: $0, inFileOf: bytes.count) ?? [] }
    }
}
