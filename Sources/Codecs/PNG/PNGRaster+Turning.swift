package import UprightBase

extension PNGRaster {
    /// Returns the upright picture: every pixel moves, and none changes.
    ///
    /// - Parameters:
    ///   - orientation: the orientation of this picture.
    ///   - parallelism: the threads that can take part.
    package func turned(
        by orientation: Orientation, parallelism: Parallelism = .none
    ) throws(CodecError) -> PNGRaster {
        let turned = try PNGRaster(size: size.turned(by: orientation), bitsPerPixel: bitsPerPixel)
        guard bitsPerPixel < 8 else {
            PixelTurn.turn(
                from: row(0), stride: stride, size: size, bytesPerPixel: bitsPerPixel / 8, by: orientation,
                to: turned.row(0), stride: turned.stride, parallelism: parallelism)
            return turned
        }
        let (count, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        guard !overflow else { throw .overflow }
        guard let stored = ByteBuffer(count: count), let upright = ByteBuffer(count: count) else {
            throw .noMemory(forPicture: 2 * count)
        }
        for y in 0..<size.height {
            Self.unpack(row(y), count: size.width, bits: bitsPerPixel, to: stored.base + y * size.width)
        }
        PixelTurn.turn(
            from: stored.base, stride: size.width, size: size, bytesPerPixel: 1, by: orientation, to: upright.base,
            stride: turned.size.width, parallelism: parallelism)
        for y in 0..<turned.size.height {
            Self.pack(
                upright.base + y * turned.size.width, count: turned.size.width, bits: bitsPerPixel, to: turned.row(y))
        }
        return turned
    }
}
