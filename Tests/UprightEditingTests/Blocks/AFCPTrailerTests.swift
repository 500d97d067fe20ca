import UprightRewriting
import UprightFormats
import Testing

@Suite("AFCP trailers")
struct AFCPTrailerTests {
    static let head = Array("a picture of some bytes".utf8)
    static let data = Array("captions".utf8)

    /// Returns a trailer after `head`: one record and its data, with all offsets wrong by `stale`.
    static func file(_ order: TIFFByteOrder, stale: Int = 0, head: [UInt8] = head) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            order.bytes(UInt64(truncatingIfNeeded: value), count: count)
        }
        let magic = Array((order == .bigEndian ? "AXS!" : "AXS*").utf8)
        let start = head.count
        return head + magic + number(0x0100, 2) + number(1, 2) + number(0, 4)
            + Array("IPTC".utf8) + number(data.count, 4) + number(start + 24 + stale, 4) + data
            + magic + number(start + stale, 4) + number(0, 4)
    }

    static func moved(_ bytes: [UInt8], from old: [UInt8]) throws -> [UInt8] {
        var bytes = bytes
        try #require(AFCPTrailer(in: old)).shift(by: bytes.count - old.count, in: &bytes)
        return bytes
    }

    @Test("Offsets follow a trailer that moves", arguments: [TIFFByteOrder.bigEndian, .littleEndian], [-7, 0, 300])
    func moving(order: TIFFByteOrder, by shift: Int) throws {
        let head = Self.head + [UInt8](repeating: 0x20, count: 100)
        let other = [UInt8](repeating: 0x20, count: head.count + shift)
        let old = Self.file(order, head: head)
        #expect(try Self.moved(other + old[head.count...], from: old) == Self.file(order, head: other))
    }

    @Test(
        "Stale offsets are corrected", arguments: [TIFFByteOrder.bigEndian, .littleEndian], [-20, -3, 5, 4_000])
    func healing(order: TIFFByteOrder, stale: Int) throws {
        let old = Self.file(order, stale: stale)
        let trailer = try #require(AFCPTrailer(in: old))
        #expect(trailer.start == Self.head.count && trailer.displacement == -stale)
        #expect(try Self.moved(old, from: old) == Self.file(order))
        let longer = Self.head + [1, 2, 3]
        #expect(try Self.moved(longer + old[Self.head.count...], from: old) == Self.file(order, head: longer))
    }

    @Test("A trailer that precedes others is found", arguments: [TIFFByteOrder.bigEndian, .littleEndian], [0, 40])
    func notLast(order: TIFFByteOrder, stale: Int) throws {
        let others = Array("AXS! another trailer that is none of these AXS*".utf8)
        let old = Self.file(order, stale: stale) + others
        let longer = Self.head + [1, 2, 3]
        let expected = Self.file(order, head: longer) + others
        #expect(try Self.moved(longer + old[Self.head.count...], from: old) == expected)
        #expect(AFCPTrailer(in: Self.head + others) == nil)
    }

    @Test("Every suffix and every changed byte is read safely")
    func damage() {
        let bytes = Self.file(.bigEndian)
        for start in bytes.indices {
            #expect((AFCPTrailer(in: Array(bytes[start...])) != nil) == (start <= Self.head.count), "from \(start)")
        }
        for position in bytes.indices {
            for value: UInt8 in [0x00, 0x7F, 0xFF, bytes[position] ^ 1] {
                var changed = bytes
                changed[position] = value
                AFCPTrailer(in: changed)?.shift(by: 1 << 20, in: &changed)
                #expect(changed.count == bytes.count)
                #expect(changed[..<Self.head.count].elementsEqual(Self.head) || position < Self.head.count)
            }
        }
    }
}
