/// The contents of a maker note.
public struct MakerNote: Sendable, Hashable {
    /// The key of the note's dictionary, as in ImageIO: `{MakerApple}`.
    public var key: String
    /// The values, by decimal tag number or by ImageIO's key.
    public var properties: [String: PropertyValue]

    /// Creates a note with values under a key.
    public init(key: String, properties: [String: PropertyValue]) {
        self.key = key
        self.properties = properties
    }
}
