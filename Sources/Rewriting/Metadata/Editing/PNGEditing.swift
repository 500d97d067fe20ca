internal import CUprightZlib
internal import UprightGeometry
internal import UprightContainers
internal import UprightMetadata

/// Edits the metadata chunks of a PNG file.
struct PNGEditing {
    private let source: [UInt8]
    private let file: PNGFile
    /// New data by chunk; nil for a chunk that goes.
    private var replaced: [Int: [UInt8]?] = [:]
    /// Chunks to be put before the image data.
    private var inserted: [(type: PNGChunkType, data: [UInt8])] = []
    private var changes: [Change] = []
    private var warnings: [String] = []
    private var inflation = Inflation(budget: EmbeddedMetadata.inflationLimit)

    static func edited(_ source: [UInt8], _ edits: [MetadataEdit]) throws(MetadataEditError) -> EditedFile {
        let file: PNGFile
        do throws(PNGFormatError) {
            file = try PNGFile(parsing: source)
        } catch {
            throw .file(.png(error))
        }
        var editing = PNGEditing(source: source, file: file)
        if edits.touches(.exif) { try editing.editExif(edits) }
        if edits.touches(.xmp) { try editing.editXMP(edits) }
        if edits.touches(.iptc) { try editing.editIPTC(edits) }
        return editing.assembled()
    }

    private init(source: [UInt8], file: PNGFile) {
        self.source = source
        self.file = file
    }

    /// A text chunk with its text, inflated.
    private struct Text {
        let index: Int
        let chunk: PNGTextChunk
        let content: [UInt8]
    }

    /// The first text chunk of a keyword, spelt as readers look for it.
    private mutating func text(_ keywords: [String]) throws(MetadataEditError) -> Text? {
        for (index, chunk) in file.chunks.enumerated() {
            guard let text = PNGTextChunk(chunk, in: source), keywords.contains(text.keyword),
                // Few readers look for profiles in international text.
                chunk.type != .internationalText || text.keyword == EmbeddedMetadata.pngXMPKeyword
            else { continue }
            guard let content = text.isCompressed ? inflation.inflated(source[text.text]) : Array(source[text.text])
            else { throw .damaged(block: text.keyword, reason: "it cannot be inflated") }
            return Text(index: index, chunk: text, content: content)
        }
        return nil
    }

    /// Puts new text into a chunk, compressed if it was.
    private mutating func replace(_ text: Text, with content: [UInt8]) throws(MetadataEditError) {
        let head = source[file.chunks[text.index].data.lowerBound..<text.chunk.text.lowerBound]
        guard text.chunk.isCompressed else {
            replaced[text.index] = .some(Array(head) + content)
            return
        }
        replaced[text.index] = .some(Array(head) + (try deflated(content, block: text.chunk.keyword)))
    }

    private func deflated(_ content: [UInt8], block: String) throws(MetadataEditError) -> [UInt8] {
        var length = compressBound(UInt(content.count))
        var compressed = [UInt8](repeating: 0, count: Int(length))
        let status = compress2(&compressed, &length, content, UInt(content.count), 9)
        guard status == Z_OK else { throw .damaged(block: block, reason: "it cannot be deflated") }
        return Array(compressed[..<Int(length)])
    }

    private mutating func note(_ edit: BlockEdit) {
        changes += edit.changes
        warnings += edit.warnings
    }

    private mutating func editExif(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        let picture = ExifEditing.Picture(size: file.header.size, density: nil, isJPEG: false)
        if let index = file.chunks.firstIndex(where: { $0.type == .exif || $0.type == .earlyExif }) {
            let data = Array(source[file.chunks[index].data])
            let prefix = data.starts(with: JPEGSignature.exif.utf8) ? Array(data.prefix(6)) : []
            let edit = try ExifEditing.edited(Array(data.dropFirst(prefix.count)), edits, picture: picture)
            guard !edit.changes.isEmpty else { return }
            note(edit)
            replaced[index] = .some(edit.bytes.isEmpty ? nil : prefix + edit.bytes)
        } else if let text = try text(["Raw profile type exif", "Raw profile type APP1"]),
            var profile = PNGRawProfile(parsing: text.content), profile.bytes.starts(with: JPEGSignature.exif.utf8)
        {
            let edit = try ExifEditing.edited(Array(profile.bytes.dropFirst(6)), edits, picture: picture)
            guard !edit.changes.isEmpty else { return }
            note(edit)
            profile.bytes = Array(JPEGSignature.exif.utf8) + edit.bytes
            try replace(text, with: profile.serialized)
        } else if edits.makes(.exif) {
            // A block that stands where few readers look is not lost: the new chunk begins as its copy.
            let edit = try ExifEditing.edited(EmbeddedMetadata(of: file, in: source).exif, edits, picture: picture)
            guard !edit.changes.isEmpty else { return }
            note(edit)
            inserted.append((.exif, edit.bytes))
        }
    }

