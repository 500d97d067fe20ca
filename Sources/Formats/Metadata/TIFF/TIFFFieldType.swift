/// The type of the values of a TIFF field (TIFF 6.0, section 2; type 13 from TIFF Technical Note 1; type 129 from
/// Exif 3.0).
///
/// Unknown types are kept, but their values are unreadable.
public struct TIFFFieldType: RawRepresentable, Sendable, Hashable, Codable {
    /// The number in the directory entry.
    public let rawValue: UInt16

    /// Creates the type with the given number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Unsigned, one byte.
    public static let byte = TIFFFieldType(rawValue: 1)
    /// Text of 7-bit characters, terminated by a NUL.
    public static let ascii = TIFFFieldType(rawValue: 2)
    /// Unsigned, two bytes.
    public static let short = TIFFFieldType(rawValue: 3)
    /// Unsigned, four bytes.
    public static let long = TIFFFieldType(rawValue: 4)
    /// Two LONGs: numerator and denominator.
    public static let rational = TIFFFieldType(rawValue: 5)
    /// Signed, one byte.
    public static let sbyte = TIFFFieldType(rawValue: 6)
    /// A byte whose meaning depends on the tag.
    public static let undefined = TIFFFieldType(rawValue: 7)
    /// Signed, two bytes.
    public static let sshort = TIFFFieldType(rawValue: 8)
    /// Signed, four bytes.
    public static let slong = TIFFFieldType(rawValue: 9)
    /// Two SLONGs: numerator and denominator.
    public static let srational = TIFFFieldType(rawValue: 10)
    /// IEEE 754, four bytes.
    public static let float = TIFFFieldType(rawValue: 11)
    /// IEEE 754, eight bytes.
    public static let double = TIFFFieldType(rawValue: 12)
    /// An offset to a directory, four bytes.
    public static let ifd = TIFFFieldType(rawValue: 13)
    /// UTF-8 text, terminated by a NUL.
    public static let utf8 = TIFFFieldType(rawValue: 129)

    /// The size of a value in bytes; nil for an unknown type.
    public var size: Int? {
        switch self {
        case .byte, .ascii, .sbyte, .undefined, .utf8: 1
        case .short, .sshort: 2
        case .long, .slong, .float, .ifd: 4
        case .rational, .srational, .double: 8
        default: nil
        }
    }

    /// Whether the values are whole numbers, whatever the tag.
    public var isInteger: Bool {
        switch self {
        case .byte, .sbyte, .short, .sshort, .long, .slong, .ifd: true
        default: false
        }
    }

    /// Whether the values are signed, in two's complement.
    public var isSigned: Bool { self == .sbyte || self == .sshort || self == .slong || self == .srational }
}
