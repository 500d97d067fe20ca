internal import UprightContainers
internal import UprightMetadata

/// Edits the XMP packet of a GIF file: the only block it can hold.
struct GIFEditing {
    static func edited(_ source: [UInt8], _ edits: [MetadataEdit]) throws(MetadataEditError) -> EditedFile {
        let file: GIFFile
        do throws(GIFFormatError) {
            file = try GIFFile(parsing: source)
        } catch {
            throw .file(.gif(error))
        }
        for (target, name, property) in [
            (MetadataEdit.Target.exif, "Exif", "exif:GPSLatitude"), (.iptc, "IPTC", "photoshop:City"),
        ] where edits.makes(target) {
            throw .noPlace(what: name, type: .gif, instead: "set the XMP property, \(property) for one")
        }
        guard edits.touches(.xmp) else { return EditedFile(bytes: source, changes: [], warnings: []) }
        let index = file.blocks.firstIndex {
            if case .application(let application) = $0.content { application.xmp != nil } else { false }
        }
        var packet: [UInt8]?
        var isPlain = true
        if let index, case .application(let application) = file.blocks[index].content {
            switch application.xmp {
            case .plain(let range)?: packet = Array(source[range])
            case .subBlocks?:
                packet = GIFSubBlocks.joined(in: source, application.data)
                isPlain = false
            case nil: break
            }
        }
        guard packet != nil || edits.makes(.xmp) else { return EditedFile(bytes: source, changes: [], warnings: []) }
        let edit = try XMPPacketEdit.edited(packet, edits).block
        guard !edit.changes.isEmpty else { return EditedFile(bytes: source, changes: [], warnings: edit.warnings) }
        let head: [UInt8] = [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8)
        let block =
            edit.bytes.isEmpty
            ? [] : head + (isPlain ? edit.bytes + GIFApplication.xmpTrailer : GIFSubBlocks.serialized(edit.bytes))
        // Before the first frame and what belongs to it, and behind the loop extension, which comes first.
        let place = file.blocks.firstIndex { block in
            switch block.content {
            case .image, .graphicControl, .plainText, .end: true
            default: false
            }
        }
        var output = Array(source[file.head])
        // Extensions came with 89a.
        output[4] = UInt8(ascii: "9")
        for (number, other) in file.blocks.enumerated() {
            if index == nil, number == place ?? 0 { output += block }
            output += number == index ? block[...] : source[other.range]
        }
        if index == nil, file.blocks.isEmpty { output += block }
        output += source[file.trailer]
        return EditedFile(bytes: output, changes: edit.changes, warnings: edit.warnings)
    }
}
