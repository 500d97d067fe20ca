import TestSupport
import Testing
import UprightRewriting

/// Turning and editing are two plans of one rewrite, which writes the same bytes as two passes.
@Suite struct OnePassTests {
    static let edits: [MetadataEdit] = {
        var edits: [MetadataEdit] = []
        for (name, text) in [("XMP:photoshop:City", "Bern"), ("XMP:dc:title", "A title that was not there")] {
            if let edit = try? MetadataEdit.set(name, to: [text]) { edits.append(edit) }
        }
        return edits
    }()

    static let all: [MetadataEdit] = {
        var all = edits
        for (name, text) in [("EXIF:Artist", "Ada Lovelace"), ("IPTC:City", "Bern"), ("EXIF:UserComment", "Words")] {
            if let edit = try? MetadataEdit.set(name, to: [text]) { all.append(edit) }
        }
        return all
    }()

    @Test("One pass writes the same bytes as turning and then editing", arguments: ["jpeg", "png", "gif"])
    func onePass(folder: String) throws {
        var count = 0
        for fixture in Fixture.all where fixture.path.hasPrefix(folder + "/") {
            let bytes = try fixture.content()
            var options = NormalizationOptions()
            options.verification = .pixels
            let upright: [UInt8]
            switch Normalizer(options: options).normalize(bytes).output {
            case .none: continue
            case .source: upright = bytes
            case .bytes(let turned): upright = turned
            }
            options.edits = folder == "gif" ? Self.edits : Self.all
            guard let edited = try? MetadataEditor(options.edits).edited(upright) else { continue }
            let result = Normalizer(options: options).normalize(bytes)
            guard case .bytes(let output) = result.output else {
                Issue.record("\(fixture.path): \(result.report.outcome) \(result.report.reason)")
                continue
            }
            #expect(output == edited.bytes, "\(fixture.path)")
            count += 1
        }
        #expect(count > 5)
    }
}
