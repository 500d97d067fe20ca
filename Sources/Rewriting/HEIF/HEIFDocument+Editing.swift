internal import UprightFormats

extension HEIFDocument {
    package mutating func edit(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        try edits.refuse(.iptc, "IPTC", in: type, instead: "photoshop:City")
        _ = try TextEditing.all(edits, in: type) { (_) throws(MetadataEditError) in [] }
        let before = plan
        for strip in edits.strips { try self.strip(strip) }
        if edits.touches(.exif) { try edit(blocks.filter { $0.kind == .exif }, .exif, edits) }
        if edits.touches(.xmp) { try edit(blocks.filter { $0.kind == .xmp }, .xmp, edits) }
        guard plan != before else { return }
        do throws(FormatError) { _ = try HEIFLayout(plan, of: file, in: source) } catch {
            throw .damaged(block: "meta", reason: error.description)
        }
        noteCredentials()
    }

    /// Plans new data for the item of a block. An Exif item stays, and readers expect a block in it.
    mutating func store(_ bytes: [UInt8], in block: MetadataBlock, isTurned: Bool) {
        guard let index = blocks.firstIndex(where: { $0.part == block.part }) else { return }
        let isEmptied = bytes.isEmpty && block.kind == .exif
        blocks[index].bytes = isEmptied ? TIFFBlock(byteOrder: .bigEndian).bytes : bytes
        plan.payloads[block.part] = blocks[index].payload
    }

    /// Plans a new item for the metadata of the primary one.
    mutating func add(_ kind: MetadataBlock.Kind, _ bytes: [UInt8]) throws(MetadataEditError) {
        let id = file.meta?.freeIdentifiers(plan.added.count + 1).last
        guard let id, file.meta?.item(file.meta?.primary ?? -1) != nil else {
            throw .noPlace(
                what: "a block of metadata", type: type,
                instead: "no meta box of the file has items that a new one could describe")
        }
        let prefix = kind == .exif ? HEIFMetadata.newPrefix : []
        plan.added.append(HEIFPlan.Addition(id: id, kind: kind, payload: prefix + bytes))
    }

    var exifPicture: ExifEditing.Picture { ExifEditing.Picture(size: size, density: nil, isJPEG: false) }
}
