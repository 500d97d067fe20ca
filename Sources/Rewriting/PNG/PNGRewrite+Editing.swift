internal import UprightFormats

extension PNGRewrite {
    /// Makes edits in the metadata chunks, as earlier plans left them.
    package mutating func edit(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        for strip in edits.strips { try self.strip(strip) }
        var editing = PNGEditing(rewrite: self)
        if edits.touches(.exif) { try editing.editExif(edits) }
        if edits.touches(.xmp) { try editing.editXMP(edits) }
        if edits.touches(.iptc) { try editing.editIPTC(edits) }
        if editing.hasChanged, file.chunks.contains(where: { $0.type == PNGChunkType("caBX") }) {
            editing.rewrite.warnings.append(EditedFile.credentialsWarning)
        }
        self = editing.rewrite
        if edits.touches(.text) { try editTexts(edits) }
    }

    /// The keywords of raw profiles that hold an Exif block behind its signature.
    static let exifProfiles = ["Raw profile type exif", "Raw profile type APP1"]
    fileprivate static let xmpProfiles = ["Raw profile type xmp"]
    fileprivate static let iptcProfiles = ["Raw profile type iptc", "Raw profile type 8bim", "Raw profile type app13"]
    /// The keywords of other raw profiles that are edited.
    static let editedProfiles = xmpProfiles + iptcProfiles

    /// The blocks that the chunks hold now.
    fileprivate var blocks: EmbeddedMetadata {
        guard isChanged else { return EmbeddedMetadata(of: file, in: source) }
        var writer = PNGWriter()
        let others = file.chunks.indices.filter {
            dropped[$0] == nil && ![.idat, .frameData].contains(file.chunks[$0].type)
        }
        for index in others { writer.append(file.chunks[index].type, current(index)) }
        guard let now = try? PNGFile(parsing: writer.bytes) else { return EmbeddedMetadata(of: file, in: source) }
        return EmbeddedMetadata(of: now, in: writer.bytes)
    }
}

/// Edits the metadata chunks of a PNG file.
private struct PNGEditing {
    var rewrite: PNGRewrite
    private(set) var hasChanged = false
    private var inflation = Inflation(budget: EmbeddedMetadata.inflationLimit)

    init(rewrite: PNGRewrite) { self.rewrite = rewrite }

    private static let emptied = "the edits removed all of its content"

    /// A text chunk and its text, inflated.
    private struct Text {
        let index: Int
        let keyword: String
        let isCompressed: Bool
        /// The bytes before the text in the chunk.
        let head: ArraySlice<UInt8>
        let content: [UInt8]
    }

    /// A metadata block in a chunk.
    private struct Carrier {
        let index: Int
        let name: String
        /// The bytes before the block, which stay unchanged.
        let prefix: [UInt8]
        let block: [UInt8]
        /// The text chunk that holds the block, and the raw profile in it.
        var text: Text?
        var profile: PNGRawProfile?
    }

    /// Returns the text chunks with the given keywords, spelled as readers expect them.
    ///
    /// - Throws: if the first one cannot be inflated. Others that cannot be inflated are left out, with a warning.
    private mutating func texts(_ keywords: [String]) throws(MetadataEditError) -> [Text] {
        var found: [Text] = []
        for (index, chunk) in rewrite.file.chunks.enumerated() where rewrite.dropped[index] == nil {
            guard [.text, .compressedText, .internationalText].contains(chunk.type) else { continue }
            let data = rewrite.current(index)
            var current = chunk
            (current.range, current.data) = (data.indices, data.indices)
            guard let text = PNGTextChunk(current, in: data), keywords.contains(text.keyword),
                // Few readers look for profiles in international text.
                chunk.type != .internationalText || text.keyword == EmbeddedMetadata.pngXMPKeyword
            else { continue }
            guard let content = text.isCompressed ? inflation.inflated(data[text.text]) : Array(data[text.text])
            else {
                let error = MetadataEditError.damaged(block: text.keyword, reason: "it cannot be inflated")
                if found.isEmpty { throw error }
                keep(index, error)
                continue
            }
            found.append(
                Text(
                    index: index, keyword: text.keyword, isCompressed: text.isCompressed,
                    head: data[..<text.text.lowerBound], content: content))
        }
        return found
    }

