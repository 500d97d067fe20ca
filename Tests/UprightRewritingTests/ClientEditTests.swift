import Foundation
import TestSupport
import Testing
import Upright

/// The edits that clients write with Swift's types.
@Suite struct ClientEditTests {
    private func edited(_ path: String, _ edits: [MetadataEdit]) throws -> ImageProperties {
        let bytes = try #require(Fixture.named(path)).content()
        return try ImageProperties(reading: try MetadataEditor(edits).edited(bytes).bytes)
    }

    /// Formats without Exif get XMP, and the caller need not know.
    @Test(arguments: ["jpeg/rgb.jpg", "png/upright.png", "gif/still-upright.gif"])
    func positionsNeedNoType(path: String) throws {
        let coordinate = GPSCoordinate(latitude: -33.8675, longitude: 151.207)
        let time = try #require(ExifDateTime("2024:05:17 18:03:09", offset: "+09:00"))
        let read = try edited(path, try MetadataEdit.position(coordinate) + MetadataEdit.time(time))
        if path.hasSuffix("gif") {
            #expect(read.xmp?["exif:GPSLatitude"]?.text?.hasPrefix("33,52.05") == true)
            #expect(read.xmp?["photoshop:DateCreated"]?.text == "2024-05-17T18:03:09+09:00")
        } else {
            #expect(read.gps?.coordinate == coordinate)
            #expect(read.exif.dateTimeOriginal == time)
        }
    }

