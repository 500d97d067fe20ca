internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

extension PNGDocument {
    /// Removes the parts of the file that the blocks of Exif, XMP and IPTC do not cover: texts, vendors' chunks, content
    /// credentials, the bytes after the end.
    mutating func strip(_ strip: MetadataStrip) throws(MetadataEditError) {
        let rules = StripRules(strip)
        var inflation = Inflation(budget: EmbeddedMetadata.inflationLimit)
        if rules.isStrict, !isTurned { cutStreams(strip) }
        var canonical = CanonicalPNG(colorType: file.header.colorType.rawValue)
        if rules.isStrict {
            canonical.isAnimated = file.chunks.contains { $0.type == .animationControl }
            if canonical.colorType == 3 { canonical.used = usedColors }
        }
        for (index, chunk) in file.chunks.enumerated() where dropped[index] == nil {
            if rules.isStrict, case .invalid = chunk.checksum, data[index] == nil {
                // What is written anew has its own checksum.
                data[index] = current(index)
                changes.append(Change(.part("\(chunk.type)"), from: "a wrong checksum", to: ""))
            }
            if Self.isOfPicture(chunk.type) {
                // What the picture needs is kept by `location` as it is.
                if rules.isStrict { write(canonical.data("\(chunk.type)", current(index)), in: index, strip) }
                continue
            }
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

    /// The chunks with blocks that are edited.
    private static let blocks: Set<String> = ["eXIf", "zxIf"]
    private static let profile = "raw profile type "
    /// The raw profiles that render the picture.
    private static let colors: Set<String> = ["raw profile type icc", "raw profile type icm"]

    /// Whether a chunk renders the picture, so that only its form matters.
    private static func isOfPicture(_ type: PNGChunkType) -> Bool {
        var probe = CanonicalPNG(colorType: 0)
        let name = "\(type)"
        let renders: Set = ["iCCP", "sPLT", "sCAL", "pCAL", "PLTE", "hIST", "cHRM", "mDCV", "mDCv"]
        return renders.contains(name) || probe.data(name, []) != nil
    }

    /// The colours of the table that pixels and the background have.
    private var usedColors: UsedColors {
        var used = UsedColors()
        for frame in PNGFrames(of: file, in: source).all {
            do throws(CodecError) {
                let decoded = try PNGRaster.decode(
                    frame.joined(in: source), size: frame.size, bitsPerPixel: file.header.bitDepth,
                    isInterlaced: file.header.isInterlaced)
                decoded.raster.packedPixels.withUnsafeBytes {
                    used.insert(rows: $0, of: frame.size, bits: file.header.bitDepth)
                }
            } catch { return .all }
        }
        for chunk in file.chunks where "\(chunk.type)" == "bKGD" { used.insert(source[chunk.data].prefix(1)) }
        return used
    }

    /// Writes the data that stay of a chunk; nil if it goes.
    private mutating func write(_ new: [UInt8]?, in index: Int, _ strip: MetadataStrip) {
        let old = current(index)
        guard new != old else { return }
        let name = "\(file.chunks[index].type)"
        changes.append(
            Change(.part(name), from: "\(old.count) bytes", to: new.map { "\($0.count) bytes" } ?? ""))
        data[index] = new
        if new == nil { dropped[index] = strip.reason }
    }

    /// Cuts the coded pictures where their streams end, and codes those anew that have rows below the picture, or bits beside it.
    private mutating func cutStreams(_ strip: MetadataStrip) {
        for frame in PNGFrames(of: file, in: source).all {
            let count = file.header.inflatedCount(frame.size)
            var padding = PNGPadding(file.header, frame.size)
            let end = ZlibStream.end(of: frame.stream, in: source) { padding?.clear($0) }
            guard let end else { continue }
            if padding?.isSet != true { padding = nil }
            guard end.length < frame.streamCount || end.inflated > count || padding != nil else { continue }
            var coded = frame.stream.flatMap { source[$0] }[..<end.length]
            if end.inflated > count || padding != nil,
                let new = recoded(frame, count, padding.flatMap { _ in PNGPadding(file.header, frame.size) })
            {
                coded = new[...]
            }
            for (place, (index, piece)) in zip(frame.chunks, frame.stream).enumerated() {
                let part = place + 1 == frame.chunks.count ? coded : coded.prefix(piece.count)
                coded = coded.dropFirst(part.count)
                guard !part.elementsEqual(source[piece]) else { continue }
                // The numbers of an animation's chunks must not have gaps.
                let head = Array(source[file.chunks[index].data.lowerBound..<piece.lowerBound])
                write(part.isEmpty && head.isEmpty ? nil : head + part, in: index, strip)
            }
        }
    }

    /// Codes the first rows of a picture anew, without the bits beside them if there is a `padding`.
    private func recoded(_ frame: PNGFrame, _ count: Int, _ padding: PNGPadding?) -> [UInt8]? {
        var (left, padding) = (count, padding)
        return ZlibStream.deflated { sink in
            _ = ZlibStream.end(of: frame.stream, in: source) { piece in
                let rows = UnsafeBufferPointer(rebasing: piece.prefix(left))
                left -= rows.count
                if padding == nil { sink(rows) } else { padding?.clear(rows, to: sink) }
            }
            padding?.row.withUnsafeBufferPointer(sink)
        }
    }

    /// Writes a text that stays without values that are removed elsewhere, and for a strict strip without language, translated
    /// keyword and bytes behind its stream.
    ///
    /// - Returns: whether the text goes.
    private mutating func writeText(
        _ text: PNGTextChunk, _ type: PNGChunkType, _ content: [UInt8], in index: Int, _ rules: StripRules
    ) -> Bool {
        let old = current(index)
        let isInternational = type == .internationalText
        let shown =
            isInternational ? String(decoding: content, as: UTF8.self) : TextEncoding.latin1.decoded(content) ?? ""
        let isXMP = text.keyword == EmbeddedMetadata.pngXMPKeyword
        guard let rest = isXMP ? shown : rules.caption(shown), !rest.isEmpty || shown.isEmpty else { return true }
        let isCut = rest != shown
        let new = isCut ? (isInternational ? Array(rest.utf8) : TextEncoding.latin1.encoded(rest) ?? content) : content
        let keyword = old.prefix { $0 != 0 } + [0]
        var head = Array(old[..<text.text.lowerBound])
        if rules.isStrict {
            switch type {
            case .text: head = Array(keyword)
            case .compressedText: head = keyword + [0]
            default: head = keyword + [text.isCompressed ? 1 : 0, 0, 0, 0]
            }
        }
        var body = Array(old[text.text])
        if isCut {
            body = text.isCompressed ? ZlibStream.deflated(new) ?? [] : new
        } else if text.isCompressed, rules.isStrict {
            body = Array(body.prefix(ZlibStream.length(of: [body.indices], in: body) ?? body.count))
        }
        if head + body != old { write(head + body, in: index, rules.strip) }
        return false
    }

    private mutating func removes(
        _ chunk: PNGChunk, _ index: Int, _ rules: StripRules, _ inflation: inout Inflation
    ) throws(MetadataEditError) -> Bool {
        let name = "\(chunk.type)"
        if Self.blocks.contains(name) {
            let block = current(index)
            let bare = block.starts(with: JPEGCarrier.exif.signature) ? Array(block.dropFirst(6)) : block
            return (try? TIFFBlock(parsing: bare)) == nil
        }
        if name == "caBX" { return true }
        if name == "tIME" {
            if rules.strip.profile == .private { write(Array(current(index).prefix(7)), in: index, rules.strip) }
            return rules.strip.profile == .all
        }
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
        if text.keyword == EmbeddedMetadata.pngXMPKeyword {
            return writeText(text, chunk.type, content, in: index, rules)
        }
        let isHeld = rules.isHeld(by: data[..<text.text.lowerBound] + content) || PlaceWords.areIn(text: content)
        if keyword.hasPrefix(Self.profile) {
            guard let profile = PNGRawProfile(parsing: content) else { return true }
            // Readers of profiles read `iCCP`.
            if rules.isStrict, Self.colors.contains(keyword) { return true }
            if rules.isStrict { return !isEdited(text.keyword, profile, chunk.type) || !isPlain(profile) }
            if isEdited(text.keyword, profile, chunk.type) { return false }
            return isHeld || rules.isHeld(by: profile.bytes)
        }
        return isHeld || rules.removes(text: keyword) || writeText(text, chunk.type, content, in: index, rules)
    }

    /// Whether a raw profile has only the name of a known kind before it, and only white space after it.
    private func isPlain(_ profile: PNGRawProfile) -> Bool {
        let name = String(decoding: profile.head, as: UTF8.self).split(whereSeparator: \.isWhitespace).first ?? ""
        let isKnown = ["exif", "app1", "xmp", "iptc", "8bim", "app13"].contains(name.lowercased())
        return isKnown && profile.tail.allSatisfy { [0, 0x0A, 0x0D, 0x20].contains($0) }
    }

    /// Whether the block in a raw profile is edited, as that in a chunk is.
    private func isEdited(_ keyword: String, _ profile: PNGRawProfile, _ type: PNGChunkType) -> Bool {
        guard type != .internationalText else { return false }
        return PNGDocument.editedProfiles.contains(keyword)
            || PNGDocument.exifProfiles.contains(keyword) && profile.bytes.starts(with: JPEGCarrier.exif.signature)
    }
}