    /// Returns the raw profiles in text chunks with the given keywords.
    ///
    /// - Parameter signature: the bytes that a profile can have before its block.
    private mutating func profiles(
        _ keywords: [String], signature: [UInt8]
    ) throws(MetadataEditError) -> [Carrier] {
        try texts(keywords).compactMap { text in
            guard let profile = PNGRawProfile(parsing: text.content) else { return nil }
            let prefix = profile.bytes.starts(with: signature) ? signature : []
            return Carrier(
                index: text.index, name: text.keyword, prefix: prefix,
                block: Array(profile.bytes.dropFirst(prefix.count)), text: text, profile: profile)
        }
    }

    /// Edits every carrier of a kind, since readers differ in which one they use. Throws if the first cannot be edited;
    /// others that cannot are kept, with a warning.
    private mutating func edit(
        _ carriers: [Carrier], _ edits: [MetadataEdit],
        _ edited: ([UInt8], [MetadataEdit]) throws(MetadataEditError) -> BlockEdit
    ) throws(MetadataEditError) {
        guard let first = carriers.first else { return }
        let further =
            carriers.count > 1
            ? edits.further { edits throws(MetadataEditError) in try edited(first.block, edits) } : []
        for (number, carrier) in carriers.enumerated() {
            do throws(MetadataEditError) {
                let edit = try edited(carrier.block, number == 0 ? edits : further)
                if !edit.changes.isEmpty { try store(edit.bytes, in: carrier) }
                note(edit)
            } catch {
                guard number > 0 else { throw error }
                keep(carrier.index, error)
            }
        }
    }

    private mutating func keep(_ index: Int, _ error: MetadataEditError) {
        let chunk = rewrite.file.chunks[index]
        rewrite.warnings.append(
            EditedFile.furtherWarning("\(chunk.type) chunk", at: chunk.range.lowerBound, error))
    }

    /// Stores an edited block in its chunk, or drops the chunk if the block is empty.
    private mutating func store(_ bytes: [UInt8], in carrier: Carrier) throws(MetadataEditError) {
        guard !bytes.isEmpty else { return drop(carrier.index) }
        guard let text = carrier.text else { return rewrite.data[carrier.index] = carrier.prefix + bytes }
        guard var profile = carrier.profile else { return try replace(text, with: bytes) }
        profile.bytes = carrier.prefix + bytes
        try replace(text, with: profile.serialized)
    }

    /// Replaces the text in a chunk, compressed if it was before.
    private mutating func replace(_ text: Text, with content: [UInt8]) throws(MetadataEditError) {
        rewrite.data[text.index] =
            text.head + (text.isCompressed ? try deflated(content, block: text.keyword) : content)
    }

    /// Drops a chunk that has no content left.
    private mutating func drop(_ index: Int) {
        rewrite.data[index] = nil
        rewrite.dropped[index] = Self.emptied
    }

    private func deflated(_ content: [UInt8], block: String) throws(MetadataEditError) -> [UInt8] {
        guard let compressed = ZlibStream.deflated(content) else {
            throw .damaged(block: block, reason: "it cannot be deflated")
        }
        return compressed
    }

    private mutating func note(_ edit: BlockEdit) {
        hasChanged = hasChanged || !edit.changes.isEmpty
        // The same change in several carriers counts once.
        rewrite.changes += edit.changes.filter { !rewrite.changes.contains($0) }
        rewrite.warnings += edit.warnings.filter { !rewrite.warnings.contains($0) }
    }

