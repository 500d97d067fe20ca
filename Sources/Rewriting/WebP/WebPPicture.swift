internal import UprightBase
internal import UprightFormats

/// What the chunks of a WebP file say of its picture.
struct WebPPicture: Sendable {
    /// The size of the canvas.
    let size: Size
    /// Whether pixels have alpha.
    let hasAlpha: Bool
    /// Whether any frame is coded with loss (`VP8 `).
    let isLossy: Bool
    /// The still picture; nil if there is none.
    let still: WebPCodedPicture?
    /// The frames of an animation; empty for a still picture.
    let frames: [WebPFrame]
    /// How often the animation is played; 0 for ever, nil for a still picture.
    let loopCount: Int?
    /// Whether the file has the extended header `VP8X`.
    let isExtended: Bool
    /// Whether the extended header announces an animation.
    let isAnimated: Bool

    /// The flags of `VP8X` (section 2.7).
    enum Flag {
        static let icc: UInt8 = 0x20
        static let alpha: UInt8 = 0x10
        static let exif: UInt8 = 0x08
        static let xmp: UInt8 = 0x04
        static let animation: UInt8 = 0x02
    }

    /// Writes the size of the canvas into the payload of `VP8X`.
    static func set(_ canvas: Size, in header: inout [UInt8]) {
        for (index, value) in [(4, canvas.width - 1), (7, canvas.height - 1)] {
            for byte in 0..<3 { header[index + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
        }
    }

    init(of chunks: [WebPFile.Chunk], in bytes: [UInt8]) throws(FormatError) {
        let coded = chunks.first { $0.code == "VP8 " || $0.code == "VP8L" }
        still = if let coded { try WebPCodedPicture(coded, in: bytes) } else { nil }
        frames = chunks.enumerated().compactMap { index, chunk in
            chunk.code == "ANMF" ? WebPFrame(chunk, at: index, in: bytes) : nil
        }
        let lossyCodes: Set = ["VP8 ", "ALPH"]
        isLossy = still?.isLossy ?? false || frames.contains { $0.parts.contains { lossyCodes.contains($0.code) } }
        guard let shown = still?.size ?? frames.first?.size else {
            throw FormatError("expected a picture (VP8, VP8L or ANMF), found none in \(chunks.count) chunks")
        }
        let animation = chunks.first { $0.code == "ANIM" && $0.payload.count >= 6 }
        loopCount = animation.map { Int(bytes[$0.payload].dropFirst(4).prefix(2).littleEndianInteger) }
        guard let header = chunks.first(where: { $0.code == "VP8X" && $0.payload.count >= 10 }) else {
            let hasAlpha = still?.isLossy == true ? chunks.contains { $0.code == "ALPH" } : still?.hasAlpha ?? false
            (size, self.hasAlpha, isExtended, isAnimated) = (shown, hasAlpha, false, false)
            return
        }
        let start = header.payload.lowerBound
        size = Size(
            width: Int(bytes[start + 4..<start + 7].littleEndianInteger) + 1,
            height: Int(bytes[start + 7..<start + 10].littleEndianInteger) + 1)
        hasAlpha = bytes[start] & Flag.alpha != 0
        isAnimated = bytes[start] & Flag.animation != 0
        isExtended = true
    }
}
