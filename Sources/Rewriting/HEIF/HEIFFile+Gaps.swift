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
        guard let tracks = tracks(in: bytes) else { return nil }
        used += tracks.flatMap(\.samples)
        let data = boxes.filter { $0.type == "mdat" }.map(\.payload) + metas.compactMap(\.itemData)
        return data.flatMap { box in
            TIFFRoom.gaps(between: used.map { $0.clamped(to: box) } + [0..<box.lowerBound], end: box.upperBound)
        }
    }

    /// The samples of tracks that have units which render nothing, with padding in place of those.
    func paddedSamples(in bytes: [UInt8]) -> [(range: Range<Int>, padded: [UInt8])] {
        (tracks(in: bytes) ?? []).flatMap { track in
            track.samples.compactMap { range in
                guard let coding = track.coding, range.upperBound <= bytes.count else { return nil }
                let sample = Array(bytes[range])
                let padded = CodedUnits.padded(sample, coding)
                return padded == sample ? nil : (range, padded)
            }
        }
    }

    private func tracks(in bytes: [UInt8]) -> [Track]? {
        var tracks: [Track] = []
        for box in boxes where box.type == "moov" {
            for track in Self.inner(["trak"], of: box, in: bytes) {
                guard let track = try? Self.track(track, in: bytes) else { return nil }
                tracks.append(track)
            }
        }
        return tracks
    }

    private struct Track {
        var coding: CodedUnits.Coding?
        var samples: [Range<Int>] = []
    }

    private static func inner(_ types: Set<String>, of box: ISOBox, in bytes: [UInt8]) -> [ISOBox] {
        ISOBox.boxes(in: box.payload, of: bytes).boxes.filter { types.contains($0.type) }
    }

    /// How a track is coded, and where its samples are (ISO/IEC 14496-12, 8.5 and 8.7).
    private static func track(_ track: ISOBox, in bytes: [UInt8]) throws(FormatError) -> Track {
        let tables = inner(["mdia"], of: track, in: bytes).flatMap { inner(["minf"], of: $0, in: bytes) }
            .flatMap { inner(["stbl"], of: $0, in: bytes) }.flatMap { ISOBox.boxes(in: $0.payload, of: bytes).boxes }
        var (sizes, chunks, groups) = ([Int](), [Int](), [(first: Int, count: Int)]())
        var result = Track()
        for table in tables {
            var reader = ISOReader(table, in: bytes)
            _ = try reader.versionAndFlags()
            switch table.type {
            case "stsd":
                // The boxes of a picture's description are behind its fields (ISO/IEC 14496-12, 12.1.3).
                guard let entry = ISOBox.boxes(in: table.payload.dropFirst(8), of: bytes).boxes.first else { continue }
                let boxes = ISOBox.boxes(in: entry.payload.dropFirst(78), of: bytes).boxes
                let configuration = boxes.first { $0.type == "hvcC" }.map { bytes[$0.payload] }
                result.coding = CodedUnits.Coding(entry.type, configuration: configuration)
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
        var (rest, group) = (sizes[...], 0)
        for (index, chunk) in chunks.enumerated() {
            while group + 1 < groups.count, groups[group + 1].first <= index + 1 { group += 1 }
            guard groups.indices.contains(group) else { break }
            var start = chunk
            for size in rest.prefix(groups[group].count) {
                result.samples.append(start..<start.addingSaturated(size))
                start = start.addingSaturated(size)
            }
            rest = rest.dropFirst(groups[group].count)
        }
        return result
    }
}
