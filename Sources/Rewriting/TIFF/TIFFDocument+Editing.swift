internal import UprightBase
internal import UprightFormats

extension TIFFDocument {
    /// Edits the metadata of the first page. A strip goes through all pages.
    package mutating func edit(_ edits: [MetadataEdit]) throws(MetadataEditError) {
        guard !edits.isEmpty else { return }
        try edit(edits, page: 0)
        let strips = edits.filter { $0.strip != nil }
        guard !strips.isEmpty else { return }
        for picture in pictures.dropFirst() where !TIFFMetadata(of: picture.directory, file, in: source).isEmpty {
            try edit(strips, page: picture.directory)
        }
        for (index, edit) in edits.enumerated() {
            guard var strip = edit.strip else { continue }
            // What a later edit sets stays, whatever the profile says.
            strip.assigned.formUnion(edits[index...].filter { $0.isSetting && $0.fillsBlank }.flatMap(\.assigned))
            let rules = StripRules(strip)
            if rules.isStrict { try writeAnew(rules) } else { try stripUnreferenced(rules) }
        }
    }

    private mutating func edit(_ edits: [MetadataEdit], page: Int) throws(MetadataEditError) {
        let metadata = TIFFMetadata(of: page, file, in: source)
        if edits.touches(.exif) {
            let old = metadata.block()
            // What the turn has planned is in the plan alone.
            let turned = plan.fields
            var picture = ExifEditing.Picture(size: size, density: nil, isJPEG: false)
            picture.isAssembled = true
            let edit = try ExifEditing.edited(try planned(metadata, old), edits, picture: picture)
            note(edit)
            if !edit.changes.isEmpty {
                do throws(FormatError) {
                    forget(metadata)
                    try metadata.plan(edit.bytes, into: &plan)
                } catch { throw .damaged(block: "Exif", reason: "\(error)") }
                restore(turned, of: page)
            }
        }
        try editOthers(edits, metadata, page)
    }

    private mutating func editOthers(
        _ edits: [MetadataEdit], _ metadata: TIFFMetadata, _ page: Int
    ) throws(MetadataEditError) {
        if edits.touches(.xmp) {
            let old = current(.xmlPacket, of: page) ?? metadata.value(.xmlPacket)
            if old != nil || edits.makes(.xmp) {
                let edit = try XMPPacketEdit.edited(old, edits).block
                note(edit)
                if !edit.changes.isEmpty { set(.xmlPacket, edit.bytes, in: page) }
            }
        }
        guard edits.touches(.iptc) || !edits.strips.isEmpty else { return }
        let resources = current(.imageResources, of: page) ?? metadata.value(.imageResources)
        if let resources, !resources.isEmpty {
            let edit = try IPTCEditing.edited(resources, edits)
            note(edit)
            if !edit.changes.isEmpty { set(.imageResources, edit.bytes, in: page) }
        }
        let hasBlock = PhotoshopResources(parsing: resources ?? []).resources.contains {
            $0.id == PhotoshopResources.iptc
        }
        // New data sets go to the tag that exiftool and libtiff's users read, unless Photoshop's resources hold some.
        if metadata.iptc != nil || edits.makes(.iptc) && !hasBlock {
            let edit = try IPTCEditing.edited(iptc: metadata.iptc, edits)
            note(edit)
            if !edit.changes.isEmpty { set(.iptcNAA, edit.bytes, in: page) }
        }
    }

    private mutating func note(_ edit: BlockEdit) {
        planWarnings += edit.warnings.filter { !planWarnings.contains($0) }
        changes += edit.changes.filter { !changes.contains($0) }
    }

    /// The bytes that a plan gives a tag; nil if it says nothing.
    private func current(_ tag: TIFFTag, of page: Int) -> [UInt8]? {
        guard let change = plan.fields[page]?[tag.rawValue] else { return nil }
        return change?.bytes ?? []
    }

    /// The block of a page as the plan leaves it.
    private func planned(_ metadata: TIFFMetadata, _ old: [UInt8]) throws(MetadataEditError) -> [UInt8] {
        guard !plan.isEmpty else { return old }
        do throws(FormatError) {
            return try metadata.applied(plan, to: old)
        } catch { throw .damaged(block: "Exif", reason: "\(error)") }
    }

    /// Takes back what the plan says of a page's tags of metadata: the edited block has it.
    private mutating func forget(_ metadata: TIFFMetadata) { metadata.forget(in: &plan) }

    /// Puts back what the plan says of the storage of a page.
    private mutating func restore(_ fields: [Int: [UInt16: TIFFFileField?]], of page: Int) {
        for (tag, field) in fields[page] ?? [:] where !TIFFMetadata.isOfBlock(tag) {
            plan.fields[page, default: [:]][tag] = field
        }
    }
}
