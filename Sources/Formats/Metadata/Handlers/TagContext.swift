/// The context of a value that a handler reads or writes.
public struct TagContext: Sendable {
    /// The tag.
    public let tag: TagID
    /// The type of the value, or the type to write.
    public let type: TIFFFieldType
    /// The byte order of numbers.
    public let byteOrder: TIFFByteOrder
    /// The block that contains the value; empty when writing.
    public let block: [UInt8]
    /// The range of the value in the block. Maker notes hold offsets that count from its start or from the block's.
    public let range: Range<Int>

    /// Creates the context of a value in a block.
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
