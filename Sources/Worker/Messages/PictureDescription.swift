/// A picture's metadata as lines of text.
package struct PictureDescription: Sendable, Hashable, Codable {
    /// A property.
    package struct Line: Sendable, Hashable, Codable {
        /// The property's dictionary, such as `{Exif}`; empty for the picture itself.
        package var group: String
        /// The property's name.
        package var name: String
        /// The property's value, truncated if it is long.
        package var value: String
    }

    /// The properties by group and name.
    package var lines: [Line] = []
    /// Why there are none; empty if there are some.
    package var reason = ""
}
