internal import UprightBase
internal import UprightFormats

/// The way of a picture of any format: read, check the limits, plan the turn and the edits, assemble once, verify.
struct PictureRewriting {
    let work: PictureTurnWork
    private var options: NormalizationOptions { work.options }

    /// Rewrites a file, and adds what is done to a report.
    ///
    /// - Parameter source: the file; it may be released (``PictureDocument/assemble(releasing:_:)``).
    func rewrite(
        _ source: inout [UInt8], as format: some PictureFormat, report: inout NormalizationReport
    ) throws(PictureRefusal) -> NormalizationResult.Output {
        var document = try document(source, as: format)
        let plan = try plan(&document, source, as: format, report: &report)
        guard plan.isTurned || document.isChanged else {
            try finish(document, unchanged: source, plan, as: format, report: &report)
            return .source
        }
        let damage = plan.damage
        var output = try document.assemble(releasing: &source, work)
        report.warnings += output.damage + document.planWarnings
        output.damage = damage + output.damage
        try options.accept(document.damage + output.damage)
        report.incompleteness = report.incompleteness ?? output.damage.first
        report.outcome = .normalized
        report.components = output.components
        report.changes = output.changes
        report.parts = output.parts
        try prove(plan.proofs, output.bytes, format)
        if options.verification != .off { try document.verify(output, options) }
        return .bytes(output.bytes)
    }

    /// Plans the changes of a file of which only the parts that its document looks at were read, and adds what is done to a
    /// report.
    ///
    /// - Returns: the changes; nil if there are none.
    func patch(
        _ source: [UInt8], as format: some PictureFormat, report: inout NormalizationReport
    ) throws(PictureRefusal) -> PicturePatch? {
        var document = try document(source, as: format)
        let plan = try plan(&document, source, as: format, report: &report)
        guard plan.isTurned || document.isChanged else {
            try finish(document, unchanged: source, plan, as: format, report: &report)
            return nil
        }
        guard let patch = try document.patch() else {
            throw .unencodable("\(format.description.name) files are not written in pieces")
        }
        report.warnings += document.planWarnings
        report.outcome = .normalized
        report.changes = patch.changes
        report.parts = document.account
        return patch
    }

    /// What was decided of a picture.
    private struct Plan {
        var isTurned: Bool
        var damage: [String]
        var proofs: [StripProof]
    }

    private func plan(
        _ document: inout some PictureDocument, _ source: [UInt8], as format: some PictureFormat,
        report: inout NormalizationReport
    ) throws(PictureRefusal) -> Plan {
        describe(document, in: &report)
        // Sides count where something is decoded.
        var limits = options.limits
        limits.side = .max
        try document.prepare(within: limits)
        describe(document, in: &report)
        let stored = document.orientationToApply(options)
        let isLabelled = options.isLabelled && document.turnability(by: stored) != .containerOnly
        if isLabelled { try label(&document, stored, report: &report) }
        let isTurned = isLabelled ? false : try canTurn(document, from: stored, report: &report)
        if isTurned || options.decodesUpright(isDamaged: !document.damage.isEmpty) {
            for size in document.decodedSizes { try options.limits.check(sidesOf: size) }
        }
        let turn = PictureTurn(isTurned ? stored : .up, of: document.size)
        report.geometry = document.geometry(turnedBy: turn.orientation)
        if options.turns, !isLabelled, isTurned || stored == .up {
            try document.turnMetadata(by: metadataTurn(turn, of: document, stored, isLabelled: false))
        }
        let (editor, proofs) = MetadataEditor(options.edits).prepared(for: source, as: format)
        let damage = try isTurned ? document.turnPicture(by: turn, work) : document.checkPicture(options)
        report.warnings += damage
        try options.accept(document.damage + damage)
        try edit(&document, editor.edits)
        report.incompleteness = (document.damage + damage).first ?? document.missingData
        report.needsOriginal = document.needsOriginal
        return Plan(isTurned: isTurned, damage: damage, proofs: proofs)
    }

    /// The turn of the metadata.
    ///
    /// - Parameters:
    ///   - turn: the turn of the pixels.
    ///   - composed: the picture's own orientation and the turn by hand after it.
    ///   - isLabelled: whether the picture gets that orientation instead of a turn.
    private func metadataTurn(
        _ turn: PictureTurn, of document: some PictureDocument, _ composed: Orientation, isLabelled: Bool
    ) -> MetadataTurn {
        let own = composed.followed(by: options.furtherTurn.inverse)
        let embedded = EmbeddedJPEGTurn(options: options, parallelism: work.parallelism, isLabelled: isLabelled).turn()
        var metadata = MetadataTurn(
            turn, embedded: embedded, compare: document.comparison(turnedBy: own),
            setsInvalidOrientations: options.invalidOrientation == .set)
        metadata.byHand = options.furtherTurn
        if isLabelled { metadata.labelled = own }
        return metadata
    }

    /// Gives the picture another orientation instead of turning it.
    private func label(
        _ document: inout some PictureDocument, _ composed: Orientation, report: inout NormalizationReport
    ) throws(PictureRefusal) {
        let turn = PictureTurn(.up, of: document.size)
        try document.label(by: metadataTurn(turn, of: document, composed, isLabelled: true))
        if composed != .up, let warning = document.labelWarning { report.warnings.append(warning) }
    }

    private func finish(
        _ document: some PictureDocument, unchanged source: [UInt8], _ plan: Plan, as format: some PictureFormat,
        report: inout NormalizationReport
    ) throws(PictureRefusal) {
        report.warnings += document.planWarnings
        report.outcome = .unchanged
        report.parts = document.account
        try prove(plan.proofs, source, format)
    }

    private func document<Format: PictureFormat>(
        _ source: [UInt8], as format: Format
    ) throws(PictureRefusal) -> Format.Document {
        do throws(ImagePropertiesError) {
            return try format.document(reading: source)
        } catch {
            throw .undecodable(error.description)
        }
    }

    private func describe(_ document: some PictureDocument, in report: inout NormalizationReport) {
        report.orientation = document.orientation?.raw
        report.warnings = document.warnings
        guard options.turns else { return }
        let read = document.orientation?.orientation
        guard let deciding = options.decidingOrientation(read), deciding != read else { return }
        report.orientation = deciding.rawValue
        report.warnings.append(
            "the orientation \(deciding.rawValue) of the sidecar counts"
                + (document.orientation.map { ", not \($0.raw) of \($0.carrier)" } ?? ""))
    }

    private func canTurn(
        _ document: some PictureDocument, from orientation: Orientation, report: inout NormalizationReport
    ) throws(PictureRefusal) -> Bool {
        guard orientation != .up else { return false }
        switch document.turnability(by: orientation) {
        case .exact, .requantized, .containerOnly: return true
        case .unsupported(let reason): throw .unsupported(reason)
        case .copyOnly(let reason) where options.furtherTurn != .up: throw .unsupported(reason)
        case .copyOnly(let reason):
            report.warnings.append("orientation \(orientation.rawValue) is kept: \(reason)")
            return false
        }
    }

    private func edit(_ document: inout some PictureDocument, _ edits: [MetadataEdit]) throws(PictureRefusal) {
        do throws(MetadataEditError) {
            try document.edit(edits)
        } catch {
            throw .edit(error)
        }
    }

    private func prove(
        _ proofs: [StripProof], _ bytes: [UInt8], _ format: some PictureFormat
    ) throws(PictureRefusal) {
        do throws(MetadataEditError) {
            for proof in proofs { try proof.check(bytes, as: format) }
        } catch {
            throw .edit(error)
        }
    }
}
