/// The text of Windows' own tags (`XPTitle` and its kin): UTF-16, least significant byte first, with a NUL.
public struct WindowsTextHandler: TagHandler {
    /// A handler of Windows' text.
    public init() {}

    /// BYTE; some writers say UNDEFINED.
    public var supportedTypes: [TIFFFieldType] { [.byte, .undefined] }

    /// The text up to the first NUL.
    public func decode(_ bytes: ArraySlice<UInt8>, in context: TagContext) throws(TagError) -> PropertyValue {
        guard let text = TextEncoding.utf16(.littleEndian).decoded(bytes) else {
            throw .malformed(tag: context.tag, expected: "UTF-16 text", offset: 0)
        }
        return .string(String(String.UnicodeScalarView(text.unicodeScalars.prefix { $0.value != 0 })))
    }

    /// The text's bytes with a NUL.
    public func encode(_ value: PropertyValue, in context: TagContext) throws(TagError) -> [UInt8] {
        guard let text = value.string else { throw .kind(tag: context.tag, expected: "text", found: value.json) }
        return (TextEncoding.utf16(.littleEndian).encoded(text) ?? []) + [0, 0]
    }
}
