internal import UprightGeometry
internal import UprightContainers
internal import UprightMetadata

/// Edits the application segments of a JPEG file.
struct JPEGEditing {
    private let source: [UInt8]
    private let file: JPEGFile
    private let metadata: EmbeddedMetadata
    /// New payloads by segment; nil for a segment that goes.
    private var replaced: [Int: [UInt8]?] = [:]
    /// Segments to be put behind others: marker and payload.
    private var inserted: [(after: Int, marker: UInt8, payload: [UInt8])] = []
    private var changes: [Change] = []
    private var warnings: [String] = []

    /// The most bytes of a segment's payload.
    static let payloadLimit = 65_533

    static func edited(_ source: [UInt8], _ edits: [MetadataEdit]) throws(MetadataEditError) -> EditedFile {
        let file: JPEGFile
        do throws(JPEGFormatError) {
            file = try JPEGFile(parsing: source)
        } catch {
            throw .file(.jpeg(error))
        }
        var editing = JPEGEditing(source: source, file: file)
        if edits.touches(.exif) { try editing.editExif(edits) }
        if edits.touches(.xmp) { try editing.editXMP(edits) }
        if edits.touches(.iptc) { try editing.editIPTC(edits) }
        return editing.assembled()
    }

    private init(source: [UInt8], file: JPEGFile) {
        self.source = source
        self.file = file
        metadata = EmbeddedMetadata(of: file, in: source)
    }

    private func payload(_ index: Int) -> ArraySlice<UInt8> { source[file.segments[index].payload] }

    /// The segments of a marker whose payload begins so, in order.
    private func segments(_ marker: UInt8, _ signature: String) -> [Int] {
        file.segments.indices.filter {
            file.segments[$0].marker == marker && payload($0).starts(with: signature.utf8)
        }
    }

    /// Where a new segment of a kind goes: behind the last of the given kinds that stand at the head of the file.
    private func place(behind kinds: [(UInt8, String)]) -> Int {
        let head = file.segments.indices.prefix {
            let marker = file.segments[$0].marker
            return marker == JPEGMarker.soi || (0xE0...0xEF).contains(marker) || marker == JPEGMarker.com
        }
        return head.last { index in
            kinds.contains { file.segments[index].marker == $0.0 && payload(index).starts(with: $0.1.utf8) }
        } ?? 0
    }

    private static let xmp = Array(JPEGSignature.xmp.utf8)
    private static let behindExif: [(UInt8, String)] = [(0xE0, "JFIF\0"), (0xE0, "JFXX\0")]
    private static let behindXMP = behindExif + [(0xE1, "Exif\0")]
    private static let behindPhotoshop = behindXMP + [(0xE1, JPEGSignature.xmp), (0xE1, JPEGSignature.extendedXMP)]

    private mutating func take(
        _ edit: BlockEdit, prefix: some Collection<UInt8>, block: String, segment: Int?, marker: UInt8,
        behind kinds: [(UInt8, String)]
    ) throws(MetadataEditError) {
        warnings += edit.warnings
        guard !edit.changes.isEmpty else { return }
        changes += edit.changes
        let payload = prefix + edit.bytes
        guard payload.count <= Self.payloadLimit else {
            throw .tooLarge(block: block, size: payload.count, limit: Self.payloadLimit)
        }
        if let segment {
            replaced[segment] = .some(edit.bytes.isEmpty ? nil : Array(payload))
        } else if !edit.bytes.isEmpty {
            inserted.append((place(behind: kinds), marker, Array(payload)))
        }
    }

    private mutating func editExif(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        let candidates = segments(0xE1, "Exif\0")
        let segment = candidates.first { index in
            payload(index).count > 6 && (try? TIFFBlock(parsing: Array(payload(index).dropFirst(6)))) != nil
        }
        if segment == nil, let damaged = candidates.first, edits.makes(.exif) {
            throw .damaged(
                block: "Exif", reason: "the one at byte \(file.segments[damaged].range.lowerBound) cannot be read")
        }
        guard segment != nil || edits.makes(.exif) else { return }
        let jfif = segments(0xE0, "JFIF\0").first.map { Array(payload($0).dropFirst(5)) }
        var density: (Int, Int, Int)?
        if let jfif, jfif.count >= 7, jfif[2] == 1 || jfif[2] == 2 {
            density = (Int(jfif[3]) << 8 | Int(jfif[4]), Int(jfif[5]) << 8 | Int(jfif[6]), Int(jfif[2]))
        }
        let picture = ExifEditing.Picture(
            size: file.frameHeader.size, density: density.flatMap { $0.0 > 0 && $0.1 > 0 ? $0 : nil }, isJPEG: true)
        let edit = try ExifEditing.edited(
            segment.map { Array(payload($0).dropFirst(6)) }, edits, picture: picture)
        // The bytes before the block stay as they are, whatever some writers put there.
        let prefix = segment.map { Array(payload($0).prefix(6)) } ?? Array(JPEGSignature.exif.utf8)
        try take(edit, prefix: prefix, block: "Exif", segment: segment, marker: 0xE1, behind: Self.behindExif)
    }

