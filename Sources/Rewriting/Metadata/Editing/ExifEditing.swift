internal import UprightFormats
package import UprightBase

/// Edits an Exif block in place: values that fit are overwritten, values that do not are appended, and no other value
/// moves.
package struct ExifEditing {
    /// The facts about the picture that a new block contains.
    package struct Picture {
        var size: Size
        /// Pixels per unit across and down, and the unit, as in JFIF; nil if unknown.
        var density: (x: Int, y: Int, unit: Int)?
        /// Whether to write the tags that Exif requires in JPEG files.
        var isJPEG: Bool
        /// The maximum length of the block in bytes; nil if there is none.
        var limit: Int?
        /// Whether the block is assembled from the tags of a file, and is none of the file.
        package var isAssembled = false

        package init(size: Size, density: (x: Int, y: Int, unit: Int)?, isJPEG: Bool, limit: Int? = nil) {
            self.size = size
            self.density = density
            self.isJPEG = isJPEG
            self.limit = limit
        }
    }

    var block: TIFFBlock
    let picture: Picture
    private let isNew: Bool
    var changes: [Change] = []
    /// The ranges that were removed and set to 0.
    var vacated: [Range<Int>] = []

    /// Makes the edits; `bytes` is nil for a file without a block.
    package static func edited(
        _ bytes: [UInt8]?, _ edits: [MetadataEdit], picture: Picture
    ) throws(MetadataEditError) -> BlockEdit {
        var editing: ExifEditing
        if let bytes {
            do throws(FormatError) {
                editing = ExifEditing(block: try TIFFBlock(parsing: bytes), picture: picture, isNew: false)
            } catch {
                throw .damaged(block: "Exif", reason: "\(error)")
            }
        } else {
            editing = ExifEditing(block: TIFFBlock(byteOrder: .bigEndian), picture: picture, isNew: true)
        }
        return try editing.apply(edits)
    }

    private init(block: TIFFBlock, picture: Picture, isNew: Bool) {
        self.block = block
        self.picture = picture
        self.isNew = isNew
    }

    private mutating func apply(_ edits: [MetadataEdit]) throws(MetadataEditError) -> BlockEdit {
        let original = block.bytes
        // All sets in one directory are made together, so that it is copied once.
        var pending: [(tag: TagID, value: MetadataValue)] = []
        for (index, edit) in edits.enumerated() where isDue(edit, pending: pending.map(\.tag)) {
            switch edit.action {
            case .setExif(let tag, let value):
                pending.removeAll { $0.tag == tag }
                pending.append((tag, value))
            case .setExifOrdered(let tag, let big, let little):
                pending.removeAll { $0.tag == tag }
                pending.append((tag, block.byteOrder == .bigEndian ? big : little))
            case .setExifText(let tag, let text):
                pending.removeAll { $0.tag == tag }
                pending.append((tag, try encoded(text, for: tag)))
            case .setMakerNote(let maker, let number, let big, let little):
                try setMakerNote(maker, number, bigEndian: big, littleEndian: little)
            case .removeExif(let tag):
                pending.removeAll { $0.tag == tag }
                remove([tag.number], in: tag.group)
            case .renameExif(let tag, let new):
                if pending.contains(where: { $0.tag == tag }) { try write(&pending) }
                guard let value = value(of: tag) else { break }
                do throws(MetadataValueError) {
                    try TagValueChecker(new).check(value)
                } catch {
                    throw .tag(error)
                }
                remove([tag.number], in: tag.group)
                pending.append((new, value))
            case .removeDirectory(let group):
                pending.removeAll { $0.tag.group == group }
                let later = Set(edits[index...].filter(\.fillsBlank).flatMap(\.assigned))
                removeDirectory(group, keeping: later)
            case .strip(let strip):
                let rules = StripRules(strip)
                pending.removeAll { rules.removes($0.tag) }
                try self.strip(rules, keeping: Set(edits[index...].filter(\.fillsBlank).flatMap(\.assigned)))
            default: break
            }
        }
        try write(&pending)
        guard !changes.isEmpty else { return BlockEdit(bytes: isNew ? [] : original) }
        if block.directories.allSatisfy(\.entries.isEmpty) { return BlockEdit(bytes: [], changes: changes) }
        block.trim(vacated)
        makeRoomBehindPrimary()
        if let limit = picture.limit, block.bytes.count > limit {
            let size = block.bytes.count
            guard block.shorten(to: limit, original: original.count) else {
                throw .noRoom(size: size, limit: limit, largest: largestTags)
            }
            let shortened = block
            makeRoomBehindPrimary()
            if block.bytes.count > limit { block = shortened }
        }
        return BlockEdit(bytes: block.bytes, changes: changes)
    }

    /// The names and lengths of the tags whose removal would make the most room.
    private var largestTags: [String] {
        let values = block.directories.flatMap { directory in
            directory.entries.compactMap { entry -> (name: String, length: Int)? in
                guard let group = TagGroup(directory.kind), let value = entry.value, value.count > 64 else {
                    return nil
                }
                return ("\(group.rawValue):\(TagID(group, entry.tag).name)", value.count)
            }
        }
        return values.sorted { $0.length > $1.length }.prefix(3).map { "\($0.name) (\($0.length) bytes)" }
    }

    private func entry(_ tag: TagID) -> TIFFEntry? { block.entry(TIFFTag(rawValue: tag.number), in: tag.group.kind) }

    func value(of tag: TagID) -> MetadataValue? {
        guard let entry = entry(tag), let bytes = block.valueBytes(entry) else { return nil }
        return MetadataValue(decoding: bytes, as: entry.type, order: block.byteOrder)
    }

    private func isDue(_ edit: MetadataEdit, pending: [TagID]) -> Bool {
        guard edit.applies(to: .exif) else { return false }
        let tag: TagID? =
            switch edit.action {
            case .setExif(let tag, _), .setExifText(let tag, _), .setExifOrdered(let tag, _, _), .removeExif(let tag),
                .renameExif(let tag, _):
                tag
            default: nil
            }
        return edit.condition.isMet(
            isPresent: tag.map { entry($0) != nil || pending.contains($0) } ?? true,
            isBlank: tag.map { isBlank($0, pending) } ?? true, isNewBlock: isNew)
    }

    private func isBlank(_ tag: TagID, _ pending: [TagID]) -> Bool {
        // A position consists of several tags: none of them is blank while another is present.
        if tag.group == .gps, (TIFFTag.gpsLatitudeRef.rawValue...TIFFTag.gpsAltitude.rawValue).contains(tag.number) {
            return entry(TagID(.gps, .gpsLatitude)) == nil && entry(TagID(.gps, .gpsLongitude)) == nil
        }
        // A time consists of a date and a time of day.
        let time = [TagID(.gps, .gpsTimeStamp), TagID(.gps, .gpsDateStamp)]
        if time.contains(tag) { return time.allSatisfy { entry($0) == nil } }
        guard !pending.contains(tag) else { return false }
        guard let value = value(of: tag) else { return entry(tag) == nil }
        return value.text.map { $0.allSatisfy { $0 == " " } } ?? (value.count == 0)
    }

    /// Returns the text of a value for the list of changes.
    func shown(_ value: MetadataValue?, _ tag: TagID) -> String {
        guard let value else { return "" }
        if case .rational(let units) = value, tag.group == .gps, let angle = DegreesMinutesSeconds(units),
            [TIFFTag.gpsLatitude, .gpsLongitude, .gpsDestLatitude, .gpsDestLongitude].contains(
                TIFFTag(rawValue: tag.number))
        {
            return angle.formatted()
        }
        let context = TagContext(tag: tag, type: value.type, byteOrder: block.byteOrder)
        let property = TagHandlers.standard.property(value, in: context)
        return property.string ?? property.json
    }
}

