package import UprightFormats
package import UprightBase

/// One rewrite of a PNG file: what becomes of each chunk and of the image data.
///
/// Turning and editing are two plans, applied one after the other; each sees the chunks as the one before left them.
/// ``assembled(_:)`` builds the file once, after all plans.
package struct PNGRewrite {
    /// The file's structure.
    package internal(set) var file: PNGFile
    /// The file that is rewritten.
    package internal(set) var source: [UInt8]
    /// Where the chunks and the trailer were in the file, if ``removeImageData(in:)`` has moved them.
    var places: (chunks: [Range<Int>], trailer: Range<Int>)?
    /// The new data of chunks, by chunk index.
    package var data: [Int: [UInt8]] = [:]
    /// The indices of dropped chunks, with the reasons.
    package var dropped: [Int: String] = [:]
    /// Whether the bytes after the end are left out.
    var dropsTrailer = false
    /// New chunks, which go before the image data.
    var inserted: [(type: PNGChunkType, data: [UInt8])] = []
    /// Whether the turn writes new image data.
    var isTurned = false
    /// The size of the picture in the output.
    package var size: Size
    /// What the plans changed.
    package var changes: [Change] = []
    /// Warnings from the plans.
    package var warnings: [String] = []
    /// Whether the turn kept something that depends on the layout of the picture as it was.
    package var keepsLayout = false

    /// Creates a rewrite that changes nothing yet.
    package init(of file: PNGFile, in source: [UInt8]) {
        self.file = file
        self.source = source
        size = file.header.size
    }

    /// Whether the output differs from the source in any chunk other than image data.
    package var isChanged: Bool { !data.isEmpty || !dropped.isEmpty || !inserted.isEmpty || dropsTrailer }

    /// The bytes after the end in the output.
    var trailer: ArraySlice<UInt8> { dropsTrailer ? [] : source[file.trailer] }

    /// Returns the data of a chunk in the output.
    func current(_ index: Int) -> [UInt8] { data[index] ?? Array(source[file.chunks[index].data]) }

    /// Returns what happened to every chunk and to the trailer.
    package func account(_ dispositions: [Int: PartAccount.Disposition] = [:]) -> [PartAccount] {
        let trailer = places?.trailer ?? file.trailer
        var parts = file.chunks.enumerated().map { index, chunk in
            let range = places?.chunks[index] ?? chunk.range
            return PartAccount(
                part: PartName(of: chunk, in: source), offset: range.lowerBound, length: range.count,
                disposition: dropped[index] != nil ? .dropped : dispositions[index] ?? .kept,
                reason: dropped[index] ?? "")
        }
        if !trailer.isEmpty {
            parts.append(
                PartAccount(
                    part: .trailer, offset: trailer.lowerBound, length: trailer.count,
                    disposition: dropsTrailer ? .dropped : .kept))
        }
        return parts
    }
}
