internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

/// The turn of one frame's data. Frames do not depend on each other; see ``GIFFrameTurns``.
struct GIFFrameTurn: Sendable {
    /// The frame in the output, and the damage found in the source's data.
    struct Outcome: Sendable {
        /// The frame's descriptor, its colours, the minimum code size and the data sub-blocks.
        var block: [UInt8]
        /// A description of the damage for users; nil for intact data.
        var damage: String?
        /// The number of decoded pixels.
        var decodedCount: Int
    }

    let image: GIFImage
    /// The descriptor and the local colour table in the output.
    let head: [UInt8]
    /// The colour index for pixels that cannot be decoded.
    let filling: UInt8
    let orientation: Orientation
    /// The part of the turned frame to keep; nil for all of it.
    let part: Rect?

    /// The number of the frame's pixels.
    var pixelCount: Int { image.rect.width * image.rect.height }

    /// Whether the frame has no pixels; its data is then copied.
    var isEmpty: Bool { pixelCount == 0 }

    /// Returns the outcome for a frame without pixels.
    func copy(of source: [UInt8]) -> Outcome {
        Outcome(
            block: head + source[image.data.lowerBound - 1..<image.data.upperBound], damage: nil, decodedCount: 0)
    }

    /// Decodes the frame, turns it and starts to encode it. Returns the outcome, whose block is still missing.
    func begin(in source: [UInt8], _ encoder: GIFFrameEncoder) throws(CodecError) -> Outcome {
        let decoded = try GIFRaster.decode(image, in: source, filling: filling)
        let outcome = Outcome(block: [], damage: decoded.damage, decodedCount: decoded.count)
        let raster = try decoded.picture().turned(by: orientation)
        let kept = if let part { try raster.cropped(to: part) } else { raster }
        try encoder.begin(kept, interlaced: image.isInterlaced)
        return outcome
    }
}
