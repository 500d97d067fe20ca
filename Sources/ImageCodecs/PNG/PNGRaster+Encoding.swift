internal import CCodecs
internal import Geometry

extension PNGRaster {
    /// Encodes the picture as a zlib stream of filtered rows. The inverse of
    /// ``decode(_:size:bitsPerPixel:isInterlaced:)``.
    ///
    /// The rows are filtered where they stand, so that the picture is used up.
    ///
    /// - Parameters:
    ///   - interlaced: whether the rows are to come in seven passes.
    ///   - filtered: whether rows may be filtered: true for samples that measure something, false for palette indices.
    ///   - level: the effort of the compression, 1 to 12.
    package consuming func encode(
        interlaced: Bool, filtered: Bool, level: Int
    ) throws(PNGCodecError) -> EncodedImageData {
        let raster = self
        guard interlaced else {
            let (width, height) = (raster.size.width, raster.size.height)
            if filtered && raster.bitsPerPixel >= 8 {
                try Self.filter(raster.rows.base, width, height, bitsPerPixel: raster.bitsPerPixel)
            } else {
                Self.mark(raster.rows.base, width, height, bitsPerPixel: raster.bitsPerPixel)
            }
            return try EncodedImageData(deflating: raster.rows.bytes, level: level)
        }
        let bytes = try Self.interlacedByteCount(raster.size, bitsPerPixel: raster.bitsPerPixel)
        guard let passes = ByteBuffer(count: bytes) else { throw .outOfMemory(bytes: bytes) }
        var offset = 0
        for (pass, size) in Adam7.passes(in: raster.size) {
            let base = passes.base + offset
            raster.gather(pass, size, into: base)
            if filtered && raster.bitsPerPixel >= 8 {
                try Self.filter(base, size.width, size.height, bitsPerPixel: raster.bitsPerPixel)
            } else {
                Self.mark(base, size.width, size.height, bitsPerPixel: raster.bitsPerPixel)
            }
            offset += try Self.byteCount(size, bitsPerPixel: raster.bitsPerPixel)
        }
        return try EncodedImageData(deflating: passes.bytes, level: level)
    }

    /// Marks every row as unfiltered.
    private static func mark(_ base: UnsafeMutableRawPointer, _ width: Int, _ height: Int, bitsPerPixel: Int) {
        let stride = rowBytes(width, bitsPerPixel) + 1
        for y in 0..<height { base.storeBytes(of: PNGFilter.none.rawValue, toByteOffset: y * stride, as: UInt8.self) }
    }

    /// Filters every row, from the last to the first, because each needs the one above it as it was.
    private static func filter(
        _ base: UnsafeMutableRawPointer, _ width: Int, _ height: Int, bitsPerPixel: Int
    ) throws(PNGCodecError) {
        let count = rowBytes(width, bitsPerPixel)
        guard let choice = PNGFilterChoice(unit: bitsPerPixel / 8, count: count), let zeros = ByteBuffer(count: count)
        else { throw .outOfMemory(bytes: 5 * count) }
        zeros.clear()
        var y = height - 1
        while y >= 0 {
            let row = (base + y &* (count &+ 1)).assumingMemoryBound(to: UInt8.self)
            let previous =
                y > 0 ? UnsafePointer(row - count) : UnsafePointer(zeros.base.assumingMemoryBound(to: UInt8.self))
            row[0] = choice.apply(row + 1, previous: previous).rawValue
            y &-= 1
        }
    }
}

/// The zlib stream of a picture's rows.
package struct EncodedImageData: ~Copyable {
    private let buffer: ByteBuffer
    private let count: Int

    init(deflating rows: UnsafeRawBufferPointer, level: Int) throws(PNGCodecError) {
        let capacity = upright_deflate_bound(rows.count)
        guard let buffer = ByteBuffer(count: capacity) else { throw .outOfMemory(bytes: capacity) }
        let size = upright_deflate(
            rows.bindMemory(to: UInt8.self).baseAddress, rows.count, buffer.base.assumingMemoryBound(to: UInt8.self),
            capacity, Int32(level))
        guard size > 0 else { throw .outOfMemory(bytes: capacity) }
        self.buffer = buffer
        count = size
    }

    /// Gives the bytes of the stream.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count]))
    }
}
