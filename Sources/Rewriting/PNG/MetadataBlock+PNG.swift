internal import UprightFormats

/// Blocks of Exif, XMP or Photoshop data in chunks of a PNG file.
extension MetadataBlock {
    private static let signatures: [(kind: Kind, bytes: [UInt8])] = [
        (.exif, JPEGCarrier.exif.signature), (.xmp, JPEGCarrier.xmp.signature),
        (.photoshop, JPEGCarrier.photoshop.signature),
    ]
    /// How blocks begin that have no signature.
    private static let starts: [(kind: Kind, bytes: [UInt8])] = [
        (.exif, Array("II".utf8)), (.exif, Array("MM".utf8)), (.photoshop, Array("8BIM".utf8)), (.iptc, [0x1C]),
    ]

    /// The block in an `eXIf` chunk.
    init(exif data: [UInt8], in chunk: PNGChunk, at index: Int) {
        let signature = JPEGCarrier.exif.signature
        let prefix = data.starts(with: signature) ? signature : []
        self.init(
            kind: .exif, part: index, name: "\(chunk.type) chunk", label: "eXIf: ", offset: chunk.range.lowerBound,
            prefix: prefix, bytes: Array(data.dropFirst(prefix.count)))
    }

    /// The block in a text chunk with one of the keywords for blocks; nil if there is none.
    ///
    /// - Parameter content: the text, inflated if it was compressed.
    init?(_ text: PNGTextChunk, _ content: [UInt8], in chunk: PNGChunk, at index: Int) {
        var (kind, prefix, block) = (Kind.xmp, [UInt8](), content)
        var profile: PNGRawProfile?
        if let name = Self.profileName(text) {
            guard let raw = PNGRawProfile(parsing: content) else { return nil }
            (profile, block) = (raw, raw.bytes)
            if name != "xmp" {
                let signature = Self.signatures.first { raw.bytes.starts(with: $0.bytes) }
                let start = signature ?? Self.starts.first { raw.bytes.starts(with: $0.bytes) }
                // Under these names, nothing else is expected.
                guard start != nil || ["iptc", "8bim", "app13"].contains(name) else { return nil }
                (kind, prefix) = (start?.kind ?? .photoshop, signature?.bytes ?? [])
            }
        } else if text.keyword != EmbeddedMetadata.pngXMPKeyword {
            return nil
        }
        self.init(
            kind: kind, part: index, name: "\(chunk.type) chunk", label: "\(text.keyword): ",
            offset: chunk.range.lowerBound, prefix: prefix, bytes: Array(block.dropFirst(prefix.count)),
            profile: profile)
    }

    /// Whether the block is of a kind that is turned.
    var isTurnable: Bool {
        kind != .iptc && (kind != .photoshop || !prefix.isEmpty || bytes.starts(with: "8BIM".utf8))
    }

    /// Whether a text chunk has one of the keywords for blocks that are turned.
    static func isCarrier(_ text: PNGTextChunk) -> Bool {
        guard let name = profileName(text) else { return text.keyword == EmbeddedMetadata.pngXMPKeyword }
        return ["exif", "app1", "xmp", "iptc", "8bim"].contains(name)
    }

    private static func profileName(_ text: PNGTextChunk) -> String? {
        let prefix = PNGRawProfile.keywordPrefix.lowercased()
        let keyword = text.keyword.lowercased()
        return keyword.hasPrefix(prefix) ? String(keyword.dropFirst(prefix.count)) : nil
    }
}
