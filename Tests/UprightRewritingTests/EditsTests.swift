import UprightBase
import UprightRewriting
import UprightFormats
import TestSupport
import Testing

/// Metadata edits as the last step of normalization; the examples of the documentation.
@Suite struct EditsTests {
    @Test func documentedExample() throws {
        let bytes = try #require(Fixture.named("samples/orientation-6.jpg")).content()
        let result = Normalizer().normalize(bytes)
        switch result.output {
        case .none: Issue.record("\(result.report.outcome) \(result.report.reason)")
        case .source: Issue.record("upright already")
        case .bytes(let upright): #expect(!upright.isEmpty && !result.report.changes.isEmpty)
        }
        var options = NormalizationOptions()
        options.damaged = .reject
        options.limits.pixels = 50_000_000
        options.edits = [try .set("EXIF:Artist", to: ["Ada Lovelace"])]
        let strict = Normalizer(options: options).normalize(bytes)
        guard case .bytes(let output) = strict.output else {
            Issue.record("\(strict.report)")
            return
        }
        let properties = try ImageProperties(reading: output)
        #expect(properties.tiff.artist == "Ada Lovelace")
        #expect((properties.tiff.orientation ?? .up) == .up)
        #expect(strict.report.changes.contains(Change(.exif("Artist"), from: "", to: "Ada Lovelace")))
    }

    /// An upright file is edited without changes to its pixels, and normalizing it again changes nothing.
    @Test(arguments: ["jpeg/rgb.jpg", "png/upright.png", "gif/still-upright.gif"])
    func uprightFilesAreOnlyEdited(path: String) throws {
        let bytes = try #require(Fixture.named(path)).content()
        var options = NormalizationOptions()
        options.edits = [try .set("XMP:photoshop:City", to: ["Bern"])]
        let result = Normalizer(options: options).normalize(bytes)
        #expect(result.report.outcome == .normalized)
        guard case .bytes(let output) = result.output else { return }
        #expect(try ImageProperties(reading: output).xmp?["photoshop:City"]?.text == "Bern")
        let again = Normalizer(options: options).normalize(output)
        #expect(again.report.outcome == .unchanged)
        guard case .source = again.output else {
            Issue.record("\(again.report)")
            return
        }
    }

    @Test func editsWithoutAPlaceRejectTheFile() throws {
        var options = NormalizationOptions()
        options.edits = [try .set("EXIF:Artist", to: ["X"])]
        let bytes = try #require(Fixture.named("gif/still-upright.gif")).content()
        let result = Normalizer(options: options).normalize(bytes)
        #expect(result.report.outcome == .rejected && result.report.reason.contains("XMP"))
        guard case .none = result.output else {
            Issue.record("there is an output although an edit was rejected")
            return
        }
    }

    @Test("A new time without a fraction and a zone removes those of the old one, also IPTC's time of day")
    func replacedTime() throws {
        let bytes = try #require(Fixture.named("samples/orientation-6.jpg")).content()
        let old: [MetadataEdit] = [
            MetadataEdit(.setExif(TagID(.exif, .dateTimeOriginal), .text("2020:01:02 03:04:05"))),
            MetadataEdit(.setExif(TagID(.exif, .subSecTimeOriginal), .text("25"))),
            MetadataEdit(.setExif(TagID(.exif, .offsetTimeOriginal), .text("+02:00"))),
            MetadataEdit(.setIPTC(record: 2, number: 55, ["20200102"])),
            MetadataEdit(.setIPTC(record: 2, number: 60, ["030405+0200"])),
        ]
        let dated = try MetadataEditor(old).edited(bytes).bytes
        let time = try #require(ExifDateTime("2024:05:17 18:03:09"))
        let edits = MetadataEdit.time(time) + MetadataEdit.gpsTime(1_700_000_000.25, type: .jpeg)
        let found = try ImageProperties(reading: MetadataEditor(edits).edited(dated).bytes)
        #expect(found.exif.dateTimeOriginal == time)
        #expect(found.iptc?.texts(55) == ["20240517"] && found.iptc?.texts(60) == [])
        #expect(found.gps?.dateTime?.secondsSince1970 == 1_700_000_000.25)
    }

    @Test("A truth value of XMP can be false, and nothing else")
    func truthValues() throws {
        for value in ["True", "False"] { _ = try MetadataEdit.set("XMP:xmpRights:Marked", to: [value]) }
        #expect(throws: MetadataValueError.self) { try MetadataEdit.set("XMP:xmpRights:Marked", to: ["no"]) }
    }

    @Test(
        "Altitudes below the sea and below the ellipsoid are negative",
        arguments: [(0, 12.0), (1, -12), (2, 12), (3, -12)])
    func altitudes(reference: UInt8, metres: Double) throws {
        let bytes = try #require(Fixture.named("samples/orientation-6.jpg")).content()
        let edits: [MetadataEdit] = [
            MetadataEdit(.setExif(TagID(.gps, .gpsAltitude), .rational([Rational(12, 1)]))),
            MetadataEdit(.setExif(TagID(.gps, .gpsAltitudeRef), .byte([reference]))),
        ]
        #expect(try ImageProperties(reading: MetadataEditor(edits).edited(bytes).bytes).gps?.altitude == metres)
    }
}
