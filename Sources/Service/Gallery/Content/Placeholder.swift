internal import UprightBase
internal import UprightRewriting

/// The picture that stands for what cannot be shown: a sign, and the format in letters. It is a JPEG, because an export has one
/// name for every thumbnail.
enum Placeholder {
    /// What it stands for.
    enum Sign: Sendable, Hashable {
        /// A video without a picture of its own.
        case video
        /// A file that is not decoded here.
        case unseen
        /// A file that is not there.
        case missing
    }

    /// Returns the JPEG, of 640 by 480 pixels; empty if it cannot be encoded.
    ///
    /// - Parameter text: letters without accents and digits; others are left out.
    static func jpeg(_ text: String, _ sign: Sign) -> [UInt8] {
        var canvas = Canvas()
        switch sign {
        case .video:
            canvas.fill(dim) { x, y in (x - 320) * (x - 320) + (y - 190) * (y - 190) < 90 * 90 }
            canvas.fill(bright) { x, y in x >= 292 && x < 372 && (y - 190).magnitude * 8 < (372 - x) * 5 }
        case .unseen, .missing:
            canvas.fill(dim) { x, y in
                let isInside = x >= 224 && x < 416 && y >= 112 && y < 268
                return isInside && !(x >= 236 && x < 404 && y >= 124 && y < 256)
            }
            if sign == .missing {
                canvas.fill(bright) { x, y in
                    let (dx, dy) = (x - 320, y - 190)
                    return max(dx.magnitude, dy.magnitude) < 48 && min((dx - dy).magnitude, (dx + dy).magnitude) < 12
                }
            } else {
                canvas.fill(dim) { x, y in (x - 364) * (x - 364) + (y - 160) * (y - 160) < 18 * 18 }
                canvas.fill(dim) { x, y in y < 256 && y - 164 > (x - 296).magnitude && x >= 236 && x < 404 }
            }
        }
        canvas.write(text.uppercased().prefix(5))
        do { return try PixelBuffer(size: Canvas.size, rgb: canvas.rgb).jpeg() } catch { return [] }
    }

    private static let ground: [UInt8] = [44, 50, 52]
    private static let dim: [UInt8] = [112, 122, 124]
    private static let bright: [UInt8] = [236, 240, 240]

    private struct Canvas {
        static let size = Size(width: 640, height: 480)
        private static let scale = 9

        var rgb = [UInt8](unsafeUninitializedCapacity: size.width * size.height * 3) { buffer, count in
            for index in buffer.indices { buffer[index] = ground[index % 3] }
            count = buffer.count
        }

        mutating func fill(_ colour: [UInt8], _ isInside: (_ x: Int, _ y: Int) -> Bool) {
            for y in 90..<300 {
                for x in 200..<440 where isInside(x, y) { set(x, y, colour) }
            }
        }

        mutating func write(_ text: Substring) {
            let glyphs = text.compactMap { letters[$0] }
            let left = (Self.size.width - (glyphs.count * 6 - 1) * Self.scale) / 2
            for (index, glyph) in glyphs.enumerated() {
                for (column, bits) in glyph.enumerated() {
                    for row in 0..<7 where bits >> row & 1 == 1 {
                        for y in 0..<Self.scale {
                            for x in 0..<Self.scale {
                                set(left + (index * 6 + column) * Self.scale + x, 318 + row * Self.scale + y, bright)
                            }
                        }
                    }
                }
            }
        }

        private mutating func set(_ x: Int, _ y: Int, _ colour: [UInt8]) {
            for channel in 0..<3 { rgb[(y * Self.size.width + x) * 3 + channel] = colour[channel] }
        }
    }

    /// Letters of five columns of seven pixels, the highest in the lowest bit.
    private static let letters: [Character: [UInt8]] = [
        "0": [0x3E, 0x51, 0x49, 0x45, 0x3E], "1": [0x00, 0x42, 0x7F, 0x40, 0x00], "2": [0x42, 0x61, 0x51, 0x49, 0x46],
        "3": [0x21, 0x41, 0x45, 0x4B, 0x31], "4": [0x18, 0x14, 0x12, 0x7F, 0x10], "5": [0x27, 0x45, 0x45, 0x45, 0x39],
        "6": [0x3C, 0x4A, 0x49, 0x49, 0x30], "7": [0x01, 0x71, 0x09, 0x05, 0x03], "8": [0x36, 0x49, 0x49, 0x49, 0x36],
        "9": [0x06, 0x49, 0x49, 0x29, 0x1E], "A": [0x7E, 0x11, 0x11, 0x11, 0x7E], "B": [0x7F, 0x49, 0x49, 0x49, 0x36],
        "C": [0x3E, 0x41, 0x41, 0x41, 0x22], "D": [0x7F, 0x41, 0x41, 0x22, 0x1C], "E": [0x7F, 0x49, 0x49, 0x49, 0x41],
        "F": [0x7F, 0x09, 0x09, 0x09, 0x01], "G": [0x3E, 0x41, 0x49, 0x49, 0x7A], "H": [0x7F, 0x08, 0x08, 0x08, 0x7F],
        "I": [0x00, 0x41, 0x7F, 0x41, 0x00], "J": [0x20, 0x40, 0x41, 0x3F, 0x01], "K": [0x7F, 0x08, 0x14, 0x22, 0x41],
        "L": [0x7F, 0x40, 0x40, 0x40, 0x40], "M": [0x7F, 0x02, 0x0C, 0x02, 0x7F], "N": [0x7F, 0x04, 0x08, 0x10, 0x7F],
        "O": [0x3E, 0x41, 0x41, 0x41, 0x3E], "P": [0x7F, 0x09, 0x09, 0x09, 0x06], "Q": [0x3E, 0x41, 0x51, 0x21, 0x5E],
        "R": [0x7F, 0x09, 0x19, 0x29, 0x46], "S": [0x46, 0x49, 0x49, 0x49, 0x31], "T": [0x01, 0x01, 0x7F, 0x01, 0x01],
        "U": [0x3F, 0x40, 0x40, 0x40, 0x3F], "V": [0x1F, 0x20, 0x40, 0x20, 0x1F], "W": [0x3F, 0x40, 0x38, 0x40, 0x3F],
        "X": [0x63, 0x14, 0x08, 0x14, 0x63], "Y": [0x07, 0x08, 0x70, 0x08, 0x07], "Z": [0x61, 0x51, 0x49, 0x45, 0x43],
    ]
}
