extension EmbeddedMetadata {
    /// The keyword of the text chunk that holds XMP (XMP part 3, 1.1.5).
    package static let pngXMPKeyword = "XML:com.adobe.xmp"

    /// The blocks of a PNG file.
    public init(of file: PNGFile, in bytes: [UInt8]) { self.init(of: file.chunks, in: bytes) }

    /// The blocks of a PNG file's chunks.
    init(of chunks: [PNGChunk], in bytes: [UInt8]) {
        self.init()
        var inflation = Inflation(budget: Self.inflationLimit)
        var raw: [(name: String, profile: [UInt8], offset: Int)] = []
        for chunk in chunks {
            switch chunk.type {
            case .exif, .earlyExif:
                add(exif: Self.withoutPrefix(Array(bytes[chunk.data])), at: chunk.range.lowerBound)
            case .iccProfile:
                guard let zero = bytes[chunk.data].firstIndex(of: 0), zero + 2 <= chunk.data.upperBound else { break }
                icc = inflation.inflated(bytes[zero + 2..<chunk.data.upperBound])
                if icc == nil { warnings.append("iCCP at byte \(chunk.range.lowerBound) cannot be inflated") }
            case .text, .compressedText, .internationalText:
                guard let text = PNGTextChunk(chunk, in: bytes) else { break }
                let isRaw = text.keyword.hasPrefix(PNGRawProfile.keywordPrefix)
                guard isRaw || text.keyword == Self.pngXMPKeyword else { break }
                guard let content = text.isCompressed ? inflation.inflated(bytes[text.text]) : Array(bytes[text.text])
                else {
                    warnings.append("\(text.keyword) at byte \(chunk.range.lowerBound) cannot be inflated")
                    break
                }
                if isRaw, let profile = PNGRawProfile(parsing: content) {
                    let name = text.keyword.dropFirst(PNGRawProfile.keywordPrefix.count).lowercased()
                    raw.append((name, profile.bytes, chunk.range.lowerBound))
                } else if !isRaw {
                    xmp = xmp ?? content
                }
            default: break
            }
        }
        for (name, profile, offset) in raw { add(rawProfile: name, profile, at: offset) }
    }

    /// Software from before `eXIf` wrote profiles as hexadecimal text; the proper chunks take precedence.
    private mutating func add(rawProfile name: String, _ profile: [UInt8], at offset: Int) {
        switch name {
        case "exif", "app1":
            let xmpSignature = JPEGCarrier.xmp.signature
            if profile.starts(with: xmpSignature) {
                xmp = xmp ?? Array(profile.dropFirst(xmpSignature.count))
            } else if exif == nil {
                add(exif: Self.withoutPrefix(profile), at: offset)
            }
        case "xmp": xmp = xmp ?? profile
        case "icc", "icm": icc = icc ?? profile
        case "iptc", "8bim", "app13":
            let signature = JPEGCarrier.photoshop.signature
            let block = profile.starts(with: signature) ? Array(profile.dropFirst(signature.count)) : profile
            if block.first == 0x1C { iptc.append(block) } else { add(photoshop: block) }
        default: break
        }
    }

    private static func withoutPrefix(_ block: [UInt8]) -> [UInt8] {
        block.starts(with: JPEGCarrier.exif.signature) ? Array(block.dropFirst(6)) : block
    }
}
