import Testing
import UprightFormats

@Suite struct MakerNotePlaceTests {
    private struct Entry {
        var tag: Int
        var type: TIFFFieldType
        var count: Int
        var bytes: [UInt8]
    }

    /// Returns an Exif block with a note at byte 14, and the note's range.
    private func block(_ header: String, _ entries: [Entry]) throws -> (TIFFBlock, Range<Int>) {
        let order = TIFFByteOrder.littleEndian
        let start = 14
        var directory = order.bytes(UInt64(entries.count), count: 2)
        var values: [UInt8] = []
        let end = start + header.utf8.count + 2 + 12 * entries.count + 4
        for entry in entries {
            directory += order.bytes(UInt64(entry.tag), count: 2) + order.bytes(UInt64(entry.type.rawValue), count: 2)
            directory += order.bytes(UInt64(entry.count), count: 4)
            if entry.bytes.count <= 4 {
                directory += entry.bytes + [UInt8](repeating: 0, count: 4 - entry.bytes.count)
            } else {
                directory += order.bytes(UInt64(end + values.count), count: 4)
                values += entry.bytes
            }
        }
        let note = Array(header.utf8) + directory + [0, 0, 0, 0] + values
        let bytes: [UInt8] = Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0] + note
        return (try TIFFBlock(parsing: bytes), start..<bytes.count)
    }

    private func names(_ header: String, make: String, _ entry: Entry) throws -> [String] {
        let (block, range) = try block(header, [entry])
        return MakerNotePlaces.names(range, in: block, make: make)
    }

    private func shorts(_ tag: Int, _ values: [Int]) -> Entry {
        Entry(
            tag: tag, type: .short, count: values.count,
            bytes: values.flatMap { TIFFByteOrder.littleEndian.bytes(UInt64($0), count: 2) })
    }

    private func undefined(_ tag: Int, _ bytes: [UInt8]) -> Entry {
        Entry(tag: tag, type: .undefined, count: bytes.count, bytes: bytes)
    }

    private func fractions(_ tag: Int, _ values: [Int]) -> Entry {
        Entry(
            tag: tag, type: .rational, count: values.count / 2,
            bytes: values.flatMap { TIFFByteOrder.littleEndian.bytes(UInt64($0), count: 4) })
    }

    @Test func panasonicsPointAndFaces() throws {
        func names(_ entry: Entry) throws -> [String] { try self.names("Panasonic\0\0\0", make: "Panasonic", entry) }
        #expect(try names(fractions(0x4D, [1, 4, 3, 4])) == ["AFPointPosition"])
        #expect(try names(fractions(0x4D, [4_294_967_040, 256, 4_294_967_040, 256])).isEmpty)
        #expect(try names(fractions(0x4D, [16_777_216, 1, 16_777_216, 1])).isEmpty)
        #expect(try names(undefined(0x4E, [1, 0, 9, 0, 9, 0, 9, 0, 9, 0])) == ["FaceDetInfo (Face1Position)"])
        #expect(try names(undefined(0x4E, [0, 0, 9, 0, 9, 0, 9, 0, 9, 0])).isEmpty)
    }

    @Test func casiosPointAndFaces() throws {
        func names(_ entry: Entry) throws -> [String] { try self.names("QVC\0\0\0", make: "CASIO", entry) }
        #expect(try names(shorts(0x2021, [320, 640, 240, 480])) == ["AFPointPosition"])
        #expect(try names(shorts(0x2021, [65_535, 65_535, 65_535, 65_535])).isEmpty)
        #expect(try names(undefined(0x2089, [1, 2, 128, 1, 224, 0])) == ["FaceInfo"])
        #expect(try names(undefined(0x2089, [0, 0, 7, 7, 7, 7])).isEmpty)
        #expect(try names(undefined(0x2089, [2, 1, 3, 0, 128, 2])) == ["FaceInfo"])
        #expect(try names(undefined(0x2089, [2, 1, 0, 0, 128, 2])).isEmpty)
    }

    @Test func sanyosFaces() throws {
        func names(_ entry: Entry) throws -> [String] { try self.names("SANYO\0\u{1}\0", make: "SANYO", entry) }
        #expect(try names(undefined(0x223, [2, 0, 0, 0] + [UInt8](repeating: 9, count: 16))) == ["FaceInfo"])
        #expect(try names(undefined(0x223, [0, 0, 0, 0] + [UInt8](repeating: 9, count: 16))).isEmpty)
        #expect(try names(fractions(0x223, [3, 1])).isEmpty)
    }

    @Test func ricohsFaces() throws {
        func entry(faces: UInt8) -> Entry {
            // A big-endian directory behind a header, with its value behind it; the block's note begins at byte 14, its values
            // at 14 + 8 + 2 + 12 + 4.
            let value = 40 + 20 + 2 + 12 + 4
            var bytes = Array("[Ricoh Camera Info]\0".utf8)
            bytes += [0, 1, 0, 0x1A, 0, 7, 0, 0, 0, 200, 0, 0, 0, UInt8(value), 0, 0, 0, 0]
            var content = [UInt8](repeating: 0, count: 200)
            content[0xB5] = faces
            return undefined(0x2001, bytes + content)
        }
        #expect(try names("Ricoh\0\0\0", make: "RICOH", entry(faces: 1)) == ["FaceInfo"])
        #expect(try names("Ricoh\0\0\0", make: "RICOH", entry(faces: 0)).isEmpty)
    }
}
