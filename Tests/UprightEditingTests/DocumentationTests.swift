import UprightRewriting
import UprightContainers
import UprightEditing
import UprightMetadata
import TestSupport
import Testing

/// Compiles and runs the examples of the documentation.
@Suite struct DocumentationTests {
    private func sample() throws -> [UInt8] { try #require(Fixture.named("samples/photo.jpg")).content() }

    @Test func reading() throws {
        let bytes = try sample()
        let properties = try ImageProperties(reading: bytes)
        let width = properties.dictionary["PixelWidth"]?.integer
        let make = properties.dictionary["{TIFF}"]?["Make"]?.string
        let exposure = properties.dictionary["{Exif}"]?["ExposureTime"]?.number
        #expect((width ?? 0) > 0)
        _ = (make, exposure)
        let taken = properties.exif.dateTimeOriginal
        let lens = properties.exif.lensModel
        if let coordinate = properties.gps?.coordinate {
            #expect(coordinate.isPlausible)
        }
        let city = properties.xmp?["photoshop:City"]?.text
        let keywords = properties.iptc?.texts(25)
        _ = (taken, lens, city, keywords)
        for entry in properties.exif.entries {
            #expect(!"\(entry.tag) \(entry.value)".isEmpty)
        }
        let fNumber = properties.exif.fNumber?.description
        _ = fNumber
    }

    @Test func writing() throws {
        let bytes = try sample()
        let edits: [MetadataEdit] = [
            try .set("EXIF:Artist", to: ["Ada Lovelace"]),
            try .set("XMP:dc:subject", to: ["harbour", "evening"]),
            try .remove("EXIF:UserComment"),
        ]
        let edited = try MetadataEditor(edits).edited(bytes)
        #expect(edited.changes.contains { $0.what == "exif.Artist" && $0.to == "Ada Lovelace" })
        let position = MetadataEdit.position(latitude: "37.33182", longitude: "-122.03118", type: .jpeg) ?? []
        let place = MetadataEdit.place(PlaceNames(city: "Cupertino", country: "United States"), when: .whereBlank)
        let located = try MetadataEditor(position + place).edited(bytes)
        let properties = try ImageProperties(reading: located.bytes)
        #expect(properties.gps?.coordinate == GPSCoordinate(latitude: 37.33182, longitude: -122.03118))
        #expect(properties.xmp?["photoshop:City"]?.text == "Cupertino")
    }

    /// A vendor's tag: a temperature in tenths of a degree, in two bytes.
    struct TemperatureHandler: TagHandler {
        var supportedTypes: [TIFFFieldType] { [.undefined] }

        func decode(_ bytes: ArraySlice<UInt8>, in context: TagContext) throws(TagError) -> PropertyValue {
            guard case .signedShort(let units)? = MetadataValue(decoding: bytes, as: .sshort, order: context.byteOrder),
                units.count == 1
            else { throw .malformed(tag: context.tag, expected: "two bytes", offset: 0) }
            return .real(Double(units[0]) / 10)
        }

        func encode(_ value: PropertyValue, in context: TagContext) throws(TagError) -> [UInt8] {
            guard let tenths = value.number.flatMap({ Int16(exactly: $0 * 10) }) else {
                throw .kind(tag: context.tag, expected: "a temperature of tenths of a degree", found: value.json)
            }
            return MetadataValue.signedShort([tenths]).encoded(order: context.byteOrder)
        }
    }

    @Test func handling() throws {
        var handlers = TagHandlers.standard
        let tag = TagID(.exif, 0xC001)
        handlers.register(TemperatureHandler(), for: tag)
        let edit = try MetadataEdit.exif(tag, exactly: .undefined([0x14, 0x14]))
        let bytes = try MetadataEditor([edit]).edited(try #require(Fixture.named("jpeg/rgb.jpg")).content()).bytes
        let properties = try ImageProperties(reading: bytes, handlers: handlers)
        let temperature = properties.dictionary["{Exif}"]?["49153"]?.number
        #expect(temperature == 514)
        let plain = try ImageProperties(reading: bytes)
        #expect(plain.dictionary["{Exif}"]?["49153"] == .data([0x14, 0x14]))
    }
}
