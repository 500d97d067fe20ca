package import UprightBase
internal import UprightFormats

/// A GIF file for tests, built by simple code that shares nothing with the encoder under test.
package struct TestGIF {
    /// A frame.
    package struct Frame {
        package var rect: Rect
        package var indices: [UInt8]
        package var isInterlaced = false
        package var hasPalette = false
        /// Whether the frame's own palette repeats the global one.
        package var repeatsPalette = false
        package var transparent: UInt8?
        package var delay: UInt16 = 7
        package var disposal: UInt8 = 1
        /// The LZW minimum code size for data with growing codes (``TestGIF/growingLZW(_:codeSize:)``); nil for other
        /// data.
        package var codeSize: Int?

        /// Creates a frame of pseudo-random indices.
        package init(_ rect: Rect, interlaced: Bool = false, palette: Bool = false, colors: Int = 4, seed: UInt64 = 1) {
            var random = TestNumbers(seed: seed)
            self.rect = rect
            indices = (0..<rect.width * rect.height).map { _ in UInt8(random.next(below: colors)) }
            isInterlaced = interlaced
            hasPalette = palette
        }

        /// Returns the indices, each moved as the orientation says.
        package func turned(by orientation: Orientation) -> [UInt8] {
            let upright = rect.size.turned(by: orientation)
            let transform = orientation.transform(in: rect.size)
            var moved = indices
            for y in 0..<rect.height {
                for x in 0..<rect.width {
                    let to = transform.applied(to: Point(x: x, y: y))
                    moved[to.y * upright.width + to.x] = indices[y * rect.width + x]
                }
            }
            return moved
        }
    }

    package var size: Size
    package var frames: [Frame]
    /// Blocks between the header and the first frame.
    package var before: [UInt8] = []
    /// Blocks between the last frame and the end.
    package var after: [UInt8] = []
    package var trailer: [UInt8] = []
    package var aspect: UInt8 = 0

    /// Creates a file of a screen and its frames.
    package init(_ size: Size, _ frames: [Frame]) {
        self.size = size
        self.frames = frames
    }

    /// The colour tables have four colours.
    private static let palette = (0..<12).map { UInt8($0 * 20) }

    /// The file.
    package var file: [UInt8] {
        var bytes = Array("GIF89a".utf8) + words([size.width, size.height]) + [0x91, 0, aspect] + Self.palette
        bytes += before
        for frame in frames {
            let packed = frame.disposal << 2 | (frame.transparent == nil ? 0 : 1)
            bytes += [0x21, 0xF9, 4, packed] + words([Int(frame.delay)]) + [frame.transparent ?? 0, 0]
            bytes += [0x2C] + words([frame.rect.x, frame.rect.y, frame.rect.width, frame.rect.height])
            bytes.append((frame.isInterlaced ? 0x40 : 0) | (frame.hasPalette ? 0x81 : 0))
            if frame.hasPalette { bytes += frame.repeatsPalette ? Self.palette : Self.palette.reversed() }
            bytes +=
                frame.codeSize.map { Self.growingLZW(stored(frame), codeSize: $0) }
                ?? Self.lzw(stored(frame), codeSize: 8)
        }
        return bytes + after + [0x3B] + trailer
    }

    private func words(_ values: [Int]) -> [UInt8] {
        values.flatMap { [UInt8($0 & 255), UInt8($0 >> 8 & 255)] }
    }

    private func stored(_ frame: Frame) -> [UInt8] {
        guard frame.isInterlaced else { return frame.indices }
        let rows = [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap {
            Array(stride(from: $0.0, to: frame.rect.height, by: $0.1))
        }
        return rows.flatMap { frame.indices[$0 * frame.rect.width..<($0 + 1) * frame.rect.width] }
    }

    /// Returns LZW data that never uses its table: only literals, with a clear code before a code could grow.
    package static func lzw(_ indices: [UInt8], codeSize: Int) -> [UInt8] {
        var codes: [Int] = []
        for (position, index) in indices.enumerated() {
            if position % ((1 << codeSize) - 2) == 0 { codes.append(1 << codeSize) }
            codes.append(Int(index))
        }
        codes.append(1 << codeSize + 1)
        var bytes: [UInt8] = []
        var word = 0
        var count = 0
        for code in codes {
            word |= code << count
            count += codeSize + 1
            while count >= 8 {
                bytes.append(UInt8(word & 255))
                word >>= 8
                count -= 8
            }
        }
        if count > 0 { bytes.append(UInt8(word & 255)) }
        return [UInt8(codeSize)] + GIFSubBlocks.serialized(bytes)
    }

    /// Returns LZW data whose decoder builds its table, although no code of the table is used: the codes grow as the
    /// table does.
    package static func growingLZW(_ indices: [UInt8], codeSize: Int) -> [UInt8] {
        let clear = 1 << codeSize
        var bits: [Bool] = []
        var width = codeSize + 1
        func append(_ code: Int) { bits += (0..<width).map { code >> $0 & 1 == 1 } }
        append(clear)
        var next = clear + 1
        for index in indices {
            append(Int(index))
            // The code that the next string would get.
            next += 1
            if next == 1 << width, width < 12 { width += 1 }
            if next == 4000 {
                append(clear)
                width = codeSize + 1
                next = clear + 1
            }
        }
        append(clear + 1)
        let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<min(start + 8, bits.count)].reversed().reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        return [UInt8(codeSize)] + GIFSubBlocks.serialized(bytes)
    }

    /// Returns an application extension with an XMP packet.
    package static func xmp(_ packet: [UInt8]) -> [UInt8] {
        [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + packet + GIFApplication.xmpTrailer
    }

    /// The application extension that makes an animation loop.
    package static let loop: [UInt8] = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
}
