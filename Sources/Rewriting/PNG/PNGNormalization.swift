internal import UprightAssembly
internal import UprightGeometry
internal import UprightContainers
internal import UprightEditing
internal import UprightMetadata
internal import UprightThreads

/// Normalizes one PNG or APNG: read, plan (turn the pictures and the metadata, then edit), assemble once, verify.
struct PNGNormalization {
    let options: NormalizationOptions
    let parallelism: Parallelism
    /// Turns the thumbnails that an Exif block can hold.
    let embedded: MetadataTurn.EmbeddedTurn

    /// Is called with parts of the source, in order.
    let reading: @Sendable (UnsafeRawBufferPointer) -> Void

    /// Normalizes a file with PNG magic.
    ///
    /// - Parameter source: the file. If it becomes empty, ``reading`` has been called with all of it.
    func normalize(_ source: inout [UInt8]) -> NormalizationResult {
        NormalizationResult(.png) { report throws(RasterRefusal) in try normalize(&source, report: &report) }
    }

    private func normalize(
        _ source: inout [UInt8], report: inout NormalizationReport
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
        let orientation = options.orientation(metadata.orientation?.orientation)
        let turn = PictureTurn(orientation, of: file.header.size)
        var rewrite = PNGRewrite(of: file, in: source)
        if options.turns { try rewrite.turn(metadata, by: MetadataTurn(turn, embedded: embedded)) }
        if orientation == .up {
            return try upright(&rewrite, frames, turn, report: &report)
        }
        if file.isCgBI {
            throw .unsupported("a CgBI PNG (Apple's variant) can be copied if it is upright, but not turned")
        }
        rewrite.turnPlaces(by: turn)
        return try turned(&rewrite, &source, frames, turn, report: &report)
    }

    /// Returns the file unchanged, or with only its metadata changed.
    private func upright(
        _ rewrite: inout PNGRewrite, _ frames: PNGFrames, _ turn: PictureTurn, report: inout NormalizationReport
    ) throws(RasterRefusal) -> NormalizationResult.Output {
        let damage = try checkWithoutTurning(rewrite.file, frames, rewrite.source)
        report.warnings += frames.warnings + damage
        try options.accept(rewrite.file.warnings + damage, &report)
        try edit(&rewrite)
        report.warnings += rewrite.warnings
        report.needsOriginal = rewrite.needsOriginal
        guard rewrite.isChanged else {
            report.outcome = .unchanged
            report.parts = rewrite.account()
            report.warnings += leftovers(in: rewrite.source)
            return .source
        }
        let output = rewrite.assembled()
        report.outcome = .normalized
        report.changes = rewrite.changes
        report.parts = rewrite.account(output.dispositions)
        report.warnings += leftovers(in: output.bytes)
        try verify(output, of: rewrite, frames, turn, damage: damage)
        return .bytes(output.bytes)
    }

    /// Returns the file with its pixels and metadata turned.
    private func turned(
        _ rewrite: inout PNGRewrite, _ source: inout [UInt8], _ frames: PNGFrames, _ turn: PictureTurn,
        report: inout NormalizationReport
    ) throws(RasterRefusal) -> NormalizationResult.Output {
        if let obstacle = frames.obstacle { throw .unsupported("this animation cannot be turned: \(obstacle)") }
        try checkPicture(rewrite.file, frames)
        rewrite.size = turn.uprightSize
        try edit(&rewrite)
        var memory: [UInt8] = []
        let decoded = try decodedOnlyFrame(&rewrite, &source, frames, &memory)
        let writer = PNGWriter(in: &memory)
        var image = PNGImageTurn(frames, decoded, of: rewrite, by: turn, parallelism)
        let output = try rewrite.assembled(by: consume writer) { (index, output) throws(RasterRefusal) in
            try image.append(index, to: &output)
        }
        report.warnings += frames.warnings + image.damage + rewrite.warnings
        try options.accept(rewrite.file.warnings + image.damage, &report)
        report.needsOriginal = rewrite.needsOriginal
        report.outcome = .normalized
        report.components = [ComponentTurn(id: 0, turn: .exact)]
        report.changes = [Change(.pixels, from: "orientation \(turn.orientation.rawValue)", to: "orientation 1")]
        report.changes += rewrite.changes
        report.parts = rewrite.account(output.dispositions)
        report.warnings += leftovers(in: output.bytes)
        try verify(output, of: rewrite, frames, turn, damage: image.damage)
        return .bytes(output.bytes)
    }

    private func leftovers(in bytes: [UInt8]) -> [String] { MetadataEditor(options.edits).leftovers(in: bytes) }

    private func edit(_ rewrite: inout PNGRewrite) throws(RasterRefusal) {
        do throws(MetadataEditError) {
            try rewrite.edit(MetadataEditor(options.edits).edits)
        } catch {
            throw .edit(error)
        }
    }
}
