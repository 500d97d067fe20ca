/// Handles the text of Windows' tags (`XPTitle` and similar): UTF-16, little-endian, terminated by a NUL.
public struct WindowsTextHandler: TagHandler {
    /// Creates a handler of Windows text.
    public init() {}

    /// BYTE; some writers use UNDEFINED.
    public var supportedTypes: [TIFFFieldType] { [.byte, .undefined] }

    /// Returns the text up to the first NUL.
    public func decode(_ bytes: ArraySlice<UInt8>, in context: TagContext) throws(MetadataValueError) -> PropertyValue {
        guard let text = TextEncoding.utf16(.littleEndian).decoded(bytes) else {
            throw .malformed(tag: context.tag, expected: "UTF-16 text", offset: 0)
        }
        return .string(String(String.UnicodeScalarView(text.unicodeScalars.prefix { $0.value != 0 })))
    }

    /// Returns the text's bytes with a NUL.
    public func encode(_ value: PropertyValue, in context: TagContext) throws(MetadataValueError) -> [UInt8] {
        guard let text = value.string else { throw .kind(tag: context.tag, expected: "text", found: value.json) }
        return (TextEncoding.utf16(.littleEndian).encoded(text) ?? []) + [0, 0]
    }
}