extension ExifEditing {
    /// Removes tags and overwrites their values if nothing else reads them, so that no trace is left. A directory that
    /// occurs twice is one directory to readers.
    mutating func remove(_ numbers: [UInt16], in group: TagGroup) {
        let directories = block.directories.filter { $0.kind == group.kind }
        let entries = directories.flatMap(\.entries)
        let removed = entries.filter { numbers.contains($0.tag) }
        guard !removed.isEmpty else { return }
        for entry in removed {
            let tag = TagID(group, entry.tag)
            if !changes.contains(where: { $0.subject == .exif(tag.name) && $0.to.isEmpty }) {
                changes.append(Change(.exif(tag.name), from: shown(value(of: tag), tag), to: ""))
            }
            wipe(entry)
        }
        if removed.count == entries.count, group != .primary, group != .thumbnail {
            detach(group)
        } else {
            removeEntries { $0.removeEntries(Set(numbers), of: group.kind) }
        }
    }

    /// Removes entries and records the ranges that they leave.
    private mutating func removeEntries(_ removal: (inout TIFFBlock) -> Void) {
        let before = block.directories
        removal(&block)
        for old in before {
            guard let new = block.directories.first(where: { $0.offset == old.offset }),
                new.entries.count < old.entries.count
            else { continue }
            let end = new.nextPosition.map { $0 + 4 } ?? new.offset + 2 + 12 * new.entries.count
            vacated.append(end..<end + 12 * (old.entries.count - new.entries.count))
        }
    }

