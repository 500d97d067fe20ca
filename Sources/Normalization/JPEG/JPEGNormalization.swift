internal import Geometry
internal import ImageContainers
internal import ImageMetadata

/// Normalizes one JPEG: look at it, plan, then one of three ways: leave it, patch its metadata, or turn it.
struct JPEGNormalization {
    let options: NormalizationOptions

    /// Normalizes a file whose magic says JPEG.
    func normalize(_ source: [UInt8]) -> NormalizationResult {
        var report = NormalizationReport(type: .jpeg, outcome: .rejected)
        do throws(JPEGRefusal) {
            let output = try normalize(source, report: &report)
            return NormalizationResult(report: report, output: output)
        } catch {
            report.outcome = .rejected
            report.reason = error.description
            report.components = []
            report.changes = []
            report.parts = []
            return NormalizationResult(report: report, output: .none)
        }
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
            try verify(turned, of: picture, orientation: orientation)
            return .bytes(turned)
        }
        let damage = try checkWithoutTurning(picture)
        report.warnings += damage
        try acceptDamage(picture.file.warnings + damage)
        if options.turns, let patched = patched(picture, report: &report) {
            try verify(patched, of: picture, orientation: .up)
            return .bytes(patched)
        }
        report.outcome = .unchanged
        report.parts = picture.accountKept()
        return .source
    }

    /// The file with its pixels' bytes as they are and its carriers of orientation neutralized; nil where none has to be.
    private func patched(_ picture: JPEGSource, report: inout NormalizationReport) -> [UInt8]? {
        let metadata = picture.metadata.turned(
            by: PictureTurn(.up, of: picture.file.frameHeader.size), embedded: embeddedTurn())
        report.warnings += metadata.warnings
        guard !metadata.segments.isEmpty else { return nil }
        report.outcome = .normalized
        report.changes = metadata.changes
        return picture.patched(by: metadata, parts: &report.parts)
    }

    /// The file with its coefficients and its metadata turned.
    private func turned(
        _ picture: JPEGSource, _ orientation: Orientation, report: inout NormalizationReport
    ) throws(JPEGRefusal) -> [UInt8] {
        if let reason = picture.reasonNotToTurn { throw .unsupported(reason) }
        let turned = try picture.turned(orientation)
        report.warnings += turned.warnings
        try acceptDamage(picture.file.warnings + turned.warnings)
        let metadata = picture.metadata.turned(
            by: PictureTurn(orientation, of: picture.file.frameHeader.size), embedded: embeddedTurn())
        report.warnings += metadata.warnings
        report.outcome = .normalized
        report.components = turned.components
        report.changes = [Change("pixels", from: "orientation \(orientation.rawValue)", to: "orientation 1")]
        report.changes += metadata.changes
        return picture.assembled(turned.encoded, metadata: metadata, parts: &report.parts)
    }
}
