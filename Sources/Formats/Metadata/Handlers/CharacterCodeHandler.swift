/// Handles text after eight bytes that name its encoding: `UserComment`, `GPSProcessingMethod`, `GPSAreaInformation`.
///
/// The codes are `ASCII`, `UNICODE` (UTF-16 in the block's byte order, which a byte order mark overrides), `JIS` (JIS X
/// 0208, returned as data) and eight NULs (undefined: read as UTF-8 or Windows-1252). Source: Exif 3.0, 4.6.6.4.2.
public struct CharacterCodeHandler: TagHandler {
    private static let ascii: [UInt8] = Array("ASCII\0\0\0".utf8)
    private static let unicode: [UInt8] = Array("UNICODE\0".utf8)

    /// Creates a handler of text with a character code.
    public init() {}

    /// UNDEFINED; some writers use ASCII or BYTE.
    public var supportedTypes: [TIFFFieldType] { [.undefined, .ascii, .byte] }

    /// Returns the text without the NULs and spaces that pad its end.
    public func decode(_ bytes: ArraySlice<UInt8>, in context: TagContext) throws(MetadataValueError) -> PropertyValue {
        guard bytes.count >= 8 else {
            // Too short for a code: old writers store only the text here.
            let text = Self.unpadded(bytes)
            if context.type == .undefined, !text.allSatisfy({ (0x20...0x7E).contains($0) }) {
                throw .malformed(tag: context.tag, expected: "a character code of 8 bytes", offset: 0)
            }
            return .string(TextEncoding.lenient(Self.unpadded(bytes)))
        }
        let code = Array(bytes.prefix(8))
        let rest = bytes.dropFirst(8)
        // Writers differ in case and in the bytes that pad the code to eight bytes.
        let name = code.prefix { $0 != 0 && $0 != 0x20 }.map { $0 >= 0x61 && $0 <= 0x7A ? $0 - 0x20 : $0 }
        if name.elementsEqual("UNICODE".utf8) { return .string(Self.utf16(rest, order: context.byteOrder)) }
        if name.elementsEqual("JIS".utf8) { return .data(Array(rest)) }
        if name.elementsEqual("ASCII".utf8) || code.allSatisfy({ $0 == 0 }) {
            return .string(TextEncoding.lenient(Self.unpadded(rest)))
        }
        // No code: old writers store only the text here, in UTF-16 if every other byte is NUL.
        if bytes.count % 2 == 0 {
            let pairs = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2)
            for (order, low) in [(TIFFByteOrder.littleEndian, 0), (.bigEndian, 1)]
            where pairs.allSatisfy({ bytes[$0 + 1 - low] == 0 }) && pairs.contains(where: { bytes[$0 + low] != 0 }) {
                return .string(Self.utf16(bytes, order: order))
            }
        }
        return .string(TextEncoding.lenient(Self.unpadded(bytes)))
    }

    /// Returns the text as `ASCII` if possible, otherwise as `UNICODE`.
    public func encode(_ value: PropertyValue, in context: TagContext) throws(MetadataValueError) -> [UInt8] {
        guard let text = value.string else { throw .kind(tag: context.tag, expected: "text", found: value.json) }
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return Self.ascii + Array(text.utf8) }
        return Self.unicode + (TextEncoding.utf16(context.byteOrder).encoded(text) ?? [])
    }

    private static func unpadded(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.prefix { $0 != 0 }
        while bytes.last == 0x20 { bytes.removeLast() }
        return bytes
    }

    /// Decodes UTF-16 in the byte order that gives readable text, since many writers ignore the block's byte order.
    private static func utf16(_ bytes: ArraySlice<UInt8>, order: TIFFByteOrder) -> String {
        func text(_ order: TIFFByteOrder) -> String? {
            TextEncoding.utf16(order).decoded(bytes).map { text in
                let end = text.unicodeScalars.firstIndex { $0.value == 0 } ?? text.endIndex
                return String(text[..<end])
            }
        }
        let other: TIFFByteOrder = order == .bigEndian ? .littleEndian : .bigEndian
        func latin(_ text: String?) -> Int { text?.unicodeScalars.count { $0.value < 0x250 } ?? -1 }
        var (first, second) = (text(order), text(other))
        // If most of the text is Latin in the other order, and nothing in the block's, it was written in the other order. A few
        // are so by chance: the Thai letter U+0E01 is U+010E.
        if latin(second) * 2 > second?.unicodeScalars.count ?? 0, latin(first) <= 0 { swap(&first, &second) }
        var result = first ?? second ?? ""
        while result.unicodeScalars.last == " " { result.unicodeScalars.removeLast() }
        return result
    }
}
