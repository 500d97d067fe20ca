internal import CUprightCodecs
package import UprightBase

/// The pixels of a losslessly coded WebP picture: 32 bits each, with alpha in the highest ones, then red, green and blue, not
/// premultiplied, in rows from the top.
package struct WebPRaster: ~Copyable {
    /// The size in pixels.
    package let size: Size
    let pixels: ByteBuffer

    /// The bytes of a pixel.
    static let unit = 4

    init(size: Size) throws(CodecError) {
        // Sides have at most 24 bits, so the product cannot overflow.
        let count = size.width * size.height
        guard let pixels = ByteBuffer(count: count * Self.unit) else { throw .noMemory(forPixels: count) }
        self.size = size
        self.pixels = pixels
    }

    /// A decoded picture, and the damage found in its data.
    package struct Decoded: ~Copyable {
        /// The picture. Rows that cannot be decoded are transparent, or black if the picture has no alpha.
        package let raster: WebPRaster
        /// A readable description of the damage; nil for valid data.
        package let damage: String?

        package consuming func picture() -> WebPRaster { raster }
    }

    /// Decodes the payload of a chunk `VP8L` or, for a check, `VP8 `.
    ///
    /// - Parameters:
    ///   - size: the size in the payload's header.
    ///   - isOpaque: whether rows that cannot be decoded are opaque.
    package static func decode(
        _ payload: ArraySlice<UInt8>, size: Size, isOpaque: Bool
    ) throws(CodecError) -> Decoded {
        let raster = try WebPRaster(size: size)
        let words = raster.pixels.base.bindMemory(to: UInt32.self, capacity: size.width * size.height)
        words.update(repeating: isOpaque ? 0xFF00_0000 : 0, count: size.width * size.height)
        var report = webp_report()
        let code = payload.withUnsafeBufferPointer {
            upright_webp_decode(
                $0.baseAddress, $0.count, words, UInt32(clamping: size.width), UInt32(clamping: size.height), &report)
        }
        switch code {
        case WEBP_OK: return Decoded(raster: raster, damage: nil)
        case WEBP_TRUNCATED:
            return Decoded(
                raster: raster, damage: "expected \(size.height) rows, found \(report.rows): \(report.text)")
        case WEBP_OUT_OF_MEMORY: throw .noMemory(forPixels: size.width * size.height)
        default: throw .undecodableWebP(report.text)
        }
    }

    /// Returns the turned picture: every pixel moves, and none changes.
    ///
    /// - Parameters:
    ///   - orientation: the orientation of this picture.
    ///   - left: further transparent columns at the left of the turned picture.
    ///   - top: further transparent rows at its top.
    package func turned(by orientation: Orientation, left: Int = 0, top: Int = 0) throws(CodecError) -> WebPRaster {
        let upright = size.turned(by: orientation)
        let target = try WebPRaster(size: Size(width: upright.width + left, height: upright.height + top))
        if left > 0 || top > 0 { target.pixels.clear() }
        let stride = target.size.width * Self.unit
        PixelTurn.turn(
            from: pixels.base, stride: size.width * Self.unit, size: size, bytesPerPixel: Self.unit, by: orientation,
            to: target.pixels.base + top * stride + left * Self.unit, stride: stride)
        return target
    }

    /// Whether every pixel is opaque.
    package var isOpaque: Bool {
        words.allSatisfy { $0 >> 24 == 0xFF }
    }

    /// The pixels in rows.
    package var words: UnsafeBufferPointer<UInt32> {
        UnsafeBufferPointer(
            start: pixels.base.assumingMemoryBound(to: UInt32.self), count: size.width * size.height)
    }

    /// The pixels in rows, of red, green, blue and alpha.
    package var rgba: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: words.count * Self.unit) { target, filled in
            for word in words {
                for shift in [16, 8, 0, 24] {
                    target[filled] = UInt8(truncatingIfNeeded: word >> shift)
                    filled += 1
                }
            }
        }
    }

    /// Whether this picture is another one, turned and with transparent columns and rows before it. Pixel by pixel, and without
    /// the code that turns.
    package func isTurned(from stored: borrowing WebPRaster, by orientation: Orientation, left: Int, top: Int) -> Bool {
        let upright = stored.size.turned(by: orientation)
        guard size == Size(width: upright.width + left, height: upright.height + top) else { return false }
        let transform = orientation.transform(in: stored.size)
        let (from, to) = (stored.words, words)
        for y in 0..<stored.size.height {
            for x in 0..<stored.size.width {
                let point = transform.applied(to: Point(x: x, y: y))
                let index = (point.y + top) * size.width + point.x + left
                guard to[index] == from[y * stored.size.width + x] else { return false }
            }
        }
        for y in 0..<size.height {
            for x in 0..<(y < top ? size.width : left) where to[y * size.width + x] != 0 { return false }
        }
        return true
    }
}

extension webp_report {
    /// The message.
    var text: String {
        withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension WebPRaster {
    /// Calls a function with the pixels.
    package func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
        body(UnsafeRawBufferPointer(start: pixels.base, count: size.width * size.height * Self.unit))
    }
}
