/// Handles bytes that are separate numbers: `ComponentsConfiguration`, `[1, 2, 3, 0]` for Y, Cb, Cr and nothing.
///
/// Source: Exif 3.0, 4.6.6.2.3.
public struct ByteListHandler: TagHandler {
    /// Creates a handler of byte lists.
    public init() {}

    /// UNDEFINED; some writers use BYTE.
    public var supportedTypes: [TIFFFieldType] { [.undefined, .byte] }

    /// Returns the bytes as numbers.
    public func decode(_ bytes: ArraySlice<UInt8>, in context: TagContext) throws(MetadataValueError) -> PropertyValue {
        .array(bytes.map { .integer(Int($0)) })
    }

    /// Returns the numbers as bytes.
    public func encode(_ value: PropertyValue, in context: TagContext) throws(MetadataValueError) -> [UInt8] {
        guard let array = value.array else {
            throw .kind(tag: context.tag, expected: "a list of numbers", found: value.json)
        }
        var bytes: [UInt8] = []
        for element in array {
            guard let number = element.integer, let byte = UInt8(exactly: number) else {
                throw .range(tag: context.tag, expected: "numbers from 0 to 255", found: element.json)
            }
            bytes.append(byte)
        }
        return bytes
    }
}
