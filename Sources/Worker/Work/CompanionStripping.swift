internal import UprightFormats
internal import UprightRewriting
internal import UprightBase

/// The strip of a file that is delivered beside a stripped picture: an XMP sidecar, Takeout's description, a video.
///
/// A file of another kind is kept as it is if the strip keeps what it does not understand and finds nothing in it.
struct CompanionStripping {
    let rules: StripRules

    init(_ strip: MetadataStrip) { rules = StripRules(strip) }

    /// Returns the stripped file, and what was removed.
    ///
    /// - Parameter type: the uniform type identifier that its name shows.
    /// - Throws: why it must not be delivered.
    func stripped(_ bytes: [UInt8], type: String) throws(MetadataEditError) -> (bytes: [UInt8], changes: [Change]) {
        let result: (bytes: [UInt8], changes: [Change])
        switch type {
        case "com.adobe.xmp": result = try sidecar(bytes)
        case "public.json": result = try description(bytes)
        case _ where ReadableFormats.isVideo(ImageType(rawValue: type)): result = try video(bytes)
        default:
            if try rules.removesUnknown(bytes, "the file") {
                throw .strip("a file of its type cannot be stripped")
            }
            return (bytes, [])
        }
        var leftovers = StripLeftovers(rules)
        leftovers.look(unknown: result.bytes, "the file")
        guard let first = leftovers.findings.first else { return result }
        throw .strip("\(first) remains after the profile \(rules.strip.profile.rawValue)")
    }

    private func sidecar(_ bytes: [UInt8]) throws(MetadataEditError) -> (bytes: [UInt8], changes: [Change]) {
        guard (try? XMPMetadata(parsing: bytes)) != nil else { throw .strip("it is not readable as XMP") }
        let edit = try XMPPacketEdit.edited(bytes, [.strip(rules.strip)]).block
        guard !edit.changes.isEmpty else { return (bytes, []) }
        return (edit.bytes.isEmpty ? XMPPacketEdit.empty : edit.bytes, edit.changes)
    }

    private func description(_ bytes: [UInt8]) throws(MetadataEditError) -> (bytes: [UInt8], changes: [Change]) {
        // All that it says is about people, places and times.
        guard !rules.isStrict else { throw .strip("the profile leaves nothing of a description") }
        let value: JSONValue
        do throws(JSONSyntaxError) { value = try JSONValue(parsing: bytes) } catch {
            throw .strip("it is not readable as JSON (\(error))")
        }
        var changes: [Change] = []
        let rest = rest(of: value, &changes)
        return changes.isEmpty ? (bytes, []) : (Array((rest ?? .object([])).serialized.utf8), changes)
    }

    /// Returns what stays of a value; nil if nothing does.
    private func rest(of value: JSONValue, _ changes: inout [Change]) -> JSONValue? {
        switch value {
        case .string(let text): return PlaceWords.areIn(text) ? nil : value
        case .array(let values): return .array(values.compactMap { rest(of: $0, &changes) })
        case .object(let members):
            var kept: [(String, JSONValue)] = []
            for (name, value) in members {
                let rest = holdsPlace(name) ? nil : rest(of: value, &changes)
                if let rest {
                    kept.append((name, rest))
                } else {
                    changes.append(Change(.part(name), from: value.serialized, to: ""))
                }
            }
            return .object(kept)
        default: return value
        }
    }

    private func holdsPlace(_ name: String) -> Bool {
        name.lowercased().hasPrefix("geo") || PlaceWords.arePosition(name)
            || rules.strip.places && (StripRules.isPlaceName(name) || name.lowercased().contains("location"))
    }

    private func video(_ bytes: [UInt8]) throws(MetadataEditError) -> (bytes: [UInt8], changes: [Change]) {
        // Dates, models and what makers add are in boxes all over the file.
        guard !rules.isStrict else { throw .strip("videos are stripped of positions alone") }
        let video = VideoLocations(in: bytes, clearing: rules.strip.onUnknown == .remove ? .unknown : .positions)
        guard video.isWhole else { throw .strip("it has bytes of unknown meaning outside of its boxes") }
        if video.hasTelemetry { throw .strip("its samples hold positions (telemetry)") }
        return (video.bytes, video.places.map { Change(.part("video"), from: $0, to: "") })
    }
}
