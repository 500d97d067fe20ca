/// What a handler is told about the value it reads or writes.
public struct TagContext: Sendable {
    /// The tag.
    public let tag: TagID
    /// The type that the value has, or is to be written in.
    public let type: TIFFFieldType
    /// The order of the bytes of its numbers.
    public let byteOrder: TIFFByteOrder
    /// The block that the value was read from; empty where a value is written.
    public let block: [UInt8]
    /// Where the value lies in the block. Makers' notes hold offsets that count from here or from the block's start.
    public let range: Range<Int>

    /// The context of a value that is read from a block.
    public init(
        tag: TagID, type: TIFFFieldType, byteOrder: TIFFByteOrder, block: [UInt8] = [], range: Range<Int> = 0..<0
    ) {
        self.tag = tag
        self.type = type
        self.byteOrder = byteOrder
        self.block = block
        self.range = range
    }
}
