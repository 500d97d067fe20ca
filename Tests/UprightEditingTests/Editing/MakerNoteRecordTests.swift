import Testing
import UprightBase
import UprightRewriting
import UprightFormats

/// Records of maker notes by model, size and first number; lenses; settings; tags of an application.
@Suite struct MakerNoteRecordTests {
    private static let orders: [TIFFByteOrder] = [.bigEndian, .littleEndian]

    /// A block of a camera with one entry in its note's directory.
    private func block(
        _ make: String, _ model: String, _ order: TIFFByteOrder, tag: UInt16, type: UInt64, _ value: [UInt8],
        header: [UInt8] = [], moved: Int = 0, tail: Int = 0
    ) throws -> TIFFBlock {
        let size = type == 3 || type == 8 ? 2 : type == 4 || type == 9 ? 4 : type == 5 || type == 10 ? 8 : 1
        var place = 0
        var block = TIFFBlock(byteOrder: order)
        for _ in 0..<2 {
            block = TIFFBlock(byteOrder: order)
            for (number, text) in [(UInt16(0x010F), make), (0x0110, model)] {
                let bytes = Array(text.utf8) + [0]
                block.set([TIFFField(tag: number, type: .ascii, count: bytes.count, bytes: bytes)], in: .primary)
            }
            var note = header + order.bytes(1, count: 2) + order.bytes(UInt64(tag), count: 2)
            note += order.bytes(type, count: 2)
            note += order.bytes(UInt64(value.count / size), count: 4)
            let inline = Array((value + [0, 0, 0, 0]).prefix(4))
            note += value.count > 4 ? order.bytes(UInt64(max(0, place + header.count + 18 - moved)), count: 4) : inline
            note += [0, 0, 0, 0] + value + [UInt8](repeating: 0x41, count: tail)
            block.set(
                [TIFFField(tag: TIFFTag.makerNote.rawValue, type: .undefined, count: note.count, bytes: note)],
                in: .exif)
            place = try #require(block.entry(.makerNote, in: .exif)?.value).lowerBound
        }
        return block
    }

    private func note(
        _ make: String, _ model: String, _ order: TIFFByteOrder, tag: UInt16, type: UInt64, _ value: [UInt8],
        header: String = "", moved: Int = 0, tail: Int = 0
    ) throws -> [String: PropertyValue] {
        let block = try block(
            make, model, order, tag: tag, type: type, value, header: Array(header.utf8), moved: moved, tail: tail)
        return try #require(ExifMetadata(block).makerNote()).properties
    }

    private func words(_ numbers: [Int], _ order: TIFFByteOrder) -> [UInt8] {
        numbers.flatMap { order.bytes(UInt64(UInt16(truncatingIfNeeded: $0)), count: 2) }
    }

    @Test("Canon's colours are read by the size of their record and its first number", arguments: orders)
    func colours(order: TIFFByteOrder) throws {
        var numbers = [Int](repeating: 0, count: 1250)
        (numbers[0], numbers[63], numbers[67], numbers[720], numbers[724]) = (6, 2000, 5200, 15000, 9)
        let found = try note("Canon", "Canon EOS 50D", order, tag: 0x4001, type: 3, words(numbers, order))
        #expect(found["WB_RGGBLevelsAsShot"] == [2000, 0, 0, 0])
        #expect(found["ColorTempAsShot"] == 5200)
        // Version 6 has the level at 720, version 9 at 724.
        #expect(found["SpecularWhiteLevel"] == 15000)
        let other = try note("Canon", "Canon EOS 50D", order, tag: 0x4001, type: 3, words(numbers.dropLast(), order))
        #expect(other["WB_RGGBLevelsAsShot"] == nil)
    }

    @Test("Canon's record of a camera is that of its model", arguments: orders)
    func models(order: TIFFByteOrder) throws {
        var bytes = [UInt8](repeating: 0, count: 1000)
        bytes[0x19] = 128 + 25
        bytes.replaceSubrange(382..<387, with: Array("1.0.7".utf8))
        let fiveD2 = try note("Canon", "Canon EOS 5D Mark II", order, tag: 0xD, type: 7, bytes)
        #expect(fiveD2["CameraTemperature"]?.number == 25)
        // The first 5D has another record, and an unknown camera none.
        #expect(try note("Canon", "Canon EOS 5D", order, tag: 0xD, type: 7, bytes)["CameraTemperature"]?.number != 25)
        #expect(try note("Canon", "Canon EOS 9D", order, tag: 0xD, type: 7, bytes)["CameraTemperature"] == nil)
    }

