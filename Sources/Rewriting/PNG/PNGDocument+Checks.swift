package import UprightBase
internal import UprightCodecs
internal import UprightFormats

extension PNGDocument {
    package var decodedSizes: [Size] { [file.header.size] + frames.all.map(\.size) }

    /// Rejects a picture that exceeds the limits, before anything is inflated.
    func check(_ limits: Limits) throws(PictureRefusal) {
        try limits.check(file.header.size)
        try limits.check(animation: frames.all.map(\.size))
        for chunk in file.chunks where ![.idat, .frameData].contains(chunk.type) {
            let count = max(chunk.data.count, chunk.declaredLength)
            try limits.check(chunk: "\(chunk.type)", at: chunk.range.lowerBound, count: count)
        }
    }

    /// Rejects a file that lacks a part without which there is no picture.
    func checkPresence() throws(PictureRefusal) {
        guard !frames.image.chunks.isEmpty else { throw .undecodable("expected IDAT, found none") }
        if file.header.colorType == .palette, !file.chunks.contains(where: { $0.type == .plte }) {
            throw .undecodable(
                "expected a palette (PLTE), found none; libpng, ImageMagick and libvips also reject the file, Chromium "
                    + "shows nothing, and Pillow shows black")
        }
    }

    /// Checks that a picture that needs no turn can be decoded.
    ///
    /// Decoding costs more than everything else done to an upright file, so all of it is decoded only if its structure
    /// is damaged, if damage is to be rejected, or if pixels are to be verified. One row is always decoded. Apple's
    /// variant is copied unchecked.
    ///
    /// - Returns: the damage that the decoder found.
    package func checkPicture(_ options: NormalizationOptions) throws(PictureRefusal) -> [String] {
        guard !file.isCgBI else { return [] }
        try checkPresence()
        let isSuspect = options.decodesUpright(isDamaged: !file.warnings.isEmpty)
        guard isSuspect else {
            try checkFirstRow()
            return []
        }
        let bits = file.header.bitsPerPixel
        let isInterlaced = file.header.isInterlaced
        var damage: [String] = []
        for (number, frame) in frames.all.enumerated() {
            do throws(CodecError) {
                let decoded = try PNGRaster.decode(
                    frame.joined(in: source), size: frame.size, bitsPerPixel: bits, isInterlaced: isInterlaced)
                if let found = decoded.damage { damage.append(found) }
            } catch {
                // With an intact default image, a bad frame is damage; without a default image there is no picture.
                guard number > 0, error.kind == .undecodable else { throw PictureRefusal(error) }
                damage.append("frame data: \(error)")
            }
        }
        return damage
    }

    private func checkFirstRow() throws(PictureRefusal) {
        let frame = frames.image
        var start = PNGFrame(chunks: [], stream: [], size: frame.size)
        var length = 0
        for range in frame.stream where length < Self.firstRowBytes {
            start.stream.append(range)
            length += range.count
        }
        let bits = file.header.bitsPerPixel
        do throws(CodecError) {
            try PNGRaster.checkFirstRow(start.joined(in: source), width: frame.size.width, bitsPerPixel: bits)
        } catch {
            throw PictureRefusal(error)
        }
    }

    /// The number of bytes of a stream that are enough to check whether it can be inflated.
    private static let firstRowBytes = 1 << 16
}
