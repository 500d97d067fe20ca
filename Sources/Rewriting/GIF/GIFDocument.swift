package import UprightFormats
package import UprightBase

/// A GIF file, and the plan of its changes.
package struct GIFDocument: PictureDocument {
    private(set) var rewrite: GIFRewrite
    /// The metadata, once the limits are checked.
    private var metadata: GIFMetadata?
    /// The turn of the frames; nil if they are not turned.
    private(set) var turn: PictureTurn?
    /// The turned frames.
    private var image: GIFImageTurn?

    init(of file: GIFFile, in source: [UInt8]) { rewrite = GIFRewrite(of: file, in: source) }

    var file: GIFFile { rewrite.file }

    package var damage: [String] { file.warnings }
    package var warnings: [String] { file.warnings + (metadata?.warnings ?? []) }
    package var orientation: OrientationReading? { metadata?.orientation }
    package var frameCount: Int { max(1, file.images.count) }
    package var turnability: Turnability {
        size.width <= 0xFFFF && size.height <= 0xFFFF
            ? .exact : .unsupported("the first frame extends past the largest screen that a GIF can have")
    }

    /// The size of the canvas that readers show: the screen, enlarged if the first frame extends past it.
    package var size: Size {
        let (screen, first) = (file.screen.size, file.images.first?.rect)
        return Size(
            width: max(screen.width, first.map { $0.x + $0.width } ?? 0),
            height: max(screen.height, first.map { $0.y + $0.height } ?? 0))
    }

    package var decodedSizes: [Size] { [file.screen.size, size] + file.images.map(\.rect.size) }

    /// The numbers of the frames that lost pixels which no reader shows.
    var cropped: Set<Int> { image?.cropped ?? [] }

    package mutating func prepare(within limits: Limits) throws(PictureRefusal) {
        try limits.check(file.screen.size)
        try limits.check(animation: file.images.map(\.rect.size))
        metadata = GIFMetadata(of: file, in: rewrite.source)
        guard !file.images.isEmpty else { throw .undecodable("expected an image, found none") }
        try limits.check(size)
    }

    package mutating func turnMetadata(by turn: MetadataTurn) { rewrite.turn(by: turn) }

    package mutating func turnPicture(
        by turn: PictureTurn, _ work: PictureTurnWork
    ) throws(PictureRefusal) -> [String] {
        var image = GIFImageTurn(rewrite, by: turn)
        try image.turn(work.parallelism)
        rewrite = image.rewrite
        self.turn = turn
        self.image = image
        return image.damage
    }

    package mutating func label(by turn: MetadataTurn) throws(PictureRefusal) {
        throw .unsupported("no viewer follows an orientation in a GIF; turn its pixels")
    }

    package mutating func edit(_ edits: [MetadataEdit]) throws(MetadataEditError) { try rewrite.edit(edits) }

    package var isChanged: Bool { rewrite.isChanged }
    package var needsOriginal: Bool { rewrite.needsOriginal }
    package var planWarnings: [String] { rewrite.warnings }
    package var account: [PartAccount] { rewrite.account }

    package mutating func assemble(releasing source: inout [UInt8], _ work: PictureTurnWork) -> AssembledPicture {
        var changes: [Change] = []
        if let turn {
            changes = [Change(.pixels, from: "orientation \(turn.orientation.rawValue)", to: "orientation 1")]
        }
        if let shared = image?.sharedPalettes, shared > 0 {
            changes.append(
                Change(
                    ChangeSubject(.gif, "LocalColorTable"), from: "\(shared) that repeat the global one",
                    to: "the global one"))
        }
        return AssembledPicture(
            bytes: rewrite.assembled(), changes: changes + rewrite.changes, parts: rewrite.account,
            components: turn == nil ? [] : [ComponentTurn(id: 0, turn: .exact)])
    }

    package var parts: [(name: String, range: Range<Int>)] {
        [("Logical Screen", file.head)] + file.blocks.map { ($0.name, $0.range) } + [("trailer", file.trailer)]
    }
}
