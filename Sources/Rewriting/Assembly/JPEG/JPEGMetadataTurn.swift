internal import UprightEditing
internal import UprightMetadata

/// What becomes of a JPEG's metadata segments when the picture is turned.
struct JPEGMetadataTurn: Sendable {
    /// What replaces a segment, by its index in the file; segments that are not named are carried byte for byte.
    var segments: [Int: SegmentReplacement] = [:]
    /// Each thing that was changed.
    var changes: [Change] = []
    /// What could not be read or moved.
    var warnings: [String] = []
}
