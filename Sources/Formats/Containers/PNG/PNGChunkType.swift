internal import UprightBase

/// The four-letter type of a PNG chunk, known to this project or not.
///
/// Source: PNG (third edition), 5.4 Chunk naming conventions.
public struct PNGChunkType: RawRepresentable, Sendable, Hashable {
    /// The four bytes, with the first as the most significant.
    public let rawValue: UInt32

    /// Creates the type with the given four bytes.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Creates the type with a name of four ASCII letters.
    public init(_ name: StaticString) {
        precondition(name.utf8CodeUnitCount == 4, "a chunk's name has four letters")
        rawValue = name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// Whether all four bytes are ASCII letters, as the format requires.
    public var isValid: Bool {
        rawValue.bigEndianBytes.allSatisfy { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
    }

    /// Whether readers can ignore the chunk.
    public var isAncillary: Bool { rawValue & 0x2000_0000 != 0 }

    /// Whether the chunk's meaning is private to its writers.
    public var isPrivate: Bool { rawValue & 0x0020_0000 != 0 }

    /// Image header.
    public static let ihdr = PNGChunkType("IHDR")
    /// Palette.
    public static let plte = PNGChunkType("PLTE")
    /// Image data.
    public static let idat = PNGChunkType("IDAT")
    /// Image trailer.
    public static let iend = PNGChunkType("IEND")
    /// Exif.
    public static let exif = PNGChunkType("eXIf")
    /// Exif, under its name before registration.
    public static let earlyExif = PNGChunkType("zxIf")
    /// Text in Latin-1.
    public static let text = PNGChunkType("tEXt")
    /// Text in Latin-1, compressed.
    public static let compressedText = PNGChunkType("zTXt")
    /// Text in UTF-8, compressed or not.
    public static let internationalText = PNGChunkType("iTXt")
    /// ICC profile.
    public static let iccProfile = PNGChunkType("iCCP")
    /// Physical pixel dimensions.
    public static let physicalDimensions = PNGChunkType("pHYs")
    /// Image offset.
    public static let offset = PNGChunkType("oFFs")
    /// Physical scale of the subject.
    public static let subjectScale = PNGChunkType("sCAL")
    /// APNG: animation control.
    public static let animationControl = PNGChunkType("acTL")
    /// APNG: frame control.
    public static let frameControl = PNGChunkType("fcTL")
    /// APNG: frame data.
    public static let frameData = PNGChunkType("fdAT")
    /// The marker of Apple's optimized PNG, which other readers do not accept as PNG.
    public static let cgBI = PNGChunkType("CgBI")
}

extension PNGChunkType: CustomStringConvertible {
    /// The four letters; bytes that are not printable ASCII are shown as `\xNN`.
    public var description: String {
        rawValue.bigEndianBytes.map { byte in
            if (0x21...0x7E).contains(byte) { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16)
            return "\\x" + (digits.count == 1 ? "0" + digits : digits)
        }.joined()
    }
}