    private mutating func editXMP(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        if let text = try text([EmbeddedMetadata.pngXMPKeyword]) {
            let edit = try XMPPacketEdit.edited(text.content, edits).block
            warnings += edit.changes.isEmpty ? edit.warnings : []
            guard !edit.changes.isEmpty else { return }
            note(edit)
            if edit.bytes.isEmpty { replaced[text.index] = .some(nil) } else { try replace(text, with: edit.bytes) }
        } else if let text = try text(["Raw profile type xmp"]), var profile = PNGRawProfile(parsing: text.content) {
            let edit = try XMPPacketEdit.edited(profile.bytes, edits).block
            warnings += edit.changes.isEmpty ? edit.warnings : []
            guard !edit.changes.isEmpty else { return }
            note(edit)
            profile.bytes = edit.bytes
            if edit.bytes.isEmpty {
                replaced[text.index] = .some(nil)
            } else {
                try replace(text, with: profile.serialized)
            }
        } else if edits.makes(.xmp) {
            let edit = try XMPPacketEdit.edited(EmbeddedMetadata(of: file, in: source).xmp, edits).block
            guard !edit.changes.isEmpty else { return }
            note(edit)
            // Keyword, no compression, no language, no translated keyword (XMP part 3, 1.1.5).
            inserted.append(
                (.internationalText, Array(EmbeddedMetadata.pngXMPKeyword.utf8) + [0, 0, 0, 0, 0] + edit.bytes))
        }
    }

    private mutating func editIPTC(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        let keywords = ["Raw profile type iptc", "Raw profile type 8bim", "Raw profile type app13"]
        guard let text = try text(keywords), var profile = PNGRawProfile(parsing: text.content) else {
            if edits.makes(.iptc) { try insertIPTC(edits) }
            return
        }
        let signature = Array(JPEGSignature.photoshop.utf8)
        let prefix = profile.bytes.starts(with: signature) ? signature : []
        let body = Array(profile.bytes.dropFirst(prefix.count))
        let edit =
            body.first == 0x1C
            ? try IPTCEditing.edited(iptc: body, edits) : try IPTCEditing.edited(body, edits)
        guard !edit.changes.isEmpty else { return }
        note(edit)
        if edit.bytes.isEmpty {
            replaced[text.index] = .some(nil)
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
        inserted.append((.compressedText, head + (try deflated(profile.serialized, block: "IPTC"))))
    }

    private func assembled() -> EditedFile {
        guard !changes.isEmpty else { return EditedFile(bytes: source, changes: [], warnings: warnings) }
        var warnings = warnings
        if file.chunks.contains(where: { $0.type == PNGChunkType("caBX") }) {
            warnings.append(MetadataEditor.credentialsWarning)
        }
        var writer = PNGWriter(capacity: source.count + (1 << 16))
        let firstData =
            // Nothing can stand behind a chunk that is cut off.
            file.chunks.firstIndex { $0.type == .idat || $0.type == .iend || $0.checksum == .missing }
            ?? file.chunks.count
        for (index, chunk) in file.chunks.enumerated() {
            if index == firstData {
                for new in inserted { writer.append(new.type, new.data) }
            }
            if let data = replaced[index] {
                if let data { writer.append(chunk.type, data) }
            } else {
                writer.append(verbatim: source[chunk.range])
            }
        }
        if firstData == file.chunks.count {
            for new in inserted { writer.append(new.type, new.data) }
        }
        writer.append(verbatim: source[file.trailer])
        return EditedFile(bytes: writer.bytes, changes: changes, warnings: warnings)
    }
}
