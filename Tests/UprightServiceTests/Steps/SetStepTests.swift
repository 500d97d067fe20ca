internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightFormats
internal import UprightRewriting
internal import UprightEngine

/// The step `set`: fixed values, templates, lists, and what another file says.
@Suite struct SetStepTests {
    @Test("Values are filled in for each picture, and lists are added to")
    func values() async throws {
        let bench = try StepBench()
        try bench.scratch.write(
            StepBench.picture([
                "ExifIFD:DateTimeOriginal": "2023:05:06 07:08:09", "IFD0:Make": "Canon", "IFD0:Model": "Canon EOS 5D",
                "XMP:dc:subject": "draft", "IPTC:Keywords": "draft",
            ]), to: "drop/Italy/Rome/a.jpg")
        let reports = try await bench.pass(
            """
            - set:
                values:
                  - "IFD0:Copyright=© {date:%Y} Ann"
                  - "IFD0:ImageDescription={name} by {camera}, {{raw}}"
                  - "XMP:dc:subject+={folders}"
                  - "XMP:dc:subject-=draft"
                  - "IPTC:Keywords+=Rome"
                  - "XMP:photoshop:City={city}"
            """)
        let output = try #require(try bench.properties(of: "out/Italy/Rome/a.jpg"))
        #expect(output.exifMetadata?[.primary, 0x8298]?.text == "© 2023 Ann")
        #expect(output.exifMetadata?[.primary, 0x010E]?.text == "a by Canon EOS 5D, {raw}")
        #expect(output.xmp?["dc:subject"]?.items.compactMap(\.text) == ["Italy", "Rome"])
        #expect(output.iptc?.texts(25) == ["draft", "Rome"])
        #expect(output.xmp?["photoshop:City"] == nil)
        let warnings = try #require(reports["Italy/Rome/a.jpg"]).warnings
        #expect(warnings.count == 1 && warnings[0].contains("photoshop:City"), "\(warnings)")
    }

    @Test("Values that a picture has stay with overwrite: false")
    func keeps() async throws {
        let bench = try StepBench()
        try bench.scratch.write(StepBench.picture(["IFD0:Artist": "Bob"]), to: "drop/a.jpg")
        for (settings, artist) in [("overwrite: false, ", "Bob"), ("", "Ann")] {
            try await bench.pass(
                "- set: {\(settings)values: [\"IFD0:Artist=Ann\"]}", folder: "output: out-\(artist)", hasJournal: false)
            #expect(try bench.properties(of: "out-\(artist)/a.jpg")?.tiff.artist == artist)
        }
    }

    @Test(
        "What a step sets is delivered in spite of a strip, also what the picture said before",
        arguments: ["private", "all"])
    func setsInSpiteOfStrip(_ profile: String) async throws {
        let bench = try StepBench()
        try bench.scratch.write(
            StepBench.picture(["IFD0:Artist": "Bob", "IFD0:Copyright": "© Ann", "IFD0:Software": "Editor"]),
            to: "drop/a.jpg")
        let reports = try await bench.pass(
            """
            - set: {values: ["IFD0:Copyright=© Ann", "XMP:dc:rights=© Ann", "IPTC:City=Rome"]}
            - strip: {profile: \(profile)}
            """)
        #expect(reports["a.jpg"]?.outcome == .normalized, "\(String(describing: reports["a.jpg"]))")
        let output = try #require(try bench.properties(of: "out/a.jpg"))
        #expect(output.tiff.copyright == "© Ann" && output.iptc?.texts(90) == ["Rome"])
        #expect(output.tiff.artist == nil && output.tiff.software == nil)
    }

    @Test("What an editor stripped comes from the original, without what belongs to its shape")
    func copies() async throws {
        let bench = try StepBench()
        try bench.scratch.write(
            StepBench.picture([
                "ExifIFD:DateTimeOriginal": "2023:05:06 07:08:09", "IFD0:Artist": "Ann", "IFD0:XResolution": "300",
                "XMP:dc:subject": "sea", "XMP:tiff:Orientation": "6", "IPTC:City": "Rome", "GPS:GPSMapDatum": "WGS-84",
                "IFD0:Software": "Camera",
            ]), to: "originals/trip/a.jpg")
        let fixture = try #require(Fixture.named("samples/orientation-6.jpg")).content()
        let stripped = try MetadataEditor([.strip(MetadataStrip(.all, places: true, onUnknown: nil))]).edited(fixture)
        let edited = try MetadataEditor([.set("IFD0:Software", to: ["Editor"])]).edited(stripped.bytes).bytes
        try bench.scratch.write(edited, to: "drop/trip/a.jpg")
        let reports = try await bench.pass("- set: {tags-from: \"originals/{folder}/{name}.{ext}\"}")
        #expect(reports["trip/a.jpg"]?.warnings == [])
        let output = try #require(try bench.properties(of: "out/trip/a.jpg"))
        #expect(output.exif.dateTimeOriginal?.exifText == "2023:05:06 07:08:09" && output.tiff.artist == "Ann")
        #expect(output.iptc?.texts(90) == ["Rome"] && output.xmp?["dc:subject"]?.text == "sea")
        #expect(output.exifMetadata?[TagID(.gps, 0x0012)] != nil)
        #expect(output.exifMetadata?[TagID(.primary, .xResolution)] != .rational([Rational(300, 1)]))
        #expect(output.exifMetadata?[.primary, 0x0112] != .short([6]) && output.xmp?["tiff:Orientation"] == nil)
        // Later steps go by what the output says.
        _ = try await bench.pass(
            """
            - set: {tags-from: "originals/{folder}/{name}.{ext}"}
            - rename: {path: "{date}"}
            """, folder: "output: named", hasJournal: false)
        #expect(bench.scratch.bytes(of: "named/2023-05-06.jpg") != nil, "\(bench.scratch.files)")
        // The editor's own value stays.
        #expect(output.exifMetadata?[.primary, 0x0131]?.text == "Editor")
    }

    @Test("A missing original is a warning, and the picture is delivered")
    func missingOriginal() async throws {
        let bench = try StepBench()
        try bench.scratch.write(StepBench.picture(), to: "drop/a.jpg")
        let report = try #require(try await bench.pass("- set: {tags-from: \"nowhere/{name}.jpg\"}")["a.jpg"])
        #expect(report.outcome == .normalized && report.warnings.contains { $0.contains("nowhere/a.jpg") }, "\(report)")
    }
}
