package import UprightBase

/// The samples of a TIFF picture: the rows of each plane one after the other, each beginning with a whole byte. Samples of 16
/// bits and more are in the machine's byte order.
package struct TIFFRaster: Sendable {
    /// How the picture was or will be stored.
    package let layout: TIFFLayout
    /// The rows, and some bytes more.
    private(set) var bytes: [UInt8]

    /// Further bytes after the rows: pixels are read in whole words.
    private static let room = 16

    init(_ layout: TIFFLayout) {
        self.layout = layout
        bytes = [UInt8](repeating: 0, count: layout.byteCount + Self.room)
    }

    /// Returns the same samples, to be stored in another way.
    package func stored(as layout: TIFFLayout) -> TIFFRaster {
        var raster = TIFFRaster(layout)
        raster.bytes = bytes
        return raster
    }

    /// Copies the rows of a strip or tile to or from the picture.
    mutating func copy(_ segment: UnsafeMutableRawBufferPointer, _ index: Int, toSegment: Bool) {
        let layout = layout
        let (unit, rowBytes, segmentRow) = (layout.segment, layout.rowBytes, layout.segmentRowBytes)
        let column = index % layout.across
        let row = index / layout.across % layout.down
        let plane = index / (layout.across * layout.down)
        // Tiles are a multiple of 16 pixels wide, so that each begins with a whole byte.
        let left = column * segmentRow
        let length = min(segmentRow, rowBytes - left)
        let first = plane * rowBytes * layout.size.height + row * unit.height * rowBytes + left
        bytes.withUnsafeMutableBytes { rows in
            guard let rows = rows.baseAddress, let segment = segment.baseAddress else { return }
            for y in 0..<min(unit.height, layout.size.height - row * unit.height) {
                let (own, other) = (rows + first + y * rowBytes, segment + y * segmentRow)
                if toSegment {
                    other.copyMemory(from: own, byteCount: length)
                } else {
                    own.copyMemory(from: other, byteCount: length)
                }
            }
        }
    }

    /// Sets the bits after the last pixel of each row to 0: encoders leave anything there.
    mutating func clearPadding() {
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

    /// Whether this picture is another one, turned. Pixel by pixel, and without the code that turns.
    package func isTurned(from stored: TIFFRaster, by orientation: Orientation) -> Bool {
        let (own, other) = (layout, stored.layout)
        guard own.size == other.size.turned(by: orientation), own.pixelBits == other.pixelBits,
            own.planes == other.planes
        else { return false }
        let transform = orientation.transform(in: other.size)
        let (bits, planes) = (own.pixelBits, (own.rowBytes * own.size.height, other.rowBytes * other.size.height))
        return bytes.withUnsafeBufferPointer { mine in
            stored.bytes.withUnsafeBufferPointer { theirs in
                func byte(_ bytes: UnsafeBufferPointer<UInt8>, _ row: Int, _ bit: Int) -> UInt8 {
                    let offset = row + bit / 8
                    return bit % 8 == 0
                        ? bytes[offset] : bytes[offset] << UInt8(bit % 8) | bytes[offset + 1] >> UInt8(8 - bit % 8)
                }
                for plane in 0..<own.planes {
                    for y in 0..<other.size.height {
                        for x in 0..<other.size.width {
                            let point = transform.applied(to: Point(x: x, y: y))
                            let to = plane * planes.0 + point.y * own.rowBytes
                            let from = plane * planes.1 + y * other.rowBytes
                            for bit in stride(from: 0, to: bits, by: 8) {
                                let difference =
                                    byte(mine, to, point.x * bits + bit) ^ byte(theirs, from, x * bits + bit)
                                guard difference & ~(bits - bit < 8 ? 0xFF >> UInt8(bits - bit) : 0) == 0 else {
                                    return false
                                }
                            }
                        }
                    }
                }
                return true
            }
        }
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
