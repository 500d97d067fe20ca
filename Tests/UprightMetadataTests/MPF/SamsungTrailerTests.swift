import UprightFormats
import Testing

@Suite("Samsung trailers")
struct SamsungTrailerTests {
    static let names = ["Image_UTC_Data", "DualShot_DepthMap_1", "MotionPhoto_Data", "DualShot_1"]

    /// Returns records followed by their directory.
    static func trailer(_ names: [String]) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            TIFFByteOrder.littleEndian.bytes(UInt64(value), count: count)
        }
        let records = names.map { name in
            little(0, 2) + little(0x0A01, 2) + little(name.utf8.count, 4) + Array(name.utf8) + Array("data of it".utf8)
        }
        let total = records.map(\.count).reduce(0, +)
        var directory = Array("SEFH".utf8) + little(107, 4) + little(names.count, 4)
        var position = 0
        for record in records {
            directory += little(0, 2) + little(0x0A01, 2) + little(total - position, 4) + little(record.count, 4)
            position += record.count
        }
        return records.flatMap { $0 } + directory + little(directory.count, 4) + Array("SEFT".utf8)
    }

    @Test("Records are found by name")
    func records() throws {
        let bytes = Array("a picture".utf8) + Self.trailer(Self.names)
        let trailer = try #require(SamsungTrailer(in: bytes))
        #expect(trailer.names == Self.names)
        #expect(SamsungTrailer(in: bytes + [0]) == nil)
    }

    @Test("Every suffix and every changed byte is read safely")
    func damage() {
        let bytes = Self.trailer(Self.names)
        for start in bytes.indices {
            let found = SamsungTrailer(in: Array(bytes[start...]))?.names ?? []
            // Records before the cut are missing; the others are found.
            #expect(found == Self.names.suffix(found.count), "from \(start)")
        }
        for position in bytes.indices {
            for value: UInt8 in [0x00, 0x7F, 0xFF, bytes[position] ^ 1] {
                var changed = bytes
                changed[position] = value
                #expect((SamsungTrailer(in: changed)?.names.count ?? 0) <= Self.names.count)
            }
        }
    }
}
