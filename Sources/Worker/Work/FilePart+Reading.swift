internal import UprightContainers
internal import UprightDigests
internal import UprightMetadata
internal import UprightRewriting

extension FilePart {
    /// The parts of a file in order, which together make up the whole file. Empty if the file cannot be parsed.
    static func all(of bytes: [UInt8], type: ImageType) -> [FilePart] {
        func part(_ name: String, _ range: Range<Int>) -> FilePart {
            FilePart(name: name, offset: range.lowerBound, length: range.count, digest: SHA256.hash(bytes[range]))
        }
        var parts: [FilePart] = []
        var trailer: Range<Int>?
        switch type {
        case .jpeg:
            guard let file = try? JPEGFile(parsing: bytes) else { return [] }
            parts = file.segments.map { part(name(of: $0, in: bytes), $0.range) }
            trailer = file.trailer
        case .png:
            guard let file = try? PNGFile(parsing: bytes) else { return [] }
            parts = [part("signature", 0..<PNGFile.signature.count)]
            parts += file.chunks.map { chunk in
                let keyword = PNGTextChunk(chunk, in: bytes).map { " \($0.keyword)" } ?? ""
                return part(chunk.type.description + keyword, chunk.range)
            }
            trailer = file.trailer
        case .gif:
            guard let file = try? GIFFile(parsing: bytes) else { return [] }
            parts = [part("head", file.head)] + file.blocks.map { part($0.name, $0.range) }
            trailer = file.trailer
        default:
            guard PictureFormats.format(of: bytes) != nil else { return [] }
            parts = FileStructure(of: bytes).parts.map { part($0.name, $0.offset..<$0.offset + $0.length) }
        }
        if let trailer, !trailer.isEmpty { parts.append(part("after the end", trailer)) }
        return parts
    }

    /// The segment's name, with the label of an application segment.
    private static func name(of segment: JPEGSegment, in bytes: [UInt8]) -> String {
        guard (0xE0...0xEF).contains(segment.marker) else { return segment.name }
        let label = bytes[segment.payload].prefix(40).prefix { $0 >= 0x20 && $0 < 0x7F }
        return label.count < 3 ? segment.name : "\(segment.name) \(String(decoding: label, as: UTF8.self))"
    }
}
