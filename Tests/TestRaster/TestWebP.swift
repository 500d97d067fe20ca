package import UprightBase

/// A losslessly coded WebP picture for tests, coded by simple code that shares nothing with libwebp: every literal has 8 bits.
package struct TestWebP {
    package var size: Size
    /// Alpha, red, green and blue in 32 bits, in rows from the top.
    package var pixels: [UInt32]
    /// Whether the header announces alpha.
    package var hasAlpha: Bool

    /// Creates a picture of pseudo-random pixels; without alpha, all of them are opaque.
    package init(_ size: Size, hasAlpha: Bool = true, seed: UInt64 = 1) {
        var random = TestNumbers(seed: seed)
        self.size = size
        self.hasAlpha = hasAlpha
        pixels = (0..<size.width * size.height).map { _ in
            // Transparent pixels have colours, too.
            let word = UInt32(truncatingIfNeeded: random.next())
            return hasAlpha ? (random.next(below: 4) == 0 ? word & 0xFF_FFFF : word) : word | 0xFF00_0000
        }
    }

    /// Returns the pixels, each moved as the orientation says.
    package func turned(by orientation: Orientation) -> [UInt32] {
        let upright = size.turned(by: orientation)
        let transform = orientation.transform(in: size)
        var moved = pixels
        for y in 0..<size.height {
            for x in 0..<size.width {
                let to = transform.applied(to: Point(x: x, y: y))
                moved[to.y * upright.width + to.x] = pixels[y * size.width + x]
            }
        }
        return moved
    }

    /// The payload of a chunk `VP8L` (RFC 9649, section 3).
    package var coded: [UInt8] {
        var bits = Bits()
        bits.write(0x2F, 8)
        bits.write(UInt32(size.width - 1), 14)
        bits.write(UInt32(size.height - 1), 14)
        bits.write(hasAlpha ? 1 : 0, 1)
        bits.write(0, 3)
        // No transform, no colour cache, no further prefix codes.
        bits.write(0, 3)
        for _ in 0..<4 {
            // A code whose lengths are coded with one symbol, 8, the twelfth in their order; it takes no bits.
            bits.write(0, 1)
            bits.write(12 - 4, 4)
            for index in 0..<12 { bits.write(index == 11 ? 1 : 0, 3) }
            // 256 symbols have a length; green has more.
            bits.write(1, 1)
            bits.write(3, 3)
            bits.write(254, 8)
        }
        // A code of one symbol for distances, which are not used.
        bits.write(1, 1)
        bits.write(0, 3)
        for pixel in pixels {
            for shift in [8, 16, 0, 24] { bits.write(reversed: UInt8(truncatingIfNeeded: pixel >> UInt32(shift))) }
        }
        return bits.bytes
    }

    private struct Bits {
        var bytes: [UInt8] = []
        private var count = 0

        mutating func write(_ value: UInt32, _ width: Int) {
            for bit in 0..<width {
                if count & 7 == 0 { bytes.append(0) }
                if value >> UInt32(bit) & 1 == 1 { bytes[bytes.count - 1] |= 1 << UInt8(count & 7) }
                count += 1
            }
        }

        /// Prefix codes begin with their highest bit.
        mutating func write(reversed value: UInt8) {
            for bit in (0..<8).reversed() { write(UInt32(value >> UInt8(bit) & 1), 1) }
        }
    }
}
