extension TIFFFieldType {
    /// The twelve types of TIFF 6.0, IFD (TIFF Technical Note 1) and UTF-8 (Exif 3.0).
    public static let known: [TIFFFieldType] = [
        .byte, .ascii, .short, .long, .rational, .sbyte, .undefined, .sshort, .slong, .srational, .float, .double, .ifd,
        .utf8,
    ]

    /// The type's name in the specification: `SRATIONAL`; `type 99` for unknown types.
    public var name: String {
        switch self {
        case .byte: "BYTE"
        case .ascii: "ASCII"
        case .short: "SHORT"
        case .long: "LONG"
        case .rational: "RATIONAL"
        case .sbyte: "SBYTE"
        case .undefined: "UNDEFINED"
        case .sshort: "SSHORT"
        case .slong: "SLONG"
        case .srational: "SRATIONAL"
        case .float: "FLOAT"
        case .double: "DOUBLE"
        case .ifd: "IFD"
        case .utf8: "UTF-8"
        default: "type \(rawValue)"
        }
    }
}
