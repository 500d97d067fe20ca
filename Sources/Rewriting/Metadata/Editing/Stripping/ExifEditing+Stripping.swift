internal import UprightBase
internal import UprightFormats

extension ExifEditing {
    /// Removes what the rules say from a block.
    ///
    /// By ``StripProfile/location``, tags are removed in place, so that the maker note stays readable. Otherwise the tags
    /// that stay are written anew: nothing else of the old block is left.
    mutating func strip(
        _ rules: StripRules, keeping later: Set<MetadataEdit.Subject>
    ) throws(MetadataEditError) {
        try cutCaptions(rules)
        guard !rules.isStrict else { return writeAnew(rules) }
        if rules.removes(TagID(.gps, .gpsLatitude)) {
            removeDirectory(.gps, keeping: later)
            wipeLostPositions()
            remove(StripTables.ground, in: .primary)
        }
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

    /// Overwrites latitudes and longitudes in directories to which nothing points.
    private mutating func wipeLostPositions() {
        let order = block.byteOrder
        let entries = [UInt64(2), 4].map {
            order.bytes($0, count: 2) + order.bytes(5, count: 2) + order.bytes(3, count: 4)
        }
        let known = Set(block.directories.flatMap(\.entries).map(\.offset))
        guard block.bytes.count >= 20 else { return }
        for place in 8..<block.bytes.count - 11 where !known.contains(place) {
            guard block.bytes[place + 7] == entries[0][7],
                block.bytes[place] == entries[0][0] || order == .littleEndian,
                entries.contains(where: { block.bytes[place...].starts(with: $0) })
            else { continue }
            let start = Int(order.integer(block.bytes[place + 8..<place + 12]))
            let entry = place..<place + 12
            guard block.isFree(entry, except: []) else { continue }
            var wiped = [entry]
            if start >= 8, start <= block.bytes.count - 24 { wiped.append(start..<start + 24) }
            for range in wiped where block.isFree(range, except: []) {
                block.bytes.replaceSubrange(range, with: [UInt8](repeating: 0, count: range.count))
            }
            changes.append(Change(.exif("GPS"), from: "a position to which nothing points", to: ""))
        }
    }

    /// Takes values that are removed elsewhere out of descriptions and comments that stay.
    private mutating func cutCaptions(_ rules: StripRules) throws(MetadataEditError) {
        guard rules.cutsCaptions else { return }
        var pending: [(tag: TagID, value: MetadataValue)] = []
        for (directory, group) in [(TIFFDirectory.Kind.primary, TagGroup.primary), (.exif, .exif)] {
            for entry in block.directory(directory)?.entries ?? [] {
                let tag = TagID(group, entry.tag)
                guard StripTables.isCaption(tag), !rules.removes(tag), !rules.keeps(tag),
                    let value = value(of: tag)
                else { continue }
                let context = TagContext(tag: tag, type: value.type, byteOrder: block.byteOrder)
                guard let text = TagHandlers.standard.property(value, in: context).string else { continue }
                let rest = rules.caption(text)
                if rest == text { continue }
                guard let rest else {
                    remove([entry.tag], in: group)
                    continue
                }
                switch value.type {
                case .ascii, .utf8: pending.append((tag, .text(rest)))
                case .undefined: pending.append((tag, try encoded(rest, for: tag)))
                default:
                    // Windows' tags: UTF-16 in the order of the processor, with a NUL.
                    let units = Array(rest.utf16) + [0]
                    pending.append(
                        (
                            tag,
                            .byte(
                                units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
                        ))
                }
            }
        }
        try write(&pending)
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
                let field = Self.field(entry, bytes)
                groups[group, default: []].append(field)
                if bytes.dropFirst(field.bytes.count).contains(where: { $0 != 0 }) {
                    removed.append(Change(.exif(tag.name), from: "\(entry.count) bytes", to: "\(field.count) bytes"))
                }
            }
        }
        // An Exif directory with nothing but its version says nothing.
        if groups[.exif]?.allSatisfy({ $0.tag == TIFFTag.exifVersion.rawValue }) == true { groups[.exif] = nil }
        if groups[.interoperability] != nil, groups[.exif] == nil { groups[.interoperability] = nil }
        var fresh = TIFFBlock(byteOrder: block.byteOrder)
        if !groups.isEmpty {
            fresh.bytes = TIFFBlockWriter(order: block.byteOrder).block(groups)
            fresh.readDirectories()
        }
        // A block that is made of a file's tags has nothing between them.
        if removed.isEmpty, !picture.isAssembled, fresh.bytes != block.bytes {
            removed.append(Change(.exif("block"), from: "bytes that belong to no tag", to: ""))
        }
        guard !removed.isEmpty else { return }
        changes += removed
        vacated = []
        block = fresh
    }

    /// A tag as it is written anew: a text ends at its first NUL.
    private static func field(_ entry: TIFFEntry, _ bytes: ArraySlice<UInt8>) -> TIFFField {
        let text = entry.type == .ascii ? bytes.prefix { $0 != 0 } : bytes
        guard text.count + 1 < bytes.count, entry.type == .ascii else {
            return TIFFField(tag: entry.tag, type: entry.type, count: entry.count, bytes: Array(bytes))
        }
        // Exif gives some texts a length (4.6.4): 20 bytes for a date.
        return TIFFField(tag: entry.tag, type: .ascii, count: text.count + 1, bytes: text + [0])
    }

    /// Returns a text as the bytes of a tag that begins with a character code (Exif 3.0, 4.6.5, UserComment).
    func encoded(_ text: String, for tag: TagID) throws(MetadataEditError) -> MetadataValue {
        let context = TagContext(tag: tag, type: .undefined, byteOrder: block.byteOrder)
        do throws(MetadataValueError) {
            return .undefined(try CharacterCodeHandler().encode(.string(text), in: context))
        } catch {
            throw .tag(error)
        }
    }
}
