internal import UprightFormats

/// What happens to a JPEG's metadata segments when the picture is turned.
struct JPEGMetadataTurn: Sendable {
    /// The replacements of segments, by index in the file; all other segments are copied byte for byte.
    var segments: [Int: SegmentReplacement] = [:]
    var changes: [Change] = []
    /// Warnings about what could not be read or moved.
    var warnings: [String] = []
    /// Whether something that depends on the layout of the picture is kept as it was.
    var needsOriginal = false
}
