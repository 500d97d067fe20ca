internal import CUprightCodecs
package import UprightBase

/// A picture, decoded and made small enough for a thumbnail, as stored. Transparent areas are white.
package struct SmallPicture: ~Copyable {
    let small: upright_thumbnail

    /// The size in pixels.
    var size: Size { Size(width: Int(small.width), height: Int(small.height)) }

    /// Decodes a JPEG.
    package init(jpeg bytes: [UInt8], edge: Int, maximumPixels: Int) throws(CodecError) {
        try self.init(edge, maximumPixels) { upright_thumbnail_of_jpeg(bytes, bytes.count, $0, $1, &$2) }
    }

    /// Decodes a PNG.
    package init(png bytes: [UInt8], edge: Int, maximumPixels: Int) throws(CodecError) {
        try self.init(edge, maximumPixels) { upright_thumbnail_of_png(bytes, bytes.count, $0, $1, &$2) }
    }

    /// Decodes the first frame of a GIF.
    package init(gif bytes: [UInt8], edge: Int, maximumPixels: Int) throws(CodecError) {
        let frame = try GIFFirstFrame(of: bytes, maximumPixels: maximumPixels)
        try self.init(edge, maximumPixels) { edge, _, small in
            upright_thumbnail_of_rgb(
                frame.rgb, UInt32(clamping: frame.size.width), UInt32(clamping: frame.size.height), edge, &small)
        }
    }

    /// Takes rows of red, green and blue.
    package init(rgb: [UInt8], size: Size, edge: Int) throws(CodecError) {
        try self.init(edge, .max) { edge, _, small in
            upright_thumbnail_of_rgb(
                rgb, UInt32(clamping: size.width), UInt32(clamping: size.height), edge, &small)
        }
    }

    /// Decodes a WebP file with one picture, which lies on a canvas: for a still picture, its own size.
    package init(
        webp bytes: [UInt8], at origin: Point, on canvas: Size, edge: Int, maximumPixels: Int
    ) throws(CodecError) {
        let place = upright_webp_place(
            canvas_width: UInt32(clamping: canvas.width), canvas_height: UInt32(clamping: canvas.height),
            x: UInt32(clamping: origin.x), y: UInt32(clamping: origin.y))
        try self.init(edge, maximumPixels) { upright_thumbnail_of_webp(bytes, bytes.count, place, $0, $1, &$2) }
    }

    /// Whether its longer side has the length that was asked for.
    package borrowing func isWhole(_ edge: Int) -> Bool { max(size.width, size.height) >= edge }

    private init(
        _ edge: Int, _ maximumPixels: Int, _ make: (UInt32, UInt64, inout upright_thumbnail) -> Int32
    ) throws(CodecError) {
        var small = upright_thumbnail()
        let status = make(UInt32(clamping: max(edge, 1)), UInt64(clamping: maximumPixels), &small)
        self.small = small
        guard status == 0, small.rgb != nil else {
            let text = withUnsafeBytes(of: small.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            throw CodecError(.undecodable, "it cannot be shown: \(text)")
        }
    }

    /// Returns its rows of red, green and blue, turned, and their size.
    package func turned(by orientation: Orientation) throws(CodecError) -> (rgb: [UInt8], size: Size) {
        guard let rgb = small.rgb else { throw CodecError(.undecodable, "it cannot be shown: it has no pixels") }
        let target = size.turned(by: orientation)
        var turned = [UInt8](repeating: 0, count: size.width * size.height * 3)
        turned.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            PixelTurn.turn(
                from: rgb, stride: size.width * 3, size: size, bytesPerPixel: 3, by: orientation, to: base,
                stride: target.width * 3)
        }
        return (turned, target)
    }

    deinit {
        var small = small
        upright_thumbnail_free(&small)
    }
}
