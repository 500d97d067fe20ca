package import UprightBase
package import UprightFormats

/// A WebP file, and the plan of its changes.
package struct WebPDocument: PictureDocument {
    /// A block of metadata in a chunk.
    struct Block {
        enum Kind: String {
            case exif = "EXIF"
            case xmp = "XMP "
        }

        /// The index of the chunk.
        var chunk: Int
        var kind: Kind
        /// The bytes before the block: `Exif\0\0`, which some writers copy from JPEG, or nothing.
        var prefix: [UInt8]
        var bytes: [UInt8]
    }

    let file: WebPFile
    let source: [UInt8]
    /// The metadata blocks as the plans left them, in file order.
    private(set) var blocks: [Block]
    /// The new payloads of chunks, by chunk index; empty for chunks that are left out.
    private(set) var payloads: [Int: [UInt8]] = [:]
    /// Whether the bytes after the last chunk are left out.
    private(set) var dropsTrailer = false
    /// New metadata chunks.
    private var added: [(kind: Block.Kind, payload: [UInt8])] = []
    private let precedence: OrientationPrecedence
    private var changes: [Change] = []
    /// Whether pictures coded with loss are turned.
    var losesQuality = false
    /// The turn of the pictures; nil if they are kept.
    var turn: WebPTurn?
    /// The chunks whose pictures are turned.
    var turnedChunks: Set<Int> = []
    package private(set) var planWarnings: [String] = []
    package private(set) var needsOriginal = false

    init(of file: WebPFile, in source: [UInt8]) {
        self.file = file
        self.source = source
        blocks = file.chunks.enumerated().compactMap { index, chunk in
            guard let kind = Block.Kind(rawValue: chunk.code) else { return nil }
            let payload = Array(source[chunk.payload])
            let prefix = Array("Exif\0\0".utf8)
            let isPrefixed = kind == .exif && payload.starts(with: prefix)
            return Block(
                chunk: index, kind: kind, prefix: isPrefixed ? prefix : [],
                bytes: isPrefixed ? Array(payload.dropFirst(prefix.count)) : payload)
        }
        var kinds: Set<Block.Kind> = []
        precedence = OrientationPrecedence(
            blocks.compactMap { block in
                let isFirst = kinds.insert(block.kind).inserted
                switch block.kind {
                case .exif: return OrientationReading.exif(block.bytes).map { (isFirst ? .exif : .furtherExif, $0) }
                case .xmp: return OrientationReading.xmp(block.bytes).map { (.xmp, $0) }
                }
            })
    }

    package var damage: [String] { file.warnings }
    package var warnings: [String] { file.warnings + precedence.warnings }
    package var orientation: OrientationReading? { precedence.counting }
    package var size: Size { file.picture.size }
    package var frameCount: Int { max(1, file.picture.frames.count) }

    /// The metadata as it is in the file.
    var metadata: EmbeddedMetadata {
        func first(_ kind: Block.Kind) -> [UInt8]? { blocks.first { $0.kind == kind }?.bytes }
        let profile = file.chunks.first { $0.code == "ICCP" }.map { Array(source[$0.payload]) }
        return EmbeddedMetadata(exif: first(.exif), xmp: first(.xmp), icc: profile)
    }

    package var labelWarning: String? {
        "browsers show a WebP as it is stored, whatever its orientation is; photo programs follow it"
    }

    package var decodedSizes: [Size] {
        [size] + (file.picture.still.map { [$0.size] } ?? []) + file.picture.frames.map(\.size)
    }

    package mutating func prepare(within limits: Limits) throws(PictureRefusal) {
        try limits.check(size)
        if let still = file.picture.still { try limits.check(still.size) }
        try limits.check(animation: file.picture.frames.map(\.size))
        let pictures: Set = ["VP8 ", "VP8L", "ALPH", "ANMF"]
        if let chunk = file.chunks.first(where: {
            !pictures.contains($0.code) && $0.payload.count > limits.chunkSize
        }) {
            throw .limit(
                "\(chunk.code) at byte \(chunk.range.lowerBound): \(chunk.payload.count) bytes exceed the limit of "
                    + "\(limits.chunkSize) (limits.chunk-size)")
        }
    }

    package mutating func turnMetadata(by turn: MetadataTurn) {
        for (place, block) in blocks.enumerated() {
            let turned = block.kind == .exif ? turn.exif(block.bytes) : turn.xmp(block.bytes)
            planWarnings += turned.warnings
            needsOriginal = needsOriginal || turned.needsOriginal
            guard turned.bytes != block.bytes else { continue }
            changes += turned.changes
            store(turned.bytes, in: place)
        }
    }

    /// Sets the new payload of a chunk.
    mutating func replace(_ index: Int, with payload: [UInt8]) { payloads[index] = payload }

    /// Adds a warning.
    mutating func warn(_ warning: String) { planWarnings.append(warning) }

    /// Records changes before all others.
    mutating func note(_ first: [Change]) { changes = first + changes }

    package mutating func edit(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        if let tag = edits.first(making: .iptc) {
            throw .noPlace(
                what: "IPTC (\(tag))", type: WebPFormat().description.type,
                instead: "set an XMP property, for example XMP:photoshop:City")
        }
        _ = try TextEditing.all(edits, in: WebPFormat().description.type) { (_) throws(MetadataEditError) in [] }
        for strip in edits.strips { try self.strip(strip) }
        let picture = ExifEditing.Picture(size: size, density: nil, isJPEG: false)
        if edits.touches(.exif) {
            try edit(.exif, .exif, edits) { (block, edits) throws(MetadataEditError) in
                try ExifEditing.edited(block, edits, picture: picture)
            }
        }
        if edits.touches(.xmp) {
            try edit(.xmp, .xmp, edits) { (packet, edits) throws(MetadataEditError) in
                try XMPPacketEdit.edited(packet, edits).block
            }
        }
    }

    /// Edits every block of a kind, since readers differ in which one they use. Throws if the first cannot be edited;
    /// others that cannot are kept, with a warning.
    private mutating func edit(
        _ kind: Block.Kind, _ target: MetadataEdit.Target, _ edits: [MetadataEdit],
        _ edited: ([UInt8]?, [MetadataEdit]) throws(MetadataEditError) -> BlockEdit
    ) throws(MetadataEditError) {
        let places = blocks.indices.filter { blocks[$0].kind == kind }
        guard let first = places.first else {
            guard edits.makes(target) else { return }
            let edit = try edited(nil, edits)
            note(edit)
            if !edit.changes.isEmpty { added.append((kind, edit.bytes)) }
            return
        }
        let original = blocks[first].bytes
        let further = edits.further { edits throws(MetadataEditError) in try edited(original, edits) }
        for place in places {
            do throws(MetadataEditError) {
                let edit = try edited(blocks[place].bytes, place == first ? edits : further)
                note(edit)
                if !edit.changes.isEmpty { store(edit.bytes, in: place) }
            } catch {
                guard place != first else { throw error }
                planWarnings.append(
                    EditedFile.furtherWarning(
                        "\(kind.rawValue) chunk", at: file.chunks[blocks[place].chunk].range.lowerBound, error))
            }
        }
    }

    private mutating func note(_ edit: BlockEdit) {
        planWarnings += edit.warnings.filter { !planWarnings.contains($0) }
        changes += edit.changes.filter { !changes.contains($0) }
    }

    private mutating func store(_ bytes: [UInt8], in place: Int) {
        blocks[place].bytes = bytes
        payloads[blocks[place].chunk] = bytes.isEmpty ? [] : blocks[place].prefix + bytes
    }

    /// Writes a chunk anew.
    mutating func rewrite(_ chunk: Int, _ payload: [UInt8], _ change: Change) {
        changes.append(change)
        payloads[chunk] = payload
    }

    /// Leaves a chunk out.
    mutating func drop(_ chunk: Int, _ change: Change) {
        changes.append(change)
        payloads[chunk] = []
        blocks.removeAll { $0.chunk == chunk }
    }

    /// Leaves out the bytes after the last chunk.
    mutating func dropTrailer(_ change: Change) {
        changes.append(change)
        dropsTrailer = true
    }

    /// The bytes after the last chunk in the output.
    var trailer: ArraySlice<UInt8> { dropsTrailer ? [] : source[file.trailer] }

    package var isChanged: Bool { !payloads.isEmpty || !added.isEmpty || dropsTrailer }

    package var account: [PartAccount] {
        var parts = [PartAccount(part: PartName("RIFF"), offset: 0, length: WebPFile.headerLength, disposition: .kept)]
        parts[0].disposition = isChanged ? .patched : .kept
        for (index, chunk) in file.chunks.enumerated() {
            let new = payloads[index]
            let isDropped = new?.isEmpty == true
            parts.append(
                PartAccount(
                    part: PartName(chunk.code.trimmed, carrier: carrier(chunk)), offset: chunk.range.lowerBound,
                    length: chunk.range.count,
                    disposition: isDropped
                        ? .dropped
                        : turnedChunks.contains(index) ? .moved : new == nil && !isPatched(chunk) ? .kept : .patched,
                    reason: isDropped ? "the edits removed all of its content" : ""))
        }
        if !file.trailer.isEmpty {
            parts.append(
                PartAccount(
                    part: .trailer, offset: file.trailer.lowerBound, length: file.trailer.count,
                    disposition: dropsTrailer ? .dropped : .kept))
        }
        return parts
    }

    private func carrier(_ chunk: WebPFile.Chunk) -> ChangeSubject.Carrier? {
        switch Block.Kind(rawValue: chunk.code) {
        case .exif: .exif
        case .xmp: .xmp
        case nil: nil
        }
    }

    private func isPatched(_ chunk: WebPFile.Chunk) -> Bool {
        chunk.code == "VP8X" && isChanged && assembler.extendedHeader != Array(source[chunk.payload])
    }

    private var assembler: WebPAssembler {
        WebPAssembler(
            file: file, source: source, payloads: payloads, added: added.map { ($0.kind.rawValue, $0.payload) },
            trailer: trailer, turn: turn)
    }

    package mutating func assemble(
        releasing source: inout [UInt8], _ work: PictureTurnWork
    ) throws(PictureRefusal) -> AssembledPicture {
        let bytes = assembler.assembled()
        guard bytes.count - 8 - trailer.count <= UInt32.max - 1 else {
            throw .limit("\(bytes.count) bytes exceed what the RIFF header of a WebP can state (4 GiB)")
        }
        return AssembledPicture(
            bytes: bytes, changes: changes, parts: account,
            components: turn.map { turn in
                [ComponentTurn(id: 0, turn: turn.items.contains { $0.quantizer != nil } ? .requantized : .exact)]
            } ?? [])
    }

    package func verify(_ output: AssembledPicture, _ options: NormalizationOptions) throws(PictureRefusal) {
        let new: WebPFile
        do throws(FormatError) { new = try WebPFile(parsing: output.bytes) } catch {
            throw .verification(error.description)
        }
        let expected = assembler.chunks
        guard new.chunks.map(\.code) == expected.map(\.code) else {
            throw .verification("expected the chunks \(expected.map(\.code)), found \(new.chunks.map(\.code))")
        }
        for (chunk, wanted) in zip(new.chunks, expected) {
            guard output.bytes[chunk.payload].hasBytes(of: wanted.payload) else {
                throw .verification("\(chunk.code) at byte \(chunk.range.lowerBound) differs from the plan")
            }
        }
        guard output.bytes[new.trailer].hasBytes(of: trailer) else {
            throw .verification("the bytes after the last chunk differ")
        }
        guard let turn else { return }
        guard new.picture.size == turn.canvas else {
            throw .verification("the canvas has another size than the plan's")
        }
        if options.verification == .pixels { try WebPPictureTurn(turn, in: source).verify(output.bytes) }
    }

    package var parts: [(name: String, range: Range<Int>)] {
        [("RIFF", 0..<WebPFile.headerLength)] + file.chunks.map { ($0.code.trimmed, $0.range) }
            + [("trailer", file.trailer)]
    }
}

extension String {
    /// The code of a chunk without the space at its end.
    fileprivate var trimmed: String { last == " " ? String(dropLast()) : self }
}
