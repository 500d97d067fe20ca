internal import UprightBase

extension PNGRaster {
    /// Returns the number of bytes of the seven passes, including the filter bytes.
    static func interlacedByteCount(_ size: Size, bitsPerPixel: Int) throws(CodecError) -> Int {
        var total = 0
        for (_, passSize) in Adam7.passes(in: size) {
            let (sum, overflow) = total.addingReportingOverflow(try byteCount(passSize, bitsPerPixel: bitsPerPixel))
            guard !overflow else { throw .overflow }
            total = sum
        }
        return total
    }

    /// Copies the pixels of a pass to their positions in this picture. The inverse of ``gather(_:_:into:)``.
    func scatter(_ pass: Adam7.Pass, _ passSize: Size, from source: UnsafeMutableRawPointer) {
        move(pass, passSize, source) { picture, pass, bytes in picture.copyMemory(from: pass, byteCount: bytes) }
    }

    /// Copies the pixels of a pass from this picture.
    func gather(_ pass: Adam7.Pass, _ passSize: Size, into target: UnsafeMutableRawPointer) {
        if bitsPerPixel < 8 { clearPass(passSize, target) }
        move(pass, passSize, target) { picture, pass, bytes in pass.copyMemory(from: picture, byteCount: bytes) }
    }

    private func clearPass(_ passSize: Size, _ pass: UnsafeMutableRawPointer) {
        let bytes = (Self.rowBytes(passSize.width, bitsPerPixel) + 1) * passSize.height
        pass.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    }

    /// Calls `copy` for each pixel of a pass and its position in the picture. Pixels smaller than a byte are passed in
    /// the lowest bits of a byte of their own, and written back afterwards.
    @inline(__always)
    private func move(
        _ pass: Adam7.Pass, _ passSize: Size, _ buffer: UnsafeMutableRawPointer,
        _ copy: (_ picture: UnsafeMutableRawPointer, _ pass: UnsafeMutableRawPointer, _ bytes: Int) -> Void
    ) {
        let passStride = Self.rowBytes(passSize.width, bitsPerPixel) + 1
        let unit = bitsPerPixel / 8
        for passY in 0..<passSize.height {
            let passRow = buffer + passY * passStride + 1
            let pictureRow = row(pass.y + passY * pass.stepY)
            var x = pass.x
            for passX in 0..<passSize.width {
                if unit > 0 {
                    copy(pictureRow + x * unit, passRow + passX * unit, unit)
                } else {
                    var inPicture = bits(pictureRow, x)
                    var inPass = bits(passRow, passX)
                    copy(&inPicture, &inPass, 1)
                    setBits(pictureRow, x, inPicture)
                    setBits(passRow, passX, inPass)
                }
                x += pass.stepX
            }
        }
    }

    private func bits(_ row: UnsafeMutableRawPointer, _ x: Int) -> UInt8 {
        let bit = x &* bitsPerPixel
        let shift = UInt8(truncatingIfNeeded: 8 &- bitsPerPixel &- bit % 8)
        let mask = UInt8(truncatingIfNeeded: 1 &<< bitsPerPixel &- 1)
        return row.load(fromByteOffset: bit / 8, as: UInt8.self) &>> shift & mask
    }

    private func setBits(_ row: UnsafeMutableRawPointer, _ x: Int, _ value: UInt8) {
        let bit = x &* bitsPerPixel
        let shift = UInt8(truncatingIfNeeded: 8 &- bitsPerPixel &- bit % 8)
        let mask = UInt8(truncatingIfNeeded: 1 &<< bitsPerPixel &- 1) &<< shift
        let byte = row.load(fromByteOffset: bit / 8, as: UInt8.self)
        row.storeBytes(of: byte & ~mask | value &<< shift, toByteOffset: bit / 8, as: UInt8.self)
    }
}
