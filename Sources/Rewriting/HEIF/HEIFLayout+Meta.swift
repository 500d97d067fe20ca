internal import UprightBase
internal import UprightFormats

extension HEIFLayout {
    /// The `meta` box of the output.
    var metaBox: [UInt8] {
        var content = Array(source[meta.box.payload.prefix(4)])
        let types = Set(meta.children.map(\.type))
        for child in meta.children { content += replacement(for: child) ?? Array(source[child.range]) }
        if !types.contains("iloc"), !locations.entries.isEmpty { content += locations.serialized }
        if !types.contains("iref"), !plan.added.isEmpty { content += newReferences(version: nil) }
        let header = ISOBox.header("meta", payload: content.count, length: meta.box.length)
        return header + content
    }

    /// Returns the new bytes of a box in `meta`; nil if it stays as it is.
    private func replacement(for child: ISOBox) -> [UInt8]? {
        switch child.type {
        case "iprp": properties == meta.properties ? nil : properties.serialized
        case "iloc":
            // Its length must not depend on the positions, which are known later.
            locations == meta.locations && locations.serialized.count == child.range.count ? nil : locations.serialized
        case "iinf" where plan.added.isEmpty && plan.removed.isEmpty: plan.boxes[child.range.lowerBound]
        case "idat": itemData.map { ISOBox.serialized("idat", $0) }
        case "iinf": items(child)
        case "iref": plan.added.isEmpty && plan.removed.isEmpty ? nil : references(child)
        default: plan.boxes[child.range.lowerBound]
        }
    }

    private func items(_ box: ISOBox) -> [UInt8] {
        let version = source[box.payload.lowerBound]
        let kept = meta.items.filter { !plan.removed.contains($0.id) }
        let count = kept.count + plan.added.count
        var bytes = Array(source[box.payload.prefix(4)])
        bytes +=
            version == 0
            ? UInt16(truncatingIfNeeded: count).bigEndianBytes : UInt32(truncatingIfNeeded: count).bigEndianBytes
        let canonical = plan.boxes[box.range.lowerBound]
        for item in kept {
            let start = item.range.lowerBound - box.range.lowerBound
            bytes += canonical?[start..<start + item.range.count] ?? source[item.range]
        }
        for addition in plan.added { bytes += HEIFItem.serialized(id: addition.id, kind: addition.kind) }
        return ISOBox.serialized("iinf", bytes)
    }

    /// The references without those of removed items, and with those of new ones.
    private func references(_ box: ISOBox) -> [UInt8] {
        let version = meta.referenceVersion ?? 0
        var bytes = Array(source[box.payload.prefix(4)])
        let content = box.payload.dropFirst(4)
        for reference in ISOBox.boxes(in: content.startIndex..<content.endIndex, of: source).boxes {
            let from = source[reference.payload].prefix(version == 0 ? 2 : 4).bigEndianInteger
            if !plan.removed.contains(Int(from)) { bytes += source[reference.range] }
        }
        return ISOBox.serialized("iref", bytes + newReferences(version: version))
    }

    /// The references of new items to the primary one: what they describe (ISO/IEC 23008-12, section 6.4.3).
    ///
    /// - Parameter version: the version of the box that they go into; nil for a new box.
    private func newReferences(version: Int?) -> [UInt8] {
        let isLong = plan.added.contains { $0.id > Int(UInt16.max) } || meta.primary > Int(UInt16.max)
        let width = version ?? (isLong ? 1 : 0)
        let references = plan.added.flatMap {
            HEIFReference.serialized("cdsc", from: $0.id, to: meta.primary, version: width)
        }
        return version == nil
            ? ISOBox.serialized("iref", [UInt8(truncatingIfNeeded: width), 0, 0, 0] + references) : references
    }
}

extension HEIFMeta {
    /// Identifiers for new items; fewer than asked for if there are no more.
    func freeIdentifiers(_ count: Int) -> [Int] {
        let used = Set(items.map(\.id) + locations.entries.map(\.id) + groups.flatMap(\.items))
        let limit = locations.version < 2 || (referenceVersion ?? 1) == 0 ? Int(UInt16.max) : Int(UInt32.max)
        let next = (used.max() ?? 0) + 1
        if next + count - 1 <= limit { return Array(next..<next + count) }
        return Array((1...limit).lazy.filter { !used.contains($0) }.prefix(count))
    }
}
