/// The properties of GeoJSON features that have the names of areas.
package struct GeoJSONKeys: Sendable, Hashable, Codable {
    /// A property with a name.
    package struct Name: Sendable, Hashable, Codable {
        /// The language of the name, an IETF tag; empty for the area's own name.
        package var language: String
        /// The property.
        package var key: String

        package init(language: String = "", key: String) {
            self.language = language
            self.key = key
        }
    }

    /// The properties, in order: the first one with a text gives the name of its language.
    package var names: [Name]

    package init(_ names: [Name]) { self.names = names }
}
