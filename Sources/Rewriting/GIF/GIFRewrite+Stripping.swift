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
        if !file.trailer.isEmpty, !dropsTrailer,
            try rules.removesUnknown(Array(source[file.trailer]), "the \(file.trailer.count) bytes after the end")
        {
            changes.append(Change(.part("trailer"), from: "\(file.trailer.count) bytes", to: ""))
            dropsTrailer = true
        }
    }

    /// Application extensions that render the picture: loops, and the colour profile.
    private static let rendering: Set<String> = ["NETSCAPE", "ANIMEXTS", "ICCRGBG1"]

    private func removes(_ block: GIFBlock, _ rules: StripRules) throws(MetadataEditError) -> Bool {
        let data = block.data(in: source)
        switch block.content {
        case .image, .graphicControl, .plainText, .end, .padding: return false
        case .comment where rules.keeps(.gifComment): return false
        case .comment: return rules.isStrict || rules.isHeld(by: data)
        case .application(let application):
            if application.xmp != nil || Self.rendering.contains(String(application.identifier.prefix(8))) {
                return false
            }
            if application.identifier.hasPrefix("C2PA") { return true }
        case .unknown: break
        }
        return try rules.removesUnknown(data, "\(block.name) at byte \(block.range.lowerBound)")
    }
}
