/// One entry of a TIFF directory: a tag with the place of its values (TIFF 6.0, section 2).
public struct TIFFEntry: Sendable, Hashable {
    /// The number of the tag.
    public let tag: UInt16
    /// The type of the values.
    public let type: TIFFFieldType
    /// How many values there are, as the entry says; what can be read is ``value``.
    public let count: Int
    /// Where the 12 bytes of the entry begin in the block.
    public let offset: Int
    /// Where the values lie in the block; nil where the type is not known or the place is outside of the block.
    public let value: Range<Int>?

    /// Whether the values lie in the entry itself.
    public var isInline: Bool { value.map { $0.lowerBound == offset + 8 } ?? false }
}
