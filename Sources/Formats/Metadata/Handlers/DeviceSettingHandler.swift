/// Handles the device's settings: columns, rows and a list of UTF-16 texts, each terminated by a NUL.
///
/// `{"Columns":1,"Rows":2,"Settings":["a","b"]}`. Source: Exif 3.0, 4.6.6.7.31.
public struct DeviceSettingHandler: TagHandler {
    /// Creates a handler of device settings.
    public init() {}

    /// UNDEFINED.
    public var supportedTypes: [TIFFFieldType] { [.undefined] }

    /// Returns the sizes and the texts.
    public func decode(_ bytes: ArraySlice<UInt8>, in context: TagContext) throws(MetadataValueError) -> PropertyValue {
        guard bytes.count >= 4, bytes.count % 2 == 0,
            case .short(let units)? = MetadataValue(decoding: bytes, as: .short, order: context.byteOrder)
        else { throw .malformed(tag: context.tag, expected: "two sizes and UTF-16 text", offset: 0) }
        var texts = units.dropFirst(2).split(separator: 0, omittingEmptySubsequences: false)
        if texts.last?.isEmpty ?? false { texts.removeLast() }
        return [
            "Columns": .integer(Int(units[0])), "Rows": .integer(Int(units[1])),
            "Settings": .array(texts.map { .string(String(decoding: $0, as: UTF16.self)) }),
        ]
    }

    /// Returns the bytes of the sizes and the texts.
    public func encode(_ value: PropertyValue, in context: TagContext) throws(MetadataValueError) -> [UInt8] {
        guard let columns = value["Columns"]?.integer.flatMap({ UInt16(exactly: $0) }),
            let rows = value["Rows"]?.integer.flatMap({ UInt16(exactly: $0) }),
            let settings = value["Settings"]?.array?.compactMap(\.string)
        else { throw .kind(tag: context.tag, expected: "Columns, Rows and Settings", found: value.json) }
        return MetadataValue.short([columns, rows] + settings.flatMap { Array($0.utf16) + [0] })
            .encoded(order: context.byteOrder)
    }
}