    mutating func editExif(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        let picture = ExifEditing.Picture(size: rewrite.size, density: nil, isJPEG: false)
        let signature = JPEGCarrier.exif.signature
        var carriers: [Carrier] = []
        for (index, chunk) in rewrite.file.chunks.enumerated()
        where rewrite.dropped[index] == nil && (chunk.type == .exif || chunk.type == .earlyExif) {
            let data = rewrite.current(index)
            let prefix = data.starts(with: signature) ? signature : []
            carriers.append(
                Carrier(
                    index: index, name: "\(chunk.type)", prefix: prefix, block: Array(data.dropFirst(prefix.count))))
        }
        do throws(MetadataEditError) {
            carriers += try profiles(PNGRewrite.exifProfiles, signature: signature).filter { !$0.prefix.isEmpty }
        } catch {
            guard !carriers.isEmpty else { throw error }
            rewrite.warnings.append("an Exif raw profile cannot be edited: \(error); kept unchanged")
        }
        try edit(carriers, edits) { (block, edits) throws(MetadataEditError) in
            try ExifEditing.edited(block, edits, picture: picture)
        }
        guard carriers.isEmpty, edits.makes(.exif) else { return }
        // If the only Exif block is where few readers look, the new chunk starts as a copy of it, so that nothing is
        // lost.
        let edit = try ExifEditing.edited(rewrite.blocks.exif, edits, picture: picture)
        note(edit)
        if !edit.changes.isEmpty { rewrite.inserted.append((.exif, edit.bytes)) }
    }

    mutating func editXMP(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        var carriers = try texts([EmbeddedMetadata.pngXMPKeyword]).map {
            Carrier(index: $0.index, name: $0.keyword, prefix: [], block: $0.content, text: $0)
        }
        do throws(MetadataEditError) {
            carriers += try profiles(PNGRewrite.xmpProfiles, signature: [])
        } catch {
            guard !carriers.isEmpty else { throw error }
            rewrite.warnings.append("an XMP raw profile cannot be edited: \(error); kept unchanged")
        }
        try edit(carriers, edits) { (packet, edits) throws(MetadataEditError) in
            try XMPPacketEdit.edited(packet, edits).block
        }
        guard carriers.isEmpty, edits.makes(.xmp) else { return }
        let edit = try XMPPacketEdit.edited(rewrite.blocks.xmp, edits).block
        note(edit)
        guard !edit.changes.isEmpty else { return }
        // Keyword, no compression, no language, no translated keyword (XMP part 3, 1.1.5).
        rewrite.inserted.append(
            (.internationalText, Array(EmbeddedMetadata.pngXMPKeyword.utf8) + [0, 0, 0, 0, 0] + edit.bytes))
    }

    mutating func editIPTC(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        let carriers = try profiles(
            PNGRewrite.iptcProfiles,
            signature: JPEGCarrier.photoshop.signature)
        try edit(carriers, edits) { (body, edits) throws(MetadataEditError) in
            body.first == 0x1C
                ? try IPTCEditing.edited(iptc: body, edits) : try IPTCEditing.edited(body, edits)
        }
        if carriers.isEmpty, edits.makes(.iptc) { try insertIPTC(edits) }
    }

    /// Inserts IPTC as the raw profile that ImageMagick and exiftool write, since PNG has no chunk for it.
    private mutating func insertIPTC(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        let edit = try IPTCEditing.edited(nil, edits)
        guard !edit.changes.isEmpty, var profile = PNGRawProfile(parsing: Array("\niptc\n       0\n".utf8)) else {
            return
        }
        note(edit)
        profile.bytes = edit.bytes
        profile.tail = [0x0A]
        // The keyword, its terminator and compression method 0.
        let head = Array("\(PNGRawProfile.keywordPrefix)iptc".utf8) + [0, 0]
        rewrite.inserted.append((.compressedText, head + (try deflated(profile.serialized, block: "IPTC"))))
    }
}
