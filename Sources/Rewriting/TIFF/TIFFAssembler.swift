internal import UprightBase
internal import UprightFormats

/// Writes a TIFF file by a plan. Whatever the plan does not name keeps its place and its bytes: new data takes the room of
/// what it replaces, and the end of the file. After a turn, the room that stays empty is taken out where everything that points
/// is known (``TIFFCompaction``).
struct TIFFAssembler {
    private let file: TIFFFile
    private let plan: TIFFPlan
    private let source: [UInt8]
    private let knowsEnds: Bool
    private var bytes: [UInt8]
    private var room: TIFFRoom

    /// - Parameter knowsEnds: whether all data have a known end, so that what nothing points to is empty room.
    init(_ plan: TIFFPlan, of file: TIFFFile, knowsEnds: Bool, in source: [UInt8]) {
        self.file = file
        self.plan = plan
        // A file may end before the offset of its next directory, which is then none.
        let end = max(source.count, file.directories.map(\.range.upperBound).max() ?? 0)
        let source = source + [UInt8](repeating: 0, count: end - source.count)
        self.source = source
        self.knowsEnds = knowsEnds
        bytes = source
        // What earlier changes have left is used again.
        var freed = plan.freed + (knowsEnds ? file.emptyRoom(in: source) : [])
        var kept = [0..<(file.isBig ? 16 : 8)]
        for (index, directory) in file.directories.enumerated() {
            let isRemoved = plan.removed.contains(index)
            let moves = isRemoved || Self.entryCount(of: directory, index, plan) != directory.entries.count
            if moves { freed.append(directory.range) } else { kept.append(directory.range) }
            for entry in directory.entries {
                guard let value = entry.value, !entry.isInline, !value.isEmpty else { continue }
                let isReplaced = isRemoved || Self.replaces(entry.tag, of: index, in: file, plan)
                if isReplaced { freed.append(value) } else { kept.append(value) }
            }
            for range in file.data(of: directory, in: source) {
                if plan.segments[index] != nil { freed.append(range) } else { kept.append(range) }
            }
        }
        room = TIFFRoom(freed: freed, kept: kept, end: source.count)
    }

    /// Whether the values of a tag are written anew: by the plan, or because that to which they point goes to another place.
    private static func replaces(_ tag: UInt16, of index: Int, in file: TIFFFile, _ plan: TIFFPlan) -> Bool {
        if plan.fields[index]?[tag] != nil { return true }
        switch TIFFTag(rawValue: tag) {
        case .stripOffsets, .stripByteCounts, .tileOffsets, .tileByteCounts: return plan.segments[index] != nil
        case .subIFDs:
            return file.directories.enumerated().contains { number, directory in
                guard case .inner(index, _) = directory.kind else { return false }
                return entryCount(of: directory, number, plan) != directory.entries.count
            }
        default: return false
        }
    }

    /// The number of entries that a directory will have.
    private static func entryCount(of directory: TIFFFile.Directory, _ index: Int, _ plan: TIFFPlan) -> Int {
        let present = Set(directory.entries.map(\.tag))
        var count = directory.entries.count
        for (tag, field) in plan.fields[index] ?? [:] {
            if field == nil {
                count -= directory.entries.count(where: { $0.tag == tag })
            } else if !present.contains(tag) {
                count += 1
            }
        }
        return count + (plan.created[index]?.keys.count(where: { !present.contains($0) }) ?? 0)
    }

