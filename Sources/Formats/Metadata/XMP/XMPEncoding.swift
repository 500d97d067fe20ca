/// The encodings of XMP packets (XMP specification, part 3, 1.1; detected as in XML 1.0, appendix F).
package enum XMPEncoding: String, Sendable, Hashable {
    case utf8 = "UTF-8"
    case utf16BigEndian = "UTF-16BE"
    case utf16LittleEndian = "UTF-16LE"
    case utf32BigEndian = "UTF-32BE"
    case utf32LittleEndian = "UTF-32LE"

    /// Detects the encoding of a packet from its first bytes.
    package init(of packet: [UInt8]) {
        let heads: [(XMPEncoding, [[UInt8]])] = [
            (.utf32BigEndian, [[0, 0, 0, 0x3C], [0, 0, 0xFE, 0xFF]]),
            (.utf32LittleEndian, [[0x3C, 0, 0, 0], [0xFF, 0xFE, 0, 0]]),
            (.utf16BigEndian, [[0, 0x3C], [0xFE, 0xFF]]),
            (.utf16LittleEndian, [[0x3C, 0], [0xFF, 0xFE]]),
        ]
        self = heads.first { $0.1.contains { packet.starts(with: $0) } }?.0 ?? .utf8
    }

    /// Returns the bytes as UTF-8; nil if they are not valid in this encoding, so that encoding would not restore them.
    package func decoded(_ bytes: [UInt8]) -> [UInt8]? {
        let text: [UInt8]
        switch self {
        case .utf8: return bytes
        case .utf16BigEndian, .utf16LittleEndian:
            text = Array(String(decoding: words(bytes, size: 2).map { UInt16($0) }, as: UTF16.self).utf8)
        case .utf32BigEndian, .utf32LittleEndian:
            text = Array(String(decoding: words(bytes, size: 4), as: UTF32.self).utf8)
        }
        return encoded(text) == bytes ? text : nil
    }

    /// Returns UTF-8 text in this encoding: the inverse of ``decoded(_:)``.
    package func encoded(_ text: [UInt8]) -> [UInt8] {
        switch self {
        case .utf8: text
        case .utf16BigEndian, .utf16LittleEndian:
            String(decoding: text, as: UTF8.self).utf16.flatMap { order.bytes(UInt64($0), count: 2) }
        case .utf32BigEndian, .utf32LittleEndian:
            String(decoding: text, as: UTF8.self).unicodeScalars.flatMap { order.bytes(UInt64($0.value), count: 4) }
        }
    }

    private var order: TIFFByteOrder {
        self == .utf16LittleEndian || self == .utf32LittleEndian ? .littleEndian : .bigEndian
    }

    private func words(_ bytes: [UInt8], size: Int) -> [UInt32] {
        stride(from: 0, to: bytes.count - bytes.count % size, by: size).map {
            UInt32(truncatingIfNeeded: order.integer(bytes[$0..<$0 + size]))
        }
    }
}
