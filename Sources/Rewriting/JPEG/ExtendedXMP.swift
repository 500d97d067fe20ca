internal import UprightBase
internal import UprightFormats

/// An XMP packet that is too large for one segment, with the segments that carry it.
///
/// Source: XMP specification, part 3, 1.1.3.1.
struct ExtendedXMP {
    private static let headLength = ExtendedXMPPiece.headLength

    /// The digits that identify the packet.
    let guid: [UInt8]
    /// Its segments, in the order of their offsets.
    let segments: [JPEGMetadata.Segment]
    /// The packet; nil where pieces are missing or overlap.
    let bytes: [UInt8]?

    /// The extended packets of a file, in the order of their first segments.
    static func packets(of segments: [JPEGMetadata.Segment]) -> [ExtendedXMP] {
        var groups: [(guid: [UInt8], segments: [JPEGMetadata.Segment])] = []
        for segment in segments where segment.carrier == .extendedXMP && segment.payload.count >= headLength {
            let guid = Array(segment.payload[35..<67])
            if let index = groups.firstIndex(where: { $0.guid == guid }) {
                groups[index].segments.append(segment)
            } else {
                groups.append((guid, [segment]))
            }
        }
        return groups.map { ExtendedXMP(guid: $0.guid, segments: $0.segments) }
    }

    private init(guid: [UInt8], segments: [JPEGMetadata.Segment]) {
        self.guid = guid
        self.segments = segments.sorted { Self.number($0, at: 71) < Self.number($1, at: 71) }
        var bytes: [UInt8] = []
        for segment in self.segments where Self.number(segment, at: 71) == bytes.count {
            bytes += segment.payload[Self.headLength...]
        }
        let length = self.segments.first.map { Self.number($0, at: 67) }
        let sum = segments.reduce(0) { $0 + $1.payload.count - Self.headLength }
        self.bytes = bytes.count == length && sum == length ? bytes : nil
    }

    private static func number(_ segment: JPEGMetadata.Segment, at position: Int) -> Int {
        Int(segment.payload[position..<position + 4].bigEndianInteger)
    }

    /// Splits other bytes where this packet was split; the last segment takes what the packet grew by.
    func pieces(of bytes: [UInt8]) -> [Int: SegmentReplacement] {
        let name = ExtendedXMPPiece.name(of: bytes)
        var replacements: [Int: SegmentReplacement] = [:]
        var position = 0
        for (place, segment) in segments.enumerated() {
            var payloads: [[UInt8]] = []
            let isLast = place == segments.count - 1
            repeat {
                let room = isLast ? JPEGRewrite.payloadLimit - Self.headLength : segment.payload.count - Self.headLength
                let end = min(bytes.count, position + room)
                payloads.append(ExtendedXMPPiece.payload(position..<end, of: bytes, named: name))
                position = end
            } while isLast && position < bytes.count
            replacements[segment.index] =
                position == bytes.count && payloads.allSatisfy { $0.count == Self.headLength }
                ? .dropped("the packet became shorter") : .payloads(payloads)
        }
        return replacements
    }
}
