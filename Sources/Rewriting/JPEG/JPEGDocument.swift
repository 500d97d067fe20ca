package import UprightFormats
package import UprightBase

/// A JPEG file, and the plan of its changes.
package struct JPEGDocument: PictureDocument {
    private(set) var rewrite: JPEGRewrite
    /// The turned picture; nil if it is not turned.
    private(set) var image: TurnedJPEG?
    /// The assembled file, for the check of its structure.
    private(set) var assembled: AssembledJPEG?
    /// The turn of the picture.
    private(set) var turn = Orientation.up

    init(of source: JPEGSource) { rewrite = JPEGRewrite(of: source) }

    var source: JPEGSource { rewrite.source }

    package var damage: [String] { source.file.warnings }
    package var warnings: [String] { source.file.warnings + source.metadata.warnings }
    package var orientation: OrientationReading? { source.metadata.orientation }
    package var size: Size { source.file.frameHeader.size }
    package func turnability(by orientation: Orientation) -> Turnability {
        source.reasonNotToTurn.map { .unsupported($0) } ?? .requantized
    }

    package mutating func prepare(within limits: Limits) throws(PictureRefusal) {
        if let reason = source.file.frameHeader.invalidity { throw .undecodable(reason) }
        try source.check(limits)
    }

    package func comparison(turnedBy orientation: Orientation) -> MetadataTurn.Comparison? {
        PictureLikeness.comparison(with: source.decodableBytes, turnedBy: orientation)
    }

    package mutating func turnMetadata(by turn: MetadataTurn) { rewrite.turn(by: turn) }

    package mutating func turnPicture(
        by turn: PictureTurn, _ work: PictureTurnWork
    ) throws(PictureRefusal) -> [String] {
        let turned = try source.turned(
            turn.orientation, limits: work.options.limits, parallelism: work.parallelism)
        rewrite.replaceImage(with: turned.encoded, turnedBy: turn)
        image = turned
        self.turn = turn.orientation
        return turned.warnings
    }

    package mutating func edit(_ edits: [MetadataEdit]) throws(MetadataEditError) { try rewrite.edit(edits) }

    package var isChanged: Bool { rewrite.isChanged }
    package var missingData: String? { MultiPicture.missingData(of: source) }
    package var needsOriginal: Bool { rewrite.needsOriginal }
    package var planWarnings: [String] { rewrite.planWarnings }
    package var account: [PartAccount] { rewrite.account() }

    package mutating func assemble(releasing source: inout [UInt8], _ work: PictureTurnWork) -> AssembledPicture {
        let assembled = rewrite.assembled()
        self.assembled = assembled
        return AssembledPicture(
            bytes: assembled.bytes, changes: assembled.changes, parts: assembled.parts,
            components: image?.components ?? [])
    }

    package var parts: [(name: String, range: Range<Int>)] {
        let segments = source.file.segments.map { segment in
            let carrier = JPEGCarrier(marker: segment.marker, payload: source.bytes[segment.payload])
            let name = carrier.name(marker: segment.marker)
            return (carrier == .other ? name + label(of: segment) : name, segment.range)
        }
        return segments
            + MultiPicture(of: source).kept().parts.map { ($0.part.description, $0.offset..<$0.offset + $0.length) }
    }

    /// The text at the start of an application segment whose content is not known, after a space.
    private func label(of segment: JPEGSegment) -> String {
        guard (0xE0...0xEF).contains(segment.marker) else { return "" }
        let label = source.bytes[segment.payload].prefix(40).prefix { $0 >= 0x20 && $0 < 0x7F }
        return label.count < 3 ? "" : " " + String(decoding: label, as: UTF8.self)
    }
}
