internal import UprightFormats

extension GIFRewrite {
    /// Makes edits in the XMP packet, the only metadata block that a GIF can hold, as earlier plans left it.
    package mutating func edit(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        for (target, name, property) in [
            (MetadataEdit.Target.exif, "Exif", "exif:GPSLatitude"), (.iptc, "IPTC", "photoshop:City"),
        ] {
            guard let tag = edits.first(making: target) else { continue }
            throw .noPlace(
                what: "\(name) (\(tag))", type: .gif, instead: "set an XMP property, for example XMP:\(property)")
        }
        for strip in edits.strips { try self.strip(strip) }
        if edits.touches(.text) { try editComments(edits) }
        guard edits.touches(.xmp) else { return }
        guard !packets.isEmpty || edits.makes(.xmp) else { return }
        guard let first = packets.first else {
            let edit = try XMPPacketEdit.edited(nil, edits).block
            note(edit)
            guard !edit.changes.isEmpty else { return }
            inserted.append((newPlace, Self.extension(of: edit.bytes, isPlain: true)))
            return
        }
        let further = edits.further { edits throws(MetadataEditError) in
            try XMPPacketEdit.edited(first.bytes, edits).block
        }
        try edit(first, edits)
        // Readers differ in which packet they use.
        for packet in packets.dropFirst() {
            do throws(MetadataEditError) {
                try edit(packet, further)
            } catch {
                warnings.append(
                    EditedFile.furtherWarning("XMP packet", at: file.blocks[packet.block].range.lowerBound, error))
            }
        }
    }

    /// Before the first frame and its extensions, but after the loop extension, which comes first.
    private var newPlace: Int {
        file.blocks.firstIndex { block in
            switch block.content {
            case .image, .graphicControl, .plainText, .end: true
            default: false
            }
        } ?? 0
    }

    /// Edits the comment extensions. A comment that stays keeps its bytes.
    private mutating func editComments(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        let places = file.blocks.indices.filter { index in
            if case .comment = file.blocks[index].content { blocks[index] == nil } else { false }
        }
        let present = places.map { index in
            let block = file.blocks[index].range
            let text = GIFSubBlocks.joined(in: source, block.lowerBound + 2..<block.upperBound)
            return TextEncoding.lenient(text.prefix { $0 != 0 })
        }
        for editing in try TextEditing.all(edits, in: .gif, present: { (_) throws(MetadataEditError) in present }) {
            guard let change = editing.change else { continue }
            changes.append(change)
            // Extensions were introduced with GIF89a.
            head[4] = UInt8(ascii: "9")
            var texts = editing.texts
            for (number, index) in places.enumerated() {
                if texts.isEmpty {
                    replace(index, with: [], .dropped)
                } else {
                    let text = texts.removeFirst()
                    if text != present[number] { replace(index, with: Self.comment(text), .patched) }
                }
            }
            inserted += texts.map { (newPlace, Self.comment($0)) }
        }
    }

    /// Returns a comment extension (GIF89a, 24).
    private static func comment(_ text: String) -> [UInt8] { [0x21, 0xFE] + GIFSubBlocks.serialized(Array(text.utf8)) }

    private mutating func edit(
        _ packet: GIFMetadata.Packet, _ edits: [MetadataEdit]
    ) throws(MetadataEditError) {
        let edit = try XMPPacketEdit.edited(packet.bytes, edits).block
        note(edit)
        guard !edit.changes.isEmpty else { return }
        replace(
            packet.block, with: Self.extension(of: edit.bytes, isPlain: packet.isPlain),
            edit.bytes.isEmpty ? .dropped : .patched)
    }

    private mutating func note(_ edit: BlockEdit) {
        warnings += edit.warnings.filter { !warnings.contains($0) }
        guard !edit.changes.isEmpty else { return }
        // The same change in several packets counts once.
        changes += edit.changes.filter { !changes.contains($0) }
        // Extensions were introduced with GIF89a.
        head[4] = UInt8(ascii: "9")
    }

    /// Returns an application extension that holds a packet; nothing if the packet is empty.
    static func `extension`(of packet: [UInt8], isPlain: Bool) -> [UInt8] {
        guard !packet.isEmpty else { return [] }
        return xmpHead + (isPlain ? packet + GIFApplication.xmpTrailer : GIFSubBlocks.serialized(packet))
    }

    /// Introducer, label, block size, identifier and code of an XMP extension (XMP part 3, 1.1.2).
    private static let xmpHead: [UInt8] = [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8)
}
