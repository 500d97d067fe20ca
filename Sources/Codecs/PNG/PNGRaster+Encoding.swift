internal import UprightGeometry
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

    /// Deflates filtered rows.
    static func deflating(
        _ rows: UnsafeRawBufferPointer, _ compression: PNGEncodingPlan.Compression, _ parallelism: Parallelism
    ) throws(PNGCodecError) -> EncodedImageData {
        let capacity =
            switch compression {
            case .runs: RunDeflater.bound(rows.count)
            case .strings: StripedDeflater.bound(rows.count)
            }
        guard let buffer = ByteBuffer(count: capacity) else { throw .outOfMemory(bytes: capacity) }
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
