import Testing
import UprightFormats
import UprightRewriting

/// Records of maker notes that cameras encipher, and values of which several decide together.
@Suite struct MakerNoteCipherTests {
    private typealias Entry = (tag: UInt64, type: UInt64, value: [UInt8])

    /// The properties of a note, whose offsets count from the block, or from a header of its own.
    private func note(
        _ make: String, _ model: String, _ order: TIFFByteOrder, header: [UInt8] = [], base: Int? = nil,
        _ entries: [Entry]
    ) throws -> [String: PropertyValue] {
        var place = 0
        var block = TIFFBlock(byteOrder: order)
        for _ in 0..<2 {
            block = TIFFBlock(byteOrder: order)
            for (number, text) in [(UInt16(0x010F), make), (0x0110, model)] {
                let bytes = Array(text.utf8) + [0]
                block.set([TIFFField(tag: number, type: .ascii, count: bytes.count, bytes: bytes)], in: .primary)
            }
            var note = header + order.bytes(UInt64(entries.count), count: 2)
            let start = header.count + 2 + 12 * entries.count + 4 - (base ?? -place)
            var data: [UInt8] = []
            for entry in entries {
                let size = [3: 2, 4: 4, 5: 8, 9: 4][entry.type] ?? 1
                note += order.bytes(entry.tag, count: 2) + order.bytes(entry.type, count: 2)
                note += order.bytes(UInt64(entry.value.count / size), count: 4)
                if entry.value.count > 4 {
                    note += order.bytes(UInt64(start + data.count), count: 4)
                    data += entry.value
                } else {
                    note += Array((entry.value + [0, 0, 0, 0]).prefix(4))
                }
            }
            note += [0, 0, 0, 0] + data
            block.set(
                [TIFFField(tag: TIFFTag.makerNote.rawValue, type: .undefined, count: note.count, bytes: note)],
                in: .exif)
            place = try #require(block.entry(.makerNote, in: .exif)?.value).lowerBound
        }
        return try #require(ExifMetadata(block).makerNote()).properties
    }

    /// A note of a Nikon with a lens from 18 to 200 mm, f/3.5 to f/5.6.
    private func nikon(_ order: TIFFByteOrder, _ entries: [Entry]) throws -> [String: PropertyValue] {
        let mark: [UInt8] = order == .bigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
        let header = Array("Nikon\0\u{2}\u{10}\0\0".utf8) + mark + order.bytes(42, count: 2) + order.bytes(8, count: 4)
        let limits = [(18, 1), (200, 1), (35, 10), (56, 10)].flatMap {
            order.bytes(UInt64($0.0), count: 4) + order.bytes(UInt64($0.1), count: 4)
        }
        return try note(
            "NIKON CORPORATION", "NIKON D90", order, header: header, base: 10,
            entries + [(0x83, 1, [0x0E]), (0x84, 5, limits)])
    }

    /// Version 0204 of an 18-200 mm lens, as a camera with serial number 2012345 enciphers it at its exposure 76543.
    private static let lens: [UInt8] = [
        0x30, 0x32, 0x30, 0x34, 0x5E, 0x65, 0x9B, 0x78, 0x18, 0x6F, 0xD9, 0x22, 0x71, 0x11, 0x4A, 0xBC, 0xFC, 0x1F,
        0xB8, 0x2A,
    ]

    private func keys(_ order: TIFFByteOrder, serial: String = "2012345", exposures: UInt64 = 76_543) -> [Entry] {
        [(0x1D, 2, Array(serial.utf8) + [0]), (0xA7, 4, order.bytes(exposures, count: 4))]
    }

    @Test(
        "Nikon's lens is deciphered with the serial number and the number of exposures",
        arguments: [TIFFByteOrder.bigEndian, .littleEndian])
    func nikonLens(order: TIFFByteOrder) throws {
        let found = try nikon(order, [(0x98, 7, Self.lens)] + keys(order))
        #expect(found["LensID"] == .string("AF-S DX VR Zoom-Nikkor 18-200mm f/3.5-5.6G IF-ED"))
        #expect(found["LensIDNumber"] == 0x8B)
        #expect(abs((found["MinFocalLength"]?.number ?? 0) - 18.3) < 0.1)
        #expect(abs((found["MaxApertureAtMaxFocal"]?.number ?? 0) - 5.66) < 0.1)
        #expect(found["LensIDBytes"] == nil)
    }

