internal import UprightBase

/// A box of the ISO base media file format: a length, a type of four characters, and a payload.
///
/// Source: ISO/IEC 14496-12, section 4.2.
package struct ISOBox: Sendable, Hashable {
    /// How a box gives its length.
    package enum Length: Sendable, Hashable {
        /// In 32 bits.
        case short
        /// In 64 bits after the type.
        case long
        /// The box reaches to the end of the file.
        case toEnd
    }

    /// The type: `ftyp`, `meta`. A byte that is not printable ASCII is `?`.
    package let type: String
    /// The whole box.
    package let range: Range<Int>
    /// What follows the header.
    package let payload: Range<Int>
    /// How the box gives its length.
    package let length: Length
    /// The length that the header gives; more than that of ``range`` if bytes are missing.
    package let declaredLength: Int

    package var isComplete: Bool { declaredLength <= range.count }

    /// Whether the box can lie in another one: it has all of its bytes, and does not reach to the end of the file.
    package var isNestable: Bool { isComplete && length != .toEnd }

    /// The largest number of boxes on one level. Files have fewer than a hundred; the limit bounds the memory.
    package static let maximumCount = 100_000

    /// Reads the box at an offset.
    ///
    /// - Parameter end: the end of the boxes at this level. A longer box is cut there.
    /// - Returns: nil if there is no header, or one whose length is less than its own.
    package init?(at offset: Int, before end: Int, in bytes: [UInt8]) {
        guard offset >= 0, end <= bytes.count, end - offset >= 8 else { return nil }
        let short = Int(bytes[offset..<offset + 4].bigEndianInteger)
        var header = 8
        switch short {
        case 0: (length, declaredLength) = (.toEnd, end - offset)
        case 1:
            header = 16
            guard end - offset >= header,
                let long = Int(exactly: bytes[offset + 8..<offset + 16].bigEndianInteger)
            else { return nil }
            (length, declaredLength) = (.long, long)
        default: (length, declaredLength) = (.short, short)
        }
        guard declaredLength >= header else { return nil }
        type = Self.name(bytes[offset + 4..<offset + 8])
        range = offset..<offset + min(declaredLength, end - offset)
        payload = offset + header..<range.upperBound
    }

    /// Reads the boxes in a range.
    ///
    /// - Returns: the boxes, and where they end: before the end of the range if what follows is not a box.
    package static func boxes(in range: Range<Int>, of bytes: [UInt8]) -> (boxes: [ISOBox], end: Int) {
        var boxes: [ISOBox] = []
        var offset = range.lowerBound
        while boxes.count < maximumCount, let box = ISOBox(at: offset, before: range.upperBound, in: bytes) {
            boxes.append(box)
            offset = box.range.upperBound
        }
        return (boxes, offset)
    }

    /// The text of a code of four characters.
    package static func name(_ code: some Sequence<UInt8>) -> String {
        String(decoding: code.map { (0x20...0x7E).contains($0) ? $0 : 0x3F }, as: UTF8.self)
    }

    /// Returns a box with a payload. One that is too long for 32 bits gets a length of 64 bits.
    package static func serialized(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        header(type, payload: payload.count) + payload
    }

    package static func header(_ type: String, payload: Int, length: Length = .short) -> [UInt8] {
        let code = Array(type.utf8)
        switch length {
        case .toEnd: return [0, 0, 0, 0] + code
        case .short where payload <= Int(UInt32.max) - 8:
            return UInt32(truncatingIfNeeded: payload + 8).bigEndianBytes + code
        default: return [0, 0, 0, 1] + code + UInt64(truncatingIfNeeded: payload + 16).bigEndianBytes
        }
    }
}
