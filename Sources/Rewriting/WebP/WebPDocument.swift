package import UprightBase
package import UprightFormats

/// A WebP file, and the plan of its changes.
package struct WebPDocument: PictureDocument, BlockContainer {
    let file: WebPFile
    let source: [UInt8]
    /// The new payloads of chunks, by chunk index; empty for chunks that are left out.
    private(set) var payloads: [Int: [UInt8]] = [:]
    /// Whether the bytes after the last chunk are left out.
    private(set) var dropsTrailer = false
    /// New metadata chunks.
    private var added: [(code: String, payload: [UInt8])] = []
    private let precedence: OrientationPrecedence
    var changes: [Change] = []
    /// Whether pictures coded with loss are turned.
    var losesQuality = false
    /// The turn of the pictures; nil if they are kept.
    var turn: WebPTurn?
    /// The chunks whose pictures are turned.
    var turnedChunks: Set<Int> = []
    package var planWarnings: [String] = []
    package var needsOriginal: Bool { keepsLayout }
    var keepsLayout = false

    init(of file: WebPFile, in source: [UInt8]) {
        self.file = file
        self.source = source
        precedence = MetadataBlock.precedence(Self.blocks(of: file, in: source, [:]))
    }

    /// The metadata blocks as the plans left them, in file order.
    private var blocks: [MetadataBlock] { Self.blocks(of: file, in: source, payloads) }

    private static func blocks(of file: WebPFile, in source: [UInt8], _ payloads: [Int: [UInt8]]) -> [MetadataBlock] {
        file.chunks.enumerated().compactMap { index, chunk in
            guard let kind = kind(of: chunk), payloads[index]?.isEmpty != true else { return nil }
            let payload = payloads[index] ?? Array(source[chunk.payload])
            // Some writers copy the signature from JPEG.
            let signature = JPEGCarrier.exif.signature
            let prefix = kind == .exif && payload.starts(with: signature) ? signature : []
            return MetadataBlock(
                kind: kind, part: index, name: "\(chunk.code) chunk", offset: chunk.range.lowerBound, prefix: prefix,
                bytes: Array(payload.dropFirst(prefix.count)))
        }
    }

    private static func kind(of chunk: WebPFile.Chunk) -> MetadataBlock.Kind? {
        chunk.code == "EXIF" ? .exif : chunk.code == "XMP " ? .xmp : nil
    }

    package var damage: [String] { file.warnings }
    package var warnings: [String] { file.warnings + precedence.warnings }
    package var orientation: OrientationReading? { precedence.counting }
    package var size: Size { file.picture.size }
    package var frameCount: Int { max(1, file.picture.frames.count) }

    /// The metadata as it is in the file.
    var metadata: EmbeddedMetadata {
        func first(_ kind: MetadataBlock.Kind) -> [UInt8]? { blocks.first { $0.kind == kind }?.bytes }
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
        for chunk in file.chunks where !pictures.contains(chunk.code) {
            try limits.check(chunk: chunk.code, at: chunk.range.lowerBound, count: chunk.payload.count)
        }
    }

    package mutating func turnMetadata(by turn: MetadataTurn) throws(PictureRefusal) { try self.turn(blocks, by: turn) }

    mutating func store(_ bytes: [UInt8], in block: MetadataBlock, isTurned: Bool) {
        payloads[block.part] = bytes.isEmpty ? [] : block.prefix + bytes
    }

    mutating func add(_ kind: MetadataBlock.Kind, _ bytes: [UInt8]) {
        added.append((kind == .exif ? "EXIF" : "XMP ", bytes))
    }

    var exifPicture: ExifEditing.Picture { ExifEditing.Picture(size: size, density: nil, isJPEG: false) }

    /// Sets the new payload of a chunk.
    mutating func replace(_ index: Int, with payload: [UInt8]) { payloads[index] = payload }

    package mutating func edit(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        let type = WebPFormat().description.type
        try edits.refuse(.iptc, "IPTC", in: type, instead: "photoshop:City")
        _ = try TextEditing.all(edits, in: type) { (_) throws(MetadataEditError) in [] }
        for strip in edits.strips { try self.strip(strip) }
        if edits.touches(.exif) { try edit(blocks.filter { $0.kind == .exif }, .exif, edits) }
        if edits.touches(.xmp) { try edit(blocks.filter { $0.kind == .xmp }, .xmp, edits) }
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
        let head = PartAccount(PartName("RIFF"), 0..<WebPFile.headerLength, isChanged ? .patched : .kept)
        let parts = file.chunks.enumerated().map { index, chunk in
            let new = payloads[index]
            let isDropped = new?.isEmpty == true
            return PartAccount(
                PartName(chunk.code.trimmed, carrier: Self.kind(of: chunk).map { $0 == .exif ? .exif : .xmp }),
                chunk.range,
                isDropped
                    ? .dropped
                    : turnedChunks.contains(index) ? .moved : new == nil && !isPatched(chunk) ? .kept : .patched,
                reason: isDropped ? PartAccount.emptied : "")
        }
        return [head] + parts + PartAccount.trailer(file.trailer, isDropped: dropsTrailer)
    }

    private func isPatched(_ chunk: WebPFile.Chunk) -> Bool {
        chunk.code == "VP8X" && isChanged && assembler.extendedHeader != Array(source[chunk.payload])
    }

    private var assembler: WebPAssembler {
        WebPAssembler(
            file: file, source: source, payloads: payloads, added: added,
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
        let new = try PictureRefusal.checking { () throws(FormatError) in try WebPFile(parsing: output.bytes) }
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
}

extension String {
    /// The code of a chunk without the space at its end.
    fileprivate var trimmed: String { last == " " ? String(dropLast()) : self }
}
