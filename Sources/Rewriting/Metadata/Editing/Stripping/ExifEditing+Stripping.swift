internal import UprightGeometry
internal import UprightMetadata

extension ExifEditing {
    /// Removes what the rules say from a block.
    ///
    /// By ``StripProfile/location``, tags are removed in place, so that the maker note stays readable. Otherwise the tags
    /// that stay are written anew: nothing else of the old block is left.
    mutating func strip(
        _ rules: StripRules, keeping later: Set<MetadataEdit.Subject>
    ) throws(MetadataEditError) {
        guard !rules.isStrict else { return writeAnew(rules) }
        if rules.removes(TagID(.gps, .gpsLatitude)) { removeDirectory(.gps, keeping: later) }
        stripTexts(rules)
        try stripEmbedded(rules)
        wipePlaces(rules)
        try stripThumbnail(rules)
        try stripMakerNote(rules)
    }

    /// The tags of other kinds of metadata that Exif blocks can hold: an XMP packet, IPTC data sets, Photoshop resources.
    private static let embedded: [UInt16] = [0x02BC, 0x83BB, 0x8649]

    private mutating func stripEmbedded(_ rules: StripRules) throws(MetadataEditError) {
        for number in Self.embedded {
            guard let entry = block.entry(TIFFTag(rawValue: number), in: .primary), let value = block.valueBytes(entry)
            else { continue }
            let edits = [MetadataEdit.strip(rules.strip)]
            let edit =
                switch number {
                case 0x02BC: try XMPPacketEdit.edited(Array(value), edits).block
                case 0x83BB: try IPTCEditing.edited(iptc: Array(value), edits)
                default: try IPTCEditing.edited(Array(value), edits)
                }
            guard !edit.changes.isEmpty else { continue }
            // The stripped copy is not written back: readers use the file's own packet.
            remove([number], in: .primary)
        }
    }

    /// Removes texts that speak of a position: descriptions, comments.
    private mutating func stripTexts(_ rules: StripRules) {
        for group in [TagGroup.primary, .exif, .thumbnail] {
            let entries = block.directories.filter { $0.kind == group.kind }.flatMap(\.entries)
            let removed = entries.filter { entry in
                let tag = TagID(group, entry.tag)
                return !rules.removes(tag)
                    && block.valueBytes(entry).map { rules.removes(tag, entry.type, $0) } ?? false
            }
            remove(removed.map(\.tag), in: group)
        }
    }

    /// Overwrites the names of places in maker notes.
    private mutating func wipePlaces(_ rules: StripRules) {
        guard rules.strip.places else { return }
        for (name, range) in MakerNoteLocations(in: block).names {
            let text = String(decoding: block.bytes[range].filter { $0 >= 0x20 }, as: UTF8.self)
            guard block.bytes[range].contains(where: { $0 != 0 }) else { continue }
            changes.append(Change(.exif(name), from: text, to: ""))
            block.bytes.replaceSubrange(range, with: [UInt8](repeating: 0, count: range.count))
        }
    }

    /// Removes the positions in the Exif block of a thumbnail, in place.
    private mutating func stripThumbnail(_ rules: StripRules) throws(MetadataEditError) {
        guard let start = block.integer(.jpegInterchangeFormat, in: .thumbnail),
            let count = block.integer(.jpegInterchangeFormatLength, in: .thumbnail), start >= 0, count > 20,
            start < block.bytes.count
        else { return }
        let end = min(block.bytes.count, start + min(count, block.bytes.count))
        let signature = Array("Exif\0\0".utf8)
        for place in start..<max(start, end - 14) where block.bytes[place...].starts(with: signature) {
            let inner = Array(block.bytes[place + signature.count..<end])
            guard (try? TIFFBlock(parsing: inner)) != nil else { continue }
            let edit = try ExifEditing.edited(
                inner, [.strip(rules.strip)],
                picture: Picture(size: .init(width: 0, height: 0), density: nil, isJPEG: false))
            guard !edit.changes.isEmpty, edit.bytes.count <= inner.count else { continue }
            let padded = edit.bytes + inner[edit.bytes.count...].map { _ in 0 }
            // What follows the block in the thumbnail is the thumbnail's own.
            let changed = Self.reach(of: inner)
            block.bytes.replaceSubrange(
                place + signature.count..<place + signature.count + changed, with: padded[..<changed])
            changes.append(Change(.exif("thumbnail"), from: "\(edit.changes.count) tags", to: ""))
        }
    }

    /// The end of the directories and values of a block that is followed by other bytes.
    private static func reach(of bytes: [UInt8]) -> Int {
        guard let block = try? TIFFBlock(parsing: bytes) else { return 0 }
        return block.directories.map { directory in
            let own = directory.offset + 2 + 12 * directory.entries.count + 4
            return max(own, directory.entries.compactMap(\.value?.upperBound).max() ?? 0)
        }.max().map { min($0, bytes.count) } ?? 0
    }

    /// Decides about a maker note that nobody can read.
    private mutating func stripMakerNote(_ rules: StripRules) throws(MetadataEditError) {
        guard rules.strip.onUnknown != .keep, let note = block.entry(.makerNote, in: .exif),
            let range = note.value,
            !MakerNoteLocations.isReadable(range, in: block)
        else { return }
        guard rules.strip.onUnknown == .remove else {
            throw .strip("the maker note of \(range.count) bytes is of no known form (on-unknown: reject)")
        }
        remove([TIFFTag.makerNote.rawValue], in: .exif)
    }

    private mutating func writeAnew(_ rules: StripRules) {
        var groups: [TagGroup: [TIFFField]] = [:]
        var removed: [Change] = []
        let pointers: Set<UInt16> = [
            TIFFTag.exifIFD.rawValue, TIFFTag.gpsIFD.rawValue, TIFFTag.interoperabilityIFD.rawValue,
        ]
        for directory in block.directories {
            guard let group = TagGroup(directory.kind), group != .thumbnail else {
                let name = directory.kind == .thumbnail ? "thumbnail" : "page"
                removed.append(Change(.exif(name), from: "\(directory.entries.count) tags", to: ""))
                continue
            }
            for entry in directory.entries where !pointers.contains(entry.tag) {
                let tag = TagID(group, entry.tag)
                guard let bytes = block.valueBytes(entry), !rules.removes(tag, entry.type, bytes) else {
                    removed.append(Change(.exif(tag.name), from: shown(value(of: tag), tag), to: ""))
                    continue
                }
                guard groups[group]?.contains(where: { $0.tag == entry.tag }) != true else { continue }
                groups[group, default: []].append(
                    TIFFField(tag: entry.tag, type: entry.type, count: entry.count, bytes: Array(bytes)))
            }
        }
        // An Exif directory with nothing but its version says nothing.
        if groups[.exif]?.allSatisfy({ $0.tag == TIFFTag.exifVersion.rawValue }) == true { groups[.exif] = nil }
        if groups[.interoperability] != nil, groups[.exif] == nil { groups[.interoperability] = nil }
        guard !removed.isEmpty else { return }
        changes += removed
        vacated = []
        block = TIFFBlock(byteOrder: block.byteOrder)
        guard !groups.isEmpty else { return }
        block.bytes = TIFFBlockWriter(order: block.byteOrder).block(groups)
        block.readDirectories()
    }
}
