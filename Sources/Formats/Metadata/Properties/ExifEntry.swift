/// One tag of an Exif block: its exact value and its place.
public struct ExifEntry: Sendable, Hashable {
    /// The tag.
    public let tag: TagID
    /// The value, every bit of it.
    public let value: MetadataValue
    /// Where the 12 bytes of the entry begin in the block.
    public let offset: Int
    /// Where the value lies in the block.
    public let range: Range<Int>
}
