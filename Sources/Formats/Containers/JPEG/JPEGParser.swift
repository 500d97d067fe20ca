internal import UprightBase

/// Follows the markers of a JPEG file like libjpeg, so that both agree on the position of every segment.
struct JPEGParser {
    let bytes: [UInt8]
    private(set) var offset = 0
    private(set) var segments: [JPEGSegment] = []
    private(set) var scans: [JPEGScan] = []
    private(set) var frameSegments: [Int] = []
    private(set) var isHierarchical = false
    private(set) var warnings: [String] = []
    private var numberOfLines: Int?
    private var restartInterval = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func parse() throws(FormatError) {
        guard bytes.count >= 2, bytes[0] == JPEGMarker.prefix, bytes[1] == JPEGMarker.soi else {
            throw .noStartOfImage(found: Array(bytes.prefix(2)))
        }
        append(JPEGMarker.soi, from: 0, markerOffset: 0, payload: 2..<2)
        while let next = nextMarker(from: offset) {
            if next > offset, bytes[offset..<next].contains(where: { $0 != JPEGMarker.prefix }) {
                warnings.append("\(next - offset) stray bytes at byte \(offset)")
            }
            if readSegment(at: next) { return }
        }
        warnings.append("the end of the image (EOI) is missing at byte \(bytes.count)")
        // Bytes after the last segment that contain no marker belong to that segment, since there is no end of the
        // image.
        if offset < bytes.count, let last = segments.popLast() {
            segments.append(
                JPEGSegment(
                    marker: last.marker, range: last.range.lowerBound..<bytes.count, markerOffset: last.markerOffset,
                    payload: last.payload, entropyCoded: last.entropyCoded))
            offset = bytes.count
        }
    }

    /// Reads the segment whose marker is at `position`; returns true at the end of the image.
    private mutating func readSegment(at position: Int) -> Bool {
        let marker = bytes[position + 1]
        let afterMarker = position + 2
        if JPEGMarker.standsAlone(marker) {
            if marker == JPEGMarker.soi { warnings.append("a second SOI at byte \(position)") }
            append(marker, from: offset, markerOffset: position, payload: afterMarker..<afterMarker)
            return marker == JPEGMarker.eoi
        }
        guard afterMarker + 2 <= bytes.count else {
            warnings.append("\(JPEGMarker.name(marker)) at byte \(position) is cut off in its length field")
            append(marker, from: offset, markerOffset: position, payload: bytes.count..<bytes.count)
            return false
        }
        let length = word(afterMarker)
        let start = afterMarker + 2
        if length < 2 {
            warnings.append(
                "\(JPEGMarker.name(marker)) at byte \(position) has the length \(length), expected 2 or more")
        }
        let end = min(max(afterMarker + length, start), bytes.count)
        if afterMarker + length > bytes.count {
            warnings.append(
                "\(JPEGMarker.name(marker)) at byte \(position) is cut off: expected \(length - 2) bytes, "
                    + "found \(bytes.count - start)")
        }
        record(marker, payload: start..<end)
        if marker == JPEGMarker.sos {
            let entropyEnd = endOfEntropyCodedData(from: end)
            append(
                marker, from: offset, markerOffset: position, payload: start..<end, entropyCoded: end..<entropyEnd,
                to: endOfBrokenScan(from: entropyEnd))
        } else {
            append(marker, from: offset, markerOffset: position, payload: start..<end)
        }
        return false
    }

    /// Records what a segment says about the picture; the segment becomes the next of ``segments``.
    private mutating func record(_ marker: UInt8, payload: Range<Int>) {
        if JPEGMarker.startsFrame(marker) {
            if !frameSegments.isEmpty {
                warnings.append("another frame header (\(JPEGMarker.name(marker))) at byte \(payload.lowerBound)")
            }
            frameSegments.append(segments.count)
        }
        switch marker {
        case JPEGMarker.dhp, JPEGMarker.exp: isHierarchical = true
        case JPEGMarker.dnl where payload.count >= 2: numberOfLines = numberOfLines ?? word(payload.lowerBound)
        case JPEGMarker.dri where payload.count >= 2: restartInterval = word(payload.lowerBound)
        case JPEGMarker.sos: noteScan(payload)
        default: break
        }
    }

    private mutating func noteScan(_ payload: Range<Int>) {
        let count = payload.isEmpty ? 0 : Int(bytes[payload.lowerBound])
        guard payload.count >= 1 + 2 * count + 3 else {
            warnings.append(
                "the scan header at byte \(payload.lowerBound) has \(payload.count) bytes, expected \(4 + 2 * count)")
            return
        }
        let components = (0..<count).map { index in
            let at = payload.lowerBound + 1 + 2 * index
            return JPEGScan.Component(
                id: bytes[at], dcTable: Int(bytes[at + 1] >> 4), acTable: Int(bytes[at + 1] & 15))
        }
        let at = payload.lowerBound + 1 + 2 * count
        scans.append(
            JPEGScan(
                components: components, spectralStart: Int(bytes[at]), spectralEnd: Int(bytes[at + 1]),
                approximationHigh: Int(bytes[at + 2] >> 4), approximationLow: Int(bytes[at + 2] & 15),
                restartInterval: restartInterval, segmentIndex: segments.count))
    }

