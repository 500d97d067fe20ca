internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

/// The parts of a JPEG that a strict strip lets stay, each in the length and form that its standard gives it.
enum CanonicalJPEG {
    /// Returns the payload of a metadata segment whose content is no block of Exif, XMP, IPTC or a profile; nil if it goes.
    static func payload(_ carrier: JPEGCarrier, _ payload: [UInt8]) -> [UInt8]? {
        switch carrier {
        case .jfif:
            // Version, unit and density, and no thumbnail (ITU-T T.871, 10.1).
            payload.count >= 14 ? payload[..<12] + [0, 0] : nil
        case .adobe:
            // The version, two words of flags and the transform; the words say nothing that readers use.
            payload.count >= 12 ? payload[..<12] + [] : nil
        case .gainMap: gainMap(payload)
        case .mpf: JPEGCarrier.mpf.signature + multiPicture(Array(payload.dropFirst(JPEGCarrier.mpf.signature.count)))
        default: nil
        }
    }

    /// Cuts the metadata of a gain map where they end: versions alone, or versions, flags and the fractions of one channel or
    /// three (ISO 21496-1, annex C).
    private static func gainMap(_ payload: [UInt8]) -> [UInt8]? {
        let start = JPEGCarrier.gainMap.signature.count
        guard payload.count >= start + 4 else { return nil }
        guard payload.count > start + 4 else { return payload }
        let flags = payload[start + 4]
        let channels = flags & 0x80 == 0 ? 1 : 3
        let length = flags & 0x08 == 0 ? 5 + 16 + 40 * channels : 5 + 12 + 20 * channels
        return Array(payload.prefix(start + (payload.count >= start + length ? length : 4)))
    }

    /// The tags of a multi-picture index: its version, the number of the pictures, their list, and how a picture relates to the
    /// others. Not the list of unique identifiers (CIPA DC-007, 5.2.3 and 5.2.4).
    private static let multiPictureTags: Set<UInt16> = [
        0xB000, 0xB001, 0xB002, 0xB101, 0xB201, 0xB202, 0xB203, 0xB204, 0xB205, 0xB206, 0xB207, 0xB208, 0xB209, 0xB20A,
        0xB20B, 0xB20C, 0xB20D,
    ]

    /// Returns an index with zeros wherever it has no listed tag, so that the pictures stay where it says.
    static func multiPicture(_ bytes: [UInt8]) -> [UInt8] {
        guard let block = try? TIFFBlock(parsing: bytes) else { return [] }
        var canonical = [UInt8](repeating: 0, count: bytes.count)
        func keep(_ range: Range<Int>) { canonical.replaceSubrange(range, with: bytes[range]) }
        keep(0..<8)
        for directory in block.directories {
            keep(directory.offset..<directory.offset + 2)
            for entry in directory.entries {
                keep(entry.offset..<entry.offset + 8)
                let isKnown = multiPictureTags.contains(entry.tag)
                guard let value = entry.value else { continue }
                if isKnown { keep(value) }
                // The entry still says where the zeros are.
                if !entry.isInline { keep(entry.offset + 8..<entry.offset + 12) }
            }
            if let next = directory.nextPosition { keep(next..<next + 4) }
        }
        return canonical
    }

    /// Returns a segment of the picture: its marker, what its standard defines of its payload, and the coded data. Empty for one
    /// that no decoder reads.
    ///
    /// - Parameter unused: the tables that go, by their place in the segment.
    static func segment(_ segment: JPEGSegment, in bytes: [UInt8], without unused: Set<Int> = []) -> [UInt8] {
        let marker = [JPEGMarker.prefix, segment.marker]
        let payload = bytes[segment.payload]
        let content: [UInt8]
        switch segment.marker {
        case JPEGMarker.soi, JPEGMarker.eoi: return marker
        case JPEGMarker.dqt, JPEGMarker.dht:
            let kept = tables(segment.marker, payload).enumerated().filter { !unused.contains($0.offset) }
            if kept.isEmpty { return [] }
            content = kept.flatMap { payload[$0.element] }
        case JPEGMarker.dri, JPEGMarker.dnl: content = Array(payload.prefix(2))
        case JPEGMarker.dac:
            // A class and number, and a value (ITU-T T.81, B.2.4.3).
            let starts = stride(from: payload.startIndex, to: payload.endIndex - 1, by: 2)
            content = starts.prefix { payload[$0] & 0xEC == 0 }.flatMap { payload[$0...$0 + 1] }
        case JPEGMarker.exp: content = Array(payload.prefix(1))
        case JPEGMarker.sos:
            content = Array(payload.prefix(payload.first.map { 4 + 2 * Int($0) } ?? 0))
        case _ where segment.marker == JPEGMarker.dhp || JPEGMarker.startsFrame(segment.marker):
            content = Array(payload.prefix(payload.count > 5 ? 6 + 3 * Int(payload[payload.startIndex + 5]) : 0))
        default: return []
        }
        return marker + UInt16(truncatingIfNeeded: content.count + 2).bigEndianBytes + content
            + bytes[segment.entropyCoded]
    }

