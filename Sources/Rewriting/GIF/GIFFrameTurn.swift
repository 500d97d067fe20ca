internal import UprightGeometry
internal import UprightCodecs
internal import UprightContainers

/// The turn of one frame's data. Frames do not depend on each other, so several can be turned in parallel.
struct GIFFrameTurn: Sendable {
    /// The frame's data in the output, and the damage found in the source's data.
    struct Outcome: Sendable {
        /// The minimum code size and the data sub-blocks.
        var data: [UInt8]
        /// A description of the damage for users; nil for intact data.
        var damage: String?
        /// The number of decoded pixels.
        var decodedCount: Int
    }

    let image: GIFImage
    /// The colour index for pixels that cannot be decoded.
    let filling: UInt8
    let orientation: Orientation
    /// The part of the turned frame to keep; nil for all of it.
    let part: Rect?

    /// Decodes the frame, turns it and encodes it again.
    func outcome(in source: [UInt8]) -> Result<Outcome, GIFCodecError> {
        Result { () throws(GIFCodecError) in
            guard image.rect.width > 0, image.rect.height > 0 else {
                // There are no pixels; the data is copied.
                let data = Array(source[image.data.lowerBound - 1..<image.data.upperBound])
                return Outcome(data: data, damage: nil, decodedCount: 0)
            }
            let decoded = try GIFRaster.decode(image, in: source, filling: filling)
            let (damage, count) = (decoded.damage, decoded.count)
            let raster = try decoded.picture().turned(by: orientation)
            let data =
                if let part {
                    try raster.cropped(to: part).encoded(interlaced: image.isInterlaced)
                } else {
                    try raster.encoded(interlaced: image.isInterlaced)
                }
            return Outcome(data: data, damage: damage, decodedCount: count)
        }
    }
}
