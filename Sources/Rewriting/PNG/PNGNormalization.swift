internal import UprightGeometry
internal import UprightContainers
internal import UprightEditing
internal import UprightMetadata
internal import UprightThreads

/// Normalizes one PNG or APNG: look at it, plan, then one of three ways: leave it, patch its metadata, or turn it.
struct PNGNormalization {
    let options: NormalizationOptions
    let parallelism: Parallelism
    /// Turns the thumbnails that an Exif block may hold.
    let embedded: MetadataTurn.EmbeddedTurn

    /// Normalizes a file whose magic says PNG.
    func normalize(_ source: [UInt8]) -> NormalizationResult {
        NormalizationResult(.png) { report throws(RasterRefusal) in try normalize(source, report: &report) }
    }

    private func normalize(
        _ source: [UInt8], report: inout NormalizationReport
    ) throws(RasterRefusal) -> NormalizationResult.Output {
        let file: PNGFile
        do throws(PNGFormatError) {
            file = try PNGFile(parsing: source)
        } catch {
            throw .undecodable(error.description)
        }
        report.warnings = file.warnings
        let frames = PNGFrames(of: file, in: source)
        try checkLimits(file, frames)
        let metadata = try PNGMetadata(of: file, in: source, limits: options.limits)
        report.orientation = metadata.orientation?.raw
        report.warnings += metadata.warnings
        let orientation = options.turns ? metadata.orientation?.orientation ?? .up : .up
        let turn = PictureTurn(orientation, of: file.header.size)
        var edits = PNGChunkEdits()
        if options.turns {
            try edits.turn(metadata, of: file, in: source, by: MetadataTurn(turn, embedded: embedded))
        }
        if orientation == .up {
            return try upright(file, frames, edits, source: source, report: &report)
        }
        if file.isCgBI {
            throw .unsupported("a CgBI PNG (Apple's own variant) can be copied when it is upright, but not turned")
        }
        edits.turn(placesOf: file, in: source, by: turn)
        return try turned(file, frames, edits, turn, source: source, report: &report)
    }

    /// The file as it is, or with only its carriers of orientation neutralized.
    private func upright(
        _ file: PNGFile, _ frames: PNGFrames, _ edits: PNGChunkEdits, source: [UInt8],
        report: inout NormalizationReport
    ) throws(RasterRefusal) -> NormalizationResult.Output {
        let damage = try checkWithoutTurning(file, frames, source)
        report.warnings += frames.warnings + damage + edits.warnings
        try acceptDamage(file.warnings + damage)
        var assembly = PNGAssembly(file: file, source: source, edits: edits)
        guard !edits.isEmpty else {
            report.outcome = .unchanged
            report.parts = assembly.account
            return .source
        }
        let output = try assembly.patched()
        try verify(output, assembly, frames, orientation: .up)
        report.outcome = .normalized
        report.changes = edits.changes
        report.parts = assembly.account
        return .bytes(output)
    }

    /// The file with its pixels and its metadata turned.
    private func turned(
        _ file: PNGFile, _ frames: PNGFrames, _ edits: PNGChunkEdits, _ turn: PictureTurn, source: [UInt8],
        report: inout NormalizationReport
    ) throws(RasterRefusal) -> NormalizationResult.Output {
        if let obstacle = frames.obstacle { throw .unsupported("an animation that cannot be turned: \(obstacle)") }
        try checkPicture(file, frames)
        var assembly = PNGAssembly(file: file, source: source, edits: edits)
        let output = try assembly.turned(frames, by: turn, parallelism)
        report.warnings += frames.warnings + assembly.damage + edits.warnings
        try acceptDamage(file.warnings + assembly.damage)
        try verify(output, assembly, frames, orientation: turn.orientation)
        report.outcome = .normalized
        report.components = [ComponentTurn(id: 0, turn: .exact)]
        report.changes = [Change(.pixels, from: "orientation \(turn.orientation.rawValue)", to: "orientation 1")]
        report.changes += edits.changes
        report.parts = assembly.account
        return .bytes(output)
    }
}