    /// The whole tables at the start of a payload.
    private static func tables(_ marker: UInt8, _ payload: ArraySlice<UInt8>) -> [Range<Int>] {
        var (tables, end) = ([Range<Int>](), payload.startIndex)
        while end < payload.endIndex {
            let length =
                marker == JPEGMarker.dqt
                ? (payload[end] >> 4 == 0 ? 65 : 129)
                : 17 + payload[end...].dropFirst().prefix(16).reduce(0) { $0 + Int($1) }
            guard length <= payload.endIndex - end else { break }
            tables.append(end..<end + length)
            end += length
        }
        return tables
    }

    /// The number of symbols in a file's Huffman tables that no scan has, in which a text can stand.
    ///
    /// - Parameter new: the same scans with tables that are made for them.
    static func unusedSymbols(of file: JPEGFile, _ bytes: [UInt8], codedAs new: EncodedJPEG) -> Int {
        var (symbols, used) = ([Int: Set<UInt8>](), [Int: Set<UInt8>]())
        let old = file.segments.map { (marker: $0.marker, payload: bytes[$0.payload]) }
        let new = new.segments.map { (marker: $0.marker, payload: new.payload(of: $0)) }
        for (old, new) in zip(symbolsOfScans(old), symbolsOfScans(new)) {
            for (number, table) in old {
                symbols[table.start] = table.symbols
                used[table.start, default: []].formUnion(new[number]?.symbols ?? [])
            }
        }
        return symbols.reduce(0) { $0 + $1.value.subtracting(used[$1.key] ?? []).count }
    }

    /// The Huffman tables of each scan by their class and number: where they are defined, and their symbols.
    private static func symbolsOfScans(
        _ segments: [(marker: UInt8, payload: ArraySlice<UInt8>)]
    ) -> [[UInt8: (start: Int, symbols: Set<UInt8>)]] {
        var tables: [UInt8: (start: Int, symbols: Set<UInt8>)] = [:]
        return segments.compactMap { (marker, payload) in
            if marker == JPEGMarker.dht {
                for table in Self.tables(marker, payload) {
                    tables[payload[table.lowerBound]] = (table.lowerBound, Set(payload[table].dropFirst(17)))
                }
            }
            guard marker == JPEGMarker.sos, let count = payload.first else { return nil }
            let selectors = payload.dropFirst().prefix(2 * Int(count)).enumerated().filter { $0.offset % 2 == 1 }
            let numbers = selectors.flatMap { [$0.element >> 4, 0x10 | $0.element & 15] }
            return tables.filter { numbers.contains($0.key) }
        }
    }

    /// The tables that no scan uses before others with their numbers come, by segment and by their place in it.
    static func unusedTables(of file: JPEGFile, in bytes: [UInt8]) -> [Int: Set<Int>] {
        /// A kind and a number: of quantization, of DC and of AC coefficients.
        struct Key: Hashable {
            let marker: UInt8
            let number: UInt8
        }
        // A hierarchical file has several frames, which share tables in ways of their own.
        guard file.frameCount == 1, !file.isHierarchical else { return [:] }
        var quantization: [UInt8: UInt8] = [:]
        for segment in file.segments where JPEGMarker.startsFrame(segment.marker) {
            let payload = Array(bytes[segment.payload])
            for offset in stride(from: 6, to: payload.count - 2, by: 3) {
                quantization[payload[offset]] = payload[offset + 2]
            }
        }
        var waiting: [Key: (segment: Int, place: Int)] = [:]
        var unused: [Int: Set<Int>] = [:]
        for (index, segment) in file.segments.enumerated() {
            switch segment.marker {
            case JPEGMarker.dqt, JPEGMarker.dht:
                for (position, table) in tables(segment.marker, bytes[segment.payload]).enumerated() {
                    let head = bytes[table.lowerBound]
                    let key = Key(marker: segment.marker, number: segment.marker == JPEGMarker.dqt ? head & 15 : head)
                    if let old = waiting[key] { unused[old.segment, default: []].insert(old.place) }
                    waiting[key] = (index, position)
                }
            case JPEGMarker.sos:
                let payload = Array(bytes[segment.payload])
                let count = Int(payload.first ?? 0)
                for offset in stride(from: 1, to: min(1 + 2 * count, payload.count - 1), by: 2) {
                    let codes = payload[offset + 1]
                    waiting[Key(marker: JPEGMarker.dht, number: codes >> 4)] = nil
                    waiting[Key(marker: JPEGMarker.dht, number: 0x10 | codes & 15)] = nil
                    if let number = quantization[payload[offset]] {
                        waiting[Key(marker: JPEGMarker.dqt, number: number)] = nil
                    }
                }
            default: continue
            }
        }
        for old in waiting.values { unused[old.segment, default: []].insert(old.place) }
        return unused
    }
}
