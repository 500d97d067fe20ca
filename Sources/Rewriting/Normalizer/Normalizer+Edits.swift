internal import UprightContainers
internal import UprightEditing
internal import UprightMetadata

extension Normalizer {
    /// Makes the edits in what the turn has left, as the last step: positions in the picture are known by then, and
    /// edits have none.
    func edited(_ result: NormalizationResult, of source: [UInt8]) -> NormalizationResult {
        guard !options.edits.isEmpty else { return result }
        let upright: [UInt8]
        switch result.output {
        case .none: return result
        case .source: upright = source
        case .bytes(let bytes): upright = bytes
        }
        var result = result
        let edited: EditedFile
        do throws(MetadataEditError) {
            edited = try MetadataEditor(options.edits).edited(upright)
        } catch {
            result.report.outcome = .rejected
            result.report.reason = "metadata cannot be edited: \(error)"
            result.output = .none
            return result
        }
        result.report.warnings += edited.warnings
        guard !edited.changes.isEmpty else { return result }
        result.report.outcome = .normalized
        result.report.changes += edited.changes
        result.output = .bytes(edited.bytes)
        let carriers = Set(edited.changes.map(\.subject.carrier))
        for index in result.report.parts.indices
        where result.report.parts[index].disposition == .kept
            && result.report.parts[index].part.carrier.map(carriers.contains) ?? false
        {
            result.report.parts[index].disposition = .patched
        }
        return result
    }
}
