package import UprightContainers
package import UprightEditing
package import UprightGeometry

/// One rewriting of a PNG file: what becomes of each chunk and of the image data.
///
/// Turning and editing are two plans for it, made one after the other; each finds the chunks as the one before left them.
/// The file is put together once, by ``assembled(_:)``.
package struct PNGRewrite {
    /// The file's structure.
    package let file: PNGFile
    /// The file that is rewritten.
    package let source: [UInt8]
    /// The new data of chunks, by their place among the file's chunks.
    package var data: [Int: [UInt8]] = [:]
    /// The chunks that are left out, with the reason.
    package var dropped: [Int: String] = [:]
    /// Chunks that are put before the image data.
    var inserted: [(type: PNGChunkType, data: [UInt8])] = []
    /// The size that the picture has in the output.
    package var size: Size
    /// What the plans have changed.
    package var changes: [Change] = []
    /// What the user should know of the plans.
    package var warnings: [String] = []

    /// A rewriting that changes nothing yet.
    package init(of file: PNGFile, in source: [UInt8]) {
        self.file = file
        self.source = source
        size = file.header.size
    }

    /// Whether the output differs from the source, as far as other chunks than image data go.
    package var isChanged: Bool { !data.isEmpty || !dropped.isEmpty || !inserted.isEmpty }

    /// The data that a chunk has in the output.
    func current(_ index: Int) -> [UInt8] { data[index] ?? Array(source[file.chunks[index].data]) }

    /// What became of every chunk and of the trailer.
    package func account(_ dispositions: [Int: PartAccount.Disposition] = [:]) -> [PartAccount] {
        var parts = file.chunks.enumerated().map { index, chunk in
            PartAccount(
                part: PartName(of: chunk, in: source), offset: chunk.range.lowerBound, length: chunk.range.count,
                disposition: dropped[index] != nil ? .dropped : dispositions[index] ?? .kept,
                reason: dropped[index] ?? "")
        }
        if !file.trailer.isEmpty {
            parts.append(
                PartAccount(
                    part: .trailer, offset: file.trailer.lowerBound, length: file.trailer.count, disposition: .kept))
        }
        return parts
    }
}