    @Test("Canon's custom functions are read by number", arguments: orders)
    func functions(order: TIFFByteOrder) throws {
        func long(_ number: Int) -> [UInt8] { order.bytes(UInt64(number), count: 4) }
        let group = [1, 32, 2, 0x104, 1, 1, 0x108, 1, 2].map(long).reduce([], +)
        let length = 8 + group.count
        var value = order.bytes(UInt64(length), count: 2) + [0, 0]
        value += long(1) + group
        let found = try note("Canon", "Canon EOS 50D", order, tag: 0x99, type: 7, value)
        #expect(found["AEBAutoCancel"] == "Off")
        #expect(found["SafetyShift"] == "Enable (ISO speed)")
        // A group that promises more than there is ends with the record.
        for length in 0..<value.count {
            _ = try note("Canon", "Canon EOS 50D", order, tag: 0x99, type: 7, Array(value.prefix(length)))
        }
    }

    @Test("A number that several lenses share gives all of them", arguments: orders)
    func lenses(order: TIFFByteOrder) throws {
        var settings = [Int](repeating: 0, count: 35)
        settings.replaceSubrange(22..<26, with: [33, 40, 40, 1])
        settings[0] = 70
        let found = try note("Canon", "Canon EOS 50D", order, tag: 1, type: 3, words(settings, order))
        #expect(found["LensType"]?.string?.hasPrefix("Voigtlander") == true)
        #expect(found["LensID"] == 33)
        let candidates = (found["LensTypeCandidates"]?.array ?? []).compactMap(\.string)
        // Those with the focal length that the camera wrote.
        #expect(candidates.contains("Voigtlander Ultron 40mm f/2 SLII Aspherical"))
        #expect(!candidates.contains("Carl Zeiss Distagon T* 15mm f/2.8 ZE"))
        settings[22] = 237
        let one = try note("Canon", "Canon EOS 50D", order, tag: 1, type: 3, words(settings, order))
        #expect(one["LensType"] == "Canon EF 24-105mm f/4L IS USM")
        #expect(one["LensTypeCandidates"] == nil)
    }

    @Test("Pentax's lens and bits are read by their masks") func pentax() throws {
        var bytes: [UInt8] = [0x13, 0, 0, 44] + [UInt8](repeating: 0, count: 17)
        // Bits of one byte are three values.
        bytes[4] = 0b0011_0010
        let found = try note("PENTAX", "PENTAX K10D", .bigEndian, tag: 0x207, type: 7, bytes, header: "AOC\0MM")
        #expect(found["LensType"]?.string?.contains("Sigma") == true)
        #expect(found["AutoAperture"] == "On" && found["MinAperture"] == "32")
        #expect("\(found["LensFStops"] ?? .null)" == "7")
    }

