internal import UprightBase
internal import UprightFormats

/// A reference from an item to others: `thmb`, `auxl`, `cdsc`, `dimg` (ISO/IEC 14496-12, section 8.11.12).
struct HEIFReference: Sendable, Hashable {
    let type: String
    /// The item that refers.
    let from: Int
    /// The items that it refers to.
    let to: [Int]

    /// Reads an `iref` box.
    ///
    /// - Returns: the references, and the version of the box: 0 for identifiers of 16 bits, 1 for 32.
    static func references(
        _ box: ISOBox, in bytes: [UInt8]
    ) throws(FormatError) -> (version: Int, references: [HEIFReference]) {
        var reader = ISOReader(box, in: bytes)
        let version = try reader.versionAndFlags().version
        let (boxes, end) = ISOBox.boxes(in: reader.offset..<box.payload.upperBound, of: bytes)
        guard end == box.payload.upperBound, boxes.allSatisfy(\.isNestable) else {
            throw FormatError("iref at byte \(box.range.lowerBound): expected a reference at byte \(end)")
        }
        let width = version == 0 ? 2 : 4
        var references: [HEIFReference] = []
        for box in boxes {
            var reader = ISOReader(box, in: bytes)
            let from = try reader.integer(width)
            let count = try reader.integer(2)
            var to: [Int] = []
            for _ in 0..<count { to.append(try reader.integer(width)) }
            references.append(HEIFReference(type: box.type, from: from, to: to))
        }
        return (version, references)
    }

    /// Returns the box of a reference from one item to another.
    static func serialized(_ type: String, from: Int, to: Int, version: Int) -> [UInt8] {
        func field(_ id: Int) -> [UInt8] {
            version == 0 ? UInt16(truncatingIfNeeded: id).bigEndianBytes : UInt32(truncatingIfNeeded: id).bigEndianBytes
        }
        return ISOBox.serialized(type, field(from) + [0, 1] + field(to))
    }
}
