/// The encodings of text in metadata.
public enum TextEncoding: Sendable, Hashable {
    /// UTF-8, which contains ASCII.
    case utf8
    /// ISO/IEC 8859-1, with the characters of Windows-1252 in place of control characters.
    case latin1
    /// UTF-16; a byte order mark, if present, overrides the order.
    case utf16(TIFFByteOrder)

    /// Returns the text of bytes in this encoding; nil if they are not valid.
    public func decoded(_ bytes: some Collection<UInt8>) -> String? {
        switch self {
        case .utf8:
            return String(validating: bytes, as: UTF8.self)
        case .latin1:
            return String(String.UnicodeScalarView(bytes.map { Self.windows1252($0) }))
        case .utf16(let order):
            var bytes = Array(bytes)
            var order = order
            if bytes.starts(with: [0xFE, 0xFF]) {
                order = .bigEndian
                bytes.removeFirst(2)
            } else if bytes.starts(with: [0xFF, 0xFE]) {
                order = .littleEndian
                bytes.removeFirst(2)
            }
            let units = (0..<(bytes.count / 2)).map { index in
                UInt16(truncatingIfNeeded: order.integer(bytes[2 * index..<2 * index + 2]))
            }
            return String(validating: units, as: UTF16.self)
        }
    }

    /// Returns the bytes of a text in this encoding, without a byte order mark; nil if it lacks one of the characters.
    public func encoded(_ text: String) -> [UInt8]? {
        switch self {
        case .utf8:
            return Array(text.utf8)
        case .latin1:
            var bytes: [UInt8] = []
            for scalar in text.unicodeScalars {
                guard let byte = UInt8(exactly: scalar.value), Self.windows1252(byte) == scalar else { return nil }
                bytes.append(byte)
            }
            return bytes
        case .utf16(let order):
            return text.utf16.flatMap { order.bytes(UInt64($0), count: 2) }
        }
    }

    /// Decodes text in an undeclared encoding: UTF-8 if it is valid, otherwise Windows-1252.
    public static func lenient(_ bytes: some Collection<UInt8>) -> String {
        TextEncoding.utf8.decoded(bytes) ?? TextEncoding.latin1.decoded(bytes) ?? ""
    }

    private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
        guard byte >= 0x80, byte < 0xA0, let scalar = Unicode.Scalar(controls[Int(byte) - 0x80]) else {
            return Unicode.Scalar(byte)
        }
        return scalar
    }

    /// The characters of Windows-1252 at 0x80...0x9F; its five gaps hold the control characters of ISO 8859-1.
    private static let controls: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
