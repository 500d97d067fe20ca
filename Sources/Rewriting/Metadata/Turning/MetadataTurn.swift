public import UprightGeometry

/// Moves, in blocks of metadata, everything that has a place in a picture, as the picture itself is turned; and sets
/// every carrier of orientation to 1.
///
/// A turn by `.up` moves nothing and still neutralizes: for a picture whose Exif says 1 and whose XMP says 6.
public struct MetadataTurn: Sendable {
    /// Turns a JPEG that is embedded in metadata: its bytes and how it lies, to the bytes of the upright one.
    public typealias EmbeddedTurn =
        @Sendable (_ jpeg: [UInt8], _ orientation: Orientation) throws(EmbeddedPictureError) -> [UInt8]

    /// Tells which of several orientations makes an embedded JPEG look like the upright picture; nil where it cannot.
    public typealias Comparison = @Sendable (_ jpeg: [UInt8], _ candidates: [Orientation]) -> Orientation?

    /// The turn of the picture that the metadata describes.
    public let turn: PictureTurn
    package let embedded: EmbeddedTurn
    let compare: Comparison?

    /// A turn of metadata.
    ///
    /// - Parameters:
    ///   - turn: The turn of the picture that the metadata describes.
    ///   - embedded: Turns thumbnails that are JPEGs.
    ///   - compare: Looks how a thumbnail lies where its tags and its shape leave that open. Default: nobody looks.
    public init(
        _ turn: PictureTurn, embedded: @escaping EmbeddedTurn, compare: Comparison? = nil
    ) {
        self.turn = turn
        self.embedded = embedded
        self.compare = compare
    }
}
