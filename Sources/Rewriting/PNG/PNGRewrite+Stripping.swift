internal import UprightContainers
internal import UprightEditing
internal import UprightMetadata

extension PNGRewrite {
    /// Removes the parts of the file that the blocks of Exif, XMP and IPTC do not cover: texts, vendors' chunks, content
    /// credentials, the bytes after the end.
    mutating func strip(_ strip: MetadataStrip) throws(MetadataEditError) {
        let rules = StripRules(strip)
        var inflation = Inflation(budget: EmbeddedMetadata.inflationLimit)
        for (index, chunk) in file.chunks.enumerated() where dropped[index] == nil {
            guard try removes(chunk, index, rules, &inflation) else { continue }
            changes.append(Change(.part("\(chunk.type)"), from: "\(current(index).count) bytes", to: ""))
            data[index] = nil
            dropped[index] = strip.reason
        }
        if rules.isStrict, !file.trailer.isEmpty, !dropsTrailer {
            changes.append(Change(.part("trailer"), from: "\(file.trailer.count) bytes", to: ""))
            dropsTrailer = true
        }
    }

    /// The chunks that render the picture (PNG 3, clause 11, and its extensions).
    private static let rendering: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "mDCv", "cLLI", "cLLi",
        "bKGD", "pHYs", "sBIT", "hIST", "sPLT", "acTL", "fcTL", "fdAT", "oFFs", "sCAL", "pCAL", "sTER", "gIFg", "CgBI",
    ]
    /// The chunks with blocks that are edited.
    private static let blocks: Set<String> = ["eXIf", "zxIf"]
    private static let profiles: Set<String> = [
        "raw profile type exif", "raw profile type app1", "raw profile type xmp", "raw profile type iptc",
        "raw profile type 8bim", "raw profile type app13",
    ]
    /// The keywords of texts that say nothing private.
    private static let harmless: Set<String> = ["title", "description", "creation time"]

    private func removes(
        _ chunk: PNGChunk, _ index: Int, _ rules: StripRules, _ inflation: inout Inflation
    ) throws(MetadataEditError) -> Bool {
        let name = "\(chunk.type)"
        if Self.rendering.contains(name) { return false }
        if Self.blocks.contains(name) {
            let block = current(index)
            let bare = block.starts(with: JPEGCarrier.exif.signature) ? Array(block.dropFirst(6)) : block
            return (try? TIFFBlock(parsing: bare)) == nil
        }
        if name == "caBX" { return true }
        if name == "tIME" { return rules.strip.profile == .all }
        guard [.text, .compressedText, .internationalText].contains(chunk.type) else {
            switch rules.strip.onUnknown {
            case .remove: return true
            case .keep: return PlaceWords.areIn(String(decoding: current(index).prefix(4096), as: UTF8.self))
            case .reject:
                throw .strip("nobody knows what \(name) at byte \(chunk.range.lowerBound) holds (on-unknown: reject)")
            }
        }
        let data = current(index)
        var own = chunk
        (own.range, own.data) = (data.indices, data.indices)
        guard let text = PNGTextChunk(own, in: data) else { return true }
        if rules.keeps(.pngText(text.keyword)) { return false }
        let content = text.isCompressed ? inflation.inflated(data[text.text]) : Array(data[text.text])
        // Nobody can say what a text holds that cannot be inflated.
        guard let content else { return true }
        let keyword = text.keyword.lowercased()
        if text.keyword == EmbeddedMetadata.pngXMPKeyword { return false }
        if Self.profiles.contains(keyword), chunk.type != .internationalText { return false }
        switch rules.strip.profile {
        case .all: return true
        case .private: return !Self.harmless.contains(keyword)
        case .location:
            return PlaceWords.arePosition(keyword) || PlaceWords.areIn(String(decoding: content, as: UTF8.self))
                || rules.strip.places
                    && keyword.split(separator: ":").last.map { StripRules.isPlaceName(String($0)) } ?? false
        }
    }
}
