package import UprightBase
package import UprightFormats

/// The colour indices of a GIF frame, one byte per pixel, in rows from the top.
package struct GIFRaster: ~Copyable {
    /// The frame's size in pixels.
    package let size: Size
    private let indices: ByteBuffer

    init(size: Size) throws(CodecError) {
        // Sides have 16 bits.
        guard let indices = ByteBuffer(count: size.width * size.height) else {
            throw .noMemory(forFrame: size.width * size.height)
        }
        self.size = size
        self.indices = indices
    }

    /// The indices, row by row.
    var bytes: UnsafeRawBufferPointer { indices.bytes }

    /// A copy of the indices, row by row.
    package var pixels: [UInt8] { Array(indices.bytes) }

    /// A decoded frame, and the damage found in its data.
    package struct Decoded: ~Copyable {
        /// The frame. Indices that cannot be decoded have the value `filling`.
        package let raster: GIFRaster
        /// A readable description of the damage; nil for valid data.
        package let damage: String?
        /// The number of indices decoded.
        package let count: Int

        /// Returns only the frame.
        package consuming func picture() -> GIFRaster { raster }
    }

    /// The minimum code sizes that can be decoded.
    ///
    /// Quirk: 9 to 11 are too large for 256 colours, but ImageMagick, libvips and Pillow show such frames. The lowest
    /// eight bits of an index count, as for libvips and Pillow.
    static let codeSizes = 1...11

    /// Decodes a frame's data. The inverse is ``GIFFrameEncoder``.
    ///
    /// - Parameter filling: the index for pixels that cannot be decoded: the transparent one, if there is one.
    package static func decode(
        _ image: GIFImage, in bytes: [UInt8], filling: UInt8
    ) throws(CodecError) -> Decoded {
        let codeSize = Int(image.minimumCodeSize)
        guard Self.codeSizes.contains(codeSize) else { throw .invalidCodeSize(image.minimumCodeSize) }
        let raster = try GIFRaster(size: image.rect.size)
        let output = UnsafeMutableRawBufferPointer(start: raster.indices.base, count: raster.indices.count)
        let data = GIFSubBlocks.joined(in: bytes, image.data)
        let (count, ending) = data.withUnsafeBytes { LZWDecoder.decode($0, codeSize: codeSize, into: output) }
        UnsafeMutableRawBufferPointer(rebasing: output[count...]).initializeMemory(as: UInt8.self, repeating: filling)
        let damage = ending == .full ? nil : "expected \(output.count) pixels, found \(ending) after \(count)"
        guard image.isInterlaced else { return Decoded(raster: raster, damage: damage, count: count) }
        let rows = try GIFRaster(size: raster.size)
        for (index, y) in Self.interlacedRows(raster.size.height).enumerated() {
            rows.row(y).copyMemory(from: raster.row(index), byteCount: raster.size.width)
        }
        return Decoded(raster: rows, damage: damage, count: count)
    }

    private func row(_ y: Int) -> UnsafeMutableRawPointer { indices.base + y * size.width }

    /// Returns the rows in the order in which an interlaced frame stores them (GIF89a, appendix E).
    private static func interlacedRows(_ height: Int) -> [Int] {
        [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
    }

    /// Returns the upright frame: every index moves, and none changes.
    ///
    /// - Parameter orientation: the orientation of this frame.
    package func turned(by orientation: Orientation) throws(CodecError) -> GIFRaster {
        let turned = try GIFRaster(size: size.turned(by: orientation))
        guard size.width > 0, size.height > 0 else { return turned }
        PixelTurn.turn(
            from: indices.base, stride: size.width, size: size, bytesPerPixel: 1, by: orientation,
            to: turned.indices.base, stride: turned.size.width)
        return turned
    }

    /// Returns the part of the frame within a rectangle, which must lie within the frame.
    package func cropped(to rect: Rect) throws(CodecError) -> GIFRaster {
        let part = try GIFRaster(size: rect.size)
        for y in 0..<rect.height {
            part.row(y).copyMemory(from: row(rect.y + y) + rect.x, byteCount: rect.width)
        }
        return part
    }

    /// Returns the rows in the order in which an interlaced frame stores them.
    func interlaced() throws(CodecError) -> GIFRaster {
        let stored = try GIFRaster(size: size)
        for (index, y) in Self.interlacedRows(size.height).enumerated() {
            stored.row(index).copyMemory(from: row(y), byteCount: size.width)
        }
        return stored
    }
}
