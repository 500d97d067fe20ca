internal import UprightGeometry
internal import UprightContainers
internal import UprightEditing
internal import UprightMetadata
internal import UprightThreads

/// Normalizes one GIF: look at it, plan, then one of three ways: leave it, patch its XMP, or turn it frame by frame.
struct GIFNormalization {
    let options: NormalizationOptions
    let parallelism: Parallelism
    /// Turns the thumbnails that an XMP packet may hold.
    let embedded: MetadataTurn.EmbeddedTurn

    /// Normalizes a file whose magic says GIF.
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
        let orientation = options.turns ? metadata.orientation?.orientation ?? .up : .up
        let canvas = Self.canvas(file.screen.size, first.rect)
        try options.limits.check(canvas)
        let turn = PictureTurn(orientation, of: canvas)
        var assembly = GIFAssembly(file: file, source: source, turn: turn)
        if options.turns {
            assembly.turn(metadata, by: MetadataTurn(turn, embedded: embedded))
        }
        let output: [UInt8]
        if orientation == .up {
            let damage = try checkWithoutTurning(file, source)
            report.warnings += damage + assembly.warnings
            try acceptDamage(file.warnings + damage)
            guard !assembly.changes.isEmpty else {
                report.outcome = .unchanged
                report.parts = assembly.account
                return .source
            }
            output = assembly.patched()
        } else {
            guard canvas.width <= 0xFFFF, canvas.height <= 0xFFFF else {
                throw .unsupported("the first frame reaches beyond the largest screen that a GIF can have")
            }
            output = try assembly.turned(parallelism)
            report.warnings += assembly.damage + assembly.warnings
            try acceptDamage(file.warnings + assembly.damage)
            report.components = [ComponentTurn(id: 0, turn: .exact)]
            report.changes = [Change(.pixels, from: "orientation \(orientation.rawValue)", to: "orientation 1")]
            if assembly.sharedPalettes > 0 {
                report.changes.append(
                    Change(
                        ChangeSubject(.gif, "LocalColorTable"),
                        from: "\(assembly.sharedPalettes) that repeat the global one",
                        to: "the global one"))
            }
        }
        try verify(output, assembly)
        report.outcome = .normalized
        report.changes += assembly.changes
        report.parts = assembly.account
        return .bytes(output)
    }

    /// The canvas that readers show: the screen, grown where the first frame reaches beyond it.
    private static func canvas(_ screen: Size, _ first: Rect) -> Size {
        Size(width: max(screen.width, first.x + first.width), height: max(screen.height, first.y + first.height))
    }
}