    /// Returns the first frame header; nil if there is none.
    func frameHeader() throws(FormatError) -> JPEGFrameHeader? {
        guard let index = frameSegments.first else { return nil }
        let segment = segments[index]
        let payload = segment.payload
        guard payload.count >= 6 else {
            throw .invalidFrameHeader(
                reason: "expected 6 bytes or more, found \(payload.count)", offset: segment.markerOffset)
        }
        let at = payload.lowerBound
        let count = Int(bytes[at + 5])
        guard payload.count >= 6 + 3 * count else {
            throw .invalidFrameHeader(
                reason: "expected \(6 + 3 * count) bytes for \(count) components, found \(payload.count)",
                offset: segment.markerOffset)
        }
        let height = word(at + 1)
        return JPEGFrameHeader(
            marker: segment.marker, precision: Int(bytes[at]),
            size: Size(width: word(at + 3), height: height == 0 ? numberOfLines ?? 0 : height),
            leavesHeightOpen: height == 0,
            components: (0..<count).map { component in
                let at = at + 6 + 3 * component
                return JPEGComponent(
                    id: bytes[at], horizontal: Int(bytes[at + 1] >> 4), vertical: Int(bytes[at + 1] & 15),
                    quantizationTable: Int(bytes[at + 2]))
            },
            segmentIndex: index)
    }

    private mutating func append(
        _ marker: UInt8, from start: Int, markerOffset: Int, payload: Range<Int>, entropyCoded: Range<Int>? = nil,
        to end: Int? = nil
    ) {
        let end = end ?? payload.upperBound
        segments.append(
            JPEGSegment(
                marker: marker, range: start..<end, markerOffset: markerOffset, payload: payload,
                entropyCoded: entropyCoded ?? end..<end))
        offset = end
    }

    private func word(_ at: Int) -> Int { Int(bytes[at..<at + 2].bigEndianInteger) }

    /// Returns the first 0xFF at or after `start` that is followed by a byte other than 0x00 and 0xFF.
    private func nextMarker(from start: Int) -> Int? {
        firstMarker(from: start) { $0 != 0 && $0 != JPEGMarker.prefix }
    }

    /// Returns the end of the entropy-coded data from `start`: the first marker other than a restart, or the end of the
    /// file.
    private func endOfEntropyCodedData(from start: Int) -> Int {
        guard
            var end = firstMarker(
                from: start, where: { $0 != 0 && $0 != JPEGMarker.prefix && !JPEGMarker.isRestart($0) })
        else { return bytes.count }
        // Fill bytes belong to the marker that follows them.
        while end > start, bytes[end - 1] == JPEGMarker.prefix { end -= 1 }
        return end
    }

    /// Returns the end of a scan whose entropy-coded data end at `end`, with the rest of the data if what ends them only looks like
    /// an application segment, a comment or a reserved segment.
    ///
    /// Two bytes of damaged data are such a marker more often than another one. Decoders end the scan there, skip what they
    /// take for the length of a segment, and look for the next marker. What they skip is neither metadata nor picture.
    private mutating func endOfBrokenScan(from end: Int) -> Int {
        var position = end
        while let marker = nextMarker(from: position) {
            if position > end, JPEGMarker.isRestart(bytes[marker + 1]) {
                position = marker + 2
                continue
            }
            guard let after = endOfFalseSegment(at: marker) else { break }
            if position == end {
                let name = JPEGMarker.name(bytes[marker + 1])
                warnings.append(
                    "the data of scan \(scans.count) are damaged: they end at byte \(marker) with what looks like \(name), but "
                        + (after < bytes.count
                            ? "no marker follows it at byte \(after)" : "it would be longer than the file"))
            }
            position = after
        }
        return position > end ? nextMarker(from: position) ?? bytes.count : end
    }

    /// Returns the end of what looks like such a segment, if its content has no known name and its length leads to no marker;
    /// otherwise nil.
    private func endOfFalseSegment(at position: Int) -> Int? {
        let (marker, start) = (bytes[position + 1], position + 4)
        guard JPEGMarker.isMetadata(marker) || JPEGMarker.isReserved(marker) else { return nil }
        guard start <= bytes.count else { return bytes.count }
        let length = word(position + 2)
        let end = max(position + 2 + length, start)
        guard end < bytes.count else { return end == bytes.count && length >= 2 ? nil : bytes.count }
        let leadsToMarker =
            nextMarker(from: end).map { bytes[end..<$0].allSatisfy { $0 == JPEGMarker.prefix } } ?? false
        guard length < 2 || !leadsToMarker,
            JPEGCarrier(marker: marker, payload: bytes[start..<end]) == .other
        else { return nil }
        return end
    }

    /// Returns the first 0xFF at or after `start` whose next byte, which is not 0x00, meets a condition.
    ///
    /// Looks at 64 bytes at a time: entropy-coded data has a 0xFF every few hundred bytes, followed by 0x00, and no processor
    /// foresees where.
    private func firstMarker(from start: Int, where isWanted: (UInt8) -> Bool) -> Int? {
        let (width, step) = (16, 64)
        let prefix = SIMD16<UInt8>(repeating: JPEGMarker.prefix)
        let zero = SIMD16<UInt8>(repeating: 0)
        return bytes.withUnsafeBytes { buffer -> Int? in
            func first(in range: Range<Int>) -> Int? {
                range.first { buffer[$0] == JPEGMarker.prefix && isWanted(buffer[$0 + 1]) }
            }
            var position = start
            while position + step < buffer.count {
                var hits = prefix .== zero
                for offset in stride(from: position, to: position + step, by: width) {
                    let own = buffer.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
                    let next = buffer.loadUnaligned(fromByteOffset: offset + 1, as: SIMD16<UInt8>.self)
                    hits .|= (own .== prefix) .& (next .!= zero)
                }
                let words = unsafeBitCast(hits, to: SIMD2<UInt64>.self)
                if words.x | words.y != 0, let found = first(in: position..<position + step) { return found }
                position += step
            }
            return position + 1 < buffer.count ? first(in: position..<buffer.count - 1) : nil
        }
    }
}
