package import UprightBase

extension PNGRaster {
    /// Encodes the picture as a zlib stream of filtered rows. The inverse of
    /// ``decode(_:size:bitsPerPixel:isInterlaced:)``.
    ///
    /// Filters the rows in place, which consumes the picture.
    ///
    /// - Parameters:
    ///   - interlaced: whether to write the rows in seven passes.
    ///   - parallelism: the threads that can take part.
    ///   - sink: is called with the pieces of the stream in order. After an error, the stream is incomplete.
    package consuming func encode(
        interlaced: Bool, parallelism: Parallelism = .none, to sink: @escaping (UnsafeRawBufferPointer) -> Void
    ) throws(CodecError) {
        let raster = self
        guard interlaced else {
            let rows = raster.rows(raster.rows.base, of: raster.size)
            let plan = try PNGEncodingPlan(for: rows, parallelism)
            try rows.filter(plan.filtering, parallelism: parallelism)
            return try plan.compress(rows.bytes, parallelism, to: sink)
        }
        let bytes = try Self.interlacedByteCount(raster.size, bitsPerPixel: raster.bitsPerPixel)
        guard let passes = ByteBuffer(count: bytes) else { throw .noMemory(forPicture: bytes) }
        var offset = 0
        var all: [PNGRows] = []
        for (pass, size) in Adam7.passes(in: raster.size) {
            raster.gather(pass, size, into: passes.base + offset)
            all.append(raster.rows(passes.base + offset, of: size))
            offset += try Self.byteCount(size, bitsPerPixel: raster.bitsPerPixel)
        }
        // The last pass has half of the pixels and represents them all.
        guard let last = all.last else { throw .overflow }
        let plan = try PNGEncodingPlan(for: last, parallelism)
        for rows in all { try rows.filter(plan.filtering, parallelism: parallelism) }
        try plan.compress(passes.bytes, parallelism, to: sink)
    }

    /// Turns the picture and encodes it, as ``turned(by:parallelism:)`` and then ``encode(interlaced:parallelism:)`` do.
    ///
    /// Unless pixels share bytes or the rows are in passes, there is never a second picture in memory.
    ///
    /// - Parameter sink: is called with the pieces of the stream in order. After an error, the stream is incomplete.
    package consuming func encode(
        turnedBy orientation: Orientation, interlaced: Bool, parallelism: Parallelism = .none,
        to sink: @escaping (UnsafeRawBufferPointer) -> Void
    ) throws(CodecError) {
        let raster = self
        guard !interlaced, raster.bitsPerPixel >= 8 else {
            return try raster.turned(by: orientation, parallelism: parallelism)
                .encode(interlaced: interlaced, parallelism: parallelism, to: sink)
        }
        let rows = TurnedPNGRows(raster, by: orientation)
        let plan = try PNGEncodingPlan(for: rows, parallelism)
        try plan.compress(rows.filtered(plan.filtering), parallelism, to: sink)
        withExtendedLifetime(raster) {}
    }

    private func rows(_ base: UnsafeMutableRawPointer, of size: Size) -> PNGRows {
        PNGRows(
            base: base, count: Self.rowBytes(size.width, bitsPerPixel), height: size.height,
            unit: max(1, bitsPerPixel / 8))
    }
}
