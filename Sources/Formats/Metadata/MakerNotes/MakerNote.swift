/// What a reader found in a maker's note.
public struct MakerNote: Sendable, Hashable {
    /// The key of the note's dictionary, as ImageIO names it: `{MakerApple}`.
    public var key: String
    /// The values by tag number in decimal.
    public var properties: [String: PropertyValue]

    /// A note's values under a key.
    public init(key: String, properties: [String: PropertyValue]) {
        self.key = key
        self.properties = properties
    }
}
