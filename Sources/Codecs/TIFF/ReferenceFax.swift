internal import UprightBase

/// CCITT's codings of black and white rows, decoded apart from libtiff: for the check of a turn, which libtiff decodes and
/// encodes. It makes no guesses: rows that it cannot read throw.
///
/// Source: ITU-T T.4 and T.6; TIFF 6.0, sections 10 and 11.
struct ReferenceFax {
    private let bytes: ArraySlice<UInt8>
    private let compression: Int
    private let isTwoDimensional: Bool
    private let width: Int
    private let rowBytes: Int
    private var position = 0

    init(_ bytes: ArraySlice<UInt8>, _ layout: TIFFLayout) {
        self.bytes = bytes
        compression = layout.compression
        isTwoDimensional = layout.compression == 4 || layout.compression == 3 && layout.group3 & 1 == 1
        width = layout.segment.width
        rowBytes = layout.segmentRowBytes
    }

    /// Decodes a number of rows; black pixels are bits of 1.
    ///
    /// - Returns: the number of bytes written.
    mutating func decode(rows: Int, into output: UnsafeMutableRawBufferPointer) throws(CodecError) -> Int {
        // Where the colour changes in the row above; it begins with white.
        var above: [Int] = []
        for row in 0..<rows {
            var isCodedByRow = true
            if compression == 3 {
                try skipEndOfLine(row)
                if isTwoDimensional { isCodedByRow = try bit() == 1 }
            } else if compression == 4 {
                isCodedByRow = false
            } else {
                position = (position + 7) / 8 * 8
            }
            above = try isCodedByRow ? changes(inRow: row) : changes(inRow: row, above)
            for byte in row * rowBytes..<(row + 1) * rowBytes { output[byte] = 0 }
            for index in stride(from: 0, to: above.count, by: 2) {
                for x in above[index]..<(index + 1 < above.count ? above[index + 1] : width) {
                    output[row * rowBytes + x / 8] |= 0x80 >> UInt8(x % 8)
                }
            }
        }
        return rows * rowBytes
    }

    private mutating func bit() throws(CodecError) -> Int {
        guard position < bytes.count * 8 else { throw CodecError(.undecodable, "the codes end") }
        defer { position += 1 }
        return Int(bytes[bytes.startIndex + position / 8] >> UInt8(7 - position % 8)) & 1
    }

    /// Takes the code of the end of a line, with the fill before it: zeros, at least 11, and a one.
    private mutating func skipEndOfLine(_ row: Int) throws(CodecError) {
        var zeros = 0
        while try bit() == 0 { zeros += 1 }
        guard zeros >= 11 else { throw CodecError(.undecodable, "row \(row) begins without an end of line") }
    }

    /// The length of a run: codes of multiples of 64 pixels, then one of less.
    private mutating func run(isBlack: Bool, _ row: Int) throws(CodecError) -> Int {
        var length = 0
        while true {
            var (code, bits) = (0, 0)
            var found: Int?
            while found == nil, bits < 13 {
                code = code << 1 | (try bit())
                bits += 1
                found = FaxCodes.runs[isBlack ? 1 : 0][bits << 16 | code]
            }
            guard let found else { throw CodecError(.undecodable, "row \(row) has a code of no run") }
            length += found
            guard length <= width else { throw CodecError(.undecodable, "row \(row) has a run beyond its end") }
            if found < 64 { return length }
        }
    }

    /// The changes of colour in a row that is coded by itself.
    private mutating func changes(inRow row: Int) throws(CodecError) -> [Int] {
        var (changes, x, isBlack): ([Int], Int, Bool) = ([], 0, false)
        while x < width {
            x += try run(isBlack: isBlack, row)
            guard x <= width else { throw CodecError(.undecodable, "row \(row) is too long") }
            changes.append(x)
            isBlack.toggle()
        }
        return Self.cut(changes, width)
    }

    /// The changes of colour in a row that is coded by those of the row above.
    private mutating func changes(inRow row: Int, _ above: [Int]) throws(CodecError) -> [Int] {
        var (changes, x, isBlack): ([Int], Int, Bool) = ([], 0, false)
        // The first change above that is to the right and to the other colour, and the one after it.
        func next(_ isFirst: Bool) -> (Int, Int) {
            var index = isBlack ? 1 : 0
            while index < above.count, above[index] < x || above[index] == x && !isFirst { index += 2 }
            return (
                index < above.count ? above[index] : width, index + 1 < above.count ? above[index + 1] : width
            )
        }
        while x < width {
            let (first, second) = next(changes.isEmpty && x == 0)
            switch try mode(row) {
            case .pass: x = second
            case .horizontal:
                for _ in 0..<2 {
                    x += try run(isBlack: isBlack, row)
                    guard x <= width else { throw CodecError(.undecodable, "row \(row) is too long") }
                    changes.append(x)
                    isBlack.toggle()
                }
            case .vertical(let offset):
                guard first + offset >= x, first + offset <= width else {
                    throw CodecError(.undecodable, "row \(row) has a change outside of it")
                }
                x = first + offset
                changes.append(x)
                isBlack.toggle()
            }
        }
        return Self.cut(changes, width)
    }

    /// Returns changes without those at the end of the row, and without runs of no pixel, which change nothing.
    private static func cut(_ changes: [Int], _ width: Int) -> [Int] {
        var cut: [Int] = []
        for change in changes {
            if cut.last == change { cut.removeLast() } else { cut.append(change) }
        }
        if cut.last == width { cut.removeLast() }
        return cut
    }

    private enum Mode {
        case pass
        case horizontal
        case vertical(Int)
    }

    private mutating func mode(_ row: Int) throws(CodecError) -> Mode {
        var zeros = 0
        while try bit() == 0 {
            zeros += 1
            guard zeros < 7 else { throw CodecError(.undecodable, "row \(row) has a code of no mode") }
        }
        switch zeros {
        case 0: return .vertical(0)
        case 1: return .vertical(try bit() == 1 ? 1 : -1)
        case 2: return .horizontal
        case 3: return .pass
        case 4: return .vertical(try bit() == 1 ? 2 : -2)
        case 5: return .vertical(try bit() == 1 ? 3 : -3)
        default: throw CodecError(.undecodable, "row \(row) has samples without a code, or a code of no mode")
        }
    }
}
