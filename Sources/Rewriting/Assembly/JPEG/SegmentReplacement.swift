/// What stands in the output for one segment of the source.
enum SegmentReplacement: Sendable, Hashable {
    /// Segments of the same marker with these payloads, each at most 65,533 bytes.
    case payloads([[UInt8]])
    /// Nothing, for the reason given.
    case dropped(String)
}
