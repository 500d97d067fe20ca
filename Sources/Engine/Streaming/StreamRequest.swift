public import UprightJSON
public import UprightEditing
internal import UprightPlaces
public import UprightGeodata

/// One line of a stream of requests: a picture, and where it and its output are.
public struct StreamRequest: Sendable {
    /// Where the picture is.
    public enum Place: Sendable, Hashable {
        /// A file, and the file that its output is delivered to.
        case file(source: String, output: String)
        /// The number of bytes that follow the line. `echoes` is whether they are sent back where they are the output.
        case bytes(name: String, length: Int, echoes: Bool)
    }

    /// What the result is told from others by: a number or a text.
    public var id: JSONValue
    /// Where the picture is.
    public var place: Place
    /// The position that the picture gets where it has none.
    public var position: Position?
    /// What is set, renamed and removed in its metadata.
    public var edits: [MetadataEdit] = []

    /// A request.
    public init(id: JSONValue, place: Place) {
        self.id = id
        self.place = place
    }
}
