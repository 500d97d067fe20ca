/// Handles the colour filter array: `{"Columns":2,"Rows":2,"Pattern":[0,1,1,2]}`, row by row, 0 red, 1 green, 2 blue.
///
/// The two sizes are SHORTs in the block's byte order; the other order, which many writers use, is also accepted.
/// Source: Exif 3.0, 4.6.6.7.21.
public struct CFAPatternHandler: TagHandler {
    /// Creates a handler of colour filter arrays.
    public init() {}

    /// UNDEFINED.
    public var supportedTypes: [TIFFFieldType] { [.undefined] }

    /// Returns the columns, the rows and the pattern.
    public func decode(_ bytes: ArraySlice<UInt8>, in context: TagContext) throws(MetadataValueError) -> PropertyValue {
        guard bytes.count >= 4 else {
            throw .malformed(tag: context.tag, expected: "two sizes and a pattern", offset: 0)
        }
        let start = bytes.startIndex
        for order in [context.byteOrder, context.byteOrder == .bigEndian ? .littleEndian : .bigEndian] {
            let columns = Int(order.integer(bytes[start..<start + 2]))
            let rows = Int(order.integer(bytes[start + 2..<start + 4]))
            guard columns * rows == bytes.count - 4 else { continue }
            return [
                "Columns": .integer(columns), "Rows": .integer(rows),
                "Pattern": .array(bytes.dropFirst(4).map { .integer(Int($0)) }),
            ]
        }
        throw .malformed(
            tag: context.tag, expected: "a pattern of the declared size, found \(bytes.count - 4) bytes",
            offset: 4)
    }

    /// Returns the bytes of the two sizes and the pattern.
    public func encode(_ value: PropertyValue, in context: TagContext) throws(MetadataValueError) -> [UInt8] {
        guard let columns = value["Columns"]?.integer.flatMap({ UInt16(exactly: $0) }),
            let rows = value["Rows"]?.integer.flatMap({ UInt16(exactly: $0) }), let pattern = value["Pattern"],
            pattern.array?.count == Int(columns) * Int(rows)
        else {
            throw .kind(
                tag: context.tag, expected: "Columns, Rows and a Pattern of Columns × Rows numbers", found: value.json)
        }
        return MetadataValue.short([columns, rows]).encoded(order: context.byteOrder)
            + (try ByteListHandler().encode(pattern, in: context))
    }
}
