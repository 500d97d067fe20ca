internal import UprightBase
internal import UprightFormats

/// What the header of a coded picture says: of a chunk `VP8L` (RFC 9649, section 3.4) or `VP8 ` (RFC 6386, section 9.1).
struct WebPCodedPicture: Sendable, Hashable {
    /// The payload of the chunk.
    var payload: Range<Int>
    var size: Size
    /// Whether the header announces alpha. For `VP8 `, alpha is in another chunk.
    var hasAlpha: Bool
    var isLossy: Bool

    /// Reads the header; nil if the chunk is of another kind.
    init?(_ chunk: WebPFile.Chunk, in bytes: [UInt8]) throws(FormatError) {
        payload = chunk.payload
        let start = Array(bytes[payload].prefix(10))
        switch chunk.code {
        case "VP8L":
            // A signature, 14 bits of width - 1, 14 of height - 1, and a bit for alpha.
            guard start.count >= 5, start[0] == 0x2F else {
                throw FormatError("expected the signature 2f of VP8L at byte \(payload.lowerBound)")
            }
            let bits = Int(start[1..<5].littleEndianInteger)
            size = Size(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
            hasAlpha = bits >> 28 & 1 == 1
            isLossy = false
        case "VP8 ":
            // A frame tag, a start code, and 14 bits each of width and height.
            guard start.count >= 10, start[0] & 1 == 0, start[3...5].elementsEqual([0x9D, 0x01, 0x2A]) else {
                throw FormatError("expected a key frame of VP8 at byte \(payload.lowerBound)")
            }
            size = Size(
                width: Int(start[6..<8].littleEndianInteger) & 0x3FFF,
                height: Int(start[8..<10].littleEndianInteger) & 0x3FFF)
            guard size.width > 0, size.height > 0 else {
                throw FormatError(
                    "expected sides of 1 to 16383 pixels at byte \(payload.lowerBound + 6), found "
                        + "\(size.width)×\(size.height)")
            }
            hasAlpha = false
            isLossy = true
        default: return nil
        }
    }
}
