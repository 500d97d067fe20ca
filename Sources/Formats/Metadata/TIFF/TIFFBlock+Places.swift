extension TIFFBlock {
    /// A range of the block and its owner: the offset of the entry or directory that uses it.
    package struct Place {
        package let range: Range<Int>
        package let owner: Int
    }

    /// Every range that the header, a directory, an entry or a thumbnail uses.
    package var places: [Place] {
        var places = [Place(range: 0..<8, owner: 0)]
        for directory in directories {
            let end = min(directory.offset + 2 + 12 * directory.entries.count + 4, bytes.count)
            places.append(Place(range: directory.offset..<end, owner: directory.offset))
            for entry in directory.entries {
                if let value = entry.value, !entry.isInline { places.append(Place(range: value, owner: entry.offset)) }
            }
            for data in dataPlaces(of: directory) { places.append(data) }
        }
        return places
    }

    /// Whether only the given entry uses a range.
    package func isReadOnly(by entry: TIFFEntry, _ range: Range<Int>) -> Bool {
        if entry.value == range, entry.isInline { return true }
        return isFree(range, except: [entry.offset])
    }

    /// Whether only the given owners use a range.
    package func isFree(_ range: Range<Int>, except owners: Set<Int>) -> Bool {
        !places.contains { !owners.contains($0.owner) && $0.range.overlaps(range) }
    }

    /// Returns the picture data to which a directory points with a pair of tags.
    package func dataPlaces(of directory: TIFFDirectory) -> [Place] {
        let pairs: [(TIFFTag, TIFFTag)] = [
            (.jpegInterchangeFormat, .jpegInterchangeFormatLength), (.stripOffsets, .stripByteCounts),
        ]
        return pairs.flatMap { offsets, lengths -> [Place] in
            guard let owner = directory.entry(offsets), let starts = integers(owner),
                let counts = directory.entry(lengths).flatMap({ integers($0) })
            else { return [] }
            return zip(starts, counts).compactMap { start, count in
                guard bytes.indices.contains(start), count > 0, count <= bytes.count - start else { return nil }
                return Place(range: start..<start + count, owner: owner.offset)
            }
        }
    }
}
