public import UprightBase

/// The image header of a PNG file (`IHDR`).
///
/// Source: PNG (third edition), 11.2.1.
public struct PNGHeader: Sendable, Hashable {
    /// How a pixel's samples form a colour.
    public enum ColorType: UInt8, Sendable, Hashable, CaseIterable {
        /// One sample of gray.
        case gray = 0
        /// Red, green, blue.
        case rgb = 2
        /// One index into the palette.
        case palette = 3
        /// Gray and alpha.
        case grayAlpha = 4
        /// Red, green, blue, alpha.
        case rgba = 6

        /// The number of samples per pixel.
        public var samples: Int {
            switch self {
            case .gray, .palette: 1
            case .grayAlpha: 2
            case .rgb: 3
            case .rgba: 4
            }
        }

        /// The allowed numbers of bits per sample.
        public var bitDepths: [Int] {
            switch self {
            case .gray: [1, 2, 4, 8, 16]
            case .palette: [1, 2, 4, 8]
            case .rgb, .grayAlpha, .rgba: [8, 16]
            }
        }
    }

    /// The picture's size in pixels, each side from 1 to 2³¹−1.
    public var size: Size
    /// Bits per sample: 1, 2, 4, 8 or 16.
    public var bitDepth: Int
    /// How samples form a colour.
    public var colorType: ColorType
    /// Whether the rows are stored in the seven passes of Adam7.
    public var isInterlaced: Bool

    /// Creates a header with the given fields.
    public init(size: Size, bitDepth: Int, colorType: ColorType, isInterlaced: Bool) {
        self.size = size
        self.bitDepth = bitDepth
        self.colorType = colorType
        self.isInterlaced = isInterlaced
    }

    /// Bits per pixel: 1 to 64.
    public var bitsPerPixel: Int { bitDepth * colorType.samples }

    /// Parses the 13 bytes of the chunk's data. The inverse of ``serialized``.
    ///
    /// - Parameter data: their range in the file.
    /// - Throws: ``FormatError`` if a field has a value that the format does not define.
    public init(parsing bytes: [UInt8], in data: Range<Int>) throws(FormatError) {
        guard data.count == 13 else {
            throw .invalidHeader("length", found: data.count, "13 bytes", at: data.lowerBound)
        }
        let at = data.lowerBound
        let width = Int(bytes.bigEndian32(at: at) ?? 0)
        let height = Int(bytes.bigEndian32(at: at + 4) ?? 0)
        for (name, side, offset) in [("width", width, at), ("height", height, at + 4)] {
            guard (1...0x7FFF_FFFF).contains(side) else {
                throw .invalidHeader(name, found: side, "1...2147483647", at: offset)
            }
        }
        guard let colorType = ColorType(rawValue: bytes[at + 9]) else {
            throw .invalidHeader("colour type", found: Int(bytes[at + 9]), "0, 2, 3, 4 or 6", at: at + 9)
        }
        let bitDepth = Int(bytes[at + 8])
        guard colorType.bitDepths.contains(bitDepth) else {
            let depths = colorType.bitDepths.map(String.init).joined(separator: ", ")
            throw .invalidHeader("bit depth", found: bitDepth, "one of \(depths) for \(colorType)", at: at + 8)
        }
        for (name, offset) in [("compression method", at + 10), ("filter method", at + 11)] where bytes[offset] != 0 {
            throw .invalidHeader(name, found: Int(bytes[offset]), "0", at: offset)
        }
        guard bytes[at + 12] <= 1 else {
            throw .invalidHeader("interlace method", found: Int(bytes[at + 12]), "0 or 1", at: at + 12)
        }
        self.init(
            size: Size(width: width, height: height), bitDepth: bitDepth, colorType: colorType,
            isInterlaced: bytes[at + 12] == 1)
    }

    /// The 13 bytes of the chunk's data.
    public var serialized: [UInt8] {
        UInt32(truncatingIfNeeded: size.width).bigEndianBytes + UInt32(truncatingIfNeeded: size.height).bigEndianBytes
            + [UInt8(truncatingIfNeeded: bitDepth), colorType.rawValue, 0, 0, isInterlaced ? 1 : 0]
    }
}
