internal import UprightContainers
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
        let carriers = Set(edited.changes.compactMap { $0.what.split(separator: ".").first.map(String.init) })
        for index in result.report.parts.indices
        where result.report.parts[index].disposition == .kept
            && carriers.contains(where: { Self.part(result.report.parts[index].part, carries: $0) })
        {
            result.report.parts[index].disposition = .patched
        }
        return result
    }

    /// Whether a part of a file is of the kind that changes of a carrier are made in.
    private static func part(_ name: String, carries carrier: String) -> Bool {
        switch carrier {
        case "exif": name.hasSuffix(" Exif") || name == "eXIf"
        case "xmp": name.hasSuffix(" XMP") || name.contains("XMP Data") || name.contains("XML:com.adobe.xmp")
        case "iptc": name.hasSuffix(" Photoshop") || name.contains("iptc")
        default: false
        }
    }
}
