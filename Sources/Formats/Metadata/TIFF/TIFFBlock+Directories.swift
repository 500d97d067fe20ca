extension TIFFBlock {
    /// Reads all directories again, after an edit that can have moved some.
    package mutating func readDirectories() {
        var reader = TIFFDirectoryReader(bytes: bytes, byteOrder: byteOrder)
        reader.readAll()
        reader.readStrays()
        directories = reader.directories
        promisedEnd = reader.promisedEnd
        warnings.removeAll { $0.hasPrefix(TIFFDirectoryReader.prefix) }
        warnings += reader.warnings.map { TIFFDirectoryReader.prefix + $0 }
    }
}

/// Follows the directories of a block, reading each one once.
struct TIFFDirectoryReader {
    static let prefix = "TIFF: "
    /// The maximum number of unreadable entries of a directory with a warning each.
    private static let namedEntries = 4

    let bytes: [UInt8]
    let byteOrder: TIFFByteOrder
    private(set) var directories: [TIFFDirectory] = []
    private(set) var warnings: [String] = []
    /// The end of the furthest directory that extends a little past the block's end; 0 if there is none.
    private(set) var promisedEnd = 0
    private var seen: Set<Int> = []
    private var entryCount = 0

    init(bytes: [UInt8], byteOrder: TIFFByteOrder) {
        self.bytes = bytes
        self.byteOrder = byteOrder
    }

    mutating func readAll() {
        var offset = integer(at: 4, count: 4)
        var page = 0
        while offset != 0 {
            guard let directory = read(.page(page), at: offset) else { return }
            follow(.exifIFD, of: directory, as: .exif)
            follow(.gpsIFD, of: directory, as: .gps)
            followSubIFDs(of: directory, page: page)
            guard let next = directory.nextPosition else { return }
            offset = integer(at: next, count: 4)
            page += 1
        }
    }

    /// Follows misplaced pointers (duplicates, or pointers in the GPS directory) to directories that have not been
    /// read: other readers find these directories, so their contents must be right.
    mutating func readStrays() {
        let pointers: [(TIFFTag, TIFFDirectory.Kind)] = [
            (.exifIFD, .exif), (.gpsIFD, .gps), (.interoperabilityIFD, .interoperability),
        ]
        var next = 0
        while next < directories.count {
            for entry in directories[next].entries {
                guard let kind = pointers.first(where: { $0.0.rawValue == entry.tag })?.1, let value = entry.value,
                    entry.type.size == 4, value.count >= 4
                else { continue }
                let offset = integer(at: value.lowerBound, count: 4)
                if !seen.contains(offset), looksWhole(offset) { _ = read(kind, at: offset) }
            }
            next += 1
        }
    }

    /// Whether there is a complete directory at an offset; there is no warning if not.
    private func looksWhole(_ offset: Int) -> Bool {
        guard offset >= 8, offset <= bytes.count - 2, directories.count < TIFFBlock.directoryLimit else { return false }
        let count = integer(at: offset, count: 2)
        guard count > 0, entryCount + count <= TIFFBlock.entryLimit, count <= (bytes.count - offset - 2) / 12 else {
            return false
        }
        return (0..<count).allSatisfy { index in
            let type = TIFFFieldType(rawValue: UInt16(integer(at: offset + 2 + 12 * index + 2, count: 2)))
            return type.size != nil && entry(fitsAt: offset + 2 + 12 * index, type)
        }
    }

    private func entry(fitsAt offset: Int, _ type: TIFFFieldType) -> Bool {
        let length = (type.size ?? 0) * integer(at: offset + 4, count: 4)
        let start = length <= 4 ? offset + 8 : integer(at: offset + 8, count: 4)
        return start <= bytes.count && length <= bytes.count - start
    }

    private func integer(at position: Int, count: Int) -> Int {
        Int(byteOrder.integer(bytes[position..<position + count]))
    }

    private mutating func follow(_ tag: TIFFTag, of directory: TIFFDirectory, as kind: TIFFDirectory.Kind) {
        guard !directories.contains(where: { $0.kind == kind }), let pointer = directory.entry(tag),
            let value = pointer.value, pointer.type.size == 4, value.count >= 4
        else { return }
        guard let found = read(kind, at: integer(at: value.lowerBound, count: 4)) else { return }
        if kind == .exif { follow(.interoperabilityIFD, of: found, as: .interoperability) }
    }

