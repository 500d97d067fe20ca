/// A marker of a JPEG file with all bytes that belong to it, as ranges of the file's bytes.
public struct JPEGSegment: Sendable, Hashable {
    /// The marker's second byte; ``JPEGMarker`` has the names.
    public let marker: UInt8
    /// The whole segment: stray and fill bytes before the marker, the marker, length, payload and entropy-coded data.
    /// The ranges of a file's segments and its trailer follow one another without gaps or overlaps.
    public let range: Range<Int>
    /// The offset of the marker's two bytes; any bytes before it in the range are fill bytes (0xFF) or stray bytes.
    public let markerOffset: Int
    /// The range after the length field, truncated at the end of the file. Empty for a marker that stands alone.
    public let payload: Range<Int>
    /// The range of entropy-coded data after an `SOS` header, including restart markers; otherwise empty. Damaged data can end
    /// before the segment does.
    public let entropyCoded: Range<Int>

    /// The marker's name in the standard.
    public var name: String { JPEGMarker.name(marker) }
}
