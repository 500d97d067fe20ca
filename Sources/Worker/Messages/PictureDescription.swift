/// A picture's metadata as lines of text.
public struct PictureDescription: Sendable, Hashable, Codable {
    /// A property.
    public struct Line: Sendable, Hashable, Codable {
        /// The property's dictionary, such as `{Exif}`; empty for the picture itself.
        public var group: String
        /// The property's name.
        public var name: String
        /// The property's value, truncated if it is long.
        public var value: String
    }

    /// The properties by group and name.
    public var lines: [Line] = []
    /// Why there are none; empty if there are some.
    public var reason = ""
}
