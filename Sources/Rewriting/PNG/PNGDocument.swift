package import UprightFormats
package import UprightBase

/// A PNG or APNG file, and the plan of its changes: what happens to each chunk and to the image data.
///
/// Turning and editing are two plans, applied one after the other; each sees the chunks as the one before left them.
package struct PNGDocument: PictureDocument, BlockContainer {
    /// The file's structure.
    var file: PNGFile
    /// The file that is rewritten.
    var source: [UInt8]
    /// Where the chunks and the trailer were in the file, if ``removeImageData(in:)`` has moved them.
    var places: (chunks: [Range<Int>], trailer: Range<Int>)?
    /// The new data of chunks, by chunk index.
    var data: [Int: [UInt8]] = [:]
    /// The indices of dropped chunks, with the reasons.
    var dropped: [Int: String] = [:]
    /// Whether the bytes after the end are left out.
    var dropsTrailer = false
    /// New chunks, which go before the image data.
    var inserted: [(type: PNGChunkType, data: [UInt8])] = []
    /// What the plans changed.
    var changes: [Change] = []
    package var planWarnings: [String] = []
    /// Whether the turn kept something that depends on the layout of the picture as it was.
    var keepsLayout = false

    let frames: PNGFrames
    /// The metadata, once the limits are checked.
    private var metadata: PNGMetadata?
    /// The turn of the pictures; nil if they are not turned.
    private(set) var turn: PictureTurn?
    /// The chunks that the output must hold, in order.
    private(set) var expected: [AssembledPNG.ExpectedChunk] = []

    init(of file: PNGFile, in source: [UInt8]) {
        (self.file, self.source) = (file, source)
        frames = PNGFrames(of: file, in: source)
    }

    /// Whether the turn writes new image data.
    var isTurned: Bool { turn != nil }
    /// The size of the picture in the output.
    var outputSize: Size { turn?.uprightSize ?? size }

    package var damage: [String] { file.warnings }
    package var warnings: [String] {
        guard let metadata else { return file.warnings }
        return file.warnings + metadata.warnings + frames.warnings
    }
    package var orientation: OrientationReading? { metadata?.orientation }
    package var size: Size { file.header.size }
    package var frameCount: Int { max(1, frames.controls.count) }
    package func turnability(by orientation: Orientation) -> Turnability {
        if file.isCgBI {
            return .unsupported("a CgBI PNG (Apple's variant) can be copied if it is upright, but not turned")
        }
        return frames.obstacle.map { .unsupported("this animation cannot be turned: \($0)") } ?? .exact
    }

    package mutating func prepare(within limits: Limits) throws(PictureRefusal) {
        try check(limits)
        metadata = try PNGMetadata(of: file, in: source, limits: limits)
    }

    package mutating func turnMetadata(by turn: MetadataTurn) throws(PictureRefusal) {
        if let metadata { try self.turn(metadata.blocks, by: turn) }
    }

    /// Plans the turn. The pictures are decoded while the output is assembled, so that there is only one in memory.
    package mutating func turnPicture(
        by turn: PictureTurn, _ work: PictureTurnWork
    ) throws(PictureRefusal) -> [String] {
        try checkPresence()
        turnPlaces(by: turn)
        self.turn = turn
        return []
    }

    package var labelWarning: String? {
        "not every program follows the orientation in a PNG; turning its pixels loses nothing"
    }
    package var account: [PartAccount] { account(of: [:]) }

    package mutating func assemble(
        releasing source: inout [UInt8], _ work: PictureTurnWork
    ) throws(PictureRefusal) -> AssembledPicture {
        guard let turn else {
            let output = assembled()
            expected = output.expected
            return AssembledPicture(
                bytes: output.bytes, changes: changes, parts: account(of: output.dispositions))
        }
        var memory: [UInt8] = []
        let decoded = try decodedOnlyFrame(&source, work, &memory)
        let writer = PNGWriter(in: &memory)
        var image = PNGImageTurn(frames, decoded, of: self, by: turn, work.parallelism)
        let output = try assembled(by: consume writer) { (index, output) throws(PictureRefusal) in
            try image.append(index, to: &output)
        }
        expected = output.expected
        return AssembledPicture(
            bytes: output.bytes,
            changes: [Change(.pixels, from: "orientation \(turn.orientation.rawValue)", to: "orientation 1")]
                + changes,
            parts: account(of: output.dispositions), components: [ComponentTurn(id: 0, turn: .exact)],
            damage: image.damage)
    }

    package var parts: [(name: String, range: Range<Int>)] {
        [("signature", 0..<PNGFile.signature.count)]
            + account.map { ($0.part.description, $0.offset..<$0.offset + $0.length) }
    }

    /// Whether the output differs from the source in any chunk other than image data.
    package var isChanged: Bool { !data.isEmpty || !dropped.isEmpty || !inserted.isEmpty || dropsTrailer }

    /// The bytes after the end in the output.
    var trailer: ArraySlice<UInt8> { dropsTrailer ? [] : source[file.trailer] }

    /// Returns the data of a chunk in the output.
    func current(_ index: Int) -> [UInt8] { data[index] ?? Array(source[file.chunks[index].data]) }

    /// Returns what happened to every chunk and to the trailer.
    private func account(of dispositions: [Int: PartAccount.Disposition]) -> [PartAccount] {
        let parts = file.chunks.enumerated().map { index, chunk in
            PartAccount(
                PartName(of: chunk, in: source), places?.chunks[index] ?? chunk.range,
                dropped[index] != nil ? .dropped : dispositions[index] ?? .kept, reason: dropped[index] ?? "")
        }
        return parts + PartAccount.trailer(places?.trailer ?? file.trailer, isDropped: dropsTrailer)
    }
}
