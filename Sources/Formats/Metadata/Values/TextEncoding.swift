/// The encodings that text in metadata comes in.
public enum TextEncoding: Sendable, Hashable {
    /// UTF-8, which contains ASCII.
    case utf8
    /// ISO/IEC 8859-1, with Windows-1252's characters where 8859-1 has controls.
    case latin1
    /// UTF-16; a byte-order mark, if there is one, overrules the order.
    case utf16(TIFFByteOrder)

    /// The text that bytes hold in this encoding; nil where they cannot be text in it.
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

    /// The bytes of a text in this encoding, without a mark; nil where it has no such characters.
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

    /// Text of an encoding that nobody declared: UTF-8 where the bytes are UTF-8, else Windows-1252.
    public static func lenient(_ bytes: some Collection<UInt8>) -> String {
        TextEncoding.utf8.decoded(bytes) ?? TextEncoding.latin1.decoded(bytes) ?? ""
    }

    private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
        guard byte >= 0x80, byte < 0xA0, let scalar = Unicode.Scalar(controls[Int(byte) - 0x80]) else {
            return Unicode.Scalar(byte)
        }
        return scalar
    }

    /// What Windows-1252 has at 0x80...0x9F; the five holes are the controls of ISO 8859-1.
    private static let controls: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
