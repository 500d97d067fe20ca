/// An entry of a TIFF directory: a tag and the position of its values (TIFF 6.0, section 2).
public struct TIFFEntry: Sendable, Hashable {
    /// The number of the tag.
    public let tag: UInt16
    /// The type of the values.
    public let type: TIFFFieldType
    /// The number of values that the entry declares; ``value`` is the readable range.
    public let count: Int
    /// The offset of the 12 bytes of the entry in the block.
    public let offset: Int
    /// The range of the values in the block; nil if the type is unknown or the range is outside of the block.
    public let value: Range<Int>?

    /// Whether the values are stored in the entry itself.
    public var isInline: Bool { value.map { $0.lowerBound == offset + 8 } ?? false }
}
