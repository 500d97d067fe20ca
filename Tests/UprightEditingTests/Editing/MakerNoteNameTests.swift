import Testing
import UprightBase
import UprightRewriting
import UprightFormats

/// Maker notes are read by name.
@Suite struct MakerNoteNameTests {
    static let orders: [TIFFByteOrder] = [.bigEndian, .littleEndian]

    /// A form of notes: who writes it, what is before its directory, and a value with its name.
    struct Form: Sendable, CustomTestStringConvertible {
        let make: String
        let key: String
        let header: [UInt8]
        let tag: UInt16
        let name: String
        let shown: PropertyValue
        /// The note has a byte order of its own, at this offset.
        var mark: Int?
        /// Offsets count from the note, from this place in it.
        var isRelative = false
        var base = 0

        var testDescription: String { "\(make) \(header.count)" }
    }

    static let forms: [Form] = [
        Form(make: "Canon", key: "{MakerCanon}", header: [], tag: 0xB4, name: "ColorSpace", shown: "Adobe RGB"),
        Form(make: "NIKON", key: "{MakerNikon}", header: [], tag: 0x1E, name: "ColorSpace", shown: "Adobe RGB"),
        Form(
            make: "NIKON", key: "{MakerNikon}", header: Array("Nikon\0\u{1}\0".utf8), tag: 4, name: "ColorMode",
            shown: "Monochrome"),
        Form(
            make: "SONY", key: "{MakerSony}", header: Array("SONY DSC \0\0\0".utf8), tag: 0xB040, name: "Macro",
            shown: "Close Focus"),
        Form(make: "SONY", key: "{MakerSony}", header: [], tag: 0xB040, name: "Macro", shown: "Close Focus"),
        Form(
            make: "OLYMPUS", key: "{MakerOlympus}", header: Array("OLYMP\0\u{1}\0".utf8), tag: 0x202, name: "Macro",
            shown: "Super Macro"),
        Form(
            make: "OLYMPUS", key: "{MakerOlympus}", header: Array("OLYMPUS\0??\u{3}\0".utf8), tag: 0x202, name: "Macro",
            shown: "Super Macro", mark: 8, isRelative: true),
        Form(
            make: "OM Digital Solutions", key: "{MakerOlympus}", header: Array("OM SYSTEM\0\0\0??\u{4}\0".utf8),
            tag: 0x202, name: "Macro", shown: "Super Macro", mark: 12, isRelative: true),
        Form(
            make: "Panasonic", key: "{MakerPanasonic}", header: Array("Panasonic\0\0\0".utf8), tag: 0x31,
            name: "AFAssistLamp", shown: "Enabled but Not Used"),
        Form(
            make: "LEICA", key: "{MakerPanasonic}", header: Array("LEICA\0\0\0".utf8), tag: 0x31, name: "AFAssistLamp",
            shown: "Enabled but Not Used"),
        Form(
            make: "Leica Camera AG", key: "{MakerLeica}", header: Array("LEICA\0\0\0".utf8), tag: 0x300,
            name: "Quality",
            shown: "Basic", isRelative: true, base: 8),
        Form(
            make: "Leica Camera AG", key: "{MakerLeica}", header: Array("LEICA0\u{3}\0".utf8), tag: 2, name: "2",
            shown: 2, isRelative: true),
        Form(
            make: "Leica Camera AG", key: "{MakerLeica}", header: Array("LEICA\0\u{7}\0".utf8), tag: 0x305,
            name: "SerialNumber", shown: 2, isRelative: true),
        Form(
            make: "Leica Camera AG", key: "{MakerLeica}", header: Array("LEICA\0\u{9}\0".utf8), tag: 0x305,
            name: "SerialNumber", shown: 2),
        Form(
            make: "Leica Camera AG", key: "{MakerLeica}",
            header: Array("LEICA\0\u{2}\u{FF}".unicodeScalars.map { UInt8($0.value) }),
            tag: 0x35C, name: "ColorTint", shown: 2),
        Form(
            make: "LEICA CAMERA AG", key: "{MakerPanasonic}", header: Array("LEICA CAMERA AG\0\0\0".utf8), tag: 0x31,
            name: "AFAssistLamp", shown: "Enabled but Not Used"),
        Form(
            make: "SONY", key: "{MakerSony}", header: Array("SONY PI\0\0\0\0\0".utf8), tag: 0x202, name: "Macro",
            shown: "Super Macro"),
        Form(
            make: "Asahi Optical Co.,Ltd", key: "{MakerPentax}", header: [], tag: 4, name: "FlashMode", shown: "On"),
        Form(
            make: "PENTAX", key: "{MakerPentax}", header: Array("AOC\0MM".utf8), tag: 0x17, name: "MeteringMode",
            shown: "Spot"),
        Form(
            make: "PENTAX", key: "{MakerPentax}", header: Array("PENTAX \0??".utf8), tag: 0x17, name: "MeteringMode",
            shown: "Spot", mark: 8, isRelative: true),
        Form(
            make: "RICOH", key: "{MakerRicoh}", header: Array("Ricoh\0\0\0".utf8), tag: 0x1017, name: "WideAdapter",
            shown: "Attached"),
        Form(
            make: "SANYO", key: "{MakerSanyo}", header: Array("SANYO\0\u{1}\0".utf8), tag: 0x202, name: "Macro",
            shown: "View"),
        Form(
            make: "SIGMA", key: "{MakerSigma}", header: Array("SIGMA\0\0\0\u{1}\0".utf8), tag: 0x86, name: "ISO",
            shown: 2),
        Form(
            make: "CASIO", key: "{MakerCasio}", header: Array("QVC\0\0\0".utf8), tag: 0x3002, name: "Quality",
            shown: "Normal"),
        Form(make: "CASIO", key: "{MakerCasio}", header: [], tag: 2, name: "Quality", shown: "Normal"),
        Form(
            make: "SAMSUNG", key: "{MakerSamsung}", header: [], tag: 0xA014, name: "ISO", shown: 2, isRelative: true),
        Form(make: "DJI", key: "{MakerDJI}", header: [], tag: 6, name: "Pitch", shown: 2),
        Form(
            make: "Minolta Co., Ltd.", key: "{MakerMinolta}", header: [], tag: 0x10A, name: "ZoneMatching",
            shown: "Low Key"),
        Form(
            make: "FUJIFILM", key: "{MakerFuji}", header: Array("FUJIFILM\u{C}\0\0\0".utf8), tag: 0x1010,
            name: "FujiFlashMode", shown: "Off", isRelative: true),
    ]

