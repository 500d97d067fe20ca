internal import UprightBase
internal import CUprightDeflate

/// The structure of a PNG or APNG file: its chunks in file order, as ranges of its bytes.
///
/// Nothing is decoded and nothing is lost: the signature, the chunks and the trailer are the whole file, so
/// ``serialized(from:)`` returns the bytes that were parsed.
///
/// Source: PNG (third edition), 5 Datastream structure.
public struct PNGFile: Sendable, Hashable {
    /// The image header.
    public var header: PNGHeader
    /// The chunks in file order, up to `IEND`, or up to the first bytes that are not a chunk.
    public var chunks: [PNGChunk]
    /// The range of all bytes after the last chunk; empty in most files.
    public var trailer: Range<Int>
    /// The faults in the file's structure, each with its position; empty for an intact file.
    public var warnings: [String]

    /// The eight bytes at the start of every PNG file.
    public static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Whether this is Apple's optimized variant (raw deflate, BGRA, premultiplied), which other readers cannot decode.
    public var isCgBI: Bool { chunks.first?.type == .cgBI }

    /// Whether the file holds an animation (`acTL` before the image data).
    public var isAnimated: Bool {
        let data = chunks.firstIndex { $0.type == .idat } ?? chunks.endIndex
        return chunks[..<data].contains { $0.type == .animationControl }
    }

    /// Parses the structure of a file.
    ///
    /// Damage after the header is not an error: ``chunks`` has the chunks up to the damage, ``trailer`` the rest, and
    /// ``warnings`` what was found.
    /// - Throws: ``FormatError`` if the signature is missing, or if there is no header with valid values.
    public init(parsing bytes: [UInt8]) throws(FormatError) {
        guard bytes.contains(Self.signature, at: 0) else { throw .notPNG }
        var scanner = PNGChunkScanner(bytes: bytes, offset: Self.signature.count)
        scanner.scan()
        let headerIndex = scanner.chunks.first?.type == .cgBI ? 1 : 0
        guard headerIndex < scanner.chunks.count else {
            throw .missingHeader(found: "the end of the file", at: min(scanner.offset, bytes.count))
        }
        let chunk = scanner.chunks[headerIndex]
        guard chunk.type == .ihdr else {
            throw .missingHeader(found: chunk.type.description, at: chunk.range.lowerBound)
        }
        header = try PNGHeader(parsing: bytes, in: chunk.data)
        chunks = scanner.chunks
        trailer = scanner.offset..<bytes.count
        warnings = scanner.warnings
    }

    /// Returns the chunks of a file whose image header might be unreadable: metadata is readable without it.
    package static func chunks(
        of bytes: [UInt8]
    ) throws(FormatError) -> (chunks: [PNGChunk], warnings: [String]) {
        guard bytes.contains(signature, at: 0) else { throw .notPNG }
        var scanner = PNGChunkScanner(bytes: bytes, offset: signature.count)
        scanner.scan()
        return (scanner.chunks, scanner.warnings)
    }

    /// Returns the file's bytes: the signature, every chunk and the trailer. The inverse of ``init(parsing:)``.
    public func serialized(from source: [UInt8]) -> [UInt8] {
        var bytes = Self.signature
        for chunk in chunks { bytes += source[chunk.range] }
        return bytes + source[trailer]
    }

    /// Returns the CRC of a chunk's type and data.
    package static func checksum(of bytes: UnsafeRawBufferPointer, startingWith crc: UInt32 = 0) -> UInt32 {
        libdeflate_crc32(crc, bytes.baseAddress, bytes.count)
    }
}
