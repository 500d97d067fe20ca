internal import UprightBase

/// Masks as run lengths of zeros and ones in turn, in the forms of COCO and CVAT.
enum RunLengths {
    /// The most pixels of a mask: no picture is larger.
    static let most = 1 << 30

    /// Decodes run lengths into a byte for each pixel: the inverse of ``counts(of:)``.
    static func mask(_ counts: [Int], of size: Size) throws(LabelRefusal) -> [UInt8] {
        let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        var left = pixels
        for count in counts where count >= 0 && left >= count { left -= count }
        guard !overflow, (0...most).contains(pixels), left == 0, counts.allSatisfy({ (0...pixels).contains($0) }) else {
            throw LabelRefusal(
                expected: "run lengths of \(size) pixels", found: "some of \(counts.prefix(1 << 20).reduce(0, &+))")
        }
        return [UInt8](unsafeUninitializedCapacity: pixels) { bytes, filled in
            for (index, count) in counts.enumerated() {
                bytes[filled..<(filled + count)].initialize(repeating: index.isMultiple(of: 2) ? 0 : 1)
                filled += count
            }
        }
    }

    /// Encodes a mask as run lengths, beginning with zeros.
    static func counts(of mask: [UInt8]) -> [Int] {
        var counts: [Int] = []
        var (start, value) = (0, UInt8(0))
        for (place, pixel) in mask.enumerated() where pixel != value {
            counts.append(place - start)
            (start, value) = (place, pixel)
        }
        if start < mask.count { counts.append(mask.count - start) }
        return counts
    }

    /// Turns run lengths.
    ///
    /// - Parameters:
    ///   - size: the size of the mask.
    ///   - areColumns: whether the pixels are in the order of columns, as in COCO, and not of rows.
    static func turned(
        _ counts: [Int], of size: Size, by orientation: Orientation, areColumns: Bool
    ) throws(LabelRefusal) -> [Int] {
        let mask = try mask(counts, of: size)
        guard areColumns else { return self.counts(of: MaskPixels.turned(mask, size, by: orientation, bytes: 1)) }
        // Columns one after another are the rows of the transposed mask.
        let transposed = Orientation.leftMirrored.followed(by: orientation).followed(by: .leftMirrored)
        return self.counts(
            of: MaskPixels.turned(mask, Size(width: size.height, height: size.width), by: transposed, bytes: 1))
    }

    /// Decodes COCO's compressed run lengths (`rleFrString` of its mask API): the inverse of ``text(of:)``.
    static func counts(inText text: String) throws(LabelRefusal) -> [Int] {
        var counts: [Int] = []
        var (value, shift) = (0, 0)
        for byte in text.utf8 {
            guard (48..<112).contains(byte), shift < 60 else {
                throw LabelRefusal(expected: "compressed run lengths", found: "\"\(text.prefix(20))\"")
            }
            let code = Int(byte) - 48
            value |= (code & 0x1F) << shift
            shift += 5
            guard code & 0x20 == 0 else { continue }
            if code & 0x10 != 0 { value |= -1 << shift }
            counts.append(counts.count > 2 ? value &+ counts[counts.count - 2] : value)
            (value, shift) = (0, 0)
        }
        guard shift == 0 else { throw LabelRefusal(expected: "compressed run lengths", found: "a part of them") }
        return counts
    }

    /// Encodes run lengths as COCO does (`rleToString`).
    static func text(of counts: [Int]) -> String {
        var text: [UInt8] = []
        for (place, count) in counts.enumerated() {
            var value = place > 2 ? count - counts[place - 2] : count
            var isMore = true
            while isMore {
                let code = value & 0x1F
                value >>= 5
                isMore = code & 0x10 != 0 ? value != -1 : value != 0
                text.append(UInt8((isMore ? code | 0x20 : code) + 48))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
