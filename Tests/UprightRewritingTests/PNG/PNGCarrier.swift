import UprightCodecs
import UprightFormats
import TestRaster

/// The places in a PNG that can hold an orientation.
enum PNGCarrier: CaseIterable {
    case exif, bigEndianExif, prefixedExif, exifAfterData
    case rawText, rawCompressed, rawInternational, rawAPP1, rawAPP1XMP, rawXMP
    case xmp, compressedXMP

    var isAfterData: Bool { self == .exifAfterData }

    private func text(_ keyword: String, _ content: [UInt8]) -> [UInt8] { Array((keyword + "\0").utf8) + content }

    private func compressed(_ content: [UInt8]) -> [UInt8] { Zlib.deflate(content, level: 6) ?? [] }

    /// Returns the chunk with an orientation.
    func chunk(_ orientation: Int) -> (PNGChunkType, [UInt8]) {
        let tiff = TestMetadata.tiff(orientation)
        let raw = TestMetadata.rawProfile("exif", Array("Exif\0\0".utf8) + tiff)
        let xmp = TestMetadata.xmp(orientation)
        let inXMP = TestMetadata.rawProfile("xmp", xmp)
        switch self {
        case .exif: return (.exif, tiff)
        case .bigEndianExif, .exifAfterData: return (.exif, TestMetadata.tiff(orientation, bigEndian: true))
        case .prefixedExif: return (.exif, Array("Exif\0\0".utf8) + tiff)
        case .rawText: return (.text, text("Raw profile type exif", TestMetadata.rawProfile("exif", tiff)))
        case .rawCompressed: return (.compressedText, text("Raw profile type exif", [0] + compressed(raw)))
        case .rawInternational: return (.internationalText, text("Raw profile type exif", [0, 0, 0, 0] + raw))
        case .rawAPP1: return (.compressedText, text("Raw profile type APP1", [0] + compressed(raw)))
        case .rawAPP1XMP:
            let payload = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp
            return (.text, text("Raw profile type APP1", TestMetadata.rawProfile("APP1", payload)))
        case .rawXMP: return (.compressedText, text("Raw profile type xmp", [0] + compressed(inXMP)))
        case .xmp: return (.internationalText, text("XML:com.adobe.xmp", [0, 0, 0, 0] + xmp))
        case .compressedXMP: return (.internationalText, text("XML:com.adobe.xmp", [1, 0, 0, 0] + compressed(xmp)))
        }
    }

    /// Returns the chunk's content after inflation, which is the same for equal text.
    static func content(_ chunk: (PNGChunkType, [UInt8])) throws -> [UInt8] {
        var writer = PNGWriter()
        writer.append(.ihdr, [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
        writer.append(chunk.0, chunk.1)
        let parsed = try PNGFile(parsing: writer.bytes).chunks[1]
        guard let text = PNGTextChunk(parsed, in: writer.bytes), text.isCompressed else { return chunk.1 }
        return Array(writer.bytes[parsed.data.lowerBound..<text.text.lowerBound])
            + Zlib.inflate(writer.bytes[text.text], limit: 1 << 20).bytes
    }
}
