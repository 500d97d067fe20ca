internal import UprightFormats

extension HEIFDocument {
    package mutating func edit(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        if let tag = edits.first(making: .iptc) {
            throw .noPlace(
                what: "IPTC (\(tag))", type: type, instead: "set an XMP property, for example XMP:photoshop:City")
        }
        _ = try TextEditing.all(edits, in: type) { (_) throws(MetadataEditError) in [] }
        let before = plan
        for strip in edits.strips { try self.strip(strip) }
        if edits.touches(.exif) {
            let picture = exifPicture
            try edit(.exif, .exif, edits) { (block, edits) throws(MetadataEditError) in
                try ExifEditing.edited(block, edits, picture: picture)
            }
        }
        if edits.touches(.xmp) {
            try edit(.xmp, .xmp, edits) { (packet, edits) throws(MetadataEditError) in
                try XMPPacketEdit.edited(packet, edits).block
            }
        }
        guard plan != before else { return }
        do throws(FormatError) { _ = try HEIFLayout(plan, of: file, in: source) } catch {
            throw .damaged(block: "meta", reason: error.description)
        }
        noteCredentials()
    }

    /// Edits every block of a kind, since readers differ in which one they use. Throws if the first cannot be edited;
    /// others that cannot are kept, with a warning.
    private mutating func edit(
        _ kind: HEIFMetadataBlock.Kind, _ target: MetadataEdit.Target, _ edits: [MetadataEdit],
        _ edited: ([UInt8]?, [MetadataEdit]) throws(MetadataEditError) -> BlockEdit
    ) throws(MetadataEditError) {
        let places = blocks.indices.filter { blocks[$0].kind == kind }
        guard let first = places.first, blocks[first].isPrimary else {
            if edits.makes(target) { try add(kind, try edited(nil, edits)) }
            for place in places { try edit(place, edits.filter(\.onlyChanges), edited) }
            return
        }
        let original = blocks[first].bytes
        let further = edits.further { edits throws(MetadataEditError) in try edited(original, edits) }
        for place in places {
            do throws(MetadataEditError) {
                // A block of another item gets nothing new.
                let own = blocks[place].isPrimary ? further : further.filter(\.onlyChanges)
                try edit(place, place == first ? edits : own, edited)
            } catch {
                guard place != first else { throw error }
                warn(EditedFile.furtherWarning("block of metadata", at: blocks[place].offset, error))
            }
        }
    }

    private mutating func edit(
        _ place: Int, _ edits: [MetadataEdit],
        _ edited: ([UInt8]?, [MetadataEdit]) throws(MetadataEditError) -> BlockEdit
    ) throws(MetadataEditError) {
        let edit = try edited(blocks[place].bytes, edits)
        note(edit)
        guard !edit.changes.isEmpty else { return }
        // The item stays, and readers expect a block in it.
        let isEmptied = edit.bytes.isEmpty && blocks[place].kind == .exif
        store(isEmptied ? TIFFBlock(byteOrder: .bigEndian).bytes : edit.bytes, in: place)
    }

    /// Plans a new item for the metadata of the primary one.
    private mutating func add(_ kind: HEIFMetadataBlock.Kind, _ edit: BlockEdit) throws(MetadataEditError) {
        note(edit)
        guard !edit.changes.isEmpty else { return }
        let id = file.meta?.freeIdentifiers(plan.added.count + 1).last
        guard let id, file.meta?.item(file.meta?.primary ?? -1) != nil else {
            throw .noPlace(
                what: "a block of metadata", type: type,
                instead: "no meta box of the file has items that a new one could describe")
        }
        let prefix = kind == .exif ? HEIFMetadataBlock.newPrefix : []
        plan.added.append(HEIFPlan.Addition(id: id, kind: kind, payload: prefix + edit.bytes))
    }

    private mutating func note(_ edit: BlockEdit) {
        for warning in edit.warnings { warn(warning) }
        changes += edit.changes.filter { !changes.contains($0) }
    }
}

extension MetadataEdit {
    /// Whether the edit changes or removes only what is there.
    fileprivate var onlyChanges: Bool {
        switch action {
        case .setExif, .setExifText, .setExifOrdered, .setIPTC, .setXMP, .setXMPFields:
            condition == .wherePresent
        case .changeIPTCList, .changeXMPList, .changeTexts: !isSetting || condition == .wherePresent
        default: true
        }
    }
}
