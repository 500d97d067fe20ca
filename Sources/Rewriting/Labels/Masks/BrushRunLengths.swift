internal import UprightBase

/// Brushes of Label Studio: four bytes for each pixel, row by row, packed as by `@thi.ng/rle-pack`.
enum BrushRunLengths {
    /// Turns a brush that covers a picture.
    static func turned(_ packed: [Int], by turn: PictureTurn) throws(LabelRefusal) -> [Int] {
        let size = turn.storedSize
        let pixels = try bytes(packed, count: 4 * size.width * size.height)
        return self.packed(MaskPixels.turned(pixels, size, by: turn.orientation, bytes: 4))
    }

    /// Unpacks a brush: the inverse of ``packed(_:)``.
    static func bytes(_ packed: [Int], count: Int) throws(LabelRefusal) -> [UInt8] {
        var bits = Bits(bytes: packed)
        let size = try bits.read(32)
        let word = try bits.read(5) + 1
        var lengths: [Int] = []
        for _ in 0..<4 { lengths.append(try bits.read(4) + 1) }
        guard word == 8, size == count, size <= 4 * RunLengths.most else {
            throw LabelRefusal(
                expected: "a brush of \(count) bytes, four for each pixel", found: "\(size) words of \(word) bits")
        }
        var made: [UInt8] = []
        made.reserveCapacity(size)
        while made.count < size {
            let isRepeated = try bits.read(1) == 1
            let run = try bits.read(lengths[try bits.read(2)]) + 1
            guard run <= size - made.count else {
                throw LabelRefusal(expected: "a brush of \(size) bytes", found: "more")
            }
            if isRepeated {
                made += repeatElement(UInt8(try bits.read(8)), count: run)
            } else {
                for _ in 0..<run { made.append(UInt8(try bits.read(8))) }
            }
        }
        return made
    }

    static func packed(_ bytes: [UInt8]) -> [Int] {
        let lengths = [3, 4, 8, 16]
        var bits = Bits(bytes: [])
        bits.append(bytes.count, 32)
        bits.append(7, 5)
        for length in lengths { bits.append(length - 1, 4) }
        var position = 0
        while position < bytes.count {
            var end = position + 1
            while end < bytes.count, bytes[end] == bytes[position], end - position < 1 << 16 { end += 1 }
            let count = end - position
            let which = lengths.firstIndex { count <= 1 << $0 } ?? 3
            bits.append(count > 1 ? 1 : 0, 1)
            bits.append(which, 2)
            bits.append(count - 1, lengths[which])
            bits.append(Int(bytes[position]), 8)
            position = end
        }
        return bits.bytes
    }

    /// Bits in bytes, the highest first.
    private struct Bits {
        private(set) var bytes: [Int]
        private var position = 0

        init(bytes: [Int]) { self.bytes = bytes }

        mutating func read(_ count: Int) throws(LabelRefusal) -> Int {
            guard position + count <= 8 * bytes.count else {
                throw LabelRefusal(expected: "a brush", found: "run lengths that are cut")
            }
            var value = 0
            for _ in 0..<count {
                value = value << 1 | (bytes[position >> 3] >> (7 - (position & 7))) & 1
                position += 1
            }
            return value
        }

        mutating func append(_ value: Int, _ count: Int) {
            for bit in (0..<count).reversed() {
                if position & 7 == 0 { bytes.append(0) }
                bytes[bytes.count - 1] |= (value >> bit & 1) << (7 - (position & 7))
                position += 1
            }
        }
    }
}
