internal import UprightMetadata
internal import UprightAssembly
internal import UprightContainers
internal import UprightEditing
internal import UprightGeometry
internal import UprightThreads

/// Normalizes one JPEG: read, plan (turn the picture and its metadata, then edit), assemble once, verify.
struct JPEGNormalization {
    let options: NormalizationOptions
    let parallelism: Parallelism

    /// Normalizes a file with JPEG magic.
    func normalize(_ source: [UInt8]) -> NormalizationResult {
        NormalizationResult(.jpeg) { report throws(JPEGRefusal) in try normalize(source, report: &report) }
    }

    private func normalize(
        _ source: [UInt8], report: inout NormalizationReport
    ) throws(JPEGRefusal) -> NormalizationResult.Output {
        let picture = try JPEGSource(checking: source)
        report.orientation = picture.metadata.orientation?.raw
        report.warnings = picture.file.warnings + picture.metadata.warnings
        try checkLimits(picture)
        let orientation = options.orientation(picture.metadata.orientation?.orientation)
        let turn = PictureTurn(orientation, of: picture.file.frameHeader.size)
        var rewrite = JPEGRewrite(of: picture)
        var image: TurnedJPEG?
        if orientation == .up {
            let damage = try checkWithoutTurning(picture)
            report.warnings += damage
            try acceptDamage(picture.file.warnings + damage, &report)
        } else {
            if let reason = picture.reasonNotToTurn { throw .unsupported(reason) }
            let turned = try picture.turned(orientation, limits: options.limits, parallelism: parallelism)
            report.warnings += turned.warnings
            try acceptDamage(picture.file.warnings + turned.warnings, &report)
            rewrite.replaceImage(with: turned.encoded, turnedBy: turn)
            report.components = turned.components
            image = turned
        }
        if options.turns {
            rewrite.turn(
                by: MetadataTurn(
                    turn, embedded: embeddedTurn(),
                    compare: PictureLikeness.comparison(with: picture.decodableBytes, turnedBy: orientation)))
        }
        try edit(&rewrite)
        report.warnings += rewrite.warnings
        report.incompleteness = report.incompleteness ?? MultiPicture.missingData(of: picture)
        report.needsOriginal = rewrite.needsOriginal
        guard rewrite.isChanged else {
            report.outcome = .unchanged
            report.parts = rewrite.account()
            report.warnings += leftovers(in: source)
            return .source
        }
        let output = rewrite.assembled()
        report.outcome = .normalized
        report.changes = output.changes
        report.parts = output.parts
        report.warnings += leftovers(in: output.bytes)
        try verify(output, of: rewrite, turnedBy: orientation, as: image)
        return .bytes(output.bytes)
    }

    private func leftovers(in bytes: [UInt8]) -> [String] { MetadataEditor(options.edits).leftovers(in: bytes) }

    private func edit(_ rewrite: inout JPEGRewrite) throws(JPEGRefusal) {
        do throws(MetadataEditError) {
            try rewrite.edit(MetadataEditor(options.edits).edits)
        } catch {
            throw .edit(error)
        }
    }
}
