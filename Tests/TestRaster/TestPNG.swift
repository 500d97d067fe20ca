package import UprightBase
internal import UprightCodecs
package import UprightFormats

/// A PNG file for tests, built by simple code that shares only zlib with the encoder under test.
package struct TestPNG {
    package var header: PNGHeader
    /// The pixels in rows from the top, each as a number of up to 64 bits.
    package var pixels: [[UInt64]]
    /// Chunks between the header and the image data.
    package var before: [(PNGChunkType, [UInt8])] = []
    /// Chunks between the image data and the end.
    package var after: [(PNGChunkType, [UInt8])] = []
    /// The bytes after the end.
    package var trailer: [UInt8] = []
    /// The maximum number of bytes of image data in a chunk.
    package var chunkLength = 64

    /// Creates a picture of pseudo-random pixels.
    package init(
        _ size: Size, _ colorType: PNGHeader.ColorType = .rgb, depth: Int = 8, interlaced: Bool = false,
        seed: UInt64 = 1
    ) {
        header = PNGHeader(size: size, bitDepth: depth, colorType: colorType, isInterlaced: interlaced)
        pixels = Self.randomPixels(size, bits: header.bitsPerPixel, seed: seed)
        if colorType == .palette {
            before.append((.plte, (0..<(3 << depth)).map { UInt8(truncatingIfNeeded: $0 * 37) }))
        }
    }

    /// Returns pseudo-random pixels.
    package static func randomPixels(_ size: Size, bits: Int, seed: UInt64) -> [[UInt64]] {
        var random = TestNumbers(seed: seed)
        let mask = bits == 64 ? UInt64.max : 1 << UInt64(bits) - 1
        return (0..<size.height).map { _ in (0..<size.width).map { _ in random.next() & mask } }
    }

    /// The file.
    package var file: [UInt8] {
        var writer = PNGWriter()
        writer.append(.ihdr, header.serialized)
        for (type, data) in before { writer.append(type, data) }
        let stream = imageData(pixels)
        for start in stride(from: 0, to: stream.count, by: chunkLength) {
            writer.append(.idat, Array(stream[start..<min(start + chunkLength, stream.count)]))
        }
        for (type, data) in after { writer.append(type, data) }
        writer.append(.iend, [])
        writer.append(verbatim: trailer[...])
        return writer.bytes
    }

    /// Returns the zlib stream of a picture's rows.
    package func imageData(_ pixels: [[UInt64]]) -> [UInt8] {
        let passes =
            header.isInterlaced
            ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
            : [(0, 0, 1, 1)]
        var bytes: [UInt8] = []
        for (x, y, stepX, stepY) in passes {
            let rows = stride(from: y, to: pixels.count, by: stepY).map { row in
                packed(stride(from: x, to: pixels[row].count, by: stepX).map { pixels[row][$0] })
            }
            bytes += filtered(rows.filter { !$0.isEmpty })
        }
        return Zlib.deflate(bytes, level: 6) ?? []
    }

    /// Returns the packed bytes of a row.
    package func packed(_ row: [UInt64]) -> [UInt8] {
        var bits: [Bool] = []
        for pixel in row {
            for bit in (0..<header.bitsPerPixel).reversed() { bits.append(pixel >> UInt64(bit) & 1 == 1) }
        }
        return stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(0) { $0 << 1 | (start + $1 < bits.count && bits[start + $1] ? 1 : 0) }
        }
    }

    /// The rows of the picture as a decoder returns them.
    package var packedRows: [UInt8] { pixels.flatMap(packed) }

    /// Returns the rows under each of the five filters in turn (PNG, 9.2), computed byte by byte.
    private func filtered(_ rows: [[UInt8]]) -> [UInt8] {
        let unit = max(1, header.bitsPerPixel / 8)
        var bytes: [UInt8] = []
        for (y, row) in rows.enumerated() {
            let filter = y % 5
            bytes.append(UInt8(filter))
            for (x, value) in row.enumerated() {
                let a = x >= unit ? Int(row[x - unit]) : 0
                let b = y > 0 ? Int(rows[y - 1][x]) : 0
                let c = y > 0 && x >= unit ? Int(rows[y - 1][x - unit]) : 0
                let p = a + b - c
                let nearest = [a, b, c].min { abs(p - $0) < abs(p - $1) } ?? 0
                let predicted = [0, a, b, (a + b) / 2, nearest][filter]
                bytes.append(value &- UInt8(truncatingIfNeeded: predicted))
            }
        }
        return bytes
    }

    /// Returns the picture with each pixel moved as the orientation says.
    package func turned(by orientation: Orientation) -> TestPNG {
        var copy = self
        copy.header.size = header.size.turned(by: orientation)
        copy.pixels = Self.turned(pixels, header.size, orientation)
        return copy
    }

    /// Returns pixels, each moved as the orientation says.
    package static func turned(_ pixels: [[UInt64]], _ size: Size, _ orientation: Orientation) -> [[UInt64]] {
        let upright = size.turned(by: orientation)
        let transform = orientation.transform(in: size)
        var moved = Array(repeating: Array(repeating: UInt64(0), count: upright.width), count: upright.height)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let to = transform.applied(to: Point(x: x, y: y))
                moved[to.y][to.x] = pixels[y][x]
            }
        }
        return moved
    }

    /// All combinations of colour type and depth that the format allows.
    package static let kinds = PNGHeader.ColorType.allCases.flatMap { type in type.bitDepths.map { (type, $0) } }
}
