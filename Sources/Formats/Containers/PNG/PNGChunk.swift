/// A chunk of a PNG file, as ranges of the file's bytes.
///
/// Source: PNG (third edition), 5.3 Chunk layout.
public struct PNGChunk: Sendable, Hashable {
    /// The result of checking the chunk's CRC against its type and data.
    public enum Checksum: Sendable, Hashable {
        /// The CRC matches.
        case valid
        /// The CRC does not match.
        case invalid(stored: UInt32, computed: UInt32)
        /// The file ends before the CRC.
        case missing
    }

    /// The chunk's type.
    public var type: PNGChunkType
    /// The range of the whole chunk: length, type, data and CRC; truncated at the end of the file.
    public var range: Range<Int>
    /// The range of the chunk's data; truncated at the end of the file.
    public var data: Range<Int>
    /// The length of the data in bytes, as declared by the chunk.
    public var declaredLength: Int
    /// Whether the CRC matches.
    public var checksum: Checksum
}
