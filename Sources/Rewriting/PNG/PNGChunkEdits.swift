internal import UprightEditing
internal import UprightMetadata

/// What is to become of a PNG file's chunks other than image data.
struct PNGChunkEdits {
    /// The new data of chunks, by their place among the file's chunks.
    var data: [Int: [UInt8]] = [:]
    /// The chunks that are left out, with the reason.
    var dropped: [Int: String] = [:]
    var changes: [Change] = []
    var warnings: [String] = []

    var isEmpty: Bool { data.isEmpty && dropped.isEmpty }
}
