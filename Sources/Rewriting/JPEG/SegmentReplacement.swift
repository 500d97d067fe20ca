/// What replaces one segment of the source in the output.
enum SegmentReplacement: Sendable, Hashable {
    /// Segments with the same marker and these payloads, each at most 65,533 bytes.
    case payloads([[UInt8]])
    /// Nothing, for the reason given.
    case dropped(String)
}