    @Test(
        "An application's tag of a maker note is read, set in place, and refused where it does not fit",
        arguments: orders)
    func ownTags(order: TIFFByteOrder) throws {
        let block = try block("Canon", "Canon EOS 50D", order, tag: 9, type: 2, Array("Ada Lovelace\0".utf8))
        var handlers = TagHandlers.standard
        handlers.register(
            TagDefinition(number: 9, name: "Photographer", types: [.ascii]), inNotesOf: "{MakerCanon}")
        func owner(_ bytes: [UInt8]) throws -> PropertyValue? {
            try ExifMetadata(parsing: bytes).makerNote(handlers: handlers)?.properties["Photographer"]
        }
        #expect(try owner(block.bytes) == "Ada Lovelace")
        let picture = ExifEditing.Picture(size: .init(width: 8, height: 8), density: nil, isJPEG: true)
        func edited(_ text: String) throws -> BlockEdit {
            let edit = try MetadataEdit.set("MakerCanon:Photographer", to: .string(text), handlers: handlers)
            return try ExifEditing.edited(block.bytes, [edit], picture: picture)
        }
        let renamed = try edited("Grace")
        #expect(renamed.changes.map(\.to) == ["Grace"])
        #expect(try owner(renamed.bytes) == "Grace")
        #expect(throws: MetadataEditError.self) { try edited("Augusta Ada King") }
        #expect(throws: MetadataValueError.self) {
            try MetadataEdit.set("MakerCanon:Owner", to: "Ada", handlers: handlers)
        }
    }

    @Test("A setting of Nikon's is read, and a list that is cut ends") func settings() throws {
        let order = TIFFByteOrder.bigEndian
        var header = Array("0100".utf8) + [UInt8](repeating: 0, count: 16)
        header += order.bytes(1000, count: 4)
        var record = order.bytes(3, count: 2) + [0, 4]
        record += order.bytes(2, count: 4)
        for length in 0...(header.count + record.count) {
            _ = try note("NIKON", "NIKON D6", order, tag: 0x4E, type: 7, Array((header + record).prefix(length)))
        }
        #expect(
            try note("NIKON", "NIKON D6", order, tag: 0x4E, type: 7, header + record)["ISOAutoShutterTime"]
                == "Auto (Slower)")
    }

    @Test("A value's size decides between fields that share a number", arguments: orders)
    func sizes(order: TIFFByteOrder) throws {
        func ricoh(_ tag: UInt16, _ type: UInt64, _ value: [UInt8]) throws -> [String: PropertyValue] {
            let block = try block("RICOH", "GR", order, tag: tag, type: type, value, header: Array("Ricoh\0\0\0".utf8))
            return try #require(ExifMetadata(block).makerNote()).properties
        }
        #expect(try ricoh(0x1003, 3, words([2], order))["WhiteBalance"] == "Daylight")
        #expect(try ricoh(0x1003, 1, [2])["Sharpness"] == "Soft")
        // A serial number that is text is the camera's, any other an internal one.
        #expect(try ricoh(5, 7, Array("Rdc4600012345678".utf8))["SerialNumber"] == "(Rdc46000)12345678")
        let bytes = [UInt8](repeating: 0, count: 15) + [0xAB]
        #expect(try ricoh(5, 7, bytes)["InternalSerialNumber"] == "000000000000000000000000000000ab")
    }

    @Test("Bytes of a directory's value are read as the table says", arguments: orders)
    func units(order: TIFFByteOrder) throws {
        let range = try note("Asahi", "PENTAX K-30", order, tag: 0x69, type: 7, [1, 2, 0, 0], header: "AOC\0MM")
        #expect(range["DynamicRangeExpansion"] == "On; Auto; 0; 0")
        let daylight = try note(
            "Asahi", "PENTAX K10D", order, tag: 0x53, type: 7, [0xBB, 0x71, 0, 0x2B], header: "AOC\0MM")
        #expect(daylight["ColorTempDaylight"] == [5205, -5, 2])
        // Not the words of one number for a pair that the camera did not write.
        let flash = try note("Asahi", "PENTAX K100D", order, tag: 0xC, type: 3, words([1], order), header: "AOC\0MM")
        #expect(flash["FlashMode"] == "Off, Did not fire")
    }

    @Test("Fractions without a value are words", arguments: orders)
    func fractions(order: TIFFByteOrder) throws {
        func distance(_ numerator: UInt64) throws -> PropertyValue? {
            let value = order.bytes(numerator, count: 4) + order.bytes(0, count: 4)
            return try note("NIKON", "E950", order, tag: 0x85, type: 5, value)["ManualFocusDistance"]
        }
        #expect(try distance(0) == "undef")
        #expect(try distance(1) == "inf")
    }

    @Test("The last value of a name counts, but not one of a record by model", arguments: orders)
    func precedence(order: TIFFByteOrder) throws {
        var numbers = [Int](repeating: 0, count: 34)
        (numbers[0], numbers[19], numbers[20]) = (68, 0, 315)
        // The two ends of a distance are unknown together.
        #expect(
            try note("Canon", "Canon EOS 50D", order, tag: 4, type: 3, words(numbers, order))["FocusDistanceLower"]
                == nil)
        numbers[19] = 320
        let shot = try note("Canon", "Canon EOS 50D", order, tag: 4, type: 3, words(numbers, order))
        #expect(shot["FocusDistanceLower"]?.number == 3.15)
        // A PowerShot's temperature is the third number from the end of its record.
        let record = [UInt8](repeating: 0, count: 1700) + order.bytes(21, count: 4) + [UInt8](repeating: 0, count: 8)
        let power = try note("Canon", "Canon PowerShot SX60 HS", order, tag: 0xD, type: 4, record)
        #expect(power["CameraTemperature"] == 21)
        // Blanks behind a model's name are not part of it.
        var bytes = [UInt8](repeating: 128 + 25, count: 1000)
        bytes.replaceSubrange(382..<388, with: Array("1.0.7\0".utf8))
        #expect(
            try note("Canon", "Canon EOS 5D Mark II  ", order, tag: 0xD, type: 7, bytes)["CameraTemperature"]?.number
                == 25)
    }

    @Test("Nikon's lens types are one word; a record of an unknown version is not said to be enciphered")
    func nikon() throws {
        func lens(_ bits: UInt8) throws -> PropertyValue? {
            try note("NIKON", "D850", .bigEndian, tag: 0x83, type: 1, [bits])["LensType"]
        }
        #expect(try lens(0) == "AF")
        #expect(try lens(6) == "G")
        #expect(try lens(14) == "G VR")
        #expect(try lens(70) == "E G")
        #expect(try lens(78) == "E VR")
        let unknown = try note("NIKON", "D9", .bigEndian, tag: 0xA8, type: 7, Array("9999".utf8) + [1, 2, 3, 4])
        #expect(unknown["FlashInfoVersion"] == "9999")
        #expect(unknown["FlashInfo"] == .data(Array("9999".utf8) + [1, 2, 3, 4]))
    }

    @Test("Fujifilm's bits are values of their own") func fujifilm() throws {
        let header = Array("FUJIFILM".utf8) + [12, 0, 0, 0]
        let value = TIFFByteOrder.littleEndian.bytes(0x0002_1011, count: 4)
        let block = try block("FUJIFILM", "X-T5", .littleEndian, tag: 0x102D, type: 4, value, header: header)
        let found = try #require(ExifMetadata(block).makerNote()).properties
        #expect(found["FocusMode2"] == "AF-S" && found["PreAF"] == "On" && found["AFAreaMode"] == "Single Point")
        #expect(found["AFAreaZoneSize"] == 2)
    }

    @Test(
        "A note that software moved is read where it is if that is certain, and has no wrong values", arguments: orders)
    func moved(order: TIFFByteOrder) throws {
        func city(moved: Int, tail: Int = 0) throws -> PropertyValue? {
            let value = Array("Tokyo and its suburbs\0".utf8)
            return try note(
                "CASIO", "EX-Z3", order, tag: 0x3006, type: 2, value, header: "QVC\0\0\0", moved: moved, tail: tail)[
                    "HometownCity"]
        }
        #expect(try city(moved: 0) == "Tokyo and its suburbs" && city(moved: 0, tail: 9) == "Tokyo and its suburbs")
        // The value fills the note from the directory's end to its own.
        #expect(try city(moved: -36) == "Tokyo and its suburbs" && city(moved: 36) == "Tokyo and its suburbs")
        #expect(try city(moved: -36, tail: 9) == nil && city(moved: 36, tail: 9) == nil)
    }

    @Test("A record of Canon's is read if it begins with its size", arguments: orders)
    func sizeWord(order: TIFFByteOrder) throws {
        var settings = [Int](repeating: 0, count: 46)
        (settings[0], settings[7]) = (92, 1)
        func mode(_ numbers: [Int]) throws -> PropertyValue? {
            try note("Canon", "Canon EOS 300D", order, tag: 1, type: 3, words(numbers, order))["FocusMode"]
        }
        #expect(try mode(settings) == "AI Servo AF")
        settings[0] = 0
        #expect(try mode(settings) == nil)
    }

    @Test("Bits without a word are shown by their number", arguments: orders)
    func bits(order: TIFFByteOrder) throws {
        let categories = order.bytes(8, count: 4) + order.bytes(0b1000_0001, count: 4)
        let found = try note("Canon", "Canon PowerShot G9", order, tag: 0x23, type: 4, categories)
        #expect(found["Categories"] == "People, [7]")
        func long(_ number: UInt64) -> [UInt8] { order.bytes(number, count: 4) }
        let settings = [40, 1, 7, 28, 1, 1807, 2, 0, 0b101].flatMap { long($0) }
        let functions = try note("Canon", "Canon EOS 5D Mark III", order, tag: 0x99, type: 4, settings)
        #expect(functions["MultiFunctionLock"] == "Off; Main dial, Multi-controller")
    }

    @Test("Sony's settings of the first models are times, sensitivities and lenses, or have no value")
    func sony() throws {
        var settings = [Int](repeating: 0, count: 140)
        (settings[0], settings[6], settings[22]) = (80, 250, 64)
        let found = try note(
            "SONY", "DSLR-A700", .littleEndian, tag: 0x114, type: 7, words(settings, .bigEndian),
            header: "SONY DSC \0\0\0")
        #expect(found["ExposureTime"]?.number == 1.0 / 16 && found["ISOSetting"]?.number == 400)
        #expect(found["WhiteBalanceFineTune"]?.number == -6 && found["ShutterSpeedSetting"] == nil)
        func lens(_ bytes: [UInt8]) throws -> PropertyValue? {
            try note(
                "SONY", "ILCE-7", .littleEndian, tag: 0xB02A, type: 1, bytes, header: "SONY DSC \0\0\0")["LensSpec"]
        }
        #expect(try lens([2, 0, 0x35, 0, 0, 0x14, 0, 0]) == "35mm F1.4")
        #expect(try lens([0xC3, 0, 0x16, 0, 0x50, 0x35, 0x56, 0]) == "16-50mm F3.5-5.6")
        #expect(try lens([0xE8, 3, 0, 0, 1, 0, 0, 0]) == nil && lens([0xAA, 0xAA, 0, 0, 1, 0x14, 1, 0]) == nil)
    }

    @Test("Records of another size or model have no names", arguments: orders)
    func others(order: TIFFByteOrder) throws {
        func pentax(_ model: String, _ tag: UInt16, _ count: Int) throws -> [String: PropertyValue] {
            try note(
                "PENTAX", model, order, tag: tag, type: 7, [UInt8](repeating: 1, count: count), header: "AOC\0MM")
        }
        #expect(try pentax("PENTAX K10D", 0x205, 23)["PictureMode2"] != nil)
        #expect(try pentax("PENTAX K-3", 0x205, 33)["PictureMode2"] == nil)
        #expect(try pentax("PENTAX K-3", 0x3FF, 768)["SensorTemperature"] != nil)
        #expect(try pentax("PENTAX K10D", 0x3FF, 32)["SensorTemperature"] == nil)
        let panorama = try note(
            "SONY", "ILCE-6000", .littleEndian, tag: 0x1003, type: 4, [UInt8](repeating: 0, count: 64),
            header: "SONY DSC \0\0\0")
        #expect(panorama["PanoramaDirection"] == nil)
        let minolta = try note(
            "Minolta", "DiMAGE A2", order, tag: 0x10, type: 7, [UInt8](repeating: 1, count: 2000))
        #expect(minolta["AFStatusLeft"] == nil)
    }

    @Test("Dates and times of notes are texts")
    func times() throws {
        let date = Array("0312\0\02618\0\029\0\0\0\0".utf8)
        let casio = try note("CASIO", "EX-Z3", .bigEndian, tag: 0x2001, type: 2, date, header: "QVC\0\0\0")
        #expect(casio["FirmwareDate"] == "2003:12:26 18:29")
        var info = [UInt8](repeating: 0, count: 300)
        info.replaceSubrange(284..<288, with: TIFFByteOrder.littleEndian.bytes(1_355_401_463, count: 4))
        let canon = try note("Canon", "Canon EOS 5D", .littleEndian, tag: 0xD, type: 7, info)
        #expect(canon["TimeStamp"] == "2012:12:13 12:24:23")
    }

    @Test("Nikon's drive and areas are those of the way of focusing", arguments: orders)
    func nikonAreas(order: TIFFByteOrder) throws {
        func area(_ contrast: UInt8) throws -> PropertyValue? {
            let record = Array("0100".utf8) + [contrast, 1] + [UInt8](repeating: 0, count: 24)
            return try note("NIKON", "NIKON D300", order, tag: 0xB7, type: 7, record)["AFAreaMode"]
        }
        #expect(try area(0) == "Dynamic Area" && area(1) == "Contrast-detect (normal area)")
        func mode(_ bits: UInt8) throws -> PropertyValue? {
            try note("NIKON", "NIKON D300", order, tag: 0x89, type: 1, [bits])["ShootingMode"]
        }
        #expect(try mode(0) == "Single-Frame" && mode(2) == "Delay" && mode(16) == "Single-Frame, Exposure Bracketing")
    }
}
