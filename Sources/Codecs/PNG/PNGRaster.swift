package import UprightGeometry

/// The samples of a PNG picture at their own depth: palette indices stay indices, and several pixels share a byte
/// where the file has them so.
///
/// The rows stand one after the other, from the top; each is one byte for a filter's number and then the packed pixels.
/// That is how rows stand in the inflated image data too, so that most pictures are never copied only to be taken
/// apart.
///
/// Source: PNG (third edition), 7.2 Scanlines.
package struct PNGRaster: ~Copyable {
    /// The picture's size in pixels.
    package let size: Size
    /// Bits per pixel: 1, 2, 4, 8, 16, 24, 32, 48 or 64.
    package let bitsPerPixel: Int
    let rows: ByteBuffer

    init(size: Size, bitsPerPixel: Int) throws(PNGCodecError) {
        let bytes = try Self.byteCount(size, bitsPerPixel: bitsPerPixel)
        guard let rows = ByteBuffer(count: bytes) else { throw .outOfMemory(bytes: bytes) }
        self.init(size: size, bitsPerPixel: bitsPerPixel, rows: rows)
    }

    init(size: Size, bitsPerPixel: Int, rows: consuming ByteBuffer) {
        self.size = size
        self.bitsPerPixel = bitsPerPixel
        self.rows = rows
    }

    /// How far two rows are apart, in bytes.
    var stride: Int { Self.rowBytes(size.width, bitsPerPixel) + 1 }

    /// The packed pixels of a row.
    func row(_ y: Int) -> UnsafeMutableRawPointer { rows.base + (y &* stride &+ 1) }

    /// The packed pixels of all rows, without filter numbers: `height` times as many bytes as a row has.
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

    /// How many bytes the packed pixels of a row take.
    static func rowBytes(_ width: Int, _ bitsPerPixel: Int) -> Int { (width &* bitsPerPixel &+ 7) / 8 }

    /// How many bytes the rows of a picture take with their filter numbers.
    static func byteCount(_ size: Size, bitsPerPixel: Int) throws(PNGCodecError) -> Int {
        // Sides are below 2³¹ and a pixel is at most 64 bits, so that only the product with the height can overflow.
        let (bytes, overflow) = (rowBytes(size.width, bitsPerPixel) + 1).multipliedReportingOverflow(by: size.height)
        guard !overflow else { throw .tooLarge }
        return bytes
    }
}
