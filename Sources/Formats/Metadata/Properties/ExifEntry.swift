/// A tag of an Exif block: its exact value and its position.
public struct ExifEntry: Sendable, Hashable {
    /// The tag.
    public let tag: TagID
    /// The exact value.
    public let value: MetadataValue
    /// The offset of the 12 bytes of the entry in the block.
    public let offset: Int
    /// The range of the value in the block.
    public let range: Range<Int>
}
