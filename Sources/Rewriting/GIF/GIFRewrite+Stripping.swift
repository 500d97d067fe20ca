internal import UprightContainers
internal import UprightEditing

extension GIFRewrite {
    /// Removes comments, vendors' extensions and the bytes after the end. The XMP packets are edited afterwards.
    mutating func strip(_ strip: MetadataStrip) throws(MetadataEditError) {
        let rules = StripRules(strip)
        for (index, block) in file.blocks.enumerated() where blocks[index]?.isEmpty != true {
            guard try removes(block, rules) else { continue }
            changes.append(Change(.part(block.name), from: "\(block.range.count) bytes", to: ""))
            replace(index, with: [], .dropped)
        }
        if rules.isStrict, !file.trailer.isEmpty, !dropsTrailer {
            changes.append(Change(.part("trailer"), from: "\(file.trailer.count) bytes", to: ""))
            dropsTrailer = true
        }
    }

    /// Application extensions that render the picture: loops, and the colour profile.
    private static let rendering: Set<String> = ["NETSCAPE", "ANIMEXTS", "ICCRGBG1"]

    private func removes(_ block: GIFBlock, _ rules: StripRules) throws(MetadataEditError) -> Bool {
        switch block.content {
        case .image, .graphicControl, .plainText, .end, .padding: return false
        case .comment where rules.keeps(.gifComment): return false
        case .comment: return rules.isStrict || PlaceWords.areIn(String(decoding: source[block.range], as: UTF8.self))
        case .application(let application):
            if application.xmp != nil || Self.rendering.contains(String(application.identifier.prefix(8))) {
                return false
            }
            if application.identifier.hasPrefix("C2PA") { return true }
        case .unknown: break
        }
        switch rules.strip.onUnknown {
        case .remove: return true
        case .keep: return PlaceWords.areIn(String(decoding: source[block.range].prefix(4096), as: UTF8.self))
        case .reject:
            throw .strip("nobody knows what \(block.name) at byte \(block.range.lowerBound) holds (on-unknown: reject)")
        }
    }
}
