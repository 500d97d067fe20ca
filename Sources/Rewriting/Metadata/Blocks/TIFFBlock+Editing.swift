public import UprightFormats

extension TIFFBlock {
    /// Sets and removes fields of a directory.
    ///
    /// Existing fields are replaced in place, and further entries with the same tag, which some readers prefer to the
    /// first, are removed. A directory that needs more entries takes the free bytes behind it, or is copied to where there is room,
    /// and its pointer is updated. A missing directory is created (`exif`, `gps`, `interoperability` with their pointers; `page(1)` after
    /// `page(0)`). Values and directories that are not named stay where they are.
    ///
    /// - Returns: false, with nothing written, if the directory is missing and cannot be created, or if the block or
    ///   the directory would exceed what its offsets and counts can hold.
    @discardableResult
    public mutating func set(
        _ fields: [TIFFField], removing removed: Set<UInt16> = [], in kind: TIFFDirectory.Kind
    ) -> Bool {
        let growth = fields.reduce(0) { $0 + $1.bytes.count + 13 }
        guard bytes.count + growth < 1 << 31 else { return false }
        if directory(kind) == nil {
            if fields.isEmpty { return true }
            guard make(kind) else { return false }
        }
        for field in fields {
            if let entry = directory(kind)?.entries.first(where: { $0.tag == field.tag }) {
                replaceValues(of: entry, with: field)
            }
            if let directory = directory(kind), directory.entries.count(where: { $0.tag == field.tag }) > 1,
                let first = directory.entry(TIFFTag(rawValue: field.tag))
            {
                remove(from: directory) { $0.tag == field.tag && $0.offset != first.offset }
            }
        }
        guard let directory = directory(kind) else { return false }
        let present = Set(directory.entries.map(\.tag))
        let added = fields.filter { !present.contains($0.tag) }
        guard directory.entries.count + added.count < 0xFFFF else { return false }
        if !removed.isDisjoint(with: present) { remove(from: directory) { removed.contains($0.tag) } }
        return added.isEmpty || insert(added, into: kind)
    }

    /// Removes entries: later entries move up, and the freed end of the directory is set to 0.
    private mutating func remove(from directory: TIFFDirectory, _ isRemoved: (TIFFEntry) -> Bool) {
        let end = directory.offset + 2 + 12 * directory.entries.count
        let next = nextOffset(of: directory)
        let kept = directory.entries.filter { !isRemoved($0) }
        var new = byteOrder.bytes(UInt64(kept.count), count: 2)
        for entry in kept { new += bytes[entry.offset..<entry.offset + 12] }
        new += next.bytes
        let length = end + (next.isOwn ? next.bytes.count : 0) - directory.offset
        write(new + [UInt8](repeating: 0, count: max(0, length - new.count)), at: directory.offset)
        // Inline values moved with their entries; other values are found by their offsets.
        readDirectories()
    }

    /// Returns the four bytes of the offset to the next directory, or none if the block ends before them, and whether
    /// those bytes have no other use.
    ///
    /// Quirk: cameras omit this offset in directories that tags point to, where no reader uses it, and put the first
    /// value there.
    private func nextOffset(of directory: TIFFDirectory) -> (bytes: [UInt8], isOwn: Bool) {
        guard let position = directory.nextPosition else { return ([], false) }
        let isOwn = isFree(position..<position + 4, except: [directory.offset])
        if case .page = directory.kind { return (Array(bytes[position..<position + 4]), isOwn) }
        return (isOwn ? Array(bytes[position..<position + 4]) : [0, 0, 0, 0], isOwn)
    }

    /// Removes the entries with the given tags from every directory of a kind.
    package mutating func removeEntries(_ tags: Set<UInt16>, of kind: TIFFDirectory.Kind) {
        while let directory = directories.first(where: { directory in
            directory.kind == kind && directory.entries.contains { tags.contains($0.tag) }
        }) {
            remove(from: directory) { tags.contains($0.tag) }
        }
    }

    /// Removes the pointers to the directories of a kind: those where readers expect them, and misplaced ones that lead to
    /// such a directory. Other tags that have the pointer's number stay.
    package mutating func removePointers(_ tag: TIFFTag, to kind: TIFFDirectory.Kind) {
        func isPointer(_ entry: TIFFEntry, in directory: TIFFDirectory) -> Bool {
            guard entry.tag == tag.rawValue else { return false }
            if directory.kind.pointers.contains(entry.tag) { return true }
            let target = entry.type.size == 4 ? integer(entry) : nil
            return directories.contains { $0.kind == kind && $0.offset == target }
        }
        while let directory = directories.first(where: { one in one.entries.contains { isPointer($0, in: one) } }) {
            let offsets = Set(directory.entries.filter { isPointer($0, in: directory) }.map(\.offset))
            remove(from: directory) { offsets.contains($0.offset) }
        }
    }

