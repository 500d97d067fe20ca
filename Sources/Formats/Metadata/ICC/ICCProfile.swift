/// The description of an ICC profile from its header and tags.
///
/// Source: ICC.1:2022, 7.2 (header), 10.22 (multiLocalizedUnicodeType), and ICC.1:2001-04, 6.5.17
/// (textDescriptionType).
public struct ICCProfile: Sendable, Hashable {
    /// The profile's name, in English if it has names in several languages; nil if it has none.
    public let name: String?
    /// The version, for example `4.3`.
    public let version: String
    /// The profile class: `mntr`, `scnr`, `prtr`, `spac`, ...
    public let profileClass: String
    /// The colour space of the data: `RGB`, `GRAY`, `CMYK`, ...
    public let colorSpace: String
    /// The profile connection space: `XYZ` or `Lab`.
    public let connectionSpace: String

    /// Reads a profile's header and name; nil if the bytes are not a profile.
    public init?(parsing bytes: [UInt8]) {
        guard bytes.count >= 132, bytes[36..<40].elementsEqual("acsp".utf8) else { return nil }
        func text(_ range: Range<Int>) -> String {
            var text = TextEncoding.lenient(bytes[range].prefix { $0 != 0 })
            while text.hasSuffix(" ") { text.removeLast() }
            return text
        }
        version = "\(bytes[8]).\(bytes[9] >> 4)" + (bytes[9] & 15 > 0 ? ".\(bytes[9] & 15)" : "")
        profileClass = text(12..<16)
        colorSpace = text(16..<20)
        connectionSpace = text(20..<24)
        name = Self.description(in: bytes)
    }

    private static func integer(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> Int? {
        guard offset >= 0, bytes.count >= 4, offset <= bytes.count - 4 else { return nil }
        let start = bytes.startIndex + offset
        return Int(TIFFByteOrder.bigEndian.integer(bytes[start..<start + 4]))
    }

    static func description(in bytes: [UInt8], tag: String = "desc") -> String? {
        guard let count = integer(bytes[...], 128) else { return nil }
        for index in 0..<min(count, 100) {
            let entry = 132 + 12 * index
            guard let offset = integer(bytes[...], entry + 4), let size = integer(bytes[...], entry + 8) else { break }
            guard bytes[entry..<entry + 4].elementsEqual(tag.utf8), offset <= bytes.count else { continue }
            let data = bytes[offset..<min(bytes.count, offset + size)]
            if data.starts(with: "mluc".utf8) { return localized(data) }
            if data.starts(with: "desc".utf8), let length = integer(data, 8) {
                return TextEncoding.lenient(data.dropFirst(12).prefix(length).prefix { $0 != 0 })
            }
            if data.starts(with: "text".utf8) { return TextEncoding.lenient(data.dropFirst(8).prefix { $0 != 0 }) }
        }
        return nil
    }

    private static func localized(_ data: ArraySlice<UInt8>) -> String? {
        guard let count = integer(data, 8), let recordSize = integer(data, 12), recordSize >= 12 else { return nil }
        var first: String?
        for index in 0..<min(count, 200) {
            let record = 16 + recordSize * index
            guard let length = integer(data, record + 4), let offset = integer(data, record + 8),
                offset <= data.count, length <= data.count - offset
            else { break }
            let start = data.startIndex + offset
            let text = TextEncoding.utf16(.bigEndian).decoded(data[start..<start + length])
            let language = data.startIndex + record
            if data[language..<language + 2].elementsEqual("en".utf8), let text { return trimmed(text) }
            first = first ?? text
        }
        return first.map(trimmed)
    }

    private static func trimmed(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix { $0.value != 0 }))
    }
}