    /// A block with a note.
    private func read(
        _ make: String, _ order: TIFFByteOrder, handlers: TagHandlers = .standard, note: (_ at: Int) -> [UInt8]
    ) throws -> (note: MakerNote?, block: TIFFBlock, range: Range<Int>) {
        var place = 0
        var block = TIFFBlock(byteOrder: order)
        for _ in 0..<2 {
            block = TIFFBlock(byteOrder: order)
            let (name, own) = (Array(make.utf8) + [0], note(place))
            block.set([TIFFField(tag: 0x010F, type: .ascii, count: name.count, bytes: name)], in: .primary)
            block.set(
                [TIFFField(tag: TIFFTag.makerNote.rawValue, type: .undefined, count: own.count, bytes: own)], in: .exif)
            place = try #require(block.entry(.makerNote, in: .exif)?.value).lowerBound
        }
        let range = place..<place + note(place).count
        for reader in handlers.makerNotes {
            if let found = reader.read(range, in: block, make: make) { return (found, block, range) }
        }
        return (nil, block, range)
    }

    private func entry(_ tag: UInt16, _ type: UInt64, _ count: Int, _ value: [UInt8], _ order: TIFFByteOrder) -> [UInt8]
    {
        order.bytes(UInt64(tag), count: 2) + order.bytes(type, count: 2) + order.bytes(UInt64(count), count: 4)
            + (value + [0, 0, 0, 0]).prefix(4)
    }

