internal import UprightBase
internal import UprightFormats

extension HEIFFile {
    /// The bytes of `mdat` and `idat` that are the data of no item and of no track; nil if it cannot be told which those are.
    func gaps(in bytes: [UInt8]) -> [Range<Int>]? {
        guard !boxes.contains(where: { $0.type == "moof" }) else { return nil }
        var used: [Range<Int>] = []
        let metas = (meta.map { [$0] } ?? []) + others
        for meta in metas {
            for entry in meta.locations.entries {
                guard let ranges = meta.ranges(of: entry, inFileOf: bytes.count) else { return nil }
                used += ranges
            }
        }
        for movie in boxes where movie.type == "moov" {
            for track in Self.inner(["trak"], of: movie, in: bytes) {
                guard let samples = try? Self.samples(of: track, in: bytes) else { return nil }
                used += samples
            }
        }
        let data = boxes.filter { $0.type == "mdat" }.map(\.payload) + metas.compactMap(\.itemData)
        return data.flatMap { box in
            TIFFRoom.gaps(between: used.map { $0.clamped(to: box) } + [0..<box.lowerBound], end: box.upperBound)
        }
    }

    private static func inner(_ types: Set<String>, of box: ISOBox, in bytes: [UInt8]) -> [ISOBox] {
        ISOBox.boxes(in: box.payload, of: bytes).boxes.filter { types.contains($0.type) }
    }

    /// Where the samples of a track are (ISO/IEC 14496-12, 8.7).
    private static func samples(of track: ISOBox, in bytes: [UInt8]) throws(FormatError) -> [Range<Int>] {
        let tables = inner(["mdia"], of: track, in: bytes).flatMap { inner(["minf"], of: $0, in: bytes) }
            .flatMap { inner(["stbl"], of: $0, in: bytes) }.flatMap { ISOBox.boxes(in: $0.payload, of: bytes).boxes }
        var (sizes, chunks, groups) = ([Int](), [Int](), [(first: Int, count: Int)]())
        for table in tables {
            var reader = ISOReader(table, in: bytes)
            _ = try reader.versionAndFlags()
            switch table.type {
            case "stsz":
                let size = try reader.integer(4)
                let count = try reader.integer(4)
                guard count <= bytes.count else { throw FormatError("stsz: \(count) samples are too many") }
                for _ in 0..<count { sizes.append(size > 0 ? size : try reader.integer(4)) }
            case "stco", "co64":
                for _ in 0..<(try reader.integer(4)) { chunks.append(try reader.integer(table.type == "stco" ? 4 : 8)) }
            case "stsc":
                for _ in 0..<(try reader.integer(4)) {
                    groups.append((try reader.integer(4), try reader.integer(4)))
                    _ = try reader.integer(4)
                }
            case "stz2", "saio": throw FormatError("\(table.type) is not read")
            default: continue
            }
        }
        var (ranges, rest, group) = ([Range<Int>](), sizes[...], 0)
        for (index, start) in chunks.enumerated() {
            while group + 1 < groups.count, groups[group + 1].first <= index + 1 { group += 1 }
            guard groups.indices.contains(group) else { break }
            let length = rest.prefix(groups[group].count).reduce(0) { $0.addingSaturated($1) }
            ranges.append(start..<start.addingSaturated(length))
            rest = rest.dropFirst(groups[group].count)
        }
        return ranges
    }
}