    @Test("Without its keys, or with wrong ones, Nikon's lens has no values")
    func wrongKeys() throws {
        let order = TIFFByteOrder.bigEndian
        let bare = try nikon(order, [(0x98, 7, Self.lens)])
        #expect(bare["LensID"] == nil && bare["LensIDNumber"] == nil)
        #expect(bare["LensData"]?.string?.hasPrefix("enciphered") == true)
        let wrong = try nikon(order, [(0x98, 7, Self.lens)] + keys(order, exposures: 76_540))
        #expect(wrong["LensID"] == nil && wrong["MinFocalLength"] == nil && wrong["LensIDNumber"] == nil)
    }

    @Test("Sony's records are deciphered by model and by their first byte")
    func sony() throws {
        let order = TIFFByteOrder.littleEndian
        func enciphered(_ bytes: [UInt8]) -> [UInt8] {
            bytes.map { $0 < 249 ? UInt8(Int($0) * Int($0) * Int($0) % 249) : $0 }
        }
        var counts = [UInt8](repeating: 0, count: 512)
        counts.replaceSubrange(50..<54, with: [0x39, 0x30, 0, 0xFF])
        (counts[261], counts[262]) = (2, 2)
        var sequence = [UInt8](repeating: 0, count: 128)
        (sequence[0], sequence[18]) = (62, 4)
        let entries: [Entry] = [(0x9050, 7, enciphered(counts)), (0x9400, 7, enciphered(sequence))]
        let found = try note("SONY", "ILCE-7", order, entries)
        #expect(found["ShutterCount"] == 12345 && found["LensMount"] == .string("E-mount"))
        #expect(found["SequenceImageNumber"]?.number == 5)
        // A camera of unknown form, and a record of unknown form.
        sequence[0] = 63
        let unknown = try note("SONY", "ILCE-99", order, [entries[0], (0x9400, 7, enciphered(sequence))])
        #expect(unknown["ShutterCount"] == nil && unknown["SequenceImageNumber"] == nil)
    }

    @Test("A value beyond its range has no name")
    func ranges() throws {
        let order = TIFFByteOrder.littleEndian
        func record(_ temperature: Int32) -> [Entry] {
            var numbers = [Int32](repeating: 0, count: 148)
            (numbers[145], numbers[135]) = (temperature, 77)
            return [(0xD, 9, numbers.flatMap { order.bytes(UInt64(UInt32(bitPattern: $0)), count: 4) })]
        }
        #expect(try note("Canon", "Canon PowerShot A560", order, record(25))["CameraTemperature"] == 25)
        #expect(try note("Canon", "Canon PowerShot A560", order, record(-3))["CameraTemperature"] == -3)
        #expect(try note("Canon", "Canon PowerShot A560", order, record(25_000))["CameraTemperature"] == nil)
    }

    @Test("Olympus counts qualities from 0 in cameras of the type SX, and from 1 in others")
    func quality() throws {
        let order = TIFFByteOrder.littleEndian
        func quality(_ type: String) throws -> PropertyValue? {
            let entries: [Entry] = [(0x201, 3, [1, 0]), (0x207, 2, Array(type.utf8) + [0])]
            return try note("OLYMPUS", "C4040Z", order, header: Array("OLYMP\0\u{1}\0".utf8), entries)["Quality"]
        }
        #expect(try quality("SX753") == .string("HQ (Normal)"))
        #expect(try quality("D4040") == .string("SQ (Low)"))
    }

    @Test("Pentax's number of exposures is combined with the date and the time")
    func pentaxCount() throws {
        let order = TIFFByteOrder.bigEndian
        let (date, time): ([UInt8], [UInt8]) = ([0x07, 0xD7, 4, 28], [14, 5, 59])
        func count(_ stored: UInt32) throws -> PropertyValue? {
            let entries: [Entry] = [(6, 7, date), (7, 7, time), (0x5D, 7, order.bytes(UInt64(stored), count: 4))]
            return try note("PENTAX", "PENTAX K10D", order, header: Array("AOC\0MM".utf8), entries)["ShutterCount"]
        }
        let key: UInt32 = 0x07D7_041C ^ ~0x0E05_3B00
        #expect(try count(14_223 ^ key) == 14_223)
        // Another date than that of the exposure.
        #expect(try count(0x0123_4567)?.string?.hasPrefix("enciphered") == true)
    }
}
