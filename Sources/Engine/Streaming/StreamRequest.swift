package import UprightBase
package import UprightRewriting
internal import UprightPlaces
package import UprightFormats

/// One request of a stream: a picture, and where it and its output are.
package struct StreamRequest: Sendable {
    /// Where the picture is.
    package enum Location: Sendable, Hashable {
        /// A file, and the path that its output is delivered to.
        case file(source: String, output: String)
        /// The number of bytes that follow the line. `echoes`: whether they are sent back if they are the output
        /// unchanged.
        case bytes(name: String, length: Int, echoes: Bool)
    }

    /// What is done with the bytes of a request.
    package enum Work: Sendable, Hashable {
        /// The picture is normalized.
        case normalize
        /// The picture is read, and nothing is written.
        case describe
        /// The bytes are labels, which are turned with their picture.
        case labels(PictureTurn, LabelOptions)
    }

    /// Identifies the result: a whole number or a string.
    package var id: JSONValue
    /// Where the picture is.
    package var location: Location
    /// What is done.
    package var work = Work.normalize
    /// The position that the picture gets if it has none.
    package var position: Position?
    /// What is set, renamed and removed in the picture's metadata.
    package var edits: [MetadataEdit] = []
}