    private mutating func editXMP(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        let segment = (segments(0xE1, JPEGSignature.xmp) + segments(0xE1, JPEGSignature.overwrittenXMP)).first
        guard segment != nil || edits.makes(.xmp) else { return }
        let pieces = extendedPieces
        let edit = try XMPPacketEdit.edited(
            segment.map { Array(payload($0).dropFirst(JPEGSignature.xmp.utf8.count)) },
            extended: metadata.extendedXMP, isWhole: !pieces.isEmpty,
            limit: Self.payloadLimit - JPEGSignature.xmp.utf8.count, edits)
        try take(
            edit.block, prefix: segment.map { payload($0).prefix(JPEGSignature.xmp.utf8.count) } ?? Self.xmp[...],
            block: "XMP", segment: segment, marker: 0xE1,
            behind: Self.behindXMP)
        if let extended = edit.extended {
            replace(pieces, with: extended, behind: segment ?? place(behind: Self.behindXMP))
        }
    }

    private mutating func editIPTC(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        let all = segments(0xED, JPEGSignature.photoshop)
        let signature = JPEGSignature.photoshop.utf8.count
        let holding = all.first { index in
            ImageResources(parsing: Array(payload(index).dropFirst(signature))).resources.contains {
                $0.id == ImageResources.iptc
            }
        }
        if holding == nil, !metadata.iptc.isEmpty { return try editSpreadIPTC(all, edits) }
        guard holding != nil || edits.makes(.iptc) else { return }
        let segment = holding ?? all.last
        // A segment that does not end with a whole resource is continued in the next one: nothing can be added to it.
        let edit = try IPTCEditing.edited(segment.map { Array(payload($0).dropFirst(signature)) }, edits)
        try take(
            edit, prefix: Array(JPEGSignature.photoshop.utf8), block: "Photoshop", segment: segment, marker: 0xED,
            behind: Self.behindPhotoshop)
    }
}

extension JPEGEditing {
    /// The segments of the extended XMP packet that is read, in the order of their offsets in it; none where they do
    /// not make up all of it.
    private var extendedPieces: [Int] {
        guard let packet = metadata.extendedXMP else { return [] }
        let signature = JPEGSignature.extendedXMP.utf8.count
        let head = ExtendedXMPPiece.headLength
        func number(_ index: Int, _ at: Int) -> Int {
            Int(TIFFByteOrder.bigEndian.integer(payload(index).dropFirst(signature + 32 + at).prefix(4)))
        }
        let named = (try? XMPMetadata(parsing: metadata.xmp ?? []))?["xmpNote:HasExtendedXMP"]?.text
        let pieces = segments(0xE1, JPEGSignature.extendedXMP).filter {
            payload($0).count >= head && payload($0).dropFirst(signature).prefix(32).elementsEqual((named ?? "").utf8)
        }.sorted { number($0, 4) < number($1, 4) }
        var position = 0
        for piece in pieces {
            guard number(piece, 4) == position, number(piece, 0) == packet.count else { return [] }
            position += payload(piece).count - head
        }
        return position == packet.count ? pieces : []
    }

    /// Puts another extended packet into segments, cut where the old one was cut; what it grew by is in the last ones.
    private mutating func replace(_ pieces: [Int], with packet: [UInt8], behind segment: Int) {
        let name = ExtendedXMPPiece.name(of: packet)
        var rest = 0..<packet.count
        func next(_ room: Int) -> [UInt8] {
            let part = rest.prefix(room)
            rest = part.upperBound..<rest.upperBound
            return ExtendedXMPPiece.payload(part.startIndex..<part.endIndex, of: packet, named: name)
        }
        for (place, piece) in pieces.enumerated() {
            let room =
                (place == pieces.count - 1 ? Self.payloadLimit : payload(piece).count) - ExtendedXMPPiece.headLength
            replaced[piece] = .some(rest.isEmpty ? nil : next(room))
        }
        while !rest.isEmpty {
            inserted.append((pieces.last ?? segment, 0xE1, next(Self.payloadLimit - ExtendedXMPPiece.headLength)))
        }
    }

