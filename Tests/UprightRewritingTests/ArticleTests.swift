import Foundation
import TestSupport
import Testing
import Upright

/// A vendor's tag: a temperature in tenths of a degree, two bytes.
struct TemperatureHandler: TagHandler {
    var supportedTypes: [TIFFFieldType] { [.undefined] }

    func decode(_ bytes: ArraySlice<UInt8>, in context: TagContext) throws(MetadataValueError) -> PropertyValue {
        guard case .signedShort(let units)? = MetadataValue(decoding: bytes, as: .sshort, order: context.byteOrder),
            units.count == 1
        else { throw .malformed(tag: context.tag, expected: "two bytes", offset: 0) }
        return .real(Double(units[0]) / 10)
    }

    func encode(_ value: PropertyValue, in context: TagContext) throws(MetadataValueError) -> [UInt8] {
        guard let tenths = value.number.flatMap({ Int16(exactly: ($0 * 10).rounded()) }) else {
            throw .kind(tag: context.tag, expected: "a temperature of tenths of a degree", found: value.json)
        }
        return MetadataValue.signedShort([tenths]).encoded(order: context.byteOrder)
    }
}

/// Compiles and runs the examples of the libraries' articles, with the imports of a client.
@Suite struct ArticleTests {
    private func sample() throws -> [UInt8] { try #require(Fixture.named("samples/photo.jpg")).content() }

    /// Every example of every article is in this file, line by line.
    @Test func everyExampleIsCompiledHere() throws {
        let examples = try Articles.check(["Library/ImageMetadata", "Library/Upright"], against: #filePath)
        #expect(examples >= 14)
    }

    @Test func reading() throws {
        let bytes = try sample()
        try dictionaries(bytes)
        let properties = try ImageProperties(reading: bytes)
        let taken = properties.exif.dateTimeOriginal
        let lens = properties.exif.lensModel
        if let coordinate = properties.gps?.coordinate {
            print(coordinate.latitude, coordinate.longitude)
        }
        let city = properties.xmp?["photoshop:City"]?.text
        let keywords = properties.iptc?.texts(25)
        #expect(taken?.year ?? 2000 > 1900)
        _ = (lens, city, keywords)
        for entry in properties.exif.entries {
            print(entry.tag, entry.value)
        }
        let fNumber = properties.exif.fNumber?.description
        _ = fNumber
        let lensOfCanon = properties.dictionary["{MakerCanon}"]?["LensModel"]?.string
        let focusMode = properties.exif.property("MakerNikon:FocusMode")
        #expect(lensOfCanon == nil && focusMode == nil)
    }

    private func dictionaries(_ bytes: [UInt8]) throws {
        let properties = try ImageProperties(reading: bytes)
        let width = properties.dictionary["PixelWidth"]?.integer
        let make = properties.dictionary["{TIFF}"]?["Make"]?.string
        let exposure = properties.dictionary["{Exif}"]?["ExposureTime"]?.number
        #expect((width ?? 0) > 0)
        _ = (make, exposure)
    }

    @Test func writing() throws {
        let bytes = try sample()
        let edits: [MetadataEdit] = [
            try .set("EXIF:Artist", to: "Ada Lovelace"),
            try .set("XMP:dc:subject", to: ["harbour", "evening"]),
            try .set("EXIF:PhotographicSensitivity", to: 400),
            try .set("EXIF:ExposureTime", to: Rational(1, 250)),
            try .remove("EXIF:UserComment"),
        ]
        let edited = try MetadataEditor(edits).edited(bytes)
        for change in edited.changes {
            print(change.what, change.from, change.to)
        }
        #expect(edited.changes.contains { $0.what == "exif.Artist" && $0.to == "Ada Lovelace" })
        let written = try ImageProperties(reading: edited.bytes)
        #expect(written.exif.exposureTime == Rational(1, 250) && written.exif.photographicSensitivity == 400)
        try positions(bytes)
    }

    private func positions(_ bytes: [UInt8]) throws {
        let coordinate = GPSCoordinate(latitude: 37.33182, longitude: -122.03118)
        let position = try MetadataEdit.position(coordinate)
        let place = MetadataEdit.place(PlaceNames(city: "Cupertino", country: "United States"), when: .whereBlank)
        let located = try MetadataEditor(position + place).edited(bytes)
        let properties = try ImageProperties(reading: located.bytes)
        #expect(properties.gps?.coordinate == coordinate)
        #expect(properties.xmp?["photoshop:City"]?.text == "Cupertino")
    }

    @Test func handling() throws {
        let bytes = try #require(Fixture.named("jpeg/rgb.jpg")).content()
        var handlers = TagHandlers.standard
        let temperature = TagDefinition(number: 0xC001, name: "BatteryTemperature", types: [.undefined])
        handlers.register(temperature, in: .exif, handler: TemperatureHandler())
        let edit = try MetadataEdit.set("EXIF:BatteryTemperature", to: -12.3, handlers: handlers)
        let edited = try MetadataEditor([edit]).edited(bytes)
        let properties = try ImageProperties(reading: edited.bytes, handlers: handlers)
        let exact = properties.exif["BatteryTemperature"]
        let read = properties.exif.property("BatteryTemperature")
        let same = properties.dictionary["{Exif}"]?["BatteryTemperature"]?.number
        #expect(exact?.count == 2 && same == -12.3)
        #expect("\(try #require(read))" == "-12.3" && String(describing: read) == "Optional(-12.3)")
        let owner = TagDefinition(number: 9, name: "Photographer", types: [.ascii])
        handlers.register(owner, inNotesOf: "{MakerCanon}")
        let renamed = try MetadataEdit.set("MakerCanon:Photographer", to: "Ada", handlers: handlers)
        #expect(renamed.what == "exif.MakerCanon:0x0009")
    }

    @Test func comingFromImageIO() throws {
        let bytes = try sample()
        try sensitivity(bytes)
        let changes: [String: PropertyValue] = [
            "{TIFF}": ["Artist": "Ada Lovelace"],
            "{IPTC}": ["Keywords": ["harbour", "evening"]],
            "{GPS}": .null,
        ]
        let edited = try MetadataEditor(MetadataEdit.edits(setting: changes)).edited(bytes)
        let properties = try ImageProperties(reading: edited.bytes)
        #expect(properties.tiff.artist == "Ada Lovelace" && properties.gps == nil)
        #expect(properties.iptc?.texts(25) == ["harbour", "evening"])
        try times(bytes)
        try bulk(bytes)
    }

    private func sensitivity(_ bytes: [UInt8]) throws {
        let properties = try ImageProperties(reading: bytes)
        let exif = properties.dictionary["{Exif}"]
        let iso = exif?["ISOSpeedRatings"]?.array?.first?.integer
        let sameISO = properties.exif.photographicSensitivity
        #expect(iso == sameISO)
    }

    private func times(_ bytes: [UInt8]) throws {
        let coordinate = GPSCoordinate(latitude: 37.33182, longitude: -122.03118)
        let position = try MetadataEdit.position(coordinate, altitude: 11.5)
        let tokyo = TimeZone(identifier: "Asia/Tokyo") ?? .gmt
        let time = MetadataEdit.time(Date(timeIntervalSince1970: 1_700_000_000), in: tokyo)
        let located = try MetadataEditor(position + time).edited(bytes)
        let properties = try ImageProperties(reading: located.bytes)
        #expect(properties.exif.dateTimeOriginal?.description == "2023-11-15T07:13:20+09:00")
        #expect(properties.exif.dateTimeOriginal?.date == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(properties.gps?.altitude == 11.5)
    }

    private func bulk(_ bytes: [UInt8]) throws {
        var values = PictureValues()
        values.copyright = "© 2024 Ada Lovelace"
        values.keywords = ["harbour", "evening"]
        values.exposureTime = Rational(1, 250)
        values.removed = [.comment]
        let editor = MetadataEditor(try values.edits())
        let all = try [bytes].map { try editor.edited($0) }
        let read = PictureValues(try ImageProperties(reading: try #require(all.first).bytes))
        #expect(read.copyright == values.copyright && read.keywords == values.keywords)
        #expect(read.exposureTime == Rational(1, 250) && read.comment == nil)
    }

    @Test func normalizing() throws {
        let bytes = try #require(Fixture.named("samples/orientation-6.jpg")).content()
        let result = Normalizer().normalize(bytes)
        switch result.output {
        case .none: print(result.report.outcome, result.report.reason)
        case .source: print("upright already")
        case .bytes(let upright): print("\(upright.count) bytes", result.report.changes)
        }
        #expect(result.report.outcome == .normalized)
        try pixels(bytes)
        var options = NormalizationOptions()
        options.damaged = .reject
        options.verification = .pixels
        options.limits.pixels = 50_000_000
        options.edits = [try .set("EXIF:Artist", to: "Ada Lovelace")]
        let strict = Normalizer(options: options).normalize(bytes)
        #expect(strict.report.outcome == .normalized)
        let threads = ThreadPool(3)
        let shared = Normalizer(parallelism: Parallelism(threads)).normalize(bytes)
        #expect(shared.report.outcome == .normalized)
    }

    private func pixels(_ bytes: [UInt8]) throws {
        let type = PictureFormats.identify(bytes)
        #expect(type.rawValue == "public.jpeg")
        let whole = try PixelBuffer(decoding: bytes)
        let thumbnail = try PixelBuffer(decoding: bytes, edge: 256).jpeg()
        #expect(try max(ImageProperties(reading: thumbnail).size?.width ?? 0, 1) <= 256 && whole.size.height > 0)
        var frames = try PictureFrames(of: bytes)
        for index in 0..<frames.count {
            let frame = try frames.pixels(at: index)
            print(frame.size, frames.durations[index])
        }
    }
}
