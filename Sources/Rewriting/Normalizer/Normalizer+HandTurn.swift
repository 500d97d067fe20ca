extension Normalizer {
    /// Sets the orientation of a file whose picture is never turned here.
    func labelled(_ source: [UInt8], as format: any LabelledFormat) -> NormalizationResult {
        NormalizationResult(format.description.type) { report throws(PictureRefusal) in
            if let excess = options.limits.excess(ofFileOf: source.count) { throw .limit(excess) }
            let labelled = try format.labelled(source, byHand: options.furtherTurn)
            report.outcome = .normalized
            report.changes = labelled.changes
            report.warnings = labelled.warnings
            return .bytes(labelled.bytes)
        }
    }

    /// Turns a picture by hand: its pixels if that loses nothing, otherwise its orientation is set, if that loses less.
    func turnedOrLabelled(_ source: [UInt8]) -> NormalizationResult {
        func attempt(_ way: NormalizationOptions.HandTurn) -> NormalizationResult {
            var options = options
            options.handTurn = way
            return Normalizer(options: options, parallelism: parallelism).normalize(source)
        }
        var turned = attempt(.pixels)
        let losses = turned.report.losses
        let isTurned = turned.report.outcome.hasOutput
        guard !isTurned || !losses.isEmpty else { return turned }
        var labelled = attempt(.tag)
        guard labelled.report.outcome.hasOutput else {
            if !isTurned, labelled.report.reason != turned.report.reason {
                turned.report.reason += "; nor can its orientation be set: \(labelled.report.reason)"
            }
            return turned
        }
        guard !isTurned || labelled.report.losses.count < losses.count else { return turned }
        let reason =
            isTurned ? "turned, \(losses.joined(separator: "; "))" : "they cannot be turned (\(turned.report.reason))"
        labelled.report.warnings.append("the orientation is set, and the pixels stay as they are: \(reason)")
        return labelled
    }
}
