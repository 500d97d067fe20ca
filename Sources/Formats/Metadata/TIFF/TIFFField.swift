/// A tag with values that are to be written into a directory.
public struct TIFFField: Sendable, Hashable {
    /// The number of the tag.
    public var tag: UInt16
    /// The type of the values.
    public var type: TIFFFieldType
    /// How many values there are.
    public var count: Int
    /// The values, in the block's byte order.
    public var bytes: [UInt8]

    /// A field of values that are bytes already, in the block's byte order.
    public init(tag: UInt16, type: TIFFFieldType, count: Int, bytes: [UInt8]) {
        self.tag = tag
        self.type = type
        self.count = count
        self.bytes = bytes
    }

    /// A field of whole numbers; each is cut to the type's size.
    public init(tag: TIFFTag, type: TIFFFieldType, integers: [Int], order: TIFFByteOrder) {
        self.init(
            tag: tag.rawValue, type: type, count: integers.count,
            bytes: integers.flatMap {
                order.bytes(UInt64(bitPattern: Int64($0)), count: type.size ?? 4)
            })
    }
}
