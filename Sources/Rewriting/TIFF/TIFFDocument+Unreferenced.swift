internal import UprightBytes
internal import UprightEditing
internal import UprightMetadata

extension TIFFDocument {
    /// Removes bytes that nothing in the file points to: what other programs left behind, and what follows the last value.
    mutating func stripUnreferenced(_ rules: StripRules) throws(MetadataEditError) {
        for range in unreferenced {
            let bytes = Array(source[range])
            guard bytes.contains(where: { $0 != 0 }),
                try rules.removesUnknown(bytes, "the \(range.count) bytes at byte \(range.lowerBound)")
            else { continue }
            plan.freed.append(range)
            changes.append(Change(.part("unused"), from: "\(range.count) bytes", to: ""))
        }
    }

    /// The ranges that neither the header, nor a directory, a value or a strip takes up, in order; none if some data have
    /// no known end.
    var unreferenced: [Range<Int>] {
        var used = [0..<(file.isBig ? 16 : 8)]
        var pointers: [Int] = []
        // Tables of old-style JPEG, and data of cameras.
        let unknown: [UInt16] = [513, 519, 520, 521]
        for directory in file.directories {
            let data = TIFFAssembler.data(of: directory, file, source)
            let counts = [TIFFTag.stripOffsets, .tileOffsets].compactMap { directory.entry($0)?.count }
            guard data.count >= counts.reduce(0, +), !directory.entries.contains(where: { unknown.contains($0.tag) })
            else { return [] }
            used += [directory.range] + data
            for entry in directory.entries {
                guard let value = entry.value else { continue }
                if !entry.isInline { used.append(value) }
                // LONG, IFD, LONG8 and IFD8 can point to something.
                guard entry.count == 1, [4, 13, 16, 18].contains(entry.type) else { continue }
                pointers.append(Int(clamping: file.order.integer(source[value])))
            }
        }
        var free: [Range<Int>] = []
        var end = 0
        for range in used.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound > end { free.append(end..<range.lowerBound) }
            end = max(end, range.upperBound)
        }
        if end < source.count { free.append(end..<source.count) }
        return free.filter { range in !pointers.contains { range.contains($0) } }
    }
}
