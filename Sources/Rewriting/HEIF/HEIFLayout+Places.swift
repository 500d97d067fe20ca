internal import UprightBase
internal import UprightFormats

extension HEIFLayout {
    /// Lays out the file with fields in `iloc` that are as wide as ``locations`` says.
    mutating func layOut() throws(FormatError) {
        splices = FileSplices()
        var growth: [Int: Int] = [:]
        for (range, bytes) in replaced {
            try add(range, bytes)
            guard bytes.count != range.count, let box = box(around: range) else { continue }
            growth[box.range.lowerBound, default: 0] += bytes.count - range.count
        }
        for box in file.boxes {
            if let bytes = plan.boxes[box.range.lowerBound] { try add(box.range, bytes) }
        }
        if plan.dropsTrailer { try add(file.trailer, []) }
        let movesMeta = movesMeta
        let room = try placeAppended(&growth, with: movesMeta ? metaBox : [])
        for box in file.boxes {
            guard let grown = growth[box.range.lowerBound], grown != 0, box.length != .toEnd else { continue }
            let header = ISOBox.header(box.type, payload: box.payload.count + grown, length: box.length)
            guard header.count == box.payload.lowerBound - box.range.lowerBound else {
                throw FormatError(
                    "\(box.type) at byte \(box.range.lowerBound) would exceed the 4 GiB that its header can "
                        + "state")
            }
            try add(box.range.lowerBound..<box.payload.lowerBound, header)
        }
        if movesMeta {
            // Nothing else moves: unused bytes take the room of the old box.
            let payload = [UInt8](repeating: 0, count: meta.box.range.count - 8)
            try add(meta.box.range, ISOBox.serialized("free", payload))
        } else {
            try placeMeta()
        }
        var next = room.map { splices.start(of: $0.range) + $0.header } ?? 0
        for (item, bytes) in appended {
            guard let index = locations.entries.firstIndex(where: { $0.id == item }) else { continue }
            locations.entries[index].extents[0].offset = next
            next += bytes.count
        }
        let layout = splices
        locations.relocate(
            except: Set(appended.map(\.item)), external: meta.externalReferences, by: layout.moved)
        try relocateOthers()
        try checkImmovable()
        try checkData()
        if movesMeta {
            let end = source.count..<source.count
            splices.update(end, splices.bytes(of: end).dropLast(metaBox.count) + metaBox)
        } else {
            splices.update(meta.box.range, metaBox)
        }
    }

    /// Whether a longer `meta` box goes to the end of the file: nothing may move, and no unused bytes follow it.
    private var movesMeta: Bool {
        let growth = metaBox.count - meta.box.range.count
        return file.immovable != nil && growth > 0 && freeBox(for: growth) == nil && meta.box.length != .toEnd
    }

    private mutating func add(_ range: Range<Int>, _ bytes: [UInt8]) throws(FormatError) {
        guard splices.add(range, bytes) else {
            throw FormatError("the data at byte \(range.lowerBound) lies in the boxes")
        }
    }

    /// Plans the insertion of the appended data.
    ///
    /// - Parameter further: what follows the data at the end of a file in which nothing may move.
    /// - Returns: the place, and the length of the header before the data; nil if there is no such data.
    private mutating func placeAppended(
        _ growth: inout [Int: Int], with further: [UInt8]
    ) throws(FormatError) -> (range: Range<Int>, header: Int)? {
        guard !appended.isEmpty || !further.isEmpty else { return nil }
        let bytes = appended.flatMap(\.bytes)
        if file.immovable == nil, let box = file.boxes.last(where: { $0.type == "mdat" }) {
            guard box.isComplete else {
                throw FormatError(
                    "mdat at byte \(box.range.lowerBound): expected \(box.declaredLength) bytes, found "
                        + "\(box.range.count)")
            }
            let end = box.range.upperBound..<box.range.upperBound
            try add(end, bytes)
            growth[box.range.lowerBound, default: 0] += bytes.count
            return (end, 0)
        }
        let header = bytes.isEmpty ? [] : ISOBox.header("mdat", payload: bytes.count)
        var end = meta.box.range.upperBound
        if let reason = file.immovable {
            guard let last = file.boxes.last, last.isComplete, last.length != .toEnd, file.trailer.isEmpty else {
                throw FormatError(reason)
            }
            end = source.count
        }
        try add(end..<end, header + bytes + further)
        return (end..<end, header.count)
    }