    private mutating func followSubIFDs(of directory: TIFFDirectory, page: Int) {
        guard let pointer = directory.entry(.subIFDs), let value = pointer.value, pointer.type.size == 4 else { return }
        for index in 0..<min(value.count / 4, TIFFBlock.directoryLimit) {
            _ = read(.subIFD(page: page, index), at: integer(at: value.lowerBound + 4 * index, count: 4))
        }
    }

    private mutating func read(_ kind: TIFFDirectory.Kind, at offset: Int) -> TIFFDirectory? {
        guard offset >= 2, offset <= bytes.count - 2 else {
            warnings.append("\(kind.name) is outside of the block: offset \(offset) of \(bytes.count) bytes")
            promise(offset + 6)
            return nil
        }
        guard seen.insert(offset).inserted else {
            warnings.append("\(kind.name) at offset \(offset) has already been read: the directories form a cycle")
            return nil
        }
        guard directories.count < TIFFBlock.directoryLimit else {
            warnings.append("more than \(TIFFBlock.directoryLimit) directories: \(kind.name) is not read")
            return nil
        }
        let declared = integer(at: offset, count: 2)
        let fitting = min(declared, (bytes.count - offset - 2) / 12, TIFFBlock.entryLimit - entryCount)
        var entries: [TIFFEntry] = []
        for index in 0..<fitting { entries.append(entry(at: offset + 2 + 12 * index)) }
        let unreadable = entries.filter { $0.value == nil }
        // A truncated directory in which at least half of the types are unknown is other data.
        if fitting < declared, fitting > 0, 2 * entries.count(where: { $0.type.size == nil }) >= fitting {
            warnings.append("\(kind.name) at offset \(offset) is not a directory: ignored")
            return nil
        }
        if fitting < declared {
            warnings.append("\(kind.name) at offset \(offset) is truncated: \(fitting) of \(declared) entries are read")
        }
        entryCount += fitting
        if unreadable.count > Self.namedEntries {
            warnings.append(
                "\(kind.name) at offset \(offset) has \(unreadable.count) entries with values outside of the block or "
                    + "unknown types")
        }
        for entry in unreadable.prefix(unreadable.count > Self.namedEntries ? 0 : Self.namedEntries) {
            warnings.append(
                "\(kind.name) tag \(tagName(entry.tag)) (type \(entry.type.rawValue), count \(entry.count)) "
                    + "at offset \(entry.offset) has values outside of the block or an unknown type")
        }
        let end = offset + 2 + 12 * declared
        if fitting == declared { promise(end + 4) }
        let directory = TIFFDirectory(
            kind: kind, offset: offset, entries: entries,
            nextPosition: fitting == declared && end + 4 <= bytes.count ? end : nil)
        directories.append(directory)
        return directory
    }

    private mutating func promise(_ end: Int) {
        if end > bytes.count, end - bytes.count <= TIFFBlock.promiseReach { promisedEnd = max(promisedEnd, end) }
    }

    private mutating func entry(at offset: Int) -> TIFFEntry {
        let type = TIFFFieldType(rawValue: UInt16(integer(at: offset + 2, count: 2)))
        let count = integer(at: offset + 4, count: 4)
        var value: Range<Int>?
        if let size = type.size {
            let length = size * count  // At most 8 × (2³² − 1).
            let start = length <= 4 ? offset + 8 : integer(at: offset + 8, count: 4)
            if start <= bytes.count, length <= bytes.count - start { value = start..<start + length }
        }
        return TIFFEntry(
            tag: UInt16(integer(at: offset, count: 2)), type: type, count: count, offset: offset, value: value)
    }
}

extension TIFFDirectory.Kind {
    /// The directory's name: `IFD0`, `ExifIFD`, `GPS`.
    public var name: String {
        switch self {
        case .page(let number): "IFD\(number)"
        case .exif: "ExifIFD"
        case .gps: "GPS"
        case .interoperability: "InteropIFD"
        case .subIFD(let page, let index): "IFD\(page)/SubIFD\(index)"
        }
    }
}

/// Returns a tag number in the usual form: `0x0112`.
package func tagName(_ tag: UInt16) -> String {
    let digits = String(tag, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
}
