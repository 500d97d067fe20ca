internal import UprightGeometry
internal import UprightContainers
internal import UprightEditing
internal import UprightMetadata
internal import UprightThreads

/// Normalizes one JPEG: look at it, plan, then one of three ways: leave it, patch its metadata, or turn it.
struct JPEGNormalization {
    let options: NormalizationOptions
    let parallelism: Parallelism

    /// Normalizes a file whose magic says JPEG.
    func normalize(_ source: [UInt8]) -> NormalizationResult {
        NormalizationResult(.jpeg) { report throws(JPEGRefusal) in try normalize(source, report: &report) }
    }

    private func normalize(
        _ source: [UInt8], report: inout NormalizationReport
    ) throws(JPEGRefusal) -> NormalizationResult.Output {
        let picture = try JPEGSource(source)
        report.orientation = picture.metadata.orientation?.raw
        report.warnings = picture.file.warnings + picture.metadata.warnings
        try checkLimits(picture)
        let orientation = options.turns ? picture.metadata.orientation?.orientation ?? .up : .up
        if orientation != .up {
            let turned = try turned(picture, orientation, report: &report)
            try verify(
                turned.bytes, of: picture, orientation: orientation, parts: report.parts, following: turned.following)
            return .bytes(turned.bytes)
        }
        let damage = try checkWithoutTurning(picture)
        report.warnings += damage
        try acceptDamage(picture.file.warnings + damage)
        if options.turns, let patched = patched(picture, report: &report) {
            try verify(
                patched.bytes, of: picture, orientation: .up, parts: report.parts, following: patched.following)
            return .bytes(patched.bytes)
        }
        report.outcome = .unchanged
        report.parts = picture.accountKept()
        return .source
    }

    /// The file with its pixels' bytes as they are and its carriers of orientation neutralized; nil where none has to be.
    private func patched(_ picture: JPEGSource, report: inout NormalizationReport) -> JPEGOutput? {
        let turn = PictureTurn(.up, of: picture.file.frameHeader.size)
        var metadata = picture.metadata.turned(
            by: turn, embedded: embeddedTurn(),
            compare: PictureLikeness.comparison(with: picture.decodableBytes, turnedBy: .up))
        let following = MultiPicture(of: picture).turned(turn, embedded: embeddedTurn())
        following.updateContainer(in: &metadata)
        report.warnings += metadata.warnings + following.warnings
        guard !metadata.segments.isEmpty || !following.isUnchanged else { return nil }
        report.outcome = .normalized
        report.changes = metadata.changes + following.changes
        var output = picture.patched(by: metadata, following: following, parts: &report.parts)
        following.point(in: &output, report: &report)
        return JPEGOutput(bytes: output, following: following)
    }

    /// The file with its coefficients and its metadata turned.
    private func turned(
        _ picture: JPEGSource, _ orientation: Orientation, report: inout NormalizationReport
    ) throws(JPEGRefusal) -> JPEGOutput {
        if let reason = picture.reasonNotToTurn { throw .unsupported(reason) }
        let turned = try picture.turned(orientation, parallelism: parallelism)
        report.warnings += turned.warnings
        try acceptDamage(picture.file.warnings + turned.warnings)
        let turn = PictureTurn(orientation, of: picture.file.frameHeader.size)
        var metadata = picture.metadata.turned(
            by: turn, embedded: embeddedTurn(),
            compare: PictureLikeness.comparison(with: picture.decodableBytes, turnedBy: orientation))
        let following = MultiPicture(of: picture).turned(turn, embedded: embeddedTurn())
        following.updateContainer(in: &metadata)
        report.warnings += metadata.warnings + following.warnings
        report.outcome = .normalized
        report.components = turned.components
        report.changes = [Change(.pixels, from: "orientation \(orientation.rawValue)", to: "orientation 1")]
        report.changes += metadata.changes + following.changes
        var output = picture.assembled(
            turned.encoded, metadata: metadata, following: following, parts: &report.parts)
        following.point(in: &output, report: &report)
        return JPEGOutput(bytes: output, following: following)
    }
}

/// A file that has been put together, with what became of what follows the picture in it.
struct JPEGOutput {
    let bytes: [UInt8]
    let following: MultiPictureTurn
}
