internal import UprightCodecs
internal import UprightFormats

extension PNGDocument {
    /// Makes edits in the metadata chunks, as earlier plans left them.
    package mutating func edit(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        for strip in edits.strips { try self.strip(strip) }
        let before = (data: data, dropped: dropped, inserted: inserted.count)
        var inflation = Inflation(budget: EmbeddedMetadata.inflationLimit)
        if edits.touches(.exif) {
            let chunks = file.chunks.indices.filter {
                dropped[$0] == nil && [.exif, .earlyExif].contains(file.chunks[$0].type)
            }
            let own = chunks.map { MetadataBlock(exif: current($0), in: file.chunks[$0], at: $0) }
            // Few readers look for other blocks in profiles.
            let blocks = try withProfiles(own, "an Exif", Self.exifProfiles, &inflation) {
                $0.kind == .exif && !$0.prefix.isEmpty
            }
            // If the only block is where few readers look, the new chunk starts as a copy of it, so that nothing is lost.
            try edit(blocks, .exif, edits, copying: blocks.isEmpty ? embedded.exif : nil)
        }
        if edits.touches(.xmp) {
            let own = try textBlocks([EmbeddedMetadata.pngXMPKeyword], &inflation)
            let blocks = try withProfiles(own, "an XMP", Self.xmpProfiles, &inflation) { _ in true }
            try edit(blocks, .xmp, edits, copying: blocks.isEmpty ? embedded.xmp : nil)
        }
        if edits.touches(.iptc) {
            let blocks = try textBlocks(Self.iptcProfiles, &inflation).filter { [.photoshop, .iptc].contains($0.kind) }
            try edit(blocks, .photoshop, edits)
        }
        let hasChanged = data != before.data || dropped != before.dropped || inserted.count != before.inserted
        if hasChanged, file.chunks.contains(where: { $0.type == PNGChunkType("caBX") }) {
            planWarnings.append(EditedFile.credentialsWarning)
        }
        if edits.touches(.text) { try editTexts(edits) }
    }

    /// The keywords of raw profiles that hold an Exif block behind its signature.
    static let exifProfiles = ["Raw profile type exif", "Raw profile type APP1"]
    private static let xmpProfiles = ["Raw profile type xmp"]
    private static let iptcProfiles = ["Raw profile type iptc", "Raw profile type 8bim", "Raw profile type app13"]
    /// The keywords of other raw profiles that are edited.
    static let editedProfiles = xmpProfiles + iptcProfiles

    /// The blocks that the chunks hold now.
    private var embedded: EmbeddedMetadata {
        guard isChanged else { return EmbeddedMetadata(of: file, in: source) }
        var writer = PNGWriter()
        let others = file.chunks.indices.filter {
            dropped[$0] == nil && ![.idat, .frameData].contains(file.chunks[$0].type)
        }
        for index in others { writer.append(file.chunks[index].type, current(index)) }
        guard let now = try? PNGFile(parsing: writer.bytes) else { return EmbeddedMetadata(of: file, in: source) }
        return EmbeddedMetadata(of: now, in: writer.bytes)
    }

    /// Returns a text chunk as the plans left it, and its data; nil for any other chunk.
    private func text(_ index: Int) -> (text: PNGTextChunk, data: [UInt8])? {
        var chunk = file.chunks[index]
        guard dropped[index] == nil, [.text, .compressedText, .internationalText].contains(chunk.type) else {
            return nil
        }
        let data = current(index)
        (chunk.range, chunk.data) = (data.indices, data.indices)
        return PNGTextChunk(chunk, in: data).map { ($0, data) }
    }

    /// Returns the text chunks with a keyword, and their texts; nil for those that cannot be inflated.
    func texts(
        _ keywords: [String], _ inflation: inout Inflation
    ) -> [(index: Int, text: PNGTextChunk, content: [UInt8]?)] {
        file.chunks.indices.compactMap { index in
            guard let (text, data) = text(index), keywords.contains(text.keyword) else { return nil }
            return (index, text, text.isCompressed ? inflation.inflated(data[text.text]) : Array(data[text.text]))
        }
    }

