internal import CUprightCodecs
package import UprightBase

/// A PNG picture read by libpng through its row interface, with no transformation: the reference for testing this
/// module's own decoder and for verifying its output.
package struct ReferencePNG: Sendable {
    /// The picture's size in pixels.
    package let size: Size
    /// Bits per pixel.
    package let bitsPerPixel: Int
    /// The packed pixels of all rows.
    package let rows: [UInt8]

    package init(decoding file: [UInt8]) throws(CodecError) {
        var picture = upright_png_picture()
        let status = file.withUnsafeBufferPointer { upright_png_read($0.baseAddress, $0.count, &picture) }
        guard status == 0 else {
            let message = withUnsafeBytes(of: picture.message) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            throw CodecError(.undecodable, message)
        }
        defer { upright_png_free(&picture) }
        size = Size(width: Int(picture.width), height: Int(picture.height))
        let samples = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(picture.color_type)] ?? 1
        bitsPerPixel = Int(picture.bit_depth) * samples
        rows = Array(UnsafeBufferPointer(start: picture.rows, count: picture.row_bytes * Int(picture.height)))
    }

    /// Returns whether every pixel of this picture is at the turned position of the other picture's pixel.
    package func isTurned(from stored: ReferencePNG, by orientation: Orientation) -> Bool {
        guard bitsPerPixel == stored.bitsPerPixel, size == stored.size.turned(by: orientation) else { return false }
        let transform = orientation.transform(in: stored.size)
        let origin = transform.applied(to: Point(x: 0, y: 0))
        let right = transform.applied(to: Point(x: 1, y: 0))
        let down = transform.applied(to: Point(x: 0, y: 1))
        return rows.withUnsafeBufferPointer { mine in
            stored.rows.withUnsafeBufferPointer { theirs in
                for y in 0..<stored.size.height {
                    for x in 0..<stored.size.width {
                        let toX = origin.x &+ x &* (right.x &- origin.x) &+ y &* (down.x &- origin.x)
                        let toY = origin.y &+ x &* (right.y &- origin.y) &+ y &* (down.y &- origin.y)
                        guard areEqual(mine, toX, toY, theirs, x, y, stored) else { return false }
                    }
                }
                return true
            }
        }
    }

    @inline(__always)
    private func areEqual(
        _ mine: UnsafeBufferPointer<UInt8>, _ toX: Int, _ toY: Int, _ theirs: UnsafeBufferPointer<UInt8>, _ x: Int,
        _ y: Int, _ stored: ReferencePNG
    ) -> Bool {
        let myRow = toY &* PNGRaster.rowBytes(size.width, bitsPerPixel)
        let theirRow = y &* PNGRaster.rowBytes(stored.size.width, bitsPerPixel)
        let bits = bitsPerPixel
        guard bits >= 8 else {
            let mask = UInt8(truncatingIfNeeded: 1 &<< bits &- 1)
            func value(_ rows: UnsafeBufferPointer<UInt8>, _ row: Int, _ x: Int) -> UInt8 {
                let bit = x &* bits
                return rows[row &+ bit / 8] &>> UInt8(truncatingIfNeeded: 8 &- bits &- bit % 8) & mask
            }
            return value(mine, myRow, toX) == value(theirs, theirRow, x)
        }
        let unit = bits / 8
        for byte in 0..<unit
        where mine[myRow &+ toX &* unit &+ byte] != theirs[theirRow &+ x &* unit &+ byte] { return false }
        return true
    }
}
