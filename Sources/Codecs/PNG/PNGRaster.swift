package import UprightBase

/// The samples of a PNG picture at their own depth: palette indices stay indices, and pixels that share a byte in the
/// file share one here.
///
/// The rows follow one another from the top; each is a filter byte followed by the packed pixels. Rows have the same
/// layout in the inflated image data, so most pictures need not be copied to be unpacked.
///
/// Source: PNG (third edition), 7.2 Scanlines.
package struct PNGRaster: ~Copyable {
    /// The picture's size in pixels.
    package let size: Size
    /// Bits per pixel: 1, 2, 4, 8, 16, 24, 32, 48 or 64.
    package let bitsPerPixel: Int
    let rows: ByteBuffer

    init(size: Size, bitsPerPixel: Int) throws(CodecError) {
        let bytes = try Self.byteCount(size, bitsPerPixel: bitsPerPixel)
        guard let rows = ByteBuffer(count: bytes) else { throw .noMemory(forPicture: bytes) }
        self.init(size: size, bitsPerPixel: bitsPerPixel, rows: rows)
    }

    init(size: Size, bitsPerPixel: Int, rows: consuming ByteBuffer) {
        self.size = size
        self.bitsPerPixel = bitsPerPixel
        self.rows = rows
    }

    /// The number of bytes from one row to the next.
    var stride: Int { Self.rowBytes(size.width, bitsPerPixel) + 1 }

    /// Returns the packed pixels of a row.
    func row(_ y: Int) -> UnsafeMutableRawPointer { rows.base + (y &* stride &+ 1) }

    /// The packed pixels of all rows, without filter bytes: `height` times the bytes of a row.
    package var packedPixels: [UInt8] {
        let width = stride - 1
        return [UInt8](unsafeUninitializedCapacity: width * size.height) { target, count in
            for y in 0..<size.height {
                UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(target)[(y * width)...])
                    .copyMemory(from: UnsafeRawBufferPointer(start: row(y), count: width))
            }
            count = width * size.height
        }
    }

    /// Returns the number of bytes of a row's packed pixels.
    static func rowBytes(_ width: Int, _ bitsPerPixel: Int) -> Int { (width &* bitsPerPixel &+ 7) / 8 }

    /// Returns the number of bytes of a picture's rows, including the filter bytes.
    static func byteCount(_ size: Size, bitsPerPixel: Int) throws(CodecError) -> Int {
        // Sides are below 2³¹ and a pixel has at most 64 bits, so only the product with the height can overflow.
        let (bytes, overflow) = (rowBytes(size.width, bitsPerPixel) + 1).multipliedReportingOverflow(by: size.height)
        guard !overflow else { throw .overflow }
        return bytes
    }
}
