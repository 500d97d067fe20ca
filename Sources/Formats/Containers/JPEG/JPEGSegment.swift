/// One marker of a JPEG file with everything that belongs to it, as ranges into the file's bytes.
public struct JPEGSegment: Sendable, Hashable {
    /// The marker's second byte; ``JPEGMarker`` has the names.
    public let marker: UInt8
    /// All of it: stray and fill bytes before the marker, the marker, length, payload and entropy-coded data.
    /// The ranges of a file's segments and its trailer follow one another without gap or overlap.
    public let range: Range<Int>
    /// Where the marker's two bytes begin; what lies in the range before them are fill bytes (0xFF) or stray bytes.
    public let markerOffset: Int
    /// What follows the length field, as far as the file has it. Empty for a marker that stands alone.
    public let payload: Range<Int>
    /// The entropy-coded data after an `SOS` header, with its restart markers; else empty.
    public let entropyCoded: Range<Int>

    /// The marker's name in the standard.
    public var name: String { JPEGMarker.name(marker) }
}