    /// Adds entries in place to a directory at the end of the block, with their values after it.
    private mutating func grow(_ directory: TIFFDirectory, by fields: [TIFFField]) -> Bool {
        sealDangling()
        let next = nextOffset(of: directory)
        let end = directory.offset + 2 + 12 * directory.entries.count + next.bytes.count
        guard next.isOwn, end == bytes.count, isFree(directory.offset..<end, except: [directory.offset]) else {
            return false
        }
        var entries = directory.entries.map { (tag: $0.tag, bytes: Array(bytes[$0.offset..<$0.offset + 12])) }
        let start = end + 12 * fields.count
        var values: [UInt8] = []
        for field in fields {
            var entry = byteOrder.bytes(UInt64(field.tag), count: 2)
            entry += byteOrder.bytes(UInt64(field.type.rawValue), count: 2)
            entry += byteOrder.bytes(UInt64(field.count), count: 4)
            if field.bytes.count <= 4 {
                entry += field.bytes + [UInt8](repeating: 0, count: 4 - field.bytes.count)
            } else {
                if (start + values.count) % 2 == 1 { values.append(0) }
                entry += byteOrder.bytes(UInt64(start + values.count), count: 4)
                values += field.bytes
            }
            entries.insert((field.tag, entry), at: entries.firstIndex { $0.tag > field.tag } ?? entries.count)
        }
        let new = byteOrder.bytes(UInt64(entries.count), count: 2) + entries.flatMap(\.bytes) + next.bytes + values
        bytes.replaceSubrange(directory.offset..., with: new)
        readDirectories()
        return true
    }

    private mutating func insert(_ fields: [TIFFField], into kind: TIFFDirectory.Kind) -> Bool {
        guard let directory = directory(kind) else { return false }
        if grow(directory, by: fields) { return true }
        var entries = directory.entries.map { (tag: $0.tag, bytes: Array(bytes[$0.offset..<$0.offset + 12])) }
        for field in fields {
            var entry = byteOrder.bytes(UInt64(field.tag), count: 2)
            entry += byteOrder.bytes(UInt64(field.type.rawValue), count: 2)
            entry += byteOrder.bytes(UInt64(field.count), count: 4)
            if field.bytes.count <= 4 {
                entry += field.bytes + [UInt8](repeating: 0, count: 4 - field.bytes.count)
            } else {
                entry += byteOrder.bytes(UInt64(store(field.bytes, over: nil)), count: 4)
            }
            // Sorted entries stay sorted; others keep their order.
            entries.insert((field.tag, entry), at: entries.firstIndex { $0.tag > field.tag } ?? entries.count)
        }
        var new = byteOrder.bytes(UInt64(entries.count), count: 2)
        for entry in entries { new += entry.bytes }
        let found = nextOffset(of: directory)
        let next = found.bytes.isEmpty ? [0, 0, 0, 0] : found.bytes
        // A directory that is its own next one stays so: readers must not read what is left of the old one.
        let pointsToItself = Int(byteOrder.integer(next[...])) == directory.offset
        let end = directory.offset + 2 + 12 * directory.entries.count + found.bytes.count
        let isAlone =
            found.isOwn && onlyPointer(to: directory) != nil
            && isFree(directory.offset..<end, except: [directory.offset])
        let offset = store(new + next, over: isAlone ? directory.offset..<end : nil)
        if pointsToItself { write(byteOrder.bytes(UInt64(offset), count: 4), at: offset + new.count) }
        return point(to: offset, as: kind)
    }

    /// Makes an empty directory.
    private mutating func make(_ kind: TIFFDirectory.Kind) -> Bool {
        if kind == .interoperability, directory(.exif) == nil, !make(.exif) { return false }
        // The pointer comes first, so that the directory ends the block and can grow in place.
        guard point(to: 0xFFFF_FFFE, as: kind) else { return false }
        let offset = append([0, 0, 0, 0, 0, 0])
        return point(to: offset, as: kind) && directory(kind) != nil
    }

    /// Writes a directory's offset where readers expect it.
    private mutating func point(to offset: Int, as kind: TIFFDirectory.Kind) -> Bool {
        if let position = pointerPosition(of: kind) {
            write(byteOrder.bytes(UInt64(offset), count: 4), at: position)
            readDirectories()
            return true
        }
        let order = byteOrder
        let pointer = { (tag: TIFFTag) in TIFFField(tag: tag, type: .long, integers: [offset], order: order) }
        switch kind {
        case .exif: return set([pointer(.exifIFD)], in: .primary)
        case .gps: return set([pointer(.gpsIFD)], in: .primary)
        case .interoperability: return set([pointer(.interoperabilityIFD)], in: .exif)
        case .subIFD(let page, 0): return set([pointer(.subIFDs)], in: .page(page))
        case .page, .subIFD: return false
        }
    }
}