    /// Returns the new file.
    mutating func assembled() -> [UInt8] {
        var fields = plan.fields
        placeSegments(&fields)
        let offsets = placeDirectories(&fields)
        for (index, directory) in file.directories.enumerated() where !plan.removed.contains(index) {
            write(directory, index, fields[index] ?? [:], at: offsets[index] ?? directory.offset, offsets)
        }
        if let first = offsets[0] { put(first, file.wide, at: file.isBig ? 8 : 4) }
        // What has become free holds nothing of what was there.
        for range in room.free where range.lowerBound < bytes.count {
            for place in range.clamped(to: 0..<bytes.count) { bytes[place] = 0 }
        }
        if let last = room.free.last, last.upperBound == bytes.count { bytes.removeSubrange(last) }
        let free = room.free.filter { $0.upperBound <= bytes.count }
        // A turn writes most of the file anyway. Edits leave everything else where it is.
        guard !plan.segments.isEmpty, knowsEnds, file.movesFreely, let new = try? TIFFFile(parsing: bytes),
            new.movesFreely
        else { return bytes }
        return TIFFCompaction(of: new, freed: free, in: bytes).compacted()
    }

    // MARK: Placing

    /// Takes room for a number of bytes, and makes the file longer if there is none.
    private mutating func allocate(_ count: Int, near old: Range<Int>? = nil) -> Int {
        let offset = room.allocate(count, near: old)
        if bytes.count < offset + count {
            bytes += [UInt8](repeating: 0, count: offset + count - bytes.count)
        }
        return offset
    }

    private mutating func write(_ data: [UInt8], at offset: Int) {
        bytes.replaceSubrange(offset..<offset + data.count, with: data)
    }

    private mutating func put(_ number: Int, _ count: Int, at offset: Int) {
        write(file.order.bytes(UInt64(clamping: number), count: count), at: offset)
    }

    private mutating func placeSegments(_ fields: inout [Int: [UInt16: TIFFFileField?]]) {
        for (index, data) in plan.segments.sorted(by: { $0.key < $1.key }) {
            var places: [Range<Int>] = []
            for segment in data {
                let offset = allocate(segment.count)
                write(segment, at: offset)
                places.append(offset..<offset + segment.count)
            }
            let directory = file.directories[index]
            let isTiled = directory.entry(.tileOffsets) != nil
            let tags: (TIFFTag, TIFFTag) = isTiled ? (.tileOffsets, .tileByteCounts) : (.stripOffsets, .stripByteCounts)
            fields[index, default: [:]][tags.0.rawValue] = .some(
                TIFFFileField(tags.0, places.map(\.lowerBound), type: directory.entry(tags.0)?.type, in: file))
            fields[index, default: [:]][tags.1.rawValue] = .some(
                TIFFFileField(tags.1, places.map(\.count), type: directory.entry(tags.1)?.type, in: file))
        }
    }

    /// Finds room for new directories and for those that get longer or shorter.
    ///
    /// - Returns: the new offsets of existing directories that move.
    private mutating func placeDirectories(_ fields: inout [Int: [UInt16: TIFFFileField?]]) -> [Int: Int] {
        var offsets: [Int: Int] = [:]
        for (index, directory) in file.directories.enumerated() where !plan.removed.contains(index) {
            let count = Self.entryCount(of: directory, index, plan)
            guard count != directory.entries.count else { continue }
            offsets[index] = allocate(file.countBytes + count * file.entryBytes + file.wide, near: directory.range)
        }
        for (index, created) in plan.created {
            for (tag, contents) in created.sorted(by: { $0.key < $1.key }) {
                let offset = allocate(file.countBytes + contents.count * file.entryBytes + file.wide)
                writeNew(contents, at: offset)
                fields[index, default: [:]][tag] = .some(pointer(tag, to: offset))
            }
        }
        for (index, offset) in offsets {
            if case .inner(let parent, let number) = file.directories[index].kind {
                redirect(number, of: parent, to: offset, &fields)
            }
            let parent: (Int, TIFFTag)? =
                switch file.directories[index].kind {
                case .exif(let parent): (parent, .exifIFD)
                case .gps(let parent): (parent, .gpsIFD)
                case .interoperability(let parent): (parent, .interoperabilityIFD)
                case .page, .inner: nil
                }
            if let (parent, tag) = parent {
                fields[parent, default: [:]][tag.rawValue] = .some(pointer(tag.rawValue, to: offset))
            }
        }
        return offsets
    }

