internal import UprightFormats

extension JPEGRewrite {
    /// Makes edits in the metadata segments, as earlier plans left them.
    package mutating func edit(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        for strip in edits.strips { try self.strip(strip) }
        if edits.touches(.exif) { try editExif(edits) }
        if edits.touches(.xmp) { try editXMP(edits) }
        if edits.touches(.iptc) { try editIPTC(edits) }
        if edits.touches(.text) { try editComments(edits) }
        // Content credentials hash the file: readers will report that they no longer match.
        if !editChanges.isEmpty, segments.contains(where: { $0.carrier == .jumbf }) {
            planWarnings.append(EditedFile.credentialsWarning)
        }
    }

    /// The blocks that the segments hold now.
    private var embedded: EmbeddedMetadata {
        EmbeddedMetadata(
            of: segments.map { segment in
                EmbeddedMetadata.JPEGPayload(
                    marker: segment.marker, offset: source.file.segments[segment.origin].range.lowerBound,
                    bytes: segment.payload[...])
            })
    }

    /// Returns the indices of the segments of a carrier, in order.
    private func places(_ carrier: JPEGCarrier) -> [Int] { segments.indices.filter { segments[$0].carrier == carrier } }

    /// Returns the block in a segment, after the carrier's signature.
    private func block(_ index: Int, _ carrier: JPEGCarrier, _ kind: MetadataBlock.Kind, _ name: String)
        -> MetadataBlock
    {
        let payload = segments[index].payload
        let count = carrier.signature.count
        return MetadataBlock(
            kind: kind, part: index, name: name, offset: source.file.segments[segments[index].origin].range.lowerBound,
            prefix: Array(payload.prefix(count)), bytes: Array(payload.dropFirst(count)))
    }

    /// The number of segments at the head of the output, where readers look for metadata.
    var headCount: Int {
        let head: ArraySlice<JPEGSegment>
        if newImage != nil {
            // All segments before the first scan go there.
            head = source.file.segments.prefix { $0.marker != JPEGMarker.sos }
        } else {
            head = source.file.segments.prefix { $0.marker == JPEGMarker.soi || JPEGMarker.isMetadata($0.marker) }
        }
        return segments.prefix { $0.origin < head.endIndex }.count
    }

    mutating func store(_ bytes: [UInt8], in block: MetadataBlock, isTurned: Bool) throws(MetadataEditError) {
        let payload = try checked(block.prefix + bytes, block.kind)
        planned[block.part] = bytes.isEmpty ? .dropped(PartAccount.emptied) : .payloads([payload])
    }

    mutating func add(_ kind: MetadataBlock.Kind, _ bytes: [UInt8]) throws(MetadataEditError) {
        guard !bytes.isEmpty else { return }
        let carrier: JPEGCarrier = kind == .exif ? .exif : kind == .xmp ? .xmp : .photoshop
        addition = (carrier, try checked(carrier.signature + bytes, kind))
    }

    /// Returns a payload that fits one segment.
    private func checked(_ payload: [UInt8], _ kind: MetadataBlock.Kind) throws(MetadataEditError) -> [UInt8] {
        guard payload.count > Self.payloadLimit else { return payload }
        let name = kind == .exif ? "Exif" : kind == .xmp ? "XMP" : "Photoshop"
        throw .tooLarge(block: name, size: payload.count, limit: Self.payloadLimit)
    }

    /// Replaces the segments of edited blocks in one pass, since there can be thousands, and inserts a new one after the last of
    /// those that precede its kind at the head of the file, or first if there is none.
    private mutating func finishEdit() {
        replace(planned, byOrigin: false)
        if let (carrier, payload) = addition, let marker = carrier.marker {
            let order: [JPEGCarrier] = [.jfif, .jfxx, .exif, .xmp, .extendedXMP]
            let count = carrier == .exif ? 2 : carrier == .xmp ? 3 : 5
            let before = segments.prefix(headCount).lastIndex { order.prefix(count).contains($0.carrier) }
            let segment = Segment(origin: before.map { segments[$0].origin } ?? 0, marker: marker, payload: payload)
            segments.insert(segment, at: before.map { $0 + 1 } ?? segments.prefix { $0.origin == 0 }.count)
        }
        (planned, addition) = ([:], nil)
    }

    private mutating func editExif(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        let blocks = places(.exif).map { block($0, .exif, .exif, "Exif block") }
        let readable = blocks.filter { (try? TIFFBlock(parsing: $0.bytes)) != nil }
        if readable.isEmpty, let damaged = blocks.first, edits.makes(.exif) {
            throw .damaged(block: "Exif", reason: "the block at byte \(damaged.offset) cannot be read")
        }
        try edit(readable, .exif, edits)
        finishEdit()
    }

    var exifPicture: ExifEditing.Picture {
        ExifEditing.Picture(
            size: size, density: density, isJPEG: true, limit: Self.payloadLimit - JPEGCarrier.exif.signature.count)
    }