    private mutating func wipe(_ entry: TIFFEntry) {
        guard let range = entry.value, !entry.isInline, block.isReadOnly(by: entry, range) else { return }
        block.bytes.replaceSubrange(range, with: [UInt8](repeating: 0, count: range.count))
        vacated.append(range)
    }

    /// Removes a directory. Tags that later edits set stay until then, and with them the directory and its version.
    mutating func removeDirectory(_ group: TagGroup, keeping later: Set<MetadataEdit.Subject>) {
        let directories = block.directories.filter { $0.kind == group.kind }
        let entries = directories.flatMap(\.entries)
        guard !directories.isEmpty, group != .primary, group != .thumbnail else { return }
        guard !later.contains(.directory(group)) else {
            let goes = entries.map { TagID(group, $0.tag) }.filter {
                !later.contains(.tag($0)) && $0 != TagTable.versionTag(of: group)
            }
            return remove(goes.map(\.number), in: group)
        }
        changes.append(Change(.exif(group.rawValue), from: "\(entries.count) tags", to: ""))
        for entry in entries { wipe(entry) }
        if group == .exif { detach(.interoperability) }
        detach(group)
    }

    /// Removes every pointer to a directory and overwrites the directory with zeros.
    private mutating func detach(_ group: TagGroup) {
        let pointer: TIFFTag
        switch group {
        case .exif: pointer = .exifIFD
        case .gps: pointer = .gpsIFD
        case .interoperability: pointer = .interoperabilityIFD
        default: return
        }
        let directories = block.directories.filter { $0.kind == group.kind }
        removeEntries { $0.removePointers(pointer, to: group.kind) }
        for directory in directories {
            let end = directory.nextPosition.map { $0 + 4 } ?? directory.offset + 2 + 12 * directory.entries.count
            let range = directory.offset..<min(end, block.bytes.count)
            guard block.isFree(range, except: []) else { continue }
            block.bytes.replaceSubrange(range, with: [UInt8](repeating: 0, count: range.count))
            vacated.append(range)
        }
        block.readDirectories()
    }
}

extension ExifEditing {
    mutating func write(_ pending: inout [(tag: TagID, value: MetadataValue)]) throws(MetadataEditError) {
        defer { pending = [] }
        var changed = pending.filter { value(of: $0.tag) != $0.value }
        changed += versions(for: changed.map(\.tag))
        for (tag, value) in changed {
            changes.append(Change(.exif(tag.name), from: shown(self.value(of: tag), tag), to: shown(value, tag)))
        }
        if isNew, !changed.isEmpty {
            block = freshBlock(changed)
            return
        }
        // Sub-directories first: their pointers add tags to the parent directory.
        for group in [TagGroup.gps, .interoperability, .exif, .thumbnail, .primary] {
            var fields = changed.filter { $0.tag.group == group }.map { field($0.tag.number, $0.value) }
            guard !fields.isEmpty else { continue }
            if block.directory(group.kind) == nil {
                // Its pointer adds a tag to IFD0.
                try checkComplete(.primary)
                if group == .thumbnail {
                    throw .damaged(block: "Exif", reason: "there is no IFD1, and only a thumbnail can add one")
                }
                let given = Set(fields.map(\.tag))
                fields += required(in: group, for: changed.map(\.tag)).filter { !given.contains($0.tag.rawValue) }.map {
                    field($0.tag.rawValue, $0.value)
                }
            }
            for field in fields {
                if let entry = entry(TagID(group, field.tag)), field.bytes.count > entry.value?.count ?? 0 {
                    wipe(entry)
                }
            }
            fields.sort { $0.tag < $1.tag }
            try checkComplete(group)
            guard block.set(fields, in: group.kind) else {
                throw .damaged(block: "Exif", reason: "the \(group.rawValue) directory has no space for more tags")
            }
        }
        makeRoomBehindPrimary()
    }

    /// Quirk: exiftool measures IFD1 against the bytes after the start of IFD0 and warns if it has more entries than
    /// fit there, wherever IFD1 is. If IFD0 was copied to the end of the block, zeros fill the difference.
    private mutating func makeRoomBehindPrimary() {
        guard let primary = block.directory(.primary), let thumbnail = block.directory(.thumbnail) else { return }
        let missing = 2 + 12 * thumbnail.entries.count - (block.bytes.count - primary.offset)
        if missing > 0 { block.bytes += [UInt8](repeating: 0, count: missing) }
    }

