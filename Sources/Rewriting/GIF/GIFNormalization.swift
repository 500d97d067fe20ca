internal import UprightAssembly
internal import UprightGeometry
internal import UprightContainers
internal import UprightEditing
internal import UprightMetadata
internal import UprightThreads

/// Normalizes one GIF: read, plan (turn the frames and the XMP, then edit), assemble once, verify.
struct GIFNormalization {
    let options: NormalizationOptions
    let parallelism: Parallelism
    /// Turns the thumbnails that an XMP packet can hold.
    let embedded: MetadataTurn.EmbeddedTurn

    /// Normalizes a file with GIF magic.
    func normalize(_ source: [UInt8]) -> NormalizationResult {
        NormalizationResult(.gif) { report throws(RasterRefusal) in try normalize(source, report: &report) }
    }

    private func normalize(
        _ source: [UInt8], report: inout NormalizationReport
    ) throws(RasterRefusal) -> NormalizationResult.Output {
        let file: GIFFile
        do throws(GIFFormatError) {
            file = try GIFFile(parsing: source)
        } catch {
            throw .undecodable(error.description)
        }
        report.warnings = file.warnings
        try options.limits.check(file.screen.size)
        try options.limits.check(animation: file.images.map(\.rect.size))
        let metadata = GIFMetadata(of: file, in: source)
        report.orientation = metadata.orientation?.raw
        report.warnings += metadata.warnings
        guard let first = file.images.first else { throw .undecodable("expected an image, found none") }
        let orientation = options.orientation(metadata.orientation?.orientation)
        let canvas = Self.canvas(file.screen.size, first.rect)
        try options.limits.check(canvas)
        let turn = PictureTurn(orientation, of: canvas)
        var rewrite = GIFRewrite(of: file, in: source)
        if options.turns { rewrite.turn(by: MetadataTurn(turn, embedded: embedded)) }
        var cropped: Set<Int> = []
        if orientation == .up {
            let damage = try checkWithoutTurning(file, source)
            report.warnings += damage
            try options.accept(file.warnings + damage, &report)
        } else {
            guard canvas.width <= 0xFFFF, canvas.height <= 0xFFFF else {
                throw .unsupported("the first frame extends past the largest screen that a GIF can have")
            }
            var image = GIFImageTurn(rewrite, by: turn)
            try image.turn(parallelism)
            (rewrite, cropped) = (image.rewrite, image.cropped)
            report.warnings += image.damage
            try options.accept(file.warnings + image.damage, &report)
            report.components = [ComponentTurn(id: 0, turn: .exact)]
            report.changes = [Change(.pixels, from: "orientation \(orientation.rawValue)", to: "orientation 1")]
            if image.sharedPalettes > 0 {
                report.changes.append(
                    Change(
                        ChangeSubject(.gif, "LocalColorTable"),
                        from: "\(image.sharedPalettes) that repeat the global one",
                        to: "the global one"))
            }
        }
        try edit(&rewrite)
        report.warnings += rewrite.warnings
        report.needsOriginal = rewrite.needsOriginal
        report.parts = rewrite.account
        guard rewrite.isChanged else {
            report.outcome = .unchanged
            return .source
        }
        let output = rewrite.assembled()
        report.outcome = .normalized
        report.changes += rewrite.changes
        try verify(output, of: rewrite, turn, cropped: cropped)
        return .bytes(output)
    }

    private func edit(_ rewrite: inout GIFRewrite) throws(RasterRefusal) {
        do throws(MetadataEditError) {
            try rewrite.edit(MetadataEditor(options.edits).edits)
        } catch {
            throw .edit(error)
        }
    }

    /// The canvas that readers show: the screen, enlarged if the first frame extends past it.
    private static func canvas(_ screen: Size, _ first: Rect) -> Size {
        Size(width: max(screen.width, first.x + first.width), height: max(screen.height, first.y + first.height))
    }
}