    /// Edits a block of resources that was too large for one segment: its pieces are put together, and cut again.
    private mutating func editSpreadIPTC(_ all: [Int], _ edits: [MetadataEdit]) throws(MetadataEditError) {
        let signature = Array(JPEGSignature.photoshop.utf8)
        let edit = try IPTCEditing.edited(all.flatMap { payload($0).dropFirst(signature.count) }, edits)
        guard !edit.changes.isEmpty, let last = all.last else { return }
        changes += edit.changes
        warnings += edit.warnings
        let room = Self.payloadLimit - signature.count
        var pieces = stride(from: 0, to: edit.bytes.count, by: room).map {
            signature + edit.bytes[$0..<min($0 + room, edit.bytes.count)]
        }
        for segment in all { replaced[segment] = .some(pieces.isEmpty ? nil : pieces.removeFirst()) }
        for piece in pieces { inserted.append((last, 0xED, piece)) }
    }

    private static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0xFF, marker] + TIFFByteOrder.bigEndian.bytes(UInt64(payload.count + 2), count: 2) + payload
    }

    private mutating func assembled() -> EditedFile {
        guard !changes.isEmpty else { return EditedFile(bytes: source, changes: [], warnings: warnings) }
        correctMPF()
        // Content credentials hash the file: readers will say that they do not fit any more.
        if file.segments.indices.contains(where: {
            file.segments[$0].marker == 0xEB && payload($0).starts(with: "JP".utf8)
        }) {
            warnings.append(MetadataEditor.credentialsWarning)
        }
        var output: [UInt8] = []
        output.reserveCapacity(source.count + (1 << 16))
        for (index, segment) in file.segments.enumerated() {
            if let payload = replaced[index] {
                output += source[segment.range.lowerBound..<segment.markerOffset]
                if let payload { output += Self.segment(segment.marker, payload) }
            } else {
                output += source[segment.range]
            }
            for new in inserted where new.after == index { output += Self.segment(new.marker, new.payload) }
        }
        output += source[file.trailer]
        // The one trailer whose offsets count from the start of the file; the others count from its end.
        AFCPTrailer(in: source, behind: file.trailer.lowerBound)?.shift(by: output.count - source.count, in: &output)
        return EditedFile(bytes: output, changes: changes, warnings: warnings)
    }

    /// How many bytes longer the file becomes up to and with a segment.
    private func growth(through last: Int) -> Int {
        var growth = 0
        for (index, payload) in replaced where index <= last {
            let new = payload.map { $0.count + 4 } ?? 0
            growth += new - (file.segments[index].range.upperBound - file.segments[index].markerOffset)
        }
        for new in inserted where new.after <= last { growth += new.payload.count + 4 }
        return growth
    }

    /// Keeps the offsets of a multi-picture file right: they count from the index's own place to behind the picture.
    ///
    /// Source: CIPA DC-007-2009, 5.2.3.3 (MP Entry).
    private mutating func correctMPF() {
        guard let index = segments(0xE2, "MPF\0").first, replaced[index] == nil,
            var block = try? TIFFBlock(parsing: Array(payload(index).dropFirst(4))),
            let entries = block.entry(TIFFTag(rawValue: 0xB002), in: .primary)?.value
        else { return }
        let total = growth(through: file.segments.count)
        let before = growth(through: index)
        guard total != 0 else { return }
        for entry in stride(from: entries.lowerBound, to: entries.upperBound - 15, by: 16) {
            let (size, offset) = (entry + 4, entry + 8)
            func number(_ at: Int) -> Int { Int(block.byteOrder.integer(block.bytes[at..<at + 4])) }
            if number(offset) == 0 {
                let new = block.byteOrder.bytes(UInt64(max(0, number(size) + total)), count: 4)
                block.bytes.replaceSubrange(size..<size + 4, with: new)
            } else {
                let new = block.byteOrder.bytes(UInt64(max(0, number(offset) + total - before)), count: 4)
                block.bytes.replaceSubrange(offset..<offset + 4, with: new)
            }
        }
        replaced[index] = .some(Array(payload(index).prefix(4)) + block.bytes)
    }
}
