package import UprightEditing
internal import UprightMetadata

/// What becomes of a JPEG's metadata segments when the picture is turned.
package struct JPEGMetadataTurn: Sendable {
    /// What replaces a segment, by its index in the file; segments that are not named are carried byte for byte.
    package var segments: [Int: SegmentReplacement] = [:]
    /// Each thing that was changed.
    package var changes: [Change] = []
    /// What could not be read or moved.
    package var warnings: [String] = []
    /// What became of every application segment and comment, in file order.
    package var parts: [PartAccount] = []
}
