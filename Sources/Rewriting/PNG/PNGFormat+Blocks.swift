internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

extension PNGFormat {
    package func blocks(of bytes: [UInt8]) -> [PictureBlock]? {
        guard let file = try? PNGFile(parsing: bytes) else { return nil }
        var inflation = Inflation(budget: EmbeddedMetadata.inflationLimit)
        var blocks: [PictureBlock] = []
        let pixels: [PNGChunkType] = [.idat, .frameData]
        for chunk in file.chunks {
            let location = "\(chunk.type) at byte \(chunk.range.lowerBound)"
            let data = bytes[chunk.data]
            if case .invalid = chunk.checksum {
                blocks.append(PictureBlock(.picture, location, [], surplus: "a wrong checksum"))
            }
            switch chunk.type {
            case _ where pixels.contains(chunk.type): continue
            case .exif, .earlyExif:
                let signature = JPEGCarrier.exif.signature
                blocks.append(
                    PictureBlock(.exif, location, data.starts(with: signature) ? data.dropFirst(signature.count) : data)
                )
            case .text, .compressedText, .internationalText:
                blocks.append(text(chunk, in: bytes, location, &inflation))
            default: blocks.append(picture(chunk, file, bytes, location, &inflation))
            }
        }
        for frame in PNGFrames(of: file, in: bytes).all {
            let count = frame.stream.reduce(0) { $0 + $1.count }
            let location = "the data of the picture at byte \(frame.stream.first?.lowerBound ?? 0)"
            let rows = file.header.inflatedCount(frame.size)
            var padding = PNGPadding(file.header, frame.size)
            let end = ZlibStream.end(of: frame.stream, in: bytes) { padding?.clear($0) }
            let hasMore = end.map { $0.length < count || $0.inflated > rows } ?? false
            blocks.append(
                PictureBlock(
                    .picture, location, [],
                    surplus: hasMore
                        ? "bytes behind its stream or rows"
                        : padding?.isSet == true ? "bits beside its rows" : nil))
        }
        if !file.trailer.isEmpty { blocks.append(PictureBlock(.other, "what follows the end", bytes[file.trailer])) }
        return blocks
    }

    private func text(
        _ chunk: PNGChunk, in bytes: [UInt8], _ location: String, _ inflation: inout Inflation
    ) -> PictureBlock {
        guard let text = PNGTextChunk(chunk, in: bytes),
            let content = text.isCompressed ? inflation.inflated(bytes[text.text]) : Array(bytes[text.text])
        else { return PictureBlock(.other, location, bytes[chunk.data]) }
        // A keyword and what separates it from the text; not a language, or a translated keyword.
        let separators = chunk.type == .text ? 1 : chunk.type == .compressedText ? 2 : 5
        var surplus = text.text.lowerBound - chunk.data.lowerBound - text.keyword.unicodeScalars.count - separators
        if text.isCompressed { surplus += text.text.count - (ZlibStream.length(of: [text.text], in: bytes) ?? 0) }
        let beside = surplus == 0 ? nil : "\(surplus) bytes beside its text"
        let keyword = text.keyword.lowercased()
        guard keyword.hasPrefix(PNGRawProfile.keywordPrefix.lowercased()) else {
            let isXMP = text.keyword == EmbeddedMetadata.pngXMPKeyword
            return PictureBlock(isXMP ? .xmp : .text(.pngText(text.keyword)), location, content, surplus: beside)
        }
        guard let profile = PNGRawProfile(parsing: content) else { return PictureBlock(.other, location, content) }
        func block(_ kind: PictureBlock.Kind, _ signature: [UInt8] = []) -> PictureBlock {
            let isSigned = profile.bytes.starts(with: signature)
            return PictureBlock(
                kind, location, isSigned ? profile.bytes.dropFirst(signature.count) : profile.bytes[...],
                surplus: beside)
        }
        switch keyword.dropFirst(PNGRawProfile.keywordPrefix.count) {
        case "xmp": return block(.xmp)
        case "iptc", "8bim", "app13":
            return block(profile.bytes.first == 0x1C ? .iptc : .photoshop, JPEGCarrier.photoshop.signature)
        case "exif", "app1":
            let isXMP = profile.bytes.starts(with: JPEGCarrier.xmp.signature)
            return isXMP ? block(.xmp, JPEGCarrier.xmp.signature) : block(.exif, JPEGCarrier.exif.signature)
        default: return block(.other)
        }
    }

    /// A chunk of a length that its standard gives (PNG 3, clause 11, and its extensions).
    private func picture(
        _ chunk: PNGChunk, _ file: PNGFile, _ bytes: [UInt8], _ location: String, _ inflation: inout Inflation
    ) -> PictureBlock {
        let (type, data) = (file.header.colorType.rawValue, bytes[chunk.data])
        let length: Int?
        switch "\(chunk.type)" {
        case "IHDR": length = 13
        case "IEND": length = 0
        case "PLTE" where type == 3: length = data.count <= 768 ? data.count / 3 * 3 : 768
        case "tRNS" where type < 4: length = type == 0 ? 2 : type == 2 ? 6 : min(data.count, 256)
        case "gAMA", "cICP", "CgBI", "gIFg": length = 4
        case "cHRM": length = 32
        case "sRGB", "sTER": length = 1
        case "mDCV", "mDCv": length = 24
        case "cLLI", "cLLi", "acTL": length = 8
        case "bKGD": length = type == 3 ? 1 : type & 2 == 0 ? 2 : 6
        case "sBIT": length = type == 0 ? 1 : type == 4 ? 2 : type == 6 ? 4 : 3
        case "pHYs", "oFFs": length = 9
        case "fcTL": length = 26
        case "tIME": length = 7
        case "sCAL":
            let isNumeric = data.dropFirst().allSatisfy { $0 < 0x3A || $0 == 0x45 || $0 == 0x65 }
            length = isNumeric ? min(data.count, 64) : 0
        case "iCCP":
            let name = data.prefix { $0 != 0 }
            let stream = name.endIndex + 2
            guard stream < data.endIndex, let profile = inflation.inflated(data[stream...]) else {
                return PictureBlock(.other, location, data)
            }
            let length = ZlibStream.length(
                of: [chunk.data.lowerBound + name.count + 2..<chunk.data.upperBound], in: bytes)
            let surplus = name.elementsEqual("ICC Profile".utf8) && length == data.endIndex - stream
            return PictureBlock(.icc, location, profile, surplus: surplus ? nil : "a name, or bytes behind its stream")
        default: return PictureBlock(.other, location, data)
        }
        return PictureBlock(picture: location, data, length: length.map { min($0, data.count) })
    }
}
