/// A data set of an IPTC-IIM block: a record, a number, and bytes.
///
/// Source: IPTC-NAA Information Interchange Model 4.2, chapter 3.
public struct IPTCDataSet: Sendable, Hashable {
    /// The record: 1 is the envelope record, 2 the application record.
    public var record: UInt8
    /// The data set's number in the record.
    public var number: UInt8
    /// The data set's bytes.
    public var data: [UInt8]
    /// The length of the length field in bytes: 2 in standard data sets, more in extended ones.
    package var lengthSize: Int

    /// Creates a data set with the given bytes.
    public init(record: UInt8, number: UInt8, data: [UInt8]) {
        self.record = record
        self.number = number
        self.data = data
        lengthSize = data.count < 0x8000 ? 2 : 6
    }

    init(record: UInt8, number: UInt8, data: [UInt8], lengthSize: Int) {
        self.record = record
        self.number = number
        self.data = data
        self.lengthSize = lengthSize
    }

    /// The bytes of the data set in a block.
    public var serialized: [UInt8] {
        var bytes = [0x1C, record, number]
        if lengthSize == 2 {
            bytes += TIFFByteOrder.bigEndian.bytes(UInt64(data.count), count: 2)
        } else {
            bytes += TIFFByteOrder.bigEndian.bytes(UInt64(0x8000 + lengthSize - 2), count: 2)
            bytes += TIFFByteOrder.bigEndian.bytes(UInt64(data.count), count: lengthSize - 2)
        }
        return bytes + data
    }

    /// The data set's definition in the standard; nil if it is not in the standard.
    public var definition: IPTCDefinition? { IPTCTable.definition(record: record, number: number) }
}
