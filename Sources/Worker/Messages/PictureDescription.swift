/// What a picture's metadata say, as lines to be read.
public struct PictureDescription: Sendable, Hashable, Codable {
    /// One property.
    public struct Line: Sendable, Hashable, Codable {
        /// The dictionary that it is in, `{Exif}`; empty for the picture's own.
        public var group: String
        /// Its name.
        public var name: String
        /// Its value, cut where it is long.
        public var value: String
    }

    /// The properties by group and name.
    public var lines: [Line] = []
    /// Why there are none; empty where there are some.
    public var reason = ""
}