    /// A note of a form, with a SHORT of 2 and a text that is stored elsewhere.
    private func note(_ form: Form, _ order: TIFFByteOrder, at place: Int) -> [UInt8] {
        var header = form.header
        if let mark = form.mark {
            header.replaceSubrange(mark..<mark + 2, with: order == .bigEndian ? "MM".utf8 : "II".utf8)
        }
        let own: TIFFByteOrder = form.make == "FUJIFILM" ? .littleEndian : order
        let text = header.count + 2 + 24 + 4 + (form.isRelative ? -form.base : place)
        return header + own.bytes(2, count: 2) + entry(form.tag, 3, 1, own.bytes(2, count: 2), own)
            + entry(0xFFF0, 2, 6, own.bytes(UInt64(text), count: 4), own) + [0, 0, 0, 0] + Array("text!\0".utf8)
    }

    @Test("A note of each form has its values by name", arguments: forms, orders)
    func everyForm(form: Form, order: TIFFByteOrder) throws {
        let found = try #require(try read(form.make, order) { note(form, order, at: $0) }.note)
        #expect(found.key == form.key)
        #expect(found.properties[form.name] == form.shown)
        // A value without a name has its number as key, and a base by which its text is found.
        #expect(found.properties["65520"] == .string("text!"))
    }

