internal import UprightDigests
public import UprightContainers
internal import UprightMetadata

/// One part of a file: a segment, a chunk, a block or the trailer.
public struct FilePart: Sendable, Hashable {
    /// Its name in the terms of the format.
    public let name: String
    /// Its range in the file.
    public let range: Range<Int>
    /// The SHA-256 of its bytes.
    public let digest: [UInt8]

    /// The parts of a file in order, which together make up the whole file. Empty if the file cannot be parsed.
    public static func all(of bytes: [UInt8], type: ImageType) -> [FilePart] {
        func part(_ name: String, _ range: Range<Int>) -> FilePart {
            FilePart(name: name, range: range, digest: SHA256.hash(bytes[range]))
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
        default: return []
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

    /// The part as a JSON object.
    var value: PropertyValue {
        [
            "part": .string(name), "offset": .integer(range.lowerBound), "length": .integer(range.count),
            "sha256": .string(hexadecimal(digest)),
        ]
    }

    /// The first 12 hexadecimal digits of the digest.
    public var shortDigest: String { String(hexadecimal(digest).prefix(12)) }
}
