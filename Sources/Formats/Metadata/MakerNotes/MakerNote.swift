/// The contents of a maker note.
public struct MakerNote: Sendable, Hashable {
    /// The key of the note's dictionary, as in ImageIO: `{MakerApple}`.
    public var key: String
    /// The values, by name, by ImageIO's key, or by decimal tag number.
    public var properties: [String: PropertyValue]
    /// The exact values of the note's own directory, by tag number; empty for a note that is not a directory.
    public var values: [UInt16: MetadataValue]
    /// The byte order of the values; nil for that of the block.
    public var byteOrder: TIFFByteOrder?

    /// Creates a note with values under a key.
    public init(
        key: String, properties: [String: PropertyValue], values: [UInt16: MetadataValue] = [:],
        byteOrder: TIFFByteOrder? = nil
    ) {
        self.key = key
        self.properties = properties
        self.values = values
        self.byteOrder = byteOrder
    }

    init(key: String, properties: [String: PropertyValue], entries: [MakerNoteEntry], _ byteOrder: TIFFByteOrder) {
        let values = Dictionary(entries.map { ($0.tag, $0.value) }) { first, _ in first }
        self.init(key: key, properties: properties, values: values, byteOrder: byteOrder)
    }
}
