internal import UprightBase
internal import UprightFormats

extension HEIFMeta {
    /// The ranges of the file that hold an item's data, in order.
    ///
    /// - Parameter count: the number of the file's bytes. Ranges can lie beyond it.
    /// - Returns: nil if the data is in another file, or is found in a way that is not known.
    func ranges(of id: Int, inFileOf count: Int) -> [Range<Int>]? {
        guard let entry = location(of: id) else { return [] }
        return ranges(of: entry, inFileOf: count)
    }

    /// Returns the same for an entry of `iloc`.
    ///
    /// - Parameter isSource: whether other items take pieces of the data.
    func ranges(
        of entry: HEIFItemLocations.Entry, inFileOf count: Int, isSource: Bool = false
    ) -> [Range<Int>]? {
        guard !isExternal(entry), let construction = entry.construction else { return nil }
        // No file is known that takes pieces of pieces; the limits keep a hostile one from taking long.
        if construction == .item, isSource || entry.extents.count > 64 { return nil }
        var ranges: [Range<Int>] = []
        for extent in entry.extents {
            let start = entry.base.addingSaturated(extent.offset)
            switch construction {
            case .file:
                let end = extent.length == 0 ? max(start, count) : start.addingSaturated(extent.length)
                ranges.append(start..<end)
            case .itemData:
                guard let data = itemData else { return nil }
                let first = data.lowerBound.addingSaturated(start)
                let end = extent.length == 0 ? max(first, data.upperBound) : first.addingSaturated(extent.length)
                guard end <= data.upperBound else { return nil }
                ranges.append(first..<end)
            case .item:
                let sources = dataSources[entry.id] ?? []
                let index = max(extent.index, 1) - 1
                guard sources.indices.contains(index), let source = location(of: sources[index]),
                    let whole = self.ranges(of: source, inFileOf: count, isSource: true),
                    let part = Self.part(of: whole, from: start, length: extent.length)
                else { return nil }
                ranges += part
            }
        }
        return ranges
    }

    /// Returns a part of data that lies in several ranges; nil if it reaches beyond the end.
    private static func part(of ranges: [Range<Int>], from start: Int, length: Int) -> [Range<Int>]? {
        var (skip, left) = (start, length == 0 ? Int.max : length)
        var part: [Range<Int>] = []
        for range in ranges where left > 0 {
            if skip >= range.count {
                skip -= range.count
                continue
            }
            let taken = min(left, range.count - skip)
            part.append(range.lowerBound + skip..<range.lowerBound + skip + taken)
            (skip, left) = (0, left - taken)
        }
        return skip == 0 && (left == 0 || length == 0) ? part : nil
    }

    /// Returns the data of an item; nil if some of it is missing or cannot be found, or if there is more than a maximum.
    func data(of id: Int, in bytes: [UInt8], maximum: Int) -> [UInt8]? {
        guard let ranges = ranges(of: id, inFileOf: bytes.count) else { return nil }
        var total = 0
        for range in ranges {
            total = total.addingSaturated(range.count)
            guard range.upperBound <= bytes.count, total <= maximum else { return nil }
        }
        return ranges.flatMap { bytes[$0] }
    }

    /// Whether the data of an item is in another file.
    func isExternal(_ entry: HEIFItemLocations.Entry) -> Bool { externalReferences.contains(entry.dataReference) }

    /// The end of the last item's data in the file.
    var endOfData: Int {
        locations.entries.lazy.filter { $0.construction == .file && !isExternal($0) }.flatMap { entry in
            entry.extents.lazy.map { entry.base.addingSaturated($0.offset).addingSaturated($0.length) }
        }.max() ?? 0
    }

    /// Descriptions of items whose data reaches beyond the end of the file.
    func missingData(inFileOf count: Int) -> [String] {
        var missing: [String] = []
        for entry in locations.entries where !isExternal(entry) {
            let name = item(entry.id)?.name ?? "item \(entry.id)"
            guard let ranges = ranges(of: entry, inFileOf: count) else {
                missing.append("the data of \(name) cannot be found")
                continue
            }
            if let range = ranges.first(where: { $0.upperBound > count }) {
                missing.append(
                    "\(name) at byte \(range.lowerBound): expected \(range.count) bytes, found "
                        + "\(max(0, count - range.lowerBound))")
            }
        }
        let shown = 8
        return missing.count <= shown
            ? missing : missing.prefix(shown) + ["\(missing.count - shown) more items lack data"]
    }
}
