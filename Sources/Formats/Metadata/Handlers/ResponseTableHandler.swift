/// Handles a table of named columns of numbers: `OECF` and `SpatialFrequencyResponse`.
///
/// `{"Columns":["a","b"],"Rows":2,"Values":[…]}`, row by row. Source: Exif 3.0, 4.6.6.7.6 and 4.6.6.7.17 (ISO 14524,
/// ISO 12233).
public struct ResponseTableHandler: TagHandler {
    /// Creates a handler of response tables.
    public init() {}

    /// UNDEFINED.
    public var supportedTypes: [TIFFFieldType] { [.undefined] }

    /// Returns the columns' names, the number of rows, and the values.
    public func decode(_ bytes: ArraySlice<UInt8>, in context: TagContext) throws(MetadataValueError) -> PropertyValue {
        let bytes = Array(bytes)
        guard bytes.count >= 4 else { throw .malformed(tag: context.tag, expected: "two sizes", offset: 0) }
        let columns = Int(context.byteOrder.integer(bytes[0..<2]))
        let rows = Int(context.byteOrder.integer(bytes[2..<4]))
        var offset = 4
        var names: [PropertyValue] = []
        for _ in 0..<columns {
            guard offset < bytes.count, let end = bytes[offset...].firstIndex(of: 0) else {
                throw .malformed(tag: context.tag, expected: "a column name terminated by a NUL", offset: offset)
            }
            names.append(.string(TextEncoding.lenient(bytes[offset..<end])))
            offset = end + 1
        }
        guard bytes.count - offset == columns * rows * 8 else {
            throw .malformed(tag: context.tag, expected: "\(columns * rows) SRATIONALs", offset: offset)
        }
        let type: TIFFFieldType = context.tag.number == 0xA20C ? .rational : .srational
        let values = MetadataValue(decoding: bytes[offset...], as: type, order: context.byteOrder)?.numbers ?? []
        return [
            "Columns": .array(names), "Rows": .integer(rows), "Values": .array(values.map { .real($0) }),
        ]
    }

    /// Returns the table's bytes.
    public func encode(_ value: PropertyValue, in context: TagContext) throws(MetadataValueError) -> [UInt8] {
        guard let names = value["Columns"]?.array?.compactMap(\.string), let rows = value["Rows"]?.integer,
            let values = value["Values"]?.array?.compactMap(\.number), let columns = UInt16(exactly: names.count),
            let rowCount = UInt16(exactly: rows), values.count == names.count * rows,
            names.allSatisfy({ !$0.utf8.contains(0) })
        else { throw .kind(tag: context.tag, expected: "Columns, Rows and one of Values per cell", found: value.json) }
        var bytes = MetadataValue.short([columns, rowCount]).encoded(order: context.byteOrder)
        for name in names { bytes += Array(name.utf8) + [0] }
        for number in values {
            let encoded: MetadataValue? =
                context.tag.number == 0xA20C
                ? Rational(approximating: number).map { .rational([$0]) }
                : SignedRational(approximating: number).map { .signedRational([$0]) }
            guard let encoded else {
                throw .range(tag: context.tag, expected: "numbers that fit a fraction of 32 bits", found: "\(number)")
            }
            bytes += encoded.encoded(order: context.byteOrder)
        }
        return bytes
    }
}
