package import UprightGeometry
package import UprightThreads

extension PNGRaster {
    /// Encodes the picture as a zlib stream of filtered rows. The inverse of
    /// ``decode(_:size:bitsPerPixel:isInterlaced:)``.
    ///
    /// Filters the rows in place, which consumes the picture.
    ///
    /// - Parameters:
    ///   - interlaced: whether to write the rows in seven passes.
    ///   - parallelism: the threads that can take part.
    package consuming func encode(
        interlaced: Bool, parallelism: Parallelism = .none
    ) throws(PNGCodecError) -> EncodedImageData {
        let raster = self
        guard interlaced else {
            let rows = raster.rows(raster.rows.base, of: raster.size)
            let plan = try PNGEncodingPlan(for: rows, parallelism)
            try rows.filter(plan.filtering, parallelism: parallelism)
            return try EncodedImageData.deflating(rows.bytes, plan.compression, parallelism)
        }
        let bytes = try Self.interlacedByteCount(raster.size, bitsPerPixel: raster.bitsPerPixel)
        guard let passes = ByteBuffer(count: bytes) else { throw .outOfMemory(bytes: bytes) }
        var offset = 0
        var all: [PNGRows] = []
        for (pass, size) in Adam7.passes(in: raster.size) {
            raster.gather(pass, size, into: passes.base + offset)
            all.append(raster.rows(passes.base + offset, of: size))
            offset += try Self.byteCount(size, bitsPerPixel: raster.bitsPerPixel)
        }
        // The last pass has half of the pixels and represents them all.
        guard let last = all.last else { throw .tooLarge }
        let plan = try PNGEncodingPlan(for: last, parallelism)
        for rows in all { try rows.filter(plan.filtering, parallelism: parallelism) }
        return try EncodedImageData.deflating(passes.bytes, plan.compression, parallelism)
    }

    /// Turns the picture and encodes it, as ``turned(by:parallelism:)`` and then ``encode(interlaced:parallelism:)`` do.
    ///
    /// Unless pixels share bytes or the rows are in passes, there is never a second picture in memory.
    ///
    /// - Parameter buffer: memory to use for the stream if it is large enough; see
    ///   ``EncodedImageData/bound(_:bitsPerPixel:)``.
    package consuming func encode(
        turnedBy orientation: Orientation, interlaced: Bool, reusing buffer: consuming ByteBuffer? = nil,
        parallelism: Parallelism = .none
    ) throws(PNGCodecError) -> EncodedImageData {
        let raster = self
        guard !interlaced, raster.bitsPerPixel >= 8 else {
            buffer = nil
            return try raster.turned(by: orientation, parallelism: parallelism)
                .encode(interlaced: interlaced, parallelism: parallelism)
        }
        let rows = TurnedPNGRows(raster, by: orientation)
        let plan = try PNGEncodingPlan(for: rows, parallelism)
        let data = try EncodedImageData.deflating(
            rows.filtered(plan.filtering), plan.compression, parallelism, reusing: buffer)
        withExtendedLifetime(raster) {}
        return data
    }

    private func rows(_ base: UnsafeMutableRawPointer, of size: Size) -> PNGRows {
        PNGRows(
            base: base, count: Self.rowBytes(size.width, bitsPerPixel), height: size.height,
            unit: max(1, bitsPerPixel / 8))
    }
}

/// The zlib stream of a picture's rows.
package struct EncodedImageData: ~Copyable {
    private let buffer: ByteBuffer
    private let count: Int

    private init(buffer: consuming ByteBuffer, count: Int) {
        self.buffer = buffer
        self.count = count
    }

    /// Returns the size of a buffer that has room for the stream of any picture of this size, unless it is interlaced.
    package static func bound(_ size: Size, bitsPerPixel: Int) throws(PNGCodecError) -> Int {
        let count = try PNGRaster.byteCount(size, bitsPerPixel: bitsPerPixel)
        return max(RunDeflater.bound(count), StripedDeflater.bound(count))
    }

    /// Deflates filtered rows.
    ///
    /// - Parameter old: memory to use if it is large enough.
    static func deflating(
        _ rows: some DeflateSource, _ compression: PNGEncodingPlan.Compression, _ parallelism: Parallelism,
        reusing old: consuming ByteBuffer? = nil
    ) throws(PNGCodecError) -> EncodedImageData {
        let capacity =
            switch compression {
            case .runs: RunDeflater.bound(rows.count)
            case .strings: StripedDeflater.bound(rows.count)
            }
        var usable = old.take()
        if (usable?.count ?? 0) < capacity {
            usable = nil
            usable = ByteBuffer(count: capacity)
        }
        guard let buffer = usable.take() else { throw .outOfMemory(bytes: capacity) }
        let size: Int? =
            switch compression {
            case .runs: RunDeflater.deflate(rows, into: buffer.base, parallelism)
            case .strings(let level): StripedDeflater.deflate(rows, level: level, into: buffer.base, parallelism)
            }
        guard let size else { throw .outOfMemory(bytes: capacity) }
        return EncodedImageData(buffer: buffer, count: size)
    }

    /// Calls `body` with the bytes of the stream.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count]))
    }
}
