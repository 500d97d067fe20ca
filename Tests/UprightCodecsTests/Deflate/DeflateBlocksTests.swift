import UprightCodecs
import TestRaster
import Testing

@Suite struct DeflateBlocksTests {
    private static func scan(_ stream: [UInt8]) -> DeflateBlocks? {
        stream.withUnsafeBytes { DeflateBlocks(scanning: $0) }
    }

    /// Streams with every kind of block. The expected bits were found with zlib's `inflate` and by hand.
    @Test func theLastBlockOfEveryKindIsFound() throws {
        // Stored and empty; then the same after another block.
        let empty: [UInt8] = [1, 0, 0, 0xFF, 0xFF]
        let stored = try #require(Self.scan(empty))
        #expect((stored.last, stored.end) == (0, 40))
        let behind = try #require(Self.scan([0, 2, 0, 0xFD, 0xFF, 7, 7] + empty))
        #expect((behind.last, behind.end) == (56, 96))
        // Fixed codes: an end of seven bits after a header of three.
        let fixed = try #require(Self.scan([0b011, 0]))
        #expect((fixed.last, fixed.end) == (0, 10))
        // "a" and an end: 8 more bits.
        let letter = try #require(Self.scan([0x4B, 0x04, 0x00]))
        #expect((letter.last, letter.end) == (0, 18))
        // A fixed block of 10 bits that is not the last, then a last, stored block whose length starts at a byte.
        let mixed = try #require(Self.scan([0b010, 0b100, 0, 0, 0xFF, 0xFF]))
        #expect((mixed.last, mixed.end) == (10, 48))
    }

    @Test func invalidStreamsAreRefused() throws {
        #expect(Self.scan([]) == nil)
        #expect(Self.scan([0b111]) == nil, "an invalid kind of block")
        #expect(Self.scan([1, 2, 0, 0xFD, 0xFE, 7, 7]) == nil, "a length that contradicts its complement")
        #expect(Self.scan([1, 2, 0, 0xFD, 0xFF, 7]) == nil, "a missing stored byte")
        #expect(Self.scan([UInt8](repeating: 0xFD, count: 100)) == nil, "too many short codes")
    }

    @Test func everyPrefixAndEveryMutationIsScannedOrRefused() throws {
        var numbers = TestNumbers(seed: 21)
        let bytes = (0..<3000).map { $0 % 7 == 0 ? UInt8(numbers.next(below: 256)) : UInt8($0 / 100) }
        for level in [1, 6, 12] {
            let stream = Array(try #require(Zlib.deflate(bytes, level: level)).dropFirst(2).dropLast(4))
            let whole = try #require(Self.scan(stream))
            #expect((whole.end + 7) / 8 == stream.count)
            for length in 0..<stream.count { #expect(Self.scan(Array(stream[..<length])) == nil, "\(length) bytes") }
            for index in stream.indices {
                for bit in UInt8(0)..<8 {
                    var damaged = stream
                    damaged[index] ^= 1 << bit
                    if let blocks = Self.scan(damaged) { #expect(blocks.end <= stream.count * 8) }
                }
            }
        }
    }

    /// Codes of 15 bits with the maximum number of extra bits, at every bit position within a byte.
    @Test func consecutiveLongestCodesAreScanned() throws {
        var bits: [Bool] = []
        func write(_ value: Int, _ count: Int) { bits += (0..<count).map { value >> $0 & 1 == 1 } }
        func write(code: Int) { bits += (0..<15).map { code >> (14 - $0) & 1 == 1 } }
        // A last block with its own 286 and 30 codes, and all 19 lengths of the code-length code: one bit for 0 and one
        // for 15.
        write(0b101, 3)
        write(29, 5)
        write(29, 5)
        write(15, 4)
        for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] {
            write(symbol == 0 || symbol == 15 ? 1 : 0, 3)
        }
        // Two letters, the end of the block, and the length with five extra bits; a distance without any, and the
        // longest one.
        for symbol in 0..<286 { write([97, 98, 256, 284].contains(symbol) ? 1 : 0, 1) }
        for distance in 0..<30 { write([2, 29].contains(distance) ? 1 : 0, 1) }
        for round in 0..<64 {
            for letter in 0..<round % 4 { write(code: letter % 2) }
            write(code: 3)
            write(31, 5)
            write(code: 1)
            write(0x1FFF, 13)
        }
        write(code: 2)
        let end = bits.count
        let stream = stride(from: 0, to: end, by: 8).map { start in
            (start..<min(start + 8, end)).reduce(UInt8(0)) { bits[$1] ? $0 | 1 << UInt8($1 - start) : $0 }
        }
        let blocks = try #require(Self.scan(stream))
        #expect((blocks.last, blocks.end) == (0, end))
    }
}