    /// The density that JFIF gives, which a new Exif block must repeat.
    private var density: (x: Int, y: Int, unit: Int)? {
        guard let index = places(.jfif).first else { return nil }
        let jfif = segments[index].payload.dropFirst(JPEGCarrier.jfif.signature.count).map(\.self)
        guard jfif.count >= 7, jfif[2] == 1 || jfif[2] == 2 else { return nil }
        let order = TIFFByteOrder.bigEndian
        let (x, y) = (Int(order.integer(jfif[3..<5])), Int(order.integer(jfif[5..<7])))
        return x > 0 && y > 0 ? (x, y, Int(jfif[2])) : nil
    }

    private mutating func editXMP(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        let overwritten = segments.indices.filter {
            segments[$0].marker == JPEGMarker.app1
                && segments[$0].payload.starts(with: JPEGCarrier.overwrittenXMPSignature)
        }
        let packets = places(.xmp)
        let blocks = (packets.isEmpty ? Array(overwritten.prefix(1)) : packets).map {
            block($0, .xmp, .xmp, "XMP packet")
        }
        let embedded = embedded
        let extended = extendedPacket(of: embedded)
        var rest: [UInt8]?
        try edit(blocks, .xmp, edits) { packet throws(MetadataEditError) in
            let edit = try XMPPacketEdit.edited(
                packet, extended: embedded.extendedXMP, isWhole: extended != nil,
                limit: Self.payloadLimit - JPEGCarrier.xmp.signature.count, edits)
            rest = edit.block.changes.isEmpty ? nil : edit.extended
            return edit.block
        }
        if let rest, let extended { planned.merge(extended.pieces(of: rest)) { $1 } }
        finishEdit()
        if let rest, extended == nil, let index = blocks.first?.part ?? places(.xmp).first {
            insertExtended(rest, behind: index)
        }
    }

    /// Inserts the segments of a new extended packet after the packet that names it.
    private mutating func insertExtended(_ packet: [UInt8], behind index: Int) {
        guard let marker = JPEGCarrier.extendedXMP.marker else { return }
        let name = ExtendedXMPPiece.name(of: packet)
        let room = Self.payloadLimit - ExtendedXMPPiece.headLength
        let pieces = stride(from: 0, to: packet.count, by: room).map { start in
            Segment(
                origin: segments[index].origin, marker: marker,
                payload: ExtendedXMPPiece.payload(
                    start..<min(start + room, packet.count), of: packet, named: name))
        }
        segments.insert(contentsOf: pieces, at: index + 1)
    }

    /// Returns the extended XMP packet that readers use; nil if its pieces are incomplete.
    private func extendedPacket(of blocks: EmbeddedMetadata) -> ExtendedXMP? {
        guard let packet = blocks.extendedXMP else { return nil }
        let named = (try? XMPMetadata(parsing: blocks.xmp ?? []))?["xmpNote:HasExtendedXMP"]?.text
        let current = segments.enumerated().map { place, segment in
            JPEGMetadata.Segment(
                index: place, marker: segment.marker, carrier: segment.carrier,
                range: source.file.segments[segment.origin].range, payload: segment.payload)
        }
        return ExtendedXMP.packets(of: current).first {
            $0.guid.elementsEqual((named ?? "").utf8) && $0.bytes == packet
        }
    }

    private mutating func editIPTC(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        let all = places(.photoshop).map { block($0, .photoshop, .photoshop, "Photoshop block") }
        let holding = all.first { block in
            PhotoshopResources(parsing: block.bytes).resources.contains { $0.id == PhotoshopResources.iptc }
        }
        if holding == nil, !embedded.iptc.isEmpty { return try editSpreadIPTC(all, edits) }
        // A segment that does not end with a whole resource continues in the next one: nothing can be added to it.
        let edited = holding ?? (edits.makes(.iptc) ? all.last : nil)
        try edit(edited.map { [$0] } ?? [], .photoshop, edits)
        finishEdit()
    }

    /// Edits a block of resources that was too large for one segment: joins its pieces, then splits them again.
    private mutating func editSpreadIPTC(
        _ all: [MetadataBlock], _ edits: [MetadataEdit]
    ) throws(MetadataEditError) {
        let signature = JPEGCarrier.photoshop.signature
        let edit = try IPTCEditing.edited(all.flatMap(\.bytes), edits)
        guard !edit.changes.isEmpty, let last = all.last else { return }
        editChanges += edit.changes
        planWarnings += edit.warnings
        let room = Self.payloadLimit - signature.count
        var pieces = stride(from: 0, to: edit.bytes.count, by: room).map {
            signature + edit.bytes[$0..<min($0 + room, edit.bytes.count)]
        }
        for block in all.dropLast() {
            planned[block.part] = pieces.isEmpty ? .dropped(PartAccount.emptied) : .payloads([pieces.removeFirst()])
        }
        planned[last.part] = pieces.isEmpty ? .dropped(PartAccount.emptied) : .payloads(pieces)
        finishEdit()
    }
}
