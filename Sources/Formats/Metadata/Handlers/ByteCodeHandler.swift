/// One byte that is a code: `FileSource`, `SceneType`.
///
/// Source: Exif 3.0, 4.6.6.7.19 and 4.6.6.7.20.
public struct ByteCodeHandler: TagHandler {
    /// A handler of one-byte codes.
    public init() {}

    /// UNDEFINED; some writers use a SHORT, whose low byte is the code.
    public var supportedTypes: [TIFFFieldType] { [.undefined, .byte] }

    /// The code.
    public func decode(_ bytes: ArraySlice<UInt8>, in context: TagContext) throws(TagError) -> PropertyValue {
        guard bytes.count == 1, let code = bytes.first else {
            throw .malformed(tag: context.tag, expected: "one byte, found \(bytes.count)", offset: 0)
        }
        return .integer(Int(code))
    }

    /// The byte.
    public func encode(_ value: PropertyValue, in context: TagContext) throws(TagError) -> [UInt8] {
        guard let number = value.integer, let code = UInt8(exactly: number) else {
            throw .range(tag: context.tag, expected: "a number of 0 to 255", found: value.json)
        }
        return [code]
    }
}
