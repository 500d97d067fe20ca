package import UprightFormats
package import UprightBase

/// A PNG or APNG file, and the plan of its changes.
package struct PNGDocument: PictureDocument {
    var rewrite: PNGRewrite
    let frames: PNGFrames
    /// The metadata, once the limits are checked.
    private var metadata: PNGMetadata?
    /// The turn of the pictures; nil if they are not turned.
    private(set) var turn: PictureTurn?
    /// The chunks that the output must hold, in order.
    private(set) var expected: [AssembledPNG.ExpectedChunk] = []

    init(of file: PNGFile, in source: [UInt8]) {
        rewrite = PNGRewrite(of: file, in: source)
        frames = PNGFrames(of: file, in: source)
    }

    var file: PNGFile { rewrite.file }

    package var damage: [String] { file.warnings }
    package var warnings: [String] {
        guard let metadata else { return file.warnings }
        return file.warnings + metadata.warnings + frames.warnings
    }
    package var orientation: OrientationReading? { metadata?.orientation }
    package var size: Size { file.header.size }
    package var frameCount: Int { max(1, frames.controls.count) }
    package var turnability: Turnability {
        if file.isCgBI {
            return .unsupported("a CgBI PNG (Apple's variant) can be copied if it is upright, but not turned")
        }
        return frames.obstacle.map { .unsupported("this animation cannot be turned: \($0)") } ?? .exact
    }

    package mutating func prepare(within limits: Limits) throws(PictureRefusal) {
        try check(limits)
        metadata = try PNGMetadata(of: file, in: rewrite.source, limits: limits)
    }

    package mutating func turnMetadata(by turn: MetadataTurn) throws(PictureRefusal) {
        if let metadata { try rewrite.turn(metadata, by: turn) }
    }

    /// Plans the turn. The pictures are decoded while the output is assembled, so that there is only one in memory.
    package mutating func turnPicture(
        by turn: PictureTurn, _ work: PictureTurnWork
    ) throws(PictureRefusal) -> [String] {
        try checkPresence()
        rewrite.turnPlaces(by: turn)
        rewrite.size = turn.uprightSize
        rewrite.isTurned = true
        self.turn = turn
        return []
    }

    package mutating func edit(_ edits: [MetadataEdit]) throws(MetadataEditError) { try rewrite.edit(edits) }

    package var isChanged: Bool { rewrite.isChanged }
    package var labelWarning: String? {
        "not every program follows the orientation in a PNG; turning its pixels loses nothing"
    }
    package var needsOriginal: Bool { rewrite.needsOriginal }
    package var planWarnings: [String] { rewrite.warnings }
    package var account: [PartAccount] { rewrite.account() }

    package mutating func assemble(
        releasing source: inout [UInt8], _ work: PictureTurnWork
    ) throws(PictureRefusal) -> AssembledPicture {
        guard let turn else {
            let output = rewrite.assembled()
            expected = output.expected
            return AssembledPicture(
                bytes: output.bytes, changes: rewrite.changes, parts: rewrite.account(output.dispositions))
        }
        var memory: [UInt8] = []
        let decoded = try decodedOnlyFrame(&source, work, &memory)
        let writer = PNGWriter(in: &memory)
        var image = PNGImageTurn(frames, decoded, of: rewrite, by: turn, work.parallelism)
        let output = try rewrite.assembled(by: consume writer) { (index, output) throws(PictureRefusal) in
            try image.append(index, to: &output)
        }
        expected = output.expected
        return AssembledPicture(
            bytes: output.bytes,
            changes: [Change(.pixels, from: "orientation \(turn.orientation.rawValue)", to: "orientation 1")]
                + rewrite.changes,
            parts: rewrite.account(output.dispositions), components: [ComponentTurn(id: 0, turn: .exact)],
            damage: image.damage)
    }

    package var parts: [(name: String, range: Range<Int>)] {
        let chunks = file.chunks.map { chunk in
            (PartName(of: chunk, in: rewrite.source).description, chunk.range)
        }
        return [("signature", 0..<PNGFile.signature.count)] + chunks + [("trailer", file.trailer)]
    }
}
