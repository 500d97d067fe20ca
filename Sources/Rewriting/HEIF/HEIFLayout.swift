internal import UprightBase
internal import UprightFormats

/// How a file is written by a plan: which ranges are replaced by what.
///
/// Data that is not replaced keeps its bytes, and moves only if the boxes before it grow and no `free` box takes up the
/// growth. Then `iloc` gets the new positions.
struct HEIFLayout {
    let file: HEIFFile
    let meta: HEIFMeta
    let source: [UInt8]
    let plan: HEIFPlan

    /// The replacements.
    var splices = FileSplices()
    /// The properties of the output.
    private(set) var properties: HEIFProperties
    /// Where the data of the output's items is.
    var locations: HEIFItemLocations

    /// The new payload of `idat`; nil if it does not change.
    private(set) var itemData: [UInt8]?
    /// The data that is written behind all other data, with its items.
    private(set) var appended: [(item: Int, bytes: [UInt8])] = []
    /// The replacements of data in place.
    private(set) var replaced: [(range: Range<Int>, bytes: [UInt8])] = []

    /// Plans the output.
    init(_ plan: HEIFPlan, of file: HEIFFile, in source: [UInt8]) throws(FormatError) {
        guard let meta = file.meta else {
            throw FormatError("the file has no meta box that describes a picture")
        }
        if let damage = meta.damage.first { throw FormatError(damage) }
        (self.file, self.meta, self.source, self.plan) = (file, meta, source, plan)
        properties = meta.properties
        locations = meta.locations
        try properties.set(plan.transforms)
        properties.replace(plan.properties)
        if plan.dropsOtherProperties { properties.dropOthers() }
        try placeData()
        // A wider field makes the box longer, which moves the data.
        for _ in 0..<4 {
            let before = locations
            try layOut()
            var widened = locations
            guard widened.widen() else { return }
            locations = before
            locations.widths = widened.widths
        }
        throw FormatError("the positions in iloc do not fit")
    }

    /// Decides where the new data of items goes.
    private mutating func placeData() throws(FormatError) {
        let removed = plan.removed
        locations.entries.removeAll { removed.contains($0.id) }
        properties.dissociate(removed)
        for (id, bytes) in plan.payloads.sorted(by: { $0.key < $1.key }) {
            let entry = meta.location(of: id)
            guard let entry, let ranges = meta.ranges(of: id, inFileOf: source.count) else {
                throw FormatError("the data of item \(id) cannot be found")
            }
            let own = ranges.filter { isOwn($0, of: id) }
            let single = ranges.count == 1 && own.count == 1 && entry.extents[0].length > 0
            let isInItemData = entry.construction == .itemData
            if !bytes.isEmpty, single, bytes.count <= ranges[0].count || !isInItemData && canGrow(ranges[0]) {
                let padding = max(0, ranges[0].count - bytes.count)
                replace(ranges[0], with: bytes + [UInt8](repeating: 0, count: padding))
                setLength(bytes.count, of: id)
                continue
            }
            // Nobody finds the old data, but a position that was removed must not stay in it.
            for range in own { replace(range, with: [UInt8](repeating: 0, count: range.count)) }
            guard !bytes.isEmpty else { continue }
            append(bytes, of: id)
        }
        for (start, bytes) in plan.overwritten { replace(start..<start + bytes.count, with: bytes) }
        for addition in plan.added { append(addition.payload, of: addition.id) }
    }

    /// Whether a range holds data of one item alone, and nothing else.
    private func isOwn(_ range: Range<Int>, of id: Int) -> Bool {
        guard range.upperBound <= source.count, !range.isEmpty, isInItemData(range) || box(around: range) != nil else {
            return false
        }
        return meta.locations.entries.allSatisfy { entry in
            entry.id == id
                || (meta.ranges(of: entry.id, inFileOf: source.count) ?? []).allSatisfy { !$0.overlaps(range) }
        }
    }

    /// Whether a range lies in `idat`.
    func isInItemData(_ range: Range<Int>) -> Bool {
        meta.itemData.map { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound } ?? false
    }

    /// The `mdat` box whose payload holds a range.
    func box(around range: Range<Int>) -> ISOBox? {
        file.boxes.first {
            $0.type == "mdat" && $0.payload.lowerBound <= range.lowerBound && range.upperBound <= $0.payload.upperBound
        }
    }

    /// Whether the data in a range can become longer, which moves what follows.
    private func canGrow(_ range: Range<Int>) -> Bool {
        file.immovable == nil && box(around: range)?.isComplete == true
    }

    private mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
        guard let data = meta.itemData, isInItemData(range) else {
            replaced.append((range, bytes))
            return
        }
        var payload = itemData ?? Array(source[data])
        payload.replaceSubrange(range.lowerBound - data.lowerBound..<range.upperBound - data.lowerBound, with: bytes)
        itemData = payload
    }

    private mutating func setLength(_ length: Int, of id: Int) {
        guard let index = locations.entries.firstIndex(where: { $0.id == id }) else { return }
        locations.entries[index].extents[0].length = length
    }

    /// Writes an item's data where nothing else is: behind the data of `mdat`, or in a new one. Few readers find metadata in
    /// `idat` (exiftool 12.57 does not); it goes there if nothing can follow `meta`.
    private mutating func append(_ bytes: [UInt8], of id: Int) {
        var entry = HEIFItemLocations.Entry(
            id: id, construction: .file, constructionField: 0, dataReference: 0, base: 0,
            extents: [HEIFItemLocations.Extent(offset: 0, length: bytes.count)])
        if let data = meta.itemData, meta.box.length == .toEnd, locations.version > 0 {
            let payload = itemData ?? Array(source[data])
            (entry.construction, entry.constructionField) = (.itemData, 1)
            entry.extents[0].offset = payload.count
            itemData = payload + bytes
        } else {
            appended.append((id, bytes))
        }
        if let index = locations.entries.firstIndex(where: { $0.id == id }) {
            locations.entries[index] = entry
        } else {
            locations.entries.append(entry)
        }
    }
}
