/// Handles one byte that is a code: `FileSource`, `SceneType`.
///
/// Source: Exif 3.0, 4.6.6.7.19 and 4.6.6.7.20.
public struct ByteCodeHandler: TagHandler {
    /// Creates a handler of one-byte codes.
    public init() {}

    /// UNDEFINED or BYTE.
    public var supportedTypes: [TIFFFieldType] { [.undefined, .byte] }

    /// Returns the code.
    public func decode(_ bytes: ArraySlice<UInt8>, in context: TagContext) throws(MetadataValueError) -> PropertyValue {
        guard bytes.count == 1, let code = bytes.first else {
            throw .malformed(tag: context.tag, expected: "one byte, found \(bytes.count)", offset: 0)
        }
        return .integer(Int(code))
    }

    /// Returns the byte.
    public func encode(_ value: PropertyValue, in context: TagContext) throws(MetadataValueError) -> [UInt8] {
        guard let number = value.integer, let code = UInt8(exactly: number) else {
            throw .range(tag: context.tag, expected: "a number from 0 to 255", found: value.json)
        }
        return [code]
    }
}
