package import UprightFormats

extension PartName {
    /// The name of a chunk: its type, and the keyword of a text chunk.
    package init(of chunk: PNGChunk, in source: [UInt8]) {
        guard let text = PNGTextChunk(chunk, in: source) else {
            self.init(chunk.type.description, carrier: chunk.type == .exif ? .exif : nil)
            return
        }
        self.init("\(chunk.type) \(text.keyword)", carrier: Self.carrier(text.keyword))
    }

    private static func carrier(_ keyword: String) -> ChangeSubject.Carrier? {
        if keyword == EmbeddedMetadata.pngXMPKeyword { return .xmp }
        guard keyword.hasPrefix(PNGRawProfile.keywordPrefix) else { return nil }
        switch keyword.dropFirst(PNGRawProfile.keywordPrefix.count).lowercased() {
        case "exif", "app1": return .exif
        case "xmp": return .xmp
        case "iptc", "8bim", "app13": return .iptc
        default: return nil
        }
    }
}
