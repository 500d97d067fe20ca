internal import CUprightCodecs
package import UprightGeometry

/// The samples of a TIFF picture: the rows of each plane one after the other, each beginning with a whole byte. Samples of 16
/// bits and more are in the machine's byte order.
package struct TIFFRaster: Sendable {
    /// How the picture was or will be stored.
    package let layout: TIFFLayout
    /// The rows, and some bytes more.
    private(set) var bytes: [UInt8]

    /// Further bytes after the rows: pixels are read in whole words.
    private static let room = 16

    private init(_ layout: TIFFLayout) {
        self.layout = layout
        bytes = [UInt8](repeating: 0, count: layout.byteCount + Self.room)
    }

    /// Decodes the picture of a directory.
    ///
    /// - Parameters:
    ///   - file: the whole file.
    ///   - directory: the offset of the directory.
    package static func decode(
        _ file: [UInt8], directory: Int, _ layout: TIFFLayout
    ) throws(CodecError) -> TIFFRaster {
        let (stride, count) = (layout.segmentBytes, layout.segmentCount)
        var raster = TIFFRaster(layout)
        var segments = [UInt8](repeating: 0, count: stride * count)
        var report = tiff_codec_report()
        var coded = layout.coded
        let status = segments.withUnsafeMutableBufferPointer { samples in
            file.withUnsafeBufferPointer { file in
                tiff_codec_decode(
                    file.baseAddress, file.count, UInt64(clamping: directory), &coded, UInt32(clamping: count),
                    samples.baseAddress, stride, &report)
            }
        }
        switch Int(status) {
        case TIFF_CODEC_OK: break
        case TIFF_CODEC_MISSING: throw CodecError(.unsupported, TIFFCodec.missing)
        case TIFF_CODEC_MEMORY: throw CodecError(.outOfMemory, "the picture needs more memory than is available")
        default: throw CodecError(.undecodable, "expected the samples of a TIFF picture: \(report.text)")
        }
        raster.copy(&segments, toSegments: false)
        raster.clearPadding()
        return raster
    }

    /// Returns the same samples, to be stored in another way.
    package func stored(as layout: TIFFLayout) -> TIFFRaster {
        var raster = TIFFRaster(layout)
        raster.bytes = bytes
        return raster
    }

    /// Encodes the picture.
    ///
    /// - Parameter limit: the maximum number of bytes.
    package func encoded(isLittleEndian: Bool, limit: Int) throws(CodecError) -> [[UInt8]] {
        let (stride, count) = (layout.segmentBytes, layout.segmentCount)
        var segments = [UInt8](repeating: 0, count: stride * count)
        var own = self
        own.copy(&segments, toSegments: true)
        let lengths = (0..<count).map { index in
            let row = index / layout.across % layout.down
            let rows =
                layout.tile == nil
                ? min(layout.segment.height, layout.size.height - row * layout.segment.height) : layout.segment.height
            return rows * layout.segmentRowBytes
        }
        var report = tiff_codec_report()
        var coded = layout.coded
        var output = tiff_codec_output()
        defer { tiff_codec_free(&output) }
        let status = segments.withUnsafeBufferPointer { samples in
            tiff_codec_encode(
                &coded, isLittleEndian ? 1 : 0, UInt32(clamping: count), samples.baseAddress, stride, lengths, limit,
                &output, &report)
        }
        switch Int(status) {
        case TIFF_CODEC_OK: break
        case TIFF_CODEC_MISSING: throw CodecError(.unsupported, TIFFCodec.missing)
        case TIFF_CODEC_MEMORY: throw CodecError(.outOfMemory, "the picture needs more memory than is available")
        default: throw CodecError(.unencodable, "the samples cannot be encoded: \(report.text)")
        }
        let file = UnsafeBufferPointer(start: output.file, count: output.size)
        var encoded: [[UInt8]] = []
        for index in 0..<count {
            let (offset, length) = (Int(clamping: output.offsets[index]), Int(clamping: output.lengths[index]))
            guard offset <= file.count, length <= file.count - offset else {
                throw CodecError(.unencodable, "libtiff has left out a strip")
            }
            encoded.append(Array(file[offset..<offset + length]))
        }
        return encoded
    }

    /// Copies the rows to or from the strips or tiles.
    private mutating func copy(_ segments: inout [UInt8], toSegments: Bool) {
        let layout = layout
        let (unit, rowBytes, segmentRow) = (layout.segment, layout.rowBytes, layout.segmentRowBytes)
        let planeBytes = rowBytes * layout.size.height
        bytes.withUnsafeMutableBytes { rows in
            segments.withUnsafeMutableBytes { segments in
                for index in 0..<layout.segmentCount {
                    let column = index % layout.across
                    let row = index / layout.across % layout.down
                    let plane = index / (layout.across * layout.down)
                    // Tiles are a multiple of 16 pixels wide, so that each begins with a whole byte.
                    let left = column * segmentRow
                    let length = min(segmentRow, rowBytes - left)
                    for y in 0..<min(unit.height, layout.size.height - row * unit.height) {
                        let own = plane * planeBytes + (row * unit.height + y) * rowBytes + left
                        let other = index * layout.segmentBytes + y * segmentRow
                        if toSegments {
                            segments.baseAddress?.advanced(by: other)
                                .copyMemory(from: rows.baseAddress! + own, byteCount: length)
                        } else {
                            rows.baseAddress?.advanced(by: own)
                                .copyMemory(from: segments.baseAddress! + other, byteCount: length)
                        }
                    }
                }
            }
        }
    }

    /// Sets the bits after the last pixel of each row to 0: encoders leave anything there.
    private mutating func clearPadding() {
        let used = layout.size.width * layout.pixelBits % 8
        guard used > 0 else { return }
        let mask = ~UInt8(0xFF >> used)
        for row in 1...layout.size.height * layout.planes { bytes[row * layout.rowBytes - 1] &= mask }
    }

    /// Whether two pictures have the same samples.
    package func hasSamples(of other: TIFFRaster) -> Bool {
        layout.size == other.layout.size && layout.pixelBits == other.layout.pixelBits
            && layout.planes == other.layout.planes && bytes == other.bytes
    }

    /// Calls a closure with the rows.
    package func withRows(_ body: (UnsafeRawBufferPointer) -> Void) {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0.prefix(layout.byteCount))) }
    }

    /// Returns the turned picture.
    package func turned(by orientation: Orientation) -> TIFFRaster {
        var turned = TIFFRaster(layout.turned(by: orientation))
        let planes = (layout.rowBytes * layout.size.height, turned.layout.rowBytes * turned.layout.size.height)
        bytes.withUnsafeBytes { source in
            turned.bytes.withUnsafeMutableBytes { target in
                guard let source = source.baseAddress, let target = target.baseAddress else { return }
                for plane in 0..<layout.planes {
                    let (from, to) = (source + plane * planes.0, target + plane * planes.1)
                    let bits = layout.pixelBits
                    if [8, 16, 24, 32, 48, 64].contains(bits) {
                        PixelTurn.turn(
                            from: from, stride: layout.rowBytes, size: layout.size, bytesPerPixel: bits / 8,
                            by: orientation, to: to, stride: turned.layout.rowBytes)
                    } else {
                        move(from, to, turned.layout, by: orientation)
                    }
                }
            }
        }
        return turned
    }

    /// Moves pixels of any number of bits.
    private func move(
        _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ upright: TIFFLayout,
        by orientation: Orientation
    ) {
        let bits = layout.pixelBits
        let (right, down) = orientation.transposes ? ((0, 1), (1, 0)) : ((1, 0), (0, 1))
        let step = (
            x: orientation.mirrorsHorizontally ? (-right.0, -right.1) : right,
            y: orientation.mirrorsVertically ? (-down.0, -down.1) : down
        )
        // The stored pixel that becomes the first one of the upright picture.
        let (last, end) = (layout.size.width - 1, layout.size.height - 1)
        let startX = step.x.0 < 0 || step.y.0 < 0 ? last : 0
        let startY = step.x.1 < 0 || step.y.1 < 0 ? end : 0
        for y in 0..<upright.size.height {
            for x in 0..<upright.size.width {
                let fromX = startX &+ x &* step.x.0 &+ y &* step.y.0
                let fromY = startY &+ x &* step.x.1 &+ y &* step.y.1
                let (from, to) = (source + fromY &* layout.rowBytes, target + y &* upright.rowBytes)
                if bits % 8 == 0 {
                    (to + x &* (bits / 8)).copyMemory(from: from + fromX &* (bits / 8), byteCount: bits / 8)
                } else if 8 % bits == 0 {
                    let (place, goal) = (fromX &* bits, x &* bits)
                    let value =
                        from.load(fromByteOffset: place / 8, as: UInt8.self) << (place % 8) & ~UInt8(0xFF >> bits)
                    let byte = to.load(fromByteOffset: goal / 8, as: UInt8.self) | value >> (goal % 8)
                    to.storeBytes(of: byte, toByteOffset: goal / 8, as: UInt8.self)
                } else {
                    for bit in 0..<bits {
                        let (place, goal) = (fromX &* bits &+ bit, x &* bits &+ bit)
                        let isSet = from.load(fromByteOffset: place / 8, as: UInt8.self) << (place % 8) & 0x80
                        let byte = to.load(fromByteOffset: goal / 8, as: UInt8.self) | isSet >> (goal % 8)
                        to.storeBytes(of: byte, toByteOffset: goal / 8, as: UInt8.self)
                    }
                }
            }
        }
    }
}
