import Testing
import UprightBase

/// Files of which only some bytes are in memory.
@Suite struct SparseBytesTests {
    /// Fills ranges with the low bytes of their offsets, and counts what is read.
    private static func filled(_ count: Int, _ ranges: [Range<Int>]) -> (sparse: SparseBytes, read: [Range<Int>]) {
        var sparse = SparseBytes(count: count)
        var read: [Range<Int>] = []
        for range in ranges {
            sparse.fill(range) { offset, buffer in
                read.append(offset..<offset + buffer.count)
                for index in buffer.indices { buffer[index] = value(at: offset + index) }
            }
        }
        return (sparse, read)
    }

    private static func value(at offset: Int) -> UInt8 { UInt8(truncatingIfNeeded: offset % 251 + 1) }

    @Test func onlyWhatIsFilledHasBytes() {
        let ranges = [100..<200, 4_000..<9_000, 150..<300, 90..<110, 0..<1, 199_990..<300_000, 50..<60, 40..<9_100]
        let (sparse, read) = Self.filled(200_000, ranges)
        for offset in 0..<200_000 {
            let isFilled = ranges.contains { $0.contains(offset) }
            #expect(sparse.bytes[offset] == (isFilled ? Self.value(at: offset) : 0))
        }
        // Nothing is read twice.
        #expect(read.reduce(0) { $0 + $1.count } == Set(read.flatMap { Array($0) }).count)
        #expect(sparse.filled.flatMap { Array($0) } == read.flatMap { Array($0) }.sorted())
    }

    /// Memory that was used before must not show through.
    @Test func whatIsNotFilledIsZero() {
        for count in [0, 1, 4_095, 4_096, 4_097, 300_000] {
            for _ in 0..<8 {
                var used = [UInt8](repeating: 0xA5, count: count)
                if count > 0 { used[count - 1] = 1 }
                #expect(used.first == (count == 1 ? 1 : count == 0 ? nil : 0xA5))
                used = []
                #expect(SparseBytes(count: count).bytes == [UInt8](repeating: 0, count: count))
            }
        }
    }

    @Test func aDifferenceIsFoundInWhatIsFilled() {
        let (sparse, _) = Self.filled(1_000, [10..<20, 500..<600])
        var piece = (0..<300).map { Self.value(at: $0 + 400) }
        func difference() -> Int? { piece.withUnsafeBytes { sparse.difference(from: $0, at: 400) } }
        #expect(difference() == nil)
        piece[50] ^= 1
        #expect(difference() == nil)
        piece[150] ^= 1
        #expect(difference() == 500)
    }
}
