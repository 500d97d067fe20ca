extension MetadataValue {
    /// Returns a text value of type ASCII, in UTF-8, as readers from before Exif 3.0 expect, with a NUL at its end.
    public static func text(_ string: String) -> MetadataValue { .ascii(Array(string.utf8) + [0]) }

    /// The text; nil also for blanks, which writers use for unknown values.
    package var textUnlessBlank: String? { text.flatMap { $0.allSatisfy { $0 == " " } ? nil : $0 } }

    /// The text up to the first NUL, for ASCII and UTF-8 values. Bytes that are not UTF-8 are read as Windows-1252.
    public var text: String? {
        switch self {
        case .ascii(let bytes), .utf8(let bytes): TextEncoding.lenient(bytes.prefix { $0 != 0 })
        default: nil
        }
    }

    /// The units as whole numbers; nil if the type is not an integer type.
    public var integers: [Int]? {
        switch self {
        case .byte(let units): units.map(Int.init)
        case .short(let units): units.map(Int.init)
        case .long(let units), .ifd(let units): units.map(Int.init)
        case .signedByte(let units): units.map(Int.init)
        case .signedShort(let units): units.map(Int.init)
        case .signedLong(let units): units.map(Int.init)
        default: nil
        }
    }

    /// The units as numbers; nil if the type is not numeric. n/0 is infinite, and 0/0 is NaN.
    public var numbers: [Double]? {
        switch self {
        case .rational(let units): units.map(\.value)
        case .signedRational(let units): units.map(\.value)
        case .float(let units): units.map(Double.init)
        case .double(let units): units
        default: integers?.map(Double.init)
        }
    }

    /// The bytes; nil if the units are not bytes.
    public var bytes: [UInt8]? {
        switch self {
        case .byte(let units), .ascii(let units), .undefined(let units), .utf8(let units): units
        case .signedByte(let units): units.map { UInt8(bitPattern: $0) }
        default: nil
        }
    }
}
