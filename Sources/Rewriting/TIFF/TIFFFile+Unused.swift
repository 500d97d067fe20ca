internal import UprightBase
internal import UprightFormats

extension TIFFFile {
    /// The ranges that neither the header, nor a directory, a value or a strip takes up, in order; none if some data have
    /// no known end.
    func unreferenced(in bytes: [UInt8]) -> [Range<Int>] {
        var used = [0..<(isBig ? 16 : 8)]
        var pointers: [Int] = []
        // Tables of old-style JPEG, and data of cameras.
        let unknown: [UInt16] = [513, 519, 520, 521]
        for directory in directories {
            let data = data(of: directory, in: bytes)
            let counts = [TIFFTag.stripOffsets, .tileOffsets].compactMap { directory.entry($0)?.count }
            guard data.count >= counts.reduce(0, +), !directory.entries.contains(where: { unknown.contains($0.tag) })
            else { return [] }
            used += [directory.range] + data
            for entry in directory.entries {
                guard let value = entry.value else { continue }
                if !entry.isInline { used.append(value) }
                // A number of a known tag, a length for example, points to nothing.
                guard entry.count == 1, [4, 13, 16, 18].contains(entry.type), mayPoint(entry, in: directory) else {
                    continue
                }
                pointers.append(Int(clamping: order.integer(bytes[value])))
            }
        }
        return TIFFRoom.gaps(between: used, end: bytes.count).filter { range in
            !pointers.contains { range.contains($0) }
        }
    }

    /// The number of bytes, other than zeros, that belong to nothing: neither to the header, nor to a directory, a value, a strip or
    /// a tile.
    func unlisted(in bytes: [UInt8]) -> Int {
        var used = [0..<(isBig ? 16 : 8)]
        for directory in directories {
            used.append(directory.range.lowerBound..<directory.range.lowerBound + countBytes)
            if case .page = directory.kind { used.append(directory.next..<directory.next + wide) }
            var tags: Set<UInt16> = []
            for entry in directory.entries where tags.insert(entry.tag).inserted {
                used.append(entry.offset..<entry.offset + 4 + wide)
                guard let value = entry.value else { continue }
                used.append(value)
                if !entry.isInline { used.append(entry.offset + 4 + wide..<entry.offset + entryBytes) }
            }
            used += TIFFData.lists(of: directory, self, in: bytes).flatMap { $0.ranges.compactMap(\.self) }
        }
        return TIFFRoom.gaps(between: used, end: bytes.count).reduce(0) { sum, gap in
            sum + bytes[gap].count { $0 != 0 }
        }
    }

    /// The ranges of zeros to which nothing points, not even a number in a maker note or a private value: the room that earlier
    /// changes have left.
    func emptyRoom(in bytes: [UInt8]) -> [Range<Int>] {
        let empty = unreferenced(in: bytes).filter { range in bytes[range].allSatisfy { $0 == 0 } }
        guard !empty.isEmpty else { return [] }
        var isPointedTo = [Bool](repeating: false, count: empty.count)
        func mark(_ offset: Int) {
            let index = empty.partitioningIndex { $0.upperBound > offset }
            if index < empty.count, empty[index].contains(offset) { isPointedTo[index] = true }
        }
        for value in privateValues where value.count >= 4 {
            for place in value.lowerBound...value.upperBound - 4 {
                for order in [TIFFByteOrder.littleEndian, .bigEndian] {
                    let number = Int(clamping: order.integer(bytes[place..<place + 4]))
                    // Offsets count from the start of the file or of the value.
                    mark(number)
                    mark(number.addingSaturated(value.lowerBound))
                }
            }
        }
        return zip(empty, isPointedTo).compactMap { $1 ? nil : $0 }
    }

    /// The data to which a directory points: strips, tiles, and a JPEG.
    func data(of directory: Directory, in bytes: [UInt8]) -> [Range<Int>] {
        let pairs: [(TIFFTag, TIFFTag)] = [
            (.stripOffsets, .stripByteCounts), (.tileOffsets, .tileByteCounts),
            (.jpegInterchangeFormat, .jpegInterchangeFormatLength),
        ]
        return pairs.flatMap { offsets, lengths -> [Range<Int>] in
            guard let starts = directory.entry(offsets).flatMap({ integers($0, in: bytes) }),
                let counts = directory.entry(lengths).flatMap({ integers($0, in: bytes) })
            else { return [] }
            return zip(starts, counts).compactMap { start, count in
                guard start >= 8, count > 0, start <= bytes.count, count <= bytes.count - start else { return nil }
                return start..<start + count
            }
        }
    }
}
