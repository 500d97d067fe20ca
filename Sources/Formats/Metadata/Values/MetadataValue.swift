/// The value of a tag, exactly as stored in the block: its type, its count and every bit.
///
/// ``init(decoding:as:order:)`` and ``encoded(order:)`` are inverses for every type and both byte orders.
public enum MetadataValue: Sendable, Hashable, Codable {
    /// BYTE.
    case byte([UInt8])
    /// ASCII: the bytes with the NULs that terminate or separate them, in any encoding.
    case ascii([UInt8])
    /// SHORT.
    case short([UInt16])
    /// LONG.
    case long([UInt32])
    /// RATIONAL.
    case rational([Rational])
    /// SBYTE.
    case signedByte([Int8])
    /// UNDEFINED.
    case undefined([UInt8])
    /// SSHORT.
    case signedShort([Int16])
    /// SLONG.
    case signedLong([Int32])
    /// SRATIONAL.
    case signedRational([SignedRational])
    /// FLOAT.
    case float([Float])
    /// DOUBLE.
    case double([Double])
    /// IFD: offsets.
    case ifd([UInt32])
    /// UTF-8 (Exif 3.0): the bytes with the NULs that terminate or separate them.
    case utf8([UInt8])

    /// The value's type.
    public var type: TIFFFieldType {
        switch self {
        case .byte: .byte
        case .ascii: .ascii
        case .short: .short
        case .long: .long
        case .rational: .rational
        case .signedByte: .sbyte
        case .undefined: .undefined
        case .signedShort: .sshort
        case .signedLong: .slong
        case .signedRational: .srational
        case .float: .float
        case .double: .double
        case .ifd: .ifd
        case .utf8: .utf8
        }
    }

    /// The number of units, as in the entry's count; for text, this includes the NUL.
    public var count: Int {
        switch self {
        case .byte(let units), .ascii(let units), .undefined(let units), .utf8(let units): units.count
        case .short(let units): units.count
        case .long(let units), .ifd(let units): units.count
        case .rational(let units): units.count
        case .signedByte(let units): units.count
        case .signedShort(let units): units.count
        case .signedLong(let units): units.count
        case .signedRational(let units): units.count
        case .float(let units): units.count
        case .double(let units): units.count
        }
    }

    /// The size of the value in bytes.
    public var size: Int { count * (type.size ?? 1) }
}
