internal import UprightFormats
internal import UprightBase

extension JPEGMetadataTurner {
    /// Turns every XMP packet: the extended ones first, since the standard packet names them by their digest.
    mutating func turnXMP() {
        var names: [[UInt8]: [UInt8]] = [:]
        for packet in ExtendedXMP.packets(of: metadata.segments) {
            guard let bytes = packet.bytes else {
                result.warnings.append("extended XMP: pieces are missing or overlap; kept unchanged")
                continue
            }
            let turned = turn.xmp(bytes)
            record(turned)
            guard turned.bytes != bytes else { continue }
            names[packet.guid] = ExtendedXMPPiece.name(of: turned.bytes)
            result.segments.merge(packet.pieces(of: turned.bytes)) { $1 }
        }
        for segment in metadata.segments where segment.carrier == .xmp { turnXMP(segment, names: names) }
    }

    private mutating func turnXMP(_ segment: JPEGMetadata.Segment, names: [[UInt8]: [UInt8]]) {
        let head = JPEGCarrier.xmp.signature[...]
        let packet = Array(segment.payload.dropFirst(head.count))
        var turned = turn.xmp(packet)
        rename(names, in: &turned)
        if head.count + turned.bytes.count > JPEGRewrite.payloadLimit {
            var neutral = MetadataTurn(
                PictureTurn(.up, of: turn.turn.uprightSize), embedded: turn.embedded,
                setsInvalidOrientations: turn.setsInvalidOrientations)
            neutral.labelled = turn.label
            turned = neutral.xmp(packet)
            rename(names, in: &turned)
            turned.warnings.append(
                "xmp: the turned packet would exceed the \(JPEGRewrite.payloadLimit) bytes of a segment: "
                    + "only its orientation is set")
        }
        add(turned, for: segment, head: head)
    }

    /// Sets `xmpNote:HasExtendedXMP` to the new name of the extended packet.
    private func rename(_ names: [[UInt8]: [UInt8]], in turned: inout Turned) {
        guard !names.isEmpty, let packet = try? XMPPacket(parsing: turned.bytes) else { return }
        for field in packet.properties(XMPName(.note, "HasExtendedXMP")) {
            guard let old = packet.trimmedValue(of: field), let new = names[Array(old.utf8)],
                let edit = packet.edit(field, to: String(decoding: new, as: UTF8.self))
            else { continue }
            turned.bytes = packet.applying([edit])
            turned.changes.append(
                Change(.xmp("xmpNote:HasExtendedXMP"), from: old, to: String(decoding: new, as: UTF8.self)))
        }
    }
}
