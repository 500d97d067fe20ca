internal import CUprightZlib
internal import UprightContainers
package import UprightEditing
internal import UprightMetadata

extension PNGRewrite {
    /// Makes edits in the metadata chunks, as the plans before have left them.
    package mutating func edit(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        var editing = PNGEditing(rewrite: self)
        if edits.touches(.exif) { try editing.editExif(edits) }
        if edits.touches(.xmp) { try editing.editXMP(edits) }
        if edits.touches(.iptc) { try editing.editIPTC(edits) }
        if editing.hasChanged, file.chunks.contains(where: { $0.type == PNGChunkType("caBX") }) {
            editing.rewrite.warnings.append(EditedFile.credentialsWarning)
        }
        self = editing.rewrite
    }

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

    private static let emptied = "the edits have removed all that it held"

    /// A text chunk with its text, inflated.
    private struct Text {
        let index: Int
        let keyword: String
        let isCompressed: Bool
        /// What stands before the text in the chunk.
        let head: ArraySlice<UInt8>
        let content: [UInt8]
    }

    /// The first text chunk of a keyword, spelt as readers look for it.
    private mutating func text(_ keywords: [String]) throws(MetadataEditError) -> Text? {
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
            else { throw .damaged(block: text.keyword, reason: "it cannot be inflated") }
            return Text(
                index: index, keyword: text.keyword, isCompressed: text.isCompressed,
                head: data[..<text.text.lowerBound], content: content)
        }
        return nil
    }

    /// Puts new text into a chunk, compressed if it was.
    private mutating func replace(_ text: Text, with content: [UInt8]) throws(MetadataEditError) {
        rewrite.data[text.index] =
            text.head + (text.isCompressed ? try deflated(content, block: text.keyword) : content)
    }

    /// Leaves out a chunk of which nothing is left.
    private mutating func drop(_ index: Int) {
        rewrite.data[index] = nil
        rewrite.dropped[index] = Self.emptied
    }

    private func deflated(_ content: [UInt8], block: String) throws(MetadataEditError) -> [UInt8] {
        var length = compressBound(UInt(content.count))
        var compressed = [UInt8](repeating: 0, count: Int(length))
        let status = compress2(&compressed, &length, content, UInt(content.count), 9)
        guard status == Z_OK else { throw .damaged(block: block, reason: "it cannot be deflated") }
        return Array(compressed[..<Int(length)])
    }

    private mutating func note(_ edit: BlockEdit) {
        hasChanged = true
        rewrite.changes += edit.changes
        rewrite.warnings += edit.warnings
    }

    mutating func editExif(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        let picture = ExifEditing.Picture(size: rewrite.size, density: nil, isJPEG: false)
        if let index = rewrite.file.chunks.firstIndex(where: { $0.type == .exif || $0.type == .earlyExif }) {
            let data = rewrite.current(index)
            let prefix = data.starts(with: JPEGCarrier.exif.signature) ? Array(data.prefix(6)) : []
            let edit = try ExifEditing.edited(Array(data.dropFirst(prefix.count)), edits, picture: picture)
            guard !edit.changes.isEmpty else { return }
            note(edit)
            if edit.bytes.isEmpty { drop(index) } else { rewrite.data[index] = prefix + edit.bytes }
        } else if let text = try text(["Raw profile type exif", "Raw profile type APP1"]),
            var profile = PNGRawProfile(parsing: text.content), profile.bytes.starts(with: JPEGCarrier.exif.signature)
        {
            let edit = try ExifEditing.edited(Array(profile.bytes.dropFirst(6)), edits, picture: picture)
            guard !edit.changes.isEmpty else { return }
            note(edit)
            profile.bytes = JPEGCarrier.exif.signature + edit.bytes
            try replace(text, with: profile.serialized)
        } else if edits.makes(.exif) {
            // A block that stands where few readers look is not lost: the new chunk begins as its copy.
            let edit = try ExifEditing.edited(rewrite.blocks.exif, edits, picture: picture)
            guard !edit.changes.isEmpty else { return }
            note(edit)
            rewrite.inserted.append((.exif, edit.bytes))
        }
    }

    mutating func editXMP(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        if let text = try text([EmbeddedMetadata.pngXMPKeyword]) {
            let edit = try XMPPacketEdit.edited(text.content, edits).block
            guard !edit.changes.isEmpty else {
                rewrite.warnings += edit.warnings
                return
            }
            note(edit)
            if edit.bytes.isEmpty { drop(text.index) } else { try replace(text, with: edit.bytes) }
        } else if let text = try text(["Raw profile type xmp"]), var profile = PNGRawProfile(parsing: text.content) {
            let edit = try XMPPacketEdit.edited(profile.bytes, edits).block
            guard !edit.changes.isEmpty else {
                rewrite.warnings += edit.warnings
                return
            }
            note(edit)
            profile.bytes = edit.bytes
            if edit.bytes.isEmpty {
                drop(text.index)
            } else {
                try replace(text, with: profile.serialized)
            }
        } else if edits.makes(.xmp) {
            let edit = try XMPPacketEdit.edited(rewrite.blocks.xmp, edits).block
            guard !edit.changes.isEmpty else { return }
            note(edit)
            // Keyword, no compression, no language, no translated keyword (XMP part 3, 1.1.5).
            rewrite.inserted.append(
                (.internationalText, Array(EmbeddedMetadata.pngXMPKeyword.utf8) + [0, 0, 0, 0, 0] + edit.bytes))
        }
    }

    mutating func editIPTC(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        let keywords = ["Raw profile type iptc", "Raw profile type 8bim", "Raw profile type app13"]
        guard let text = try text(keywords), var profile = PNGRawProfile(parsing: text.content) else {
            if edits.makes(.iptc) { try insertIPTC(edits) }
            return
        }
        let signature = JPEGCarrier.photoshop.signature
        let prefix = profile.bytes.starts(with: signature) ? signature : []
        let body = Array(profile.bytes.dropFirst(prefix.count))
        let edit =
            body.first == 0x1C
            ? try IPTCEditing.edited(iptc: body, edits) : try IPTCEditing.edited(body, edits)
        guard !edit.changes.isEmpty else { return }
        note(edit)
        if edit.bytes.isEmpty {
            drop(text.index)
        } else {
            profile.bytes = prefix + edit.bytes
            try replace(text, with: profile.serialized)
        }
    }

    /// PNG has no chunk for IPTC: readers look for the profile that ImageMagick and exiftool write.
    private mutating func insertIPTC(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        let edit = try IPTCEditing.edited(nil, edits)
        guard !edit.changes.isEmpty, var profile = PNGRawProfile(parsing: Array("\niptc\n       0\n".utf8)) else {
            return
        }
        note(edit)
        profile.bytes = edit.bytes
        profile.tail = [0x0A]
        // Keyword, and the compression method 0.
        let head = Array("\(PNGRawProfile.keywordPrefix)iptc".utf8) + [0, 0]
        rewrite.inserted.append((.compressedText, head + (try deflated(profile.serialized, block: "IPTC"))))
    }
}
