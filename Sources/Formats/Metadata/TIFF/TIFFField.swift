/// A tag with values to write into a directory.
public struct TIFFField: Sendable, Hashable {
    /// The number of the tag.
    public var tag: UInt16
    /// The type of the values.
    public var type: TIFFFieldType
    /// The number of values.
    public var count: Int
    /// The values, in the block's byte order.
    public var bytes: [UInt8]

    /// Creates a field from values in the block's byte order.
    public init(tag: UInt16, type: TIFFFieldType, count: Int, bytes: [UInt8]) {
        self.tag = tag
        self.type = type
        self.count = count
        self.bytes = bytes
    }

    /// Creates a field of whole numbers, each truncated to the type's size.
    public init(tag: TIFFTag, type: TIFFFieldType, integers: [Int], order: TIFFByteOrder) {
        self.init(
            tag: tag.rawValue, type: type, count: integers.count,
            bytes: integers.flatMap {
                order.bytes(UInt64(bitPattern: Int64($0)), count: type.size ?? 4)
            })
    }
}
