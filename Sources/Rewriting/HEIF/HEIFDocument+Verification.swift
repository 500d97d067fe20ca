internal import UprightBase
internal import UprightFormats

extension HEIFDocument {
    package mutating func assemble(
        releasing source: inout [UInt8], _ work: PictureTurnWork
    ) throws(PictureRefusal) -> AssembledPicture {
        let bytes = try layout().splices.applied(to: source)
        return AssembledPicture(bytes: bytes, changes: changes, parts: account)
    }

    package func patch() throws(PictureRefusal) -> PicturePatch? {
        PicturePatch(try layout().splices, changes: changes) { (output, isSame) throws(PictureRefusal) in
            try verify(output, isSame)
        }
    }

    func layout() throws(PictureRefusal) -> HEIFLayout {
        do throws(FormatError) { return try HEIFLayout(plan, of: file, in: source) } catch {
            throw .unencodable(error.description)
        }
    }

    /// Reads the output anew. Every item must have the data, the properties and the references of the source, except for what
    /// the plan changes, and all bytes outside of the changes must be those of the source.
    package func verify(_ output: AssembledPicture, _ options: NormalizationOptions) throws(PictureRefusal) {
        let bytes = output.bytes
        try verify(bytes) { range, offset in
            bytes.bytes(range.count, at: offset)?.hasBytes(of: source[range]) ?? false
        }
    }

    private func verify(_ output: [UInt8], _ isSame: PicturePatch.Comparison) throws(PictureRefusal) {
        let new = try PictureRefusal.checking { () throws(FormatError) in try HEIFFile(parsing: output) }
        guard let old = file.meta, let meta = new.meta, meta.damage.isEmpty else {
            throw .verification(new.meta?.damage.first ?? "the meta box is gone")
        }
        let splices = try layout().splices
        try verifyBytes(output.count, splices, isSame)
        try verifyItems(old, meta, output)
        try verifyData(old, meta, output)
        for (before, after) in [(old, meta)] + zip(file.others, new.others) {
            try verifyKept(before, after, output.count, splices, isSame)
        }
        guard new.others.count == file.others.count, new.size == file.size else {
            throw .verification("the boxes of the output are not those of the source")
        }
    }

    /// Compares everything between the replacements.
    private func verifyBytes(
        _ count: Int, _ splices: FileSplices, _ isSame: PicturePatch.Comparison
    ) throws(PictureRefusal) {
        var next = (source: 0, output: 0)
        for splice in splices.splices + [FileSplices.Splice(range: source.count..<source.count, bytes: [])] {
            let length = splice.range.lowerBound - next.source
            guard next.output + length <= count, isSame(next.source..<splice.range.lowerBound, next.output) else {
                throw .verification("the bytes from \(next.source) on, which do not change, differ")
            }
            next = (splice.range.upperBound, next.output + length + splice.bytes.count)
        }
        guard next.output == count else {
            throw .verification("expected \(next.output) bytes, found \(count)")
        }
    }

    /// Compares the items, their references and their properties.
    private func verifyItems(_ old: HEIFMeta, _ new: HEIFMeta, _ output: [UInt8]) throws(PictureRefusal) {
        let removed = plan.removed
        let kept = old.items.filter { !removed.contains($0.id) }
        guard new.items.count == kept.count + plan.added.count, new.primary == old.primary,
            zip(kept, new.items).allSatisfy({ source[$0.range].hasBytes(of: output[$1.range]) }),
            zip(plan.added, new.items.dropFirst(kept.count)).allSatisfy({ $0.id == $1.id && $0.kind == $1.metadata })
        else { throw .verification("the items of the output are not those of the source") }
        let references =
            old.references.filter { !removed.contains($0.from) }
            + plan.added.map { HEIFReference(type: "cdsc", from: $0.id, to: [old.primary]) }
        guard new.references == references else { throw .verification("the references between items differ") }
        var numbers: [[UInt8]: Int] = [:]
        let before = keptProperties(old.properties, &numbers)
        let after = keptProperties(new.properties, &numbers)
        for item in kept where before[item.id] != after[item.id] {
            throw .verification("the properties of the \(item.name) differ")
        }
        for (id, transforms) in plan.transforms where new.properties.transforms(of: id) != transforms {
            throw .verification("item \(id): expected \(transforms.description)")
        }
        let orphans = Set(["irot", "imir"]).intersection(new.unused).subtracting(old.unused)
        if let type = orphans.first { throw .verification("\(type) belongs to no item") }
        let changing: Set = ["iinf", "iref", "iprp", "iloc", "idat"]
        let boxes = old.children.filter { !changing.contains($0.type) }
        let newBoxes = new.children.filter { !changing.contains($0.type) }
        guard boxes.count == newBoxes.count,
            zip(boxes, newBoxes).allSatisfy({ source[$0.range].hasBytes(of: output[$1.range]) })
        else { throw .verification("the boxes in meta differ") }
    }

