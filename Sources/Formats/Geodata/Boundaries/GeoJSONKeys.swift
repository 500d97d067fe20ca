/// The properties of GeoJSON features that have the names of areas.
public struct GeoJSONKeys: Sendable, Hashable, Codable {
    /// A property with a name.
    public struct Name: Sendable, Hashable, Codable {
        /// The language of the name, an IETF tag; empty for the area's own name.
        public var language: String
        /// The property.
        public var key: String

        /// Creates a name.
        public init(language: String = "", key: String) {
            self.language = language
            self.key = key
        }
    }

    /// The properties, in order: the first one with a text gives the name of its language.
    public var names: [Name]

    /// Creates keys.
    public init(_ names: [Name]) { self.names = names }
}
