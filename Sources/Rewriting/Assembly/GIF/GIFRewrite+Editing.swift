internal import UprightContainers
package import UprightEditing

extension GIFRewrite {
    /// Makes edits in the XMP packet, the only block of metadata that a GIF can hold, as the plans before have left it.
    package mutating func edit(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        for (target, name, property) in [
            (MetadataEdit.Target.exif, "Exif", "exif:GPSLatitude"), (.iptc, "IPTC", "photoshop:City"),
        ] where edits.makes(target) {
            throw .noPlace(what: name, type: .gif, instead: "set the XMP property, \(property) for one")
        }
        guard edits.touches(.xmp) else { return }
        let packet = packets.first
        guard packet != nil || edits.makes(.xmp) else { return }
        let edit = try XMPPacketEdit.edited(packet?.bytes, edits).block
        warnings += edit.warnings
        guard !edit.changes.isEmpty else { return }
        changes += edit.changes
        let isPlain = packet?.isPlain ?? true
        let block =
            edit.bytes.isEmpty
            ? []
            : Self.xmpHead
                + (isPlain ? edit.bytes + GIFApplication.xmpTrailer : GIFSubBlocks.serialized(edit.bytes))
        if let packet {
            replace(packet.block, with: block, edit.bytes.isEmpty ? .dropped : .patched)
        } else {
            // Before the first frame and what belongs to it, and behind the loop extension, which comes first.
            let place = file.blocks.firstIndex { block in
                switch block.content {
                case .image, .graphicControl, .plainText, .end: true
                default: false
                }
            }
            inserted = (place ?? 0, block)
        }
        // Extensions came with 89a.
        head[4] = UInt8(ascii: "9")
    }

    /// Introducer, label, block size, identifier and code of an XMP extension (XMP part 3, 1.1.2).
    private static let xmpHead: [UInt8] = [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8)
}