    /// The properties of each item that the plan does not change, in order, as numbers of equal boxes.
    private func keptProperties(_ properties: HEIFProperties, _ numbers: inout [[UInt8]: Int]) -> [Int: [Int]] {
        let boxes = properties.properties.map { property in
            let number = numbers[property.bytes] ?? numbers.count
            numbers[property.bytes] = number
            return number
        }
        var kept: [Int: [Int]] = [:]
        for entry in properties.tables.flatMap(\.entries) {
            kept[entry.id, default: []] += entry.associations.compactMap { association in
                guard association.property > 0 else { return nil }
                let property = properties.properties[association.property - 1]
                if plan.transforms[entry.id] != nil, ["irot", "imir"].contains(property.type) { return nil }
                return 2 * boxes[association.property - 1] + (association.isEssential ? 1 : 0)
            }
        }
        return kept
    }

    /// Compares the new data of items with what was planned.
    private func verifyData(_ old: HEIFMeta, _ new: HEIFMeta, _ output: [UInt8]) throws(PictureRefusal) {
        let changed = plan.payloads.merging(plan.added.map { ($0.id, $0.payload) }) { $1 }
        for (id, payload) in changed where !payload.isEmpty {
            guard let data = new.data(of: id, in: output, maximum: payload.count), data == payload else {
                throw .verification("the data of item \(id) is not what was written")
            }
        }
    }

    /// Compares the data of every other item. What lies between the replacements, where they move it, is compared already.
    private func verifyKept(
        _ old: HEIFMeta, _ new: HEIFMeta, _ count: Int, _ splices: FileSplices, _ isSame: PicturePatch.Comparison
    ) throws(PictureRefusal) {
        var pairs: [HEIFDataPair] = []
        for entry in old.locations.entries where plan.payloads[entry.id] == nil || old.box != file.meta?.box {
            let before = old.ranges(of: entry, inFileOf: source.count)
            let after = new.ranges(of: entry.id, inFileOf: count)
            guard let before, let after else {
                if before == nil, new.location(of: entry.id) == entry { continue }
                throw .verification("the data of item \(entry.id) cannot be found")
            }
            guard before.map({ $0.count }) == after.map({ $0.count }) else {
                throw .verification("the data of item \(entry.id) has another length")
            }
            for (before, after) in zip(before, after) where !splices.keeps(before, at: after.lowerBound) {
                pairs.append(HEIFDataPair(source: before, shift: after.lowerBound - before.lowerBound))
            }
        }
        if let byte = HEIFDataPair.difference(pairs, (source.count, count), isSame) {
            throw .verification("the data of an item, at byte \(byte) of the source, differs")
        }
    }
}

extension HEIFMeta {
    /// The types of the properties that belong to no item.
    fileprivate var unused: Set<String> {
        var used: Set<Int> = []
        for table in properties.tables {
            for entry in table.entries { used.formUnion(entry.associations.map(\.property)) }
        }
        return Set(
            properties.properties.indices.filter { !used.contains($0 + 1) }.map { properties.properties[$0].type })
    }
}
