import ImageCodecs
import TestRaster
import Testing

@Suite struct DeflateBlocksTests {
    private static func scan(_ stream: [UInt8]) -> DeflateBlocks? {
        stream.withUnsafeBytes { DeflateBlocks(scanning: $0) }
    }

    /// Streams of every kind of block, with what zlib's `inflate` and a reading by hand say of them.
    @Test func theLastBlockOfEveryKindIsFound() throws {
        // Stored, empty; then the same behind another.
        let empty: [UInt8] = [1, 0, 0, 0xFF, 0xFF]
        let stored = try #require(Self.scan(empty))
        #expect((stored.last, stored.end) == (0, 40))
        let behind = try #require(Self.scan([0, 2, 0, 0xFD, 0xFF, 7, 7] + empty))
        #expect((behind.last, behind.end) == (56, 96))
        // Fixed codes: an end of seven bits behind a header of three.
        let fixed = try #require(Self.scan([0b011, 0]))
        #expect((fixed.last, fixed.end) == (0, 10))
        // "a" and an end: 8 bits more.
        let letter = try #require(Self.scan([0x4B, 0x04, 0x00]))
        #expect((letter.last, letter.end) == (0, 18))
        // An open fixed block of 10 bits, then a last stored one, whose length begins with a byte.
        let mixed = try #require(Self.scan([0b010, 0b100, 0, 0, 0xFF, 0xFF]))
        #expect((mixed.last, mixed.end) == (10, 48))
    }

    @Test func whatIsNoStreamIsNotTakenForOne() throws {
        #expect(Self.scan([]) == nil)
        #expect(Self.scan([0b111]) == nil, "a kind of block that there is not")
        #expect(Self.scan([1, 2, 0, 0xFD, 0xFE, 7, 7]) == nil, "a length that its complement denies")
        #expect(Self.scan([1, 2, 0, 0xFD, 0xFF, 7]) == nil, "a stored byte too few")
        #expect(Self.scan([UInt8](repeating: 0xFD, count: 100)) == nil, "codes of which too many are short")
    }

    @Test func everyPrefixAndEveryMutationIsWalkedOverOrRefused() throws {
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
}
