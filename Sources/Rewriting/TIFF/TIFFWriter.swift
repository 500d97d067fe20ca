internal import UprightBase
internal import UprightFormats

/// Writes a TIFF file anew by a plan: header, samples, directories and values, one behind the other and nothing else.
struct TIFFWriter {
    private let file: TIFFFile
    private let plan: TIFFPlan
    private let source: [UInt8]
    private var bytes: [UInt8]
    /// Where the data of the source are, which directories can share.
    private var placed: [Range<Int>: Int] = [:]

    init(_ plan: TIFFPlan, of file: TIFFFile, in source: [UInt8]) {
        (self.plan, self.file, self.source) = (plan, file, source)
        bytes = Array(source[..<(file.isBig ? 8 : 4)])
        bytes.reserveCapacity(source.count)
        bytes += [UInt8](repeating: 0, count: file.wide)
    }

    /// Returns the file.
    mutating func serialize() -> [UInt8] {
        var pointer = file.isBig ? 8 : 4
        for (index, directory) in file.directories.enumerated() where !plan.removed.contains(index) {
            guard case .page = directory.kind else { continue }
            let (offset, next) = write(index)
            put(offset, at: pointer)
            pointer = next
        }
        return bytes
    }

    private mutating func put(_ offset: Int, at position: Int) {
        bytes.replaceSubrange(position..<position + file.wide, with: file.order.bytes(UInt64(offset), count: file.wide))
    }

    /// Appends bytes at an even offset.
    private mutating func append(_ data: some Collection<UInt8>) -> Int {
        if bytes.count % 2 == 1 { bytes.append(0) }
        bytes += data
        return bytes.count - data.count
    }

    /// Appends a directory, and before it everything that it points to.
    ///
    /// - Returns: its offset, and the place of the offset of the next one.
    private mutating func write(_ index: Int) -> (offset: Int, next: Int) {
        let directory = file.directories[index]
        var fields: [UInt16: TIFFFileField] = [:]
        for entry in directory.entries
        where fields[entry.tag] == nil && !CanonicalTIFF.places.contains(entry.tag) {
            guard let value = entry.value else { continue }
            fields[entry.tag] = TIFFFileField(
                tag: entry.tag, type: entry.type, count: entry.count, bytes: Array(source[value]))
        }
        for (tag, field) in plan.fields[index] ?? [:] where !CanonicalTIFF.places.contains(tag) { fields[tag] = field }
        placeData(of: directory, index, &fields)
        var inner: [Int] = []
        for (child, other) in file.directories.enumerated() where !plan.removed.contains(child) {
            switch other.kind {
            case .inner(index, _): inner.append(write(child).offset)
            case .exif(index): fields[TIFFTag.exifIFD.rawValue] = pointer(.exifIFD, [write(child).offset])
            case .gps(index): fields[TIFFTag.gpsIFD.rawValue] = pointer(.gpsIFD, [write(child).offset])
            case .interoperability(index):
                fields[TIFFTag.interoperabilityIFD.rawValue] = pointer(.interoperabilityIFD, [write(child).offset])
            default: continue
            }
        }
        if !inner.isEmpty { fields[TIFFTag.subIFDs.rawValue] = pointer(.subIFDs, inner) }
        for (tag, created) in plan.created[index] ?? [:] {
            fields[tag] = pointer(TIFFTag(rawValue: tag), [write(created).offset])
        }
        return write(Array(fields.values))
    }

    private func pointer(_ tag: TIFFTag, _ offsets: [Int]) -> TIFFFileField {
        TIFFFileField(
            tag: tag.rawValue, type: file.isBig ? 18 : 4, count: offsets.count,
            bytes: offsets.flatMap { file.order.bytes(UInt64($0), count: file.wide) })
    }

    private mutating func write(_ fields: [TIFFFileField]) -> (offset: Int, next: Int) {
        var entries: [UInt8] = []
        for field in fields.sorted(by: { $0.tag < $1.tag }) {
            entries += file.order.bytes(UInt64(field.tag), count: 2) + file.order.bytes(UInt64(field.type), count: 2)
            entries += file.order.bytes(UInt64(field.count), count: file.wide)
            if field.bytes.count <= file.wide {
                entries += field.bytes + [UInt8](repeating: 0, count: file.wide - field.bytes.count)
            } else {
                entries += file.order.bytes(UInt64(append(field.bytes)), count: file.wide)
            }
        }
        let count = file.order.bytes(UInt64(fields.count), count: file.countBytes)
        let offset = append(count + entries + [UInt8](repeating: 0, count: file.wide))
        return (offset, bytes.count - file.wide)
    }

    // MARK: Data

    /// Appends the strips, tiles and JPEGs of a directory, and sets the tags that say where they are.
    private mutating func placeData(
        of directory: TIFFFile.Directory, _ index: Int, _ fields: inout [UInt16: TIFFFileField]
    ) {
        for list in TIFFData.lists(of: directory, file, in: source) {
            if let change = plan.fields[index]?[list.offsetTag.rawValue], change == nil { continue }
            let isPicture = list.lengthTag == .stripByteCounts || list.lengthTag == .tileByteCounts
            let new = isPicture ? plan.segments[index] : nil
            // Strips of the old form of JPEG lie within its stream.
            let stream = list.offsetTag == .stripOffsets ? TIFFData.stream(of: directory, file, in: source) : nil
            let places =
                new.map { segments in segments.map { (append($0), $0.count) } }
                ?? list.ranges.map { range -> (Int, Int) in
                    guard let range else { return (0, 0) }
                    if let stream, let start = placed[stream], stream.contains(range.lowerBound),
                        range.upperBound <= stream.upperBound
                    {
                        return (start + range.lowerBound - stream.lowerBound, range.count)
                    }
                    let offset = placed[range] ?? append(source[range])
                    placed[range] = offset
                    return (offset, range.count)
                }
            func set(_ tag: TIFFTag, _ values: [Int]) {
                let type = directory.entry(tag)?.type
                fields[tag.rawValue] = TIFFFileField(tag, values, type: type, in: file)
            }
            set(list.offsetTag, places.map(\.0))
            if let tag = list.lengthTag { set(tag, places.map(\.1)) }
        }
    }
}
