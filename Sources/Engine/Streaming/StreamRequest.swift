public import UprightJSON
public import UprightEditing
internal import UprightPlaces
public import UprightGeodata

/// One request of a stream: a picture, and where it and its output are.
public struct StreamRequest: Sendable {
    /// Where the picture is.
    public enum Place: Sendable, Hashable {
        /// A file, and the path that its output is delivered to.
        case file(source: String, output: String)
        /// The number of bytes that follow the line. `echoes`: whether they are sent back if they are the output
        /// unchanged.
        case bytes(name: String, length: Int, echoes: Bool)
    }

    /// Identifies the result: a whole number or a string.
    public var id: JSONValue
    /// Where the picture is.
    public var place: Place
    /// The position that the picture gets if it has none.
    public var position: Position?
    /// What is set, renamed and removed in the picture's metadata.
    public var edits: [MetadataEdit] = []

    /// Creates a request.
    public init(id: JSONValue, place: Place) {
        self.id = id
        self.place = place
    }
}
