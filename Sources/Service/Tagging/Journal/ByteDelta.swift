/// How to make the bytes of one file from those of another: pieces of it, and bytes that it does not have.
struct ByteDelta: Sendable, Hashable {
    /// A piece of the result.
    enum Piece: Sendable, Hashable {
        /// Bytes of the other file.
        case copy(Range<Int>)
        case bytes([UInt8])
    }

    /// The pieces in order.
    var pieces: [Piece] = []

    /// The length of the blocks that are looked for where the files differ.
    private static let block = 4096

    init(pieces: [Piece]) { self.pieces = pieces }

    /// Finds the pieces that make `old` from `new`.
    init(making old: [UInt8], from new: [UInt8]) {
        let shorter = min(old.count, new.count)
        var start = 0
        while start < shorter, old[start] == new[start] { start += 1 }
        var end = 0
        while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        add(.copy(0..<start))
        addMiddle(old, start..<old.count - end, new, start..<new.count - end)
        add(.copy(new.count - end..<new.count))
    }

    private mutating func add(_ piece: Piece) {
        switch (pieces.last, piece) {
        case (_, .copy(let range)) where range.isEmpty: break
        case (_, .bytes(let bytes)) where bytes.isEmpty: break
        case (.copy(let last)?, .copy(let range)) where last.upperBound == range.lowerBound:
            pieces[pieces.count - 1] = .copy(last.lowerBound..<range.upperBound)
        default: pieces.append(piece)
        }
    }

    /// Looks for blocks of the new range at any place of the old one, since edits move what follows them.
    private mutating func addMiddle(_ old: [UInt8], _ range: Range<Int>, _ new: [UInt8], _ other: Range<Int>) {
        guard range.count >= 4 * Self.block, other.count >= Self.block else { return add(.bytes(Array(old[range]))) }
        var places: [UInt32: [Int]] = [:]
        for place in stride(from: other.lowerBound, through: other.upperBound - Self.block, by: Self.block) {
            places[RollingSum(new, place, Self.block).value, default: []].append(place)
        }
        var (literal, place) = (range.lowerBound, range.lowerBound)
        var sum = RollingSum(old, place, Self.block)
        while place + Self.block <= range.upperBound {
            // Many equal blocks, of zeros for example, are all the same to a copy.
            let found = places[sum.value]?.prefix(4).first { candidate in
                new[candidate..<candidate + Self.block] == old[place..<place + Self.block]
            }
            if let found {
                var length = Self.block
                while place + length < range.upperBound, found + length < other.upperBound,
                    old[place + length] == new[found + length]
                { length += 1 }
                add(.bytes(Array(old[literal..<place])))
                add(.copy(found..<found + length))
                place += length
                literal = place
                if place + Self.block <= range.upperBound { sum = RollingSum(old, place, Self.block) }
            } else {
                if place + Self.block < range.upperBound { sum.roll(out: old[place], in: old[place + Self.block]) }
                place += 1
            }
        }
        add(.bytes(Array(old[literal..<range.upperBound])))
    }

    /// Returns the result; nil if a piece is not in the other file.
    func applied(to new: [UInt8], limit: Int) -> [UInt8]? {
        var old: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .copy(let range):
                guard range.lowerBound >= 0, range.upperBound <= new.count, range.count <= limit - old.count else {
                    return nil
                }
                old += new[range]
            case .bytes(let bytes):
                guard bytes.count <= limit - old.count else { return nil }
                old += bytes
            }
        }
        return old
    }

    /// A checksum that moves over bytes one by one.
    private struct RollingSum {
        private var low: UInt32 = 0
        private var high: UInt32 = 0
        private let count: UInt32

        init(_ bytes: [UInt8], _ offset: Int, _ count: Int) {
            self.count = UInt32(count)
            for byte in bytes[offset..<offset + count] {
                low &+= UInt32(byte)
                high &+= low
            }
        }

        var value: UInt32 { low & 0xFFFF | high << 16 }

        mutating func roll(out: UInt8, in byte: UInt8) {
            low = low &- UInt32(out) &+ UInt32(byte)
            high = high &- count &* UInt32(out) &+ low
        }
    }
}