    /// Returns the blocks in text chunks with the given keywords, spelled as readers expect them.
    ///
    /// - Throws: if the first one cannot be inflated. Others that cannot be inflated are left out, with a warning.
    private mutating func textBlocks(
        _ keywords: [String], _ inflation: inout Inflation
    ) throws(MetadataEditError) -> [MetadataBlock] {
        var found: [MetadataBlock] = []
        var isFirst = true
        for (index, text, content) in texts(keywords, &inflation) {
            let chunk = file.chunks[index]
            // Few readers look for profiles in international text.
            guard chunk.type != .internationalText || text.keyword == EmbeddedMetadata.pngXMPKeyword else { continue }
            guard let content else {
                let error = MetadataEditError.damaged(block: text.keyword, reason: "it cannot be inflated")
                if isFirst { throw error }
                let offset = chunk.range.lowerBound
                planWarnings.append(EditedFile.furtherWarning("\(chunk.type) chunk", at: offset, error))
                continue
            }
            isFirst = false
            if let block = MetadataBlock(text, content, in: chunk, at: index) { found.append(block) }
        }
        return found
    }

    /// Returns blocks, and those in raw profiles behind them.
    private mutating func withProfiles(
        _ own: [MetadataBlock], _ what: String, _ keywords: [String], _ inflation: inout Inflation,
        _ isEdited: (MetadataBlock) -> Bool
    ) throws(MetadataEditError) -> [MetadataBlock] {
        do throws(MetadataEditError) {
            return own + (try textBlocks(keywords, &inflation).filter(isEdited))
        } catch {
            guard !own.isEmpty else { throw error }
            planWarnings.append("\(what) raw profile cannot be edited: \(error); kept unchanged")
            return own
        }
    }

    /// Stores a block in its chunk, compressed if it was before, or drops the chunk if the edits left nothing.
    mutating func store(_ bytes: [UInt8], in block: MetadataBlock, isTurned: Bool) throws(MetadataEditError) {
        guard !bytes.isEmpty || isTurned else {
            data[block.part] = nil
            dropped[block.part] = PartAccount.emptied
            return
        }
        var content = block.prefix + bytes
        if var profile = block.profile {
            profile.bytes = content
            content = profile.serialized
        }
        guard let (text, old) = text(block.part) else { return data[block.part] = content }
        if text.isCompressed {
            content = try deflated(content, block: text.keyword) { isTurned ? Zlib.deflate($0, level: 9) : nil }
        }
        data[block.part] = old[..<text.text.lowerBound] + content
    }

    private func deflated(
        _ content: [UInt8], block: String, _ deflate: ([UInt8]) -> [UInt8]? = { _ in nil }
    ) throws(MetadataEditError) -> [UInt8] {
        guard let compressed = deflate(content) ?? ZlibStream.deflated(content) else {
            throw .damaged(block: block, reason: "it cannot be deflated")
        }
        return compressed
    }

    mutating func add(_ kind: MetadataBlock.Kind, _ bytes: [UInt8]) throws(MetadataEditError) {
        switch kind {
        case .exif: inserted.append((.exif, bytes))
        case .xmp:
            // Keyword, no compression, no language, no translated keyword (XMP part 3, 1.1.5).
            inserted.append(
                (.internationalText, Array(EmbeddedMetadata.pngXMPKeyword.utf8) + [0, 0, 0, 0, 0] + bytes))
        case .photoshop, .iptc:
            // The raw profile that ImageMagick and exiftool write, since PNG has no chunk for it.
            guard var profile = PNGRawProfile(parsing: Array("\niptc\n       0\n".utf8)) else { return }
            (profile.bytes, profile.tail) = (bytes, [0x0A])
            // The keyword, its terminator and compression method 0.
            let head = Array("\(PNGRawProfile.keywordPrefix)iptc".utf8) + [0, 0]
            inserted.append((.compressedText, head + (try deflated(profile.serialized, block: "IPTC"))))
        }
    }

    var exifPicture: ExifEditing.Picture { ExifEditing.Picture(size: outputSize, density: nil, isJPEG: false) }
}
