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
        func block(_ kind: MetadataBlock.Kind, _ tag: TIFFTag, _ bytes: [UInt8]?) -> [MetadataBlock] {
            guard let bytes else { return [] }
            return [MetadataBlock(kind: kind, part: page << 16 | Int(tag.rawValue), name: "", offset: 0, bytes: bytes)]
        }
        if edits.touches(.exif) { try edit(block(.exif, .exifIFD, try planned(metadata)), .exif, edits) }
        if edits.touches(.xmp) {
            let packet = current(.xmlPacket, of: page) ?? metadata.value(.xmlPacket)
            try edit(block(.xmp, .xmlPacket, packet), .xmp, edits)
        }
        guard edits.touches(.iptc) || !edits.strips.isEmpty else { return }
        let resources = current(.imageResources, of: page) ?? metadata.value(.imageResources) ?? []
        if !resources.isEmpty { try edit(block(.photoshop, .imageResources, resources), .photoshop, edits) }
        let hasBlock = PhotoshopResources(parsing: resources).resources.contains { $0.id == PhotoshopResources.iptc }
        // New data sets go to the tag that exiftool and libtiff's users read, unless Photoshop's resources hold some.
        if metadata.iptc != nil || !hasBlock { try edit(block(.iptc, .iptcNAA, metadata.iptc), .iptc, edits) }
    }

    mutating func store(_ bytes: [UInt8], in block: MetadataBlock, isTurned: Bool) throws(MetadataEditError) {
        let page = block.part >> 16
        guard block.kind == .exif else {
            return set(TIFFTag(rawValue: UInt16(truncatingIfNeeded: block.part)), bytes, in: page)
        }
        let metadata = TIFFMetadata(of: page, file, in: source)
        // What the turn has planned is in the plan alone: the edited block has it, except for the storage of the page.
        let storage = plan.fields[page]?.filter { !TIFFMetadata.isOfBlock($0.key) }
        do throws(FormatError) {
            metadata.forget(in: &plan)
            try metadata.plan(bytes, into: &plan)
        } catch { throw .damaged(block: "Exif", reason: "\(error)") }
        for (tag, field) in storage ?? [:] { plan.fields[page, default: [:]][tag] = field }
    }

    mutating func add(_ kind: MetadataBlock.Kind, _ bytes: [UInt8]) {
        set(kind == .xmp ? .xmlPacket : .iptcNAA, bytes, in: 0)
    }

    var exifPicture: ExifEditing.Picture {
        var picture = ExifEditing.Picture(size: size, density: nil, isJPEG: false)
        picture.isAssembled = true
        return picture
    }

    /// The bytes that a plan gives a tag; nil if it says nothing.
    private func current(_ tag: TIFFTag, of page: Int) -> [UInt8]? {
        guard let change = plan.fields[page]?[tag.rawValue] else { return nil }
        return change?.bytes ?? []
    }

    /// The block of a page as the plan leaves it.
    private func planned(_ metadata: TIFFMetadata) throws(MetadataEditError) -> [UInt8] {
        let old = metadata.block()
        guard !plan.isEmpty else { return old }
        do throws(FormatError) { return try metadata.applied(plan, to: old) } catch {
            throw .damaged(block: "Exif", reason: "\(error)")
        }
    }
}
