internal import UprightBytes
internal import UprightGeometry

/// What the chunks of a WebP file say of its picture.
struct WebPPicture: Sendable {
    /// A frame of an animation (`ANMF`, RFC 9649, section 2.7.1.1).
    struct Frame: Sendable, Hashable {
        var size: Size
        /// How long it is shown, in milliseconds.
        var duration: Int
    }

    /// The size of the canvas.
    let size: Size
    /// Whether pixels have alpha.
    let hasAlpha: Bool
    /// Whether any frame is coded with loss (`VP8 `).
    let isLossy: Bool
    /// The frames of an animation; empty for a still picture.
    let frames: [Frame]
    /// How often the animation is played; 0 for ever, nil for a still picture.
    let loopCount: Int?
    /// Whether the file has the extended header `VP8X`.
    let isExtended: Bool

    /// The flags of `VP8X` (section 2.7).
    enum Flag {
        static let icc: UInt8 = 0x20
        static let alpha: UInt8 = 0x10
        static let exif: UInt8 = 0x08
        static let xmp: UInt8 = 0x04
        static let animation: UInt8 = 0x02
    }

    init(of chunks: [WebPFile.Chunk], in bytes: [UInt8]) throws(WebPFormatError) {
        let coded = try Self.coded(chunks, in: bytes)
        var frames: [Frame] = []
        var isLossy = coded?.isLossy ?? false
        for chunk in chunks where chunk.code == "ANMF" && chunk.payload.count >= 16 {
            let head = bytes[chunk.payload].prefix(16).map { Int($0) }
            func number(_ at: Int) -> Int { head[at] | head[at + 1] << 8 | head[at + 2] << 16 }
            frames.append(
                Frame(size: Size(width: number(6) + 1, height: number(9) + 1), duration: number(12)))
            isLossy =
                isLossy || bytes[chunk.payload.dropFirst(16)].starts(with: "VP8 ".utf8)
                || bytes[chunk.payload.dropFirst(16)].starts(with: "ALPH".utf8)
        }
        guard let coded = coded ?? frames.first.map({ Coded(size: $0.size, hasAlpha: false, isLossy: isLossy) }) else {
            throw WebPFormatError("expected a picture (VP8, VP8L or ANMF), found none in \(chunks.count) chunks")
        }
        self.frames = frames
        self.isLossy = isLossy
        let animation = chunks.first { $0.code == "ANIM" && $0.payload.count >= 6 }
        loopCount = animation.map { Int(bytes[$0.payload].dropFirst(4).prefix(2).littleEndianInteger) }
        guard let header = chunks.first(where: { $0.code == "VP8X" && $0.payload.count >= 10 }) else {
            (size, hasAlpha, isExtended) = (coded.size, coded.hasAlpha, false)
            return
        }
        let start = header.payload.lowerBound
        size = Size(
            width: Int(bytes[start + 4..<start + 7].littleEndianInteger) + 1,
            height: Int(bytes[start + 7..<start + 10].littleEndianInteger) + 1)
        hasAlpha = bytes[start] & Flag.alpha != 0
        isExtended = true
    }

    /// What the header of a coded picture says.
    private struct Coded {
        var size: Size
        var hasAlpha: Bool
        var isLossy: Bool
    }

    /// Reads the header of the still picture; nil if there is none.
    private static func coded(
        _ chunks: [WebPFile.Chunk], in bytes: [UInt8]
    ) throws(WebPFormatError) -> Coded? {
        guard let chunk = chunks.first(where: { $0.code == "VP8 " || $0.code == "VP8L" }) else { return nil }
        let payload = Array(bytes[chunk.payload].prefix(10))
        if chunk.code == "VP8L" {
            // RFC 9649, section 3.4: a signature, 14 bits of width - 1, 14 of height - 1, and a bit for alpha.
            guard payload.count >= 5, payload[0] == 0x2F else {
                throw WebPFormatError("expected the signature 2f of VP8L at byte \(chunk.payload.lowerBound)")
            }
            let bits = Int(payload[1..<5].littleEndianInteger)
            return Coded(
                size: Size(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1), hasAlpha: bits >> 28 & 1 == 1,
                isLossy: false)
        }
        // RFC 6386, section 9.1: a frame tag, a start code, and 14 bits each of width and height.
        guard payload.count >= 10, payload[0] & 1 == 0, payload[3...5].elementsEqual([0x9D, 0x01, 0x2A]) else {
            throw WebPFormatError("expected a key frame of VP8 at byte \(chunk.payload.lowerBound)")
        }
        return Coded(
            size: Size(
                width: Int(payload[6..<8].littleEndianInteger) & 0x3FFF,
                height: Int(payload[8..<10].littleEndianInteger) & 0x3FFF),
            hasAlpha: chunks.contains { $0.code == "ALPH" }, isLossy: true)
    }
}