    @Test("Nikon's second form is a TIFF block of its own, and enciphered records are named", arguments: orders, orders)
    func nikon(order: TIFFByteOrder, own: TIFFByteOrder) throws {
        let found = try #require(
            try read("NIKON CORPORATION", order) { _ in
                let start = 8 + 2 + 36 + 4
                return Array("Nikon\0".utf8) + [2, 0x10, 0, 0] + Array((own == .bigEndian ? "MM" : "II").utf8)
                    + own.bytes(42, count: 2) + own.bytes(8, count: 4) + own.bytes(3, count: 2)
                    + entry(0x2, 3, 2, own.bytes(0, count: 2) + own.bytes(400, count: 2), own)
                    + entry(0x98, 7, 12, own.bytes(UInt64(start), count: 4), own)
                    + entry(0x23, 7, 58, own.bytes(UInt64(start + 12), count: 4), own) + [0, 0, 0, 0]
                    + Array("0204".utf8) + [UInt8](repeating: 0xA5, count: 8)
                    + Array("0100VIVID".utf8) + [UInt8](repeating: 0, count: 41) + [131]
                    + [UInt8](repeating: 0, count: 7)
            }.note)
        #expect(found.properties["ISO"] == 400)
        // ImageIO's key has the value as it is stored.
        #expect(found.properties["ISOSetting"] == [0, 400])
        #expect(found.properties["LensDataVersion"] == "0204")
        #expect(found.properties["LensData"] == "enciphered, 12 bytes")
        #expect(found.properties["PictureControlName"] == "VIVID")
        #expect(found.properties["Sharpness"]?.number == 3)
    }

    @Test("Canon's records are read field by field", arguments: orders)
    func canon(order: TIFFByteOrder) throws {
        let found = try #require(
            try read("Canon", order) { place in
                var settings = [Int](repeating: 0, count: 35)
                (settings[0], settings[7]) = (70, 1)
                settings.replaceSubrange(22..<26, with: [237, 70, 24, 1])
                settings[34] = 2
                var shot = [Int](repeating: 0, count: 34)
                (shot[0], shot[12]) = (68, 158)
                shot[19] = 250
                // Nine areas in words: sizes, then positions, then the points in focus.
                let areas = [0, 2, 9, 9, 100, 80, 100, 80] + (1...36).map { $0 } + [0b101, 1, 0]
                let data = place + 2 + 36 + 4
                let words = (settings + shot + areas).flatMap { order.bytes(UInt64($0), count: 2) }
                return order.bytes(3, count: 2) + entry(1, 3, 35, order.bytes(UInt64(data), count: 4), order)
                    + entry(4, 3, 34, order.bytes(UInt64(data + 70), count: 4), order)
                    + entry(0x26, 3, areas.count, order.bytes(UInt64(data + 138), count: 4), order) + [0, 0, 0, 0]
                    + words
            }.note)
        #expect(found.properties["FocusMode"] == "AI Servo AF")
        #expect(found.properties["ImageStabilization"] == "Shoot Only")
        #expect(found.properties["MaxFocalLength"]?.number == 70)
        #expect(found.properties["CameraTemperature"]?.number == 30)
        #expect(found.properties["FocusDistanceUpper"]?.number == 2.5)
        #expect(found.properties["AFAreaMode"] == "Single-point AF")
        #expect(found.properties["AFAreaXPositions"]?.array?.first == 19)
        #expect(found.properties["AFPointsInFocus"] == [0, 2])
        #expect(found.properties["AFPointsSelected"] == [0])
    }

    @Test("Olympus's inner directories are read by their own tables", arguments: orders)
    func olympus(order: TIFFByteOrder) throws {
        let found = try #require(
            try read("OLYMPUS CORPORATION", order) { _ in
                let (inner, text) = (12 + 2 + 12 + 4, 12 + 2 + 12 + 4 + 2 + 12 + 4)
                return Array("OLYMPUS\0\(order == .bigEndian ? "MM" : "II")\u{3}\0".utf8) + order.bytes(1, count: 2)
                    + entry(0x2010, 13, 1, order.bytes(UInt64(inner), count: 4), order) + [0, 0, 0, 0]
                    + order.bytes(1, count: 2) + entry(0x202, 2, 9, order.bytes(UInt64(text), count: 4), order)
                    + [0, 0, 0, 0] + Array("AC123   \0".utf8)
            }.note)
        #expect(found.properties["LensSerialNumber"] == "AC123")
    }

    @Test("Apple's values have their number, as in ImageIO, and their name", arguments: orders)
    func apple(order: TIFFByteOrder) throws {
        let found = try #require(
            try read("Apple", order) { _ in
                let identifier = 14 + 2 + 24 + 4
                return Array("Apple iOS\0".utf8) + [0, 1] + Array((order == .bigEndian ? "MM" : "II").utf8)
                    + order.bytes(2, count: 2) + entry(0x11, 2, 5, order.bytes(UInt64(identifier), count: 4), order)
                    + entry(0xA, 9, 1, order.bytes(3, count: 4), order) + [0, 0, 0, 0] + Array("ABCD\0".utf8)
            }.note)
        #expect(found.properties["17"] == "ABCD" && found.properties["ContentIdentifier"] == "ABCD")
        #expect(found.properties["10"] == 3 && found.properties["HDRImageType"] == "HDR Image")
    }

    @Test("Kodak's record and Google's protocol buffer") func records() throws {
        let kodak = try #require(
            try read("EASTMAN KODAK COMPANY", .littleEndian) { _ in
                Array("KDK INFOCX7430  ".utf8) + [0, 1] + [UInt8](repeating: 0, count: 100)
            }.note)
        #expect(kodak.key == "{MakerKodak}" && kodak.properties["KodakModel"] == "CX7430")
        #expect(kodak.properties["Quality"] == "Fine")
        let google = try #require(try read("Google", .littleEndian) { _ in Array("HDRP\u{3}abc".utf8) }.note)
        #expect(google.key == "{MakerGoogle}" && google.properties["HDRPlusMakerNote"] == .data(Array("abc".utf8)))
    }

    @Test("Every line of every table is read, and every record that is named exists") func tables() {
        #expect(DirectoryMakerNote.tableFaults == [])
        #expect(DirectoryMakerNote.namesByMaker.values.reduce(0, +) > 1200)
    }

    @Test("Every prefix and every changed byte of a note gives a value or nothing", arguments: forms)
    func damage(form: Form) throws {
        let whole = try read(form.make, .littleEndian) { note(form, .littleEndian, at: $0) }
        for length in 0...whole.range.count {
            for reader in TagHandlers.standard.makerNotes {
                _ = reader.read(
                    whole.range.lowerBound..<whole.range.lowerBound + length, in: whole.block, make: form.make)
            }
        }
        for index in whole.range {
            for value: UInt8 in [0, 1, 2, 7, 0x7F, 0x80, 0xFF] {
                var bytes = Array(whole.block.bytes)
                bytes[index] = value
                guard let block = try? TIFFBlock(parsing: bytes) else { continue }
                for reader in TagHandlers.standard.makerNotes {
                    _ = reader.read(whole.range, in: block, make: form.make)
                }
            }
        }
    }
}
