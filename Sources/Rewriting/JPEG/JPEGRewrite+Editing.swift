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
            warnings.append(EditedFile.credentialsWarning)
        }
    }

    /// The blocks that the segments hold now.
    private var blocks: EmbeddedMetadata {
        EmbeddedMetadata(
            of: segments.map { segment in
                EmbeddedMetadata.JPEGPayload(
                    marker: segment.marker, offset: source.file.segments[segment.origin].range.lowerBound,
                    bytes: segment.payload[...])
            })
    }

    /// Returns the indices of the segments of a carrier, in order.
    private func places(_ carrier: JPEGCarrier) -> [Int] { segments.indices.filter { segments[$0].carrier == carrier } }

    /// Returns a segment's payload after the carrier's signature.
    private func block(_ place: Int, _ carrier: JPEGCarrier) -> [UInt8] {
        Array(segments[place].payload.dropFirst(carrier.signature.count))
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

    /// Inserts a new segment after the last of the given carriers at the head of the file, or first if there is none.
    private mutating func insert(_ carrier: JPEGCarrier, _ payload: [UInt8], behind carriers: [JPEGCarrier]) {
        guard let marker = carrier.marker else { return }
        let before = segments.prefix(headCount).lastIndex { carriers.contains($0.carrier) }
        let segment = Segment(origin: before.map { segments[$0].origin } ?? 0, marker: marker, payload: payload)
        segments.insert(segment, at: before.map { $0 + 1 } ?? segments.prefix { $0.origin == 0 }.count)
    }

    /// Applies an edited block that fits one segment: replaces its segment or inserts a new one.
    private mutating func take(
        _ edit: BlockEdit, prefix: [UInt8], block: String, in place: Int?, as carrier: JPEGCarrier,
        behind carriers: [JPEGCarrier], with others: [Int: SegmentReplacement] = [:]
    ) throws(MetadataEditError) {
        warnings += edit.warnings.filter { !warnings.contains($0) }
        guard !edit.changes.isEmpty else { return }
        let payload = prefix + edit.bytes
        guard payload.count <= Self.payloadLimit else {
            throw .tooLarge(block: block, size: payload.count, limit: Self.payloadLimit)
        }
        // The same change in several blocks counts once.
        editChanges += edit.changes.filter { !editChanges.contains($0) }
        var replacements = others
        if let place { replacements[place] = edit.bytes.isEmpty ? .dropped(Self.emptied) : .payloads([payload]) }
        replace(replacements, byOrigin: false)
        if place == nil, !edit.bytes.isEmpty { insert(carrier, payload, behind: carriers) }
    }

    /// Edits the blocks after the first one of a kind, since readers differ in which one they use. A block that cannot
    /// be edited is kept, with a warning.
    private mutating func editFurther(
        _ edits: [MetadataEdit], _ places: [Int], _ carrier: JPEGCarrier, _ name: String,
        _ edited: ([UInt8], [MetadataEdit]) throws(MetadataEditError) -> BlockEdit
    ) {
        guard let first = places.first, places.count > 1 else { return }
        let edits = edits.further { edits throws(MetadataEditError) in try edited(block(first, carrier), edits) }
        // There can be thousands of segments: pass over them once.
        var replacements: [Int: SegmentReplacement] = [:]
        var made = Set(editChanges)
        var told = Set(warnings)
        for place in places.dropFirst() {
            do throws(MetadataEditError) {
                let edit = try edited(block(place, carrier), edits)
                let payload = segments[place].payload.prefix(carrier.signature.count) + edit.bytes
                guard payload.count <= Self.payloadLimit else {
                    throw .tooLarge(block: name, size: payload.count, limit: Self.payloadLimit)
                }
                warnings += edit.warnings.filter { told.insert($0).inserted }
                guard !edit.changes.isEmpty else { continue }
                // The same change in several blocks counts once.
                editChanges += edit.changes.filter { made.insert($0).inserted }
                replacements[place] = edit.bytes.isEmpty ? .dropped(Self.emptied) : .payloads([Array(payload)])
            } catch {
                let position = source.file.segments[segments[place].origin].range.lowerBound
                warnings.append(EditedFile.furtherWarning(name, at: position, error))
            }
        }
        // The first block precedes all of them and keeps its index.
        replace(replacements, byOrigin: false)
    }

    private static let emptied = "the edits removed all of its content"

    private mutating func editExif(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        let candidates = places(.exif)
        let readable = candidates.filter { (try? TIFFBlock(parsing: block($0, .exif))) != nil }
        let place = readable.first
        if place == nil, let damaged = candidates.first, edits.makes(.exif) {
            let position = source.file.segments[segments[damaged].origin].range.lowerBound
            throw .damaged(block: "Exif", reason: "the block at byte \(position) cannot be read")
        }
        guard place != nil || edits.makes(.exif) else { return }
        let picture = ExifEditing.Picture(
            size: size, density: density, isJPEG: true, limit: Self.payloadLimit - JPEGCarrier.exif.signature.count)
        editFurther(edits, readable, .exif, "Exif block") { (block, edits) throws(MetadataEditError) in
            try ExifEditing.edited(block, edits, picture: picture)
        }
        let edit = try ExifEditing.edited(place.map { block($0, .exif) }, edits, picture: picture)
        // The bytes before the block stay unchanged, whatever the writer put there.
        let signature = JPEGCarrier.exif.signature
        let prefix = place.map { Array(segments[$0].payload.prefix(signature.count)) } ?? signature
        try take(edit, prefix: prefix, block: "Exif", in: place, as: .exif, behind: [.jfif, .jfxx])
    }

    /// The density that JFIF gives, which a new Exif block must repeat.
    private var density: (x: Int, y: Int, unit: Int)? {
        guard let place = places(.jfif).first else { return nil }
        let jfif = block(place, .jfif)
        guard jfif.count >= 7, jfif[2] == 1 || jfif[2] == 2 else { return nil }
        let order = TIFFByteOrder.bigEndian
        let (x, y) = (Int(order.integer(jfif[3..<5])), Int(order.integer(jfif[5..<7])))
        return x > 0 && y > 0 ? (x, y, Int(jfif[2])) : nil
    }

    private mutating func editXMP(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        let signature = JPEGCarrier.xmp.signature
        let overwritten = segments.indices.filter {
            segments[$0].marker == JPEGMarker.app1
                && segments[$0].payload.starts(with: JPEGCarrier.overwrittenXMPSignature)
        }
        let packets = places(.xmp)
        let place = (packets + overwritten).first
        guard place != nil || edits.makes(.xmp) else { return }
        let blocks = blocks
        editFurther(edits, packets, .xmp, "XMP packet") { (packet, edits) throws(MetadataEditError) in
            try XMPPacketEdit.edited(packet, edits).block
        }
        let extended = extendedPacket(of: blocks)
        let edit = try XMPPacketEdit.edited(
            place.map { block($0, .xmp) }, extended: blocks.extendedXMP, isWhole: extended != nil,
            limit: Self.payloadLimit - signature.count, edits)
        try take(
            edit.block, prefix: place.map { Array(segments[$0].payload.prefix(signature.count)) } ?? signature,
            block: "XMP", in: place, as: .xmp, behind: [.jfif, .jfxx, .exif],
            with: edit.extended.flatMap { extended?.pieces(of: $0) } ?? [:])
        if let new = edit.extended, extended == nil, let packet = place ?? places(.xmp).first {
            insertExtended(new, behind: packet)
        }
    }

    /// Inserts the segments of a new extended packet after the packet that names it.
    private mutating func insertExtended(_ packet: [UInt8], behind place: Int) {
        guard let marker = JPEGCarrier.extendedXMP.marker else { return }
        let name = ExtendedXMPPiece.name(of: packet)
        let room = Self.payloadLimit - ExtendedXMPPiece.headLength
        let pieces = stride(from: 0, to: packet.count, by: room).map { start in
            Segment(
                origin: segments[place].origin, marker: marker,
                payload: ExtendedXMPPiece.payload(
                    start..<min(start + room, packet.count), of: packet, named: name))
        }
        segments.insert(contentsOf: pieces, at: place + 1)
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
        let all = places(.photoshop)
        let holding = all.first { place in
            PhotoshopResources(parsing: block(place, .photoshop)).resources.contains {
                $0.id == PhotoshopResources.iptc
            }
        }
        if holding == nil, !blocks.iptc.isEmpty { return try editSpreadIPTC(all, edits) }
        guard holding != nil || edits.makes(.iptc) else { return }
        // A segment that does not end with a whole resource continues in the next one: nothing can be added to it.
        let place = holding ?? all.last
        let edit = try IPTCEditing.edited(place.map { block($0, .photoshop) }, edits)
        try take(
            edit, prefix: JPEGCarrier.photoshop.signature, block: "Photoshop", in: place, as: .photoshop,
            behind: [.jfif, .jfxx, .exif, .xmp, .extendedXMP])
    }

    /// Edits a block of resources that was too large for one segment: joins its pieces, then splits them again.
    private mutating func editSpreadIPTC(_ all: [Int], _ edits: [MetadataEdit]) throws(MetadataEditError) {
        let signature = JPEGCarrier.photoshop.signature
        let edit = try IPTCEditing.edited(all.flatMap { block($0, .photoshop) }, edits)
        guard !edit.changes.isEmpty, let last = all.last else { return }
        editChanges += edit.changes
        warnings += edit.warnings
        let room = Self.payloadLimit - signature.count
        var pieces = stride(from: 0, to: edit.bytes.count, by: room).map {
            signature + edit.bytes[$0..<min($0 + room, edit.bytes.count)]
        }
        var replacements: [Int: SegmentReplacement] = [:]
        for place in all.dropLast() {
            replacements[place] = pieces.isEmpty ? .dropped(Self.emptied) : .payloads([pieces.removeFirst()])
        }
        replacements[last] = pieces.isEmpty ? .dropped(Self.emptied) : .payloads(pieces)
        replace(replacements, byOrigin: false)
    }
}
