/// A chunk of a PNG file, as ranges of the file's bytes.
///
/// Source: PNG (third edition), 5.3 Chunk layout.
public struct PNGChunk: Sendable, Hashable {
    /// What the chunk's CRC says of its type and data.
    public enum Checksum: Sendable, Hashable {
        /// It fits.
        case valid
        /// It does not fit.
        case invalid(stored: UInt32, computed: UInt32)
        /// The file ends before it.
        case missing
    }

    /// The chunk's type.
    public var type: PNGChunkType
    /// The whole chunk: length, type, data, CRC; cut where the file ends.
    public var range: Range<Int>
    /// The chunk's data; cut where the file ends.
    public var data: Range<Int>
    /// How many bytes of data the chunk says it has.
    public var declaredLength: Int
    /// Whether the CRC fits.
    public var checksum: Checksum
}