    /// Plans the new `meta` box, whose positions are not known yet, and lets a `free` box take up its growth.
    private mutating func placeMeta() throws(FormatError) {
        let box = metaBox
        let growth = box.count - meta.box.range.count
        try add(meta.box.range, box)
        guard growth != 0 else { return }
        if let free = freeBox(for: growth) {
            let payload = [UInt8](repeating: 0, count: max(0, -growth)) + source[free.payload].dropFirst(max(0, growth))
            let isGone = growth == free.range.count
            try add(free.range, isGone ? [] : ISOBox.header(free.type, payload: free.payload.count - growth) + payload)
        } else if growth <= -8, meta.box.range.upperBound < source.count, appended.isEmpty {
            let payload = [UInt8](repeating: 0, count: -growth - 8)
            try add(
                meta.box.range.upperBound..<meta.box.range.upperBound, ISOBox.serialized("free", payload))
        }
    }

    /// The unused box between `meta` and the data that can take up a growth.
    private func freeBox(for growth: Int) -> ISOBox? {
        let behind = file.boxes.drop { $0.range.lowerBound < meta.box.range.upperBound }.prefix { $0.type != "mdat" }
        return behind.first { box in
            guard box.type == "free" || box.type == "skip", box.isComplete, box.length == .short else { return false }
            let left = box.range.count - growth
            guard left == 0 || left >= 8 else { return false }
            return meta.locations.entries.allSatisfy { entry in
                (meta.ranges(of: entry, inFileOf: source.count) ?? []).allSatisfy { !$0.overlaps(box.range) }
            }
        }
    }

    /// Gives the items of other `meta` boxes their new positions.
    private mutating func relocateOthers() throws(FormatError) {
        let layout = splices
        for other in file.others {
            var relocated = other.locations
            relocated.relocate(except: [], external: other.externalReferences, by: layout.moved)
            guard relocated != other.locations else { continue }
            let box = other.children.first { $0.type == "iloc" }
            guard let box, !relocated.widen(), relocated.serialized.count == box.range.count else {
                throw FormatError(
                    "the positions in the meta box at byte \(other.box.range.lowerBound) do not fit")
            }
            try add(box.range, relocated.serialized)
        }
    }

    /// Refuses to move anything in a file with positions that are not changed.
    private func checkImmovable() throws(FormatError) {
        let unknown = meta.locations.entries.first { $0.construction == nil }
        let method = unknown.map { "the data of item \($0.id) is found in a way that is not understood" }
        guard let reason = file.immovable ?? method else { return }
        guard splices.splices.allSatisfy({ $0.growth == 0 || $0.range.upperBound == source.count }) else {
            throw FormatError(reason)
        }
    }

    /// Refuses to change bytes in the midst of an item's data, which only a broken file has where boxes are, and behind
    /// data that reaches to the end of the file.
    private func checkData() throws(FormatError) {
        for entry in meta.locations.entries where plan.payloads[entry.id] == nil {
            let isOpen = entry.extents.contains { $0.length == 0 }
            if isOpen, entry.construction == .itemData, itemData.map({ $0.count != meta.itemData?.count }) ?? false {
                throw FormatError("the data of item \(entry.id) reaches to the end of idat, which grows")
            }
            for range in meta.ranges(of: entry, inFileOf: source.count) ?? [] where !isInItemData(range) {
                guard
                    splices.splices.allSatisfy({ splice in
                        !splice.conflicts(with: range)
                            && !(isOpen && splice.growth != 0 && splice.range.upperBound > range.lowerBound)
                    })
                else {
                    throw FormatError(
                        "the data of item \(entry.id) at byte \(range.lowerBound) reaches into the boxes")
                }
            }
        }
    }
}