    /// The version tags to raise: a directory with a tag that is newer than its version makes strict readers complain.
    private func versions(for tags: [TagID]) -> [(tag: TagID, value: MetadataValue)] {
        [TagGroup.exif, .gps].compactMap { group in
            guard let version = TagTable.versionTag(of: group), !tags.contains(version),
                let current = value(of: version), let bytes = current.bytes, bytes.count == 4,
                let needed = needed(in: group, by: tags), bytes.lexicographicallyPrecedes(needed)
            else { return nil }
            // A value that is not a version stays unchanged.
            let isVersion = group == .gps ? bytes[0] == 2 : bytes.allSatisfy { (0x30...0x39).contains($0) }
            guard isVersion else { return nil }
            return (version, current.type == .byte ? .byte(needed) : .undefined(needed))
        }
    }

    /// The latest of the versions that introduced the tags of a directory.
    private func needed(in group: TagGroup, by tags: [TagID]) -> [UInt8]? {
        tags.filter { $0.group == group }.compactMap { TagTable.version(introducing: $0) }
            .max { $0.lexicographicallyPrecedes($1) }
    }

    /// Throws if a directory is truncated: it cannot be copied, since the bytes after the cut would be read as its
    /// entries.
    private func checkComplete(_ group: TagGroup) throws(MetadataEditError) {
        guard let directory = block.directory(group.kind) else { return }
        let declared = Int(block.byteOrder.integer(block.bytes[directory.offset..<directory.offset + 2]))
        guard declared > directory.entries.count else { return }
        throw .damaged(
            block: "Exif",
            reason: "\(group.rawValue) is truncated: it has \(directory.entries.count) of \(declared) tags")
    }

    private func field(_ number: UInt16, _ value: MetadataValue) -> TIFFField {
        TIFFField(
            tag: number, type: value.type, count: value.count, bytes: value.encoded(order: block.byteOrder))
    }

    /// The tags that the standard requires in a new directory.
    private func required(in group: TagGroup, for tags: [TagID]) -> [(tag: TIFFTag, value: MetadataValue)] {
        switch group {
        case .primary:
            guard picture.isJPEG else { return [] }
            // Readers prefer Exif's resolution to JFIF's, so both must be the same.
            let density = picture.density ?? (72, 72, 1)
            return [
                (.xResolution, .rational([Rational(UInt32(clamping: density.x), 1)])),
                (.yResolution, .rational([Rational(UInt32(clamping: density.y), 1)])),
                (.resolutionUnit, .short([density.unit == 2 ? 3 : 2])), (.yCbCrPositioning, .short([1])),
            ]
        case .exif:
            let usual = Array("0232".utf8)
            let least = needed(in: .exif, by: tags) ?? usual
            let version: (TIFFTag, MetadataValue) = (
                .exifVersion, .undefined(usual.lexicographicallyPrecedes(least) ? least : usual)
            )
            guard picture.isJPEG else { return [version] }
            return [
                version, (.componentsConfiguration, .undefined([1, 2, 3, 0])),
                (.flashpixVersion, .undefined(Array("0100".utf8))),
                (.colorSpace, .short([0xFFFF])), (.pixelXDimension, .long([UInt32(clamping: picture.size.width)])),
                (.pixelYDimension, .long([UInt32(clamping: picture.size.height)])),
            ]
        case .gps: return [(.gpsVersionID, .byte([2, 3, 0, 0]))]
        case .interoperability, .thumbnail: return []
        }
    }

    /// Returns a block with only the given tags and those that the standard requires: one directory after the other,
    /// each followed by its values.
    private func freshBlock(_ values: [(tag: TagID, value: MetadataValue)]) -> TIFFBlock {
        var groups: [TagGroup: [TIFFField]] = [:]
        for (tag, value) in values { groups[tag.group, default: []].append(field(tag.number, value)) }
        for group in [TagGroup.primary, .exif, .gps] {
            guard group == .primary || groups[group] != nil || (group == .exif && picture.isJPEG) else { continue }
            let given = Set((groups[group] ?? []).map(\.tag))
            groups[group, default: []] += required(in: group, for: values.map(\.tag)).filter {
                !given.contains($0.tag.rawValue)
            }
            .map { field($0.tag.rawValue, $0.value) }
        }
        var fresh = TIFFBlock(byteOrder: block.byteOrder)
        let writer = TIFFBlockWriter(order: block.byteOrder)
        fresh.bytes = writer.block(groups)
        fresh.readDirectories()
        return fresh
    }
}