    /// Lets the list of a page's further pictures point to where one of them is now.
    private func redirect(
        _ number: Int, of parent: Int, to offset: Int, _ fields: inout [Int: [UInt16: TIFFFileField?]]
    ) {
        guard let entry = file.directories[parent].entry(.subIFDs), let value = entry.value else { return }
        var bytes = (fields[parent]?[entry.tag] ?? nil)?.bytes ?? Array(source[value])
        bytes.replaceSubrange(
            number * file.wide..<(number + 1) * file.wide,
            with: file.order.bytes(UInt64(clamping: offset), count: file.wide))
        fields[parent, default: [:]][entry.tag] = .some(
            TIFFFileField(tag: entry.tag, type: entry.type, count: entry.count, bytes: bytes))
    }

    private func pointer(_ tag: UInt16, to offset: Int) -> TIFFFileField {
        TIFFFileField(
            tag: tag, type: file.isBig ? 18 : 4, count: 1,
            bytes: file.order.bytes(UInt64(clamping: offset), count: file.wide))
    }

    // MARK: Writing

    private mutating func writeNew(_ fields: [TIFFFileField], at offset: Int) {
        put(fields.count, file.countBytes, at: offset)
        for (number, field) in fields.sorted(by: { $0.tag < $1.tag }).enumerated() {
            let entry = entry(of: field, replacing: nil)
            write(entry, at: offset + file.countBytes + number * file.entryBytes)
        }
        put(0, file.wide, at: offset + file.countBytes + fields.count * file.entryBytes)
    }

    /// The bytes of an entry, with its values placed.
    private mutating func entry(of field: TIFFFileField, replacing old: TIFFFile.Entry?) -> [UInt8] {
        var entry = file.order.bytes(UInt64(field.tag), count: 2) + file.order.bytes(UInt64(field.type), count: 2)
        entry += file.order.bytes(UInt64(clamping: field.count), count: file.wide)
        if field.bytes.count <= file.wide {
            return entry + field.bytes + [UInt8](repeating: 0, count: file.wide - field.bytes.count)
        }
        let offset = allocate(field.bytes.count, near: old.flatMap { $0.isInline ? nil : $0.value })
        write(field.bytes, at: offset)
        return entry + file.order.bytes(UInt64(clamping: offset), count: file.wide)
    }

    private mutating func write(
        _ directory: TIFFFile.Directory, _ index: Int, _ fields: [UInt16: TIFFFileField?], at offset: Int,
        _ offsets: [Int: Int]
    ) {
        var entries: [(tag: UInt16, bytes: [UInt8])] = []
        var written: Set<UInt16> = []
        for entry in directory.entries {
            guard let change = fields[entry.tag] else {
                entries.append((entry.tag, Array(source[entry.offset..<entry.offset + file.entryBytes])))
                continue
            }
            guard let field = change, written.insert(entry.tag).inserted else {
                // A second entry with the same tag stays, so that no other moves.
                if change != nil {
                    entries.append((entry.tag, Array(source[entry.offset..<entry.offset + file.entryBytes])))
                }
                continue
            }
            entries.append((entry.tag, self.entry(of: field, replacing: entry)))
        }
        for (tag, change) in fields.sorted(by: { $0.key < $1.key }) {
            guard let field = change, !written.contains(tag) else { continue }
            let index = entries.firstIndex { $0.tag > tag } ?? entries.count
            entries.insert((tag, entry(of: field, replacing: nil)), at: index)
        }
        // The next page may have moved.
        var next = Int(clamping: file.order.integer(source[directory.next..<directory.next + file.wide]))
        if let moved = file.directories.firstIndex(where: { $0.pointer == directory.next }).flatMap({ offsets[$0] }) {
            next = moved
        }
        put(entries.count, file.countBytes, at: offset)
        for (number, entry) in entries.enumerated() {
            write(entry.bytes, at: offset + file.countBytes + number * file.entryBytes)
        }
        put(next, file.wide, at: offset + file.countBytes + entries.count * file.entryBytes)
    }
}
