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
        if !file.trailer.isEmpty, !dropsTrailer,
            try rules.removesUnknown(Array(source[file.trailer]), "the \(file.trailer.count) bytes after the end")
        {
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
    private static let profile = "raw profile type "
    /// The raw profiles that render the picture.
    private static let colors: Set<String> = ["raw profile type icc", "raw profile type icm"]
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
            return try rules.removesUnknown(current(index), "\(name) at byte \(chunk.range.lowerBound)")
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
        let isHeld = rules.isHeld(by: data[..<text.text.lowerBound] + content)
        if keyword.hasPrefix(Self.profile) {
            guard let profile = PNGRawProfile(parsing: content) else { return true }
            if isEdited(text.keyword, profile, chunk.type) { return false }
            return isHeld || rules.isHeld(by: profile.bytes) || rules.isStrict && !Self.colors.contains(keyword)
        }
        switch rules.strip.profile {
        case .all: return true
        case .private: return !Self.harmless.contains(keyword) || isHeld
        case .location:
            return PlaceWords.arePosition(keyword) || isHeld
                || rules.strip.places
                    && keyword.split(separator: ":").last.map { StripRules.isPlaceName(String($0)) } ?? false
        }
    }

    /// Whether the block in a raw profile is edited, as that in a chunk is.
    private func isEdited(_ keyword: String, _ profile: PNGRawProfile, _ type: PNGChunkType) -> Bool {
        guard type != .internationalText else { return false }
        return PNGRewrite.editedProfiles.contains(keyword)
            || PNGRewrite.exifProfiles.contains(keyword) && profile.bytes.starts(with: JPEGCarrier.exif.signature)
    }
}
