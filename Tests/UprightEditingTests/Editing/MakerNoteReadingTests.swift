import TestSupport
import Testing
import UprightFormats
import UprightRewriting

/// Reading of maker notes.
@Suite struct MakerNoteReadingTests {
    /// Returns the dictionary of a JPEG whose Exif block has a maker and a maker note.
    private func dictionary(
        _ make: String, _ order: TIFFByteOrder, note: (_ at: Int) -> [UInt8]
    ) throws -> PropertyValue {
        var place = 0
        var block = TIFFBlock(byteOrder: order)
        // The note's offsets depend on its position.
        for _ in 0..<2 {
            block = TIFFBlock(byteOrder: order)
            let (name, own) = (Array(make.utf8) + [0], note(place))
            block.set([TIFFField(tag: 0x010F, type: .ascii, count: name.count, bytes: name)], in: .primary)
            block.set(
                [TIFFField(tag: TIFFTag.makerNote.rawValue, type: .undefined, count: own.count, bytes: own)], in: .exif)
            place = try #require(block.entry(.makerNote, in: .exif)?.value).lowerBound
        }
        let payload = JPEGCarrier.exif.signature + block.bytes
        let length = payload.count + 2
        let picture = try #require(Fixture.named("jpeg/rgb.jpg")).content()
        let segment = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
        let properties = try ImageProperties(reading: picture.prefix(2) + segment + picture.dropFirst(2))
        return .dictionary(properties.dictionary)
    }

    private func entry(_ tag: UInt64, _ type: UInt64, _ count: Int, _ value: Int, _ order: TIFFByteOrder) -> [UInt8] {
        order.bytes(tag, count: 2) + order.bytes(type, count: 2) + order.bytes(UInt64(count), count: 4)
            + order.bytes(UInt64(value), count: 4)
    }

    @Test("An Olympus note has its own byte order", arguments: [TIFFByteOrder.bigEndian, .littleEndian])
    func olympus(order: TIFFByteOrder) throws {
        let found = try dictionary("OLYMPUS IMAGING CORP.", order) { _ in
            let own = TIFFByteOrder.littleEndian
            return Array("OLYMPUS\0II".utf8) + [3, 0] + own.bytes(1, count: 2) + entry(0x0104, 4, 1, 77, own)
                + [0, 0, 0, 0]
        }
        #expect(found["{MakerOlympus}"]?["BodyFirmwareVersion"] == .integer(77))
    }

    @Test("{ExifAux} has Canon's lens and number")
    func canon() throws {
        let order = TIFFByteOrder.littleEndian
        let found = try dictionary("Canon", order) { place in
            var settings = [Int](repeating: 0, count: 26)
            settings[0] = 52
            settings.replaceSubrange(22..<26, with: [237, 70, 24, 1])
            let lens = Array("EF24-70mm f/2.8L USM\0".utf8)
            let data = place + 2 + 36 + 4
            return order.bytes(3, count: 2) + entry(1, 3, 26, data, order) + entry(8, 4, 1, 1_001_234, order)
                + entry(0x95, 2, lens.count, data + 52, order) + [0, 0, 0, 0]
                + settings.flatMap { order.bytes(UInt64($0), count: 2) } + lens
        }
        let auxiliary = found["{ExifAux}"]
        #expect(auxiliary?["LensModel"] == .string("EF24-70mm f/2.8L USM"))
        #expect(auxiliary?["LensID"] == .integer(237))
        #expect(auxiliary?["ImageNumber"] == .integer(1_001_234))
        #expect(auxiliary?["LensInfo"]?.array?.compactMap(\.number) == [24, 70, 0, 0])
    }

    @Test("{ExifAux} has Nikon's lens and number", arguments: [TIFFByteOrder.bigEndian, .littleEndian])
    func nikon(own: TIFFByteOrder) throws {
        let found = try dictionary("NIKON CORPORATION", .bigEndian) { _ in
            let lens = [(24, 1), (70, 1), (28, 10), (28, 10)]
            return Array("Nikon\0".utf8) + [2, 0x10, 0, 0] + Array((own == .bigEndian ? "MM" : "II").utf8)
                + own.bytes(42, count: 2) + own.bytes(8, count: 4) + own.bytes(3, count: 2)
                + own.bytes(0x83, count: 2) + own.bytes(1, count: 2) + own.bytes(1, count: 4) + [6, 0, 0, 0]
                + entry(0x84, 5, 4, 8 + 2 + 36 + 4, own) + entry(0xA7, 4, 1, 5555, own) + [0, 0, 0, 0]
                + lens.flatMap { own.bytes(UInt64($0.0), count: 4) + own.bytes(UInt64($0.1), count: 4) }
        }
        let auxiliary = found["{ExifAux}"]
        #expect(auxiliary?["LensID"] == .integer(6))
        #expect(auxiliary?["ImageNumber"] == .integer(5555))
        #expect(auxiliary?["LensInfo"]?.array?.compactMap(\.number) == [24, 70, 2.8, 2.8])
    }
}