    @Test func aPositionThatIsNoneSaysWhy() throws {
        do {
            _ = try MetadataEdit.position(GPSCoordinate(latitude: 91, longitude: 0))
            Issue.record("91 degrees north")
        } catch {
            #expect("\(error)" == "GPS:GPSLatitude takes degrees from -90 to 90, found 91.0")
        }
        #expect(throws: MetadataValueError.self) {
            try MetadataEdit.position(GPSCoordinate(latitude: 1, longitude: .nan))
        }
        #expect(throws: MetadataValueError.self) {
            try MetadataEdit.position(GPSCoordinate(latitude: 1, longitude: 2), altitude: .infinity)
        }
    }

    /// The dictionary of one picture, set in another, reads back as it was.
    @Test(arguments: ["samples/photo.jpg", "jpeg/exif.jpg"])
    func aDictionaryGoesFromOneFileToAnother(path: String) throws {
        guard let fixture = Fixture.named(path) else { return }
        let first = try ImageProperties(reading: try fixture.content())
        let edits = try DictionaryEdits(setting: first.dictionary)
        let read = try edited("jpeg/rgb.jpg", edits.edits)
        for name in ["{TIFF}", "{Exif}", "{GPS}", "{IPTC}"] {
            for (key, value) in first.dictionary[name]?.dictionary ?? [:]
            where !edits.ignored.contains("\(name).\(key)") && key != "YCbCrPositioning" {
                #expect(read.dictionary[name]?[key] == value, "\(name).\(key)")
            }
        }
        #expect(edits.ignored.contains("PixelWidth"))
    }

    @Test func aDictionaryWithAnUnknownKeyIsRefused() throws {
        for (dictionary, key) in [
            (["{TIFF}": ["Artits": "Ada"]], "{TIFF}.Artits"), (["TIFF": ["Artist": "Ada"]], "found TIFF"),
            (["{IPTC}": ["Keyword": "a"]], "{IPTC}.Keyword"), (["{GPS}": ["Latitude": 91]], "GPSLatitude"),
        ] as [([String: PropertyValue], String)] {
            do {
                _ = try MetadataEdit.edits(setting: dictionary)
                Issue.record("\(dictionary) was taken")
            } catch {
                #expect("\(error)".contains(key), "\(error)")
                #expect((error as any Error).localizedDescription == "\(error)")
            }
        }
        #expect(try MetadataEdit.edits(setting: ["{GPS}": ["Latitude": -10.5]]).count == 2)
    }

    @Test func nullRemoves() throws {
        let artist = try MetadataEdit.set("EXIF:Artist", to: "Ada")
        let bytes = try MetadataEditor([artist]).edited(try #require(Fixture.named("jpeg/rgb.jpg")).content()).bytes
        let edits = try MetadataEdit.edits(setting: ["{TIFF}": ["Artist": .null]])
        #expect(try ImageProperties(reading: try MetadataEditor(edits).edited(bytes).bytes).tiff.artist == nil)
    }

    @Test func valuesPrintAndCodeAsPeopleExpect() throws {
        let value: PropertyValue = [
            "a": -12.3, "b": [1, "two", true], "c": .data([1, 2, 3]), "d": .null,
        ]
        #expect("\(value)" == "[a: -12.3, b: [1, \"two\", true], c: 3 bytes, d: null]")
        #expect("\(PropertyValue.string("Ada"))" == "Ada" && "\(PropertyValue.real(2))" == "2")
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(value)
        #expect(
            String(decoding: json, as: UTF8.self)
                == #"{"a":-12.3,"b":[1,"two",true],"c":{"base64":"AQID"},"d":null}"#)
        #expect(try JSONDecoder().decode(PropertyValue.self, from: json) == value)
        let time = try #require(ExifDateTime("2024:05:17 18:03:09", fraction: "25", offset: "+09:00"))
        #expect("\(time)" == "2024-05-17T18:03:09.25+09:00")
        #expect(try JSONDecoder().decode(ExifDateTime.self, from: JSONEncoder().encode(time)) == time)
        #expect("\(GPSCoordinate(latitude: 1.5, longitude: -2))" == "1.5, -2.0")
    }

    /// The clock of Berlin in summer and winter.
    @Test func datesHaveZones() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let summer = Date(timeIntervalSince1970: 1_720_000_000.25)
        let time = try #require(ExifDateTime(summer, in: berlin))
        #expect(time.description == "2024-07-03T11:46:40.25+02:00" && time.date == summer)
        var clock = time
        clock.offset = nil
        #expect(clock.date == nil && clock.date(assuming: berlin) == summer)
        #expect(ExifDateTime(Date(timeIntervalSince1970: -1e12), in: berlin) == nil)
    }

    @Test func valuesAreSetAndRemovedTogether() throws {
        var values = PictureValues()
        values.title = "Harbour"
        values.caption = "Evening at the harbour"
        values.creators = ["Ada", "Grace"]
        values.rating = 4
        values.coordinate = GPSCoordinate(latitude: 1.5, longitude: 2.5)
        values.altitude = -3
        values.exposureBias = SignedRational(-1, 3)
        let read = PictureValues(try edited("jpeg/rgb.jpg", try values.edits()))
        #expect(read == values)
        // A GIF has XMP only.
        let inXMP = try edited("gif/still-upright.gif", try values.edits())
        #expect(inXMP.xmp?["dc:title"]?.text == "Harbour" && inXMP.xmp?["xmp:Rating"]?.text == "4")
        values.rating = 9
        #expect(throws: MetadataValueError.self) { try values.edits() }
        var removal = PictureValues()
        removal.removed = Set(PictureValues.Property.allCases)
        let bytes = try MetadataEditor(try read.edits()).edited(
            try #require(Fixture.named("jpeg/rgb.jpg")).content())
        let cleared = try MetadataEditor(try removal.edits()).edited(bytes.bytes)
        #expect(PictureValues(try ImageProperties(reading: cleared.bytes)) == PictureValues())
    }

    @Test func whatClientsPrintIsPlain() throws {
        let read = try edited("jpeg/rgb.jpg", [])
        #expect("\(read.type)" == "public.jpeg")
        let size = try #require(read.size)
        #expect("\(size)" == "\(size.width)×\(size.height)")
        let bytes = try #require(Fixture.named("jpeg/rgb.jpg")).content()
        let change = try MetadataEditor([try .set("EXIF:Artist", to: "Ada")]).edited(bytes).changes.first
        #expect(change.map { "\($0)" } == "exif.Artist:  → Ada")
    }
}
