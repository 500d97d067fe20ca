import Foundation
import UprightRewriting
import UprightFormats
import TestSupport
import Testing

/// Edits that affect the same items in one run, and the data that they require.
@Suite struct EditCombinationTests {
    private func content(_ path: String) throws -> [UInt8] { try #require(Fixture.named(path)).content() }

    /// Makes the edits, and checks that making them again changes nothing.
    private func edited(_ bytes: [UInt8], _ edits: [MetadataEdit]) throws -> ImageProperties {
        let editor = MetadataEditor(edits)
        let result = try editor.edited(bytes)
        #expect(!result.changes.isEmpty)
        let again = try editor.edited(result.bytes)
        #expect(again.changes.isEmpty && again.bytes == result.bytes, "\(again.changes)")
        return try ImageProperties(reading: result.bytes)
    }

    @Test(arguments: ["jpeg/rgb.jpg", "png/upright.png"]) func placesAreWrittenToIPTCThatTheSameRunCreates(path: String)
        throws
    {
        let place = PlaceNames(city: "Bern", country: "Schweiz", countryCode: "CHE")
        let properties = try edited(
            content(path), [.set("IPTC:Headline", to: ["News"])] + MetadataEdit.place(place))
        #expect(properties.iptc?.texts(105) == ["News"])
        #expect(properties.iptc?.texts(101) == ["Schweiz"])
        #expect(properties.iptc?.texts(90) == ["Bern"])
    }

    @Test func aValueThatIsRemovedAndSetIsSet() throws {
        let bytes = try content("samples/photo.jpg")
        let properties = try edited(
            bytes,
            [
                .remove("EXIF:Artist"), .set("EXIF:Artist", to: ["Other"]).when(.whereBlank),
                .remove("XMP:dc:title"), .set("XMP:dc:title", to: ["Title"]),
            ])
        #expect(properties.tiff.artist == "Other")
        #expect(properties.xmp?["dc:title"]?.text == "Title")
    }

    @Test(arguments: [MetadataEdit.Condition.always, .whereBlank])
    func aRemovedDirectoryKeepsOnlyTheTagsThatLaterEditsSet(condition: MetadataEdit.Condition) throws {
        let bytes = try edited(
            content("samples/photo.jpg"),
            [.set("GPS:GPSMapDatum", to: ["TOKYO"])]
                + (MetadataEdit.position(latitude: "1", longitude: "2", type: .jpeg) ?? [])
        ).metadata.exif
        #expect(bytes != nil)
        let located = try MetadataEditor([.set("GPS:GPSMapDatum", to: ["TOKYO"])]).edited(content("samples/photo.jpg"))
        let position = try #require(
            MetadataEdit.position(latitude: "-3.5", longitude: "4.25", type: .jpeg, when: condition))
        let properties = try edited(located.bytes, [.remove("GPS:all")] + position)
        #expect(properties.gps?.coordinate == GPSCoordinate(latitude: -3.5, longitude: 4.25))
        #expect(properties.gps?[0x12] == nil && properties.gps?.altitude == nil)
    }

    /// Returns a picture with an Exif block at its start.
    private func file(_ block: [UInt8]) throws -> [UInt8] {
        let bytes = try content("jpeg/rgb.jpg")
        let payload = Array("Exif\0\0".utf8) + block
        return Array(bytes[..<2]) + [0xFF, 0xE1, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 255)]
            + payload + bytes[2...]
    }

    @Test func zerosFollowACopiedDirectoryShorterThanIFD1() throws {
        let photo = try content("samples/photo.jpg")
        let edited = try MetadataEditor([.set("EXIF:HostComputer", to: ["x"])]).edited(photo)
        let exif = try #require(try ImageProperties(reading: edited.bytes).metadata.exif)
        let block = try TIFFBlock(parsing: exif)
        let (primary, thumbnail) = (
            try #require(block.directory(.primary)), try #require(block.directory(.thumbnail))
        )
        #expect(exif.count - primary.offset >= 2 + 12 * thumbnail.entries.count)
    }

    @Test func versionsFollowTheTags() throws {
        var block = TIFFRecipe().block
        block.set([TIFFField(tag: 0x9000, type: .undefined, count: 4, bytes: Array("0221".utf8))], in: .exif)
        block.set([TIFFField(tag: 0x0000, type: .byte, count: 4, bytes: [2, 0, 0, 0])], in: .gps)
        let old = try file(block.bytes)
        #expect(try edited(old, [.set("EXIF:Artist", to: ["A"])]).exif[0x9000] == .undefined(Array("0221".utf8)))
        let properties = try edited(
            old, [.set("EXIF:CameraOwnerName", to: ["A"]), .set("GPS:GPSDateStamp", to: ["2024:05:17"])])
        #expect(properties.exif[0x9000] == .undefined(Array("0230".utf8)))
        #expect(properties.gps?[0x00] == .byte([2, 2, 0, 0]))
        let newest = try edited(old, [.set("EXIF:Photographer", to: ["A"])])
        #expect(newest.exif[0x9000] == .undefined(Array("0300".utf8)))
        // Never lowered.
        block.set([TIFFField(tag: 0x9000, type: .undefined, count: 4, bytes: Array("0300".utf8))], in: .exif)
        let kept = try edited(try file(block.bytes), [.set("EXIF:CameraOwnerName", to: ["A"])])
        #expect(kept.exif[0x9000] == .undefined(Array("0300".utf8)))
    }

    @Test func textOfDigitsStaysText() throws {
        let properties = try edited(
            content("jpeg/rgb.jpg"),
            [
                .set("EXIF:UserComment", to: ["12"]), .set("EXIF:XPTitle", to: ["1 2 3"]),
                .set("EXIF:Copyright", to: ["2024"]), .set("EXIF:FileSource", to: ["3"]),
            ])
        #expect(properties.exif.userComment == "12")
        #expect(properties.dictionary["{TIFF}"]?["XPTitle"] == "1 2 3")
        #expect(properties.dictionary["{TIFF}"]?["Copyright"] == "2024")
        #expect(properties.dictionary["{Exif}"]?["FileSource"] == 3)
    }

    @Test func blankValuesAreReplacedCompletely() throws {
        let base = try MetadataEditor([.set("XMP:photoshop:City", to: ["  "])]).edited(content("jpeg/rgb.jpg"))
        let properties = try edited(base.bytes, [.set("XMP:photoshop:City", to: ["Bern"])])
        #expect(properties.xmp?["photoshop:City"]?.text == "Bern")
    }

    @Test func truncatedDirectoriesAreNotCopied() throws {
        var block = TIFFBlock(byteOrder: .bigEndian)
        block.set([TIFFRecipe(order: .bigEndian).text(0x010F, "Maker")], in: .primary)
        // More entries than there is space for.
        var raw = block.bytes
        raw[Int(raw[7])] = 0x7F
        let damaged = try file(raw)
        // A new directory needs a pointer in IFD0.
        for name in ["EXIF:Artist", "EXIF:CameraOwnerName", "GPS:GPSMapDatum"] {
            #expect(throws: MetadataEditError.self, "\(name)") {
                try MetadataEditor([.set(name, to: ["A"])]).edited(damaged)
            }
        }
    }

    /// A block of resources that is too large for one segment is split over several, at any byte.
    @Test func resourcesOverSeveralSegmentsAreEdited() throws {
        func resource(_ id: UInt16, _ data: [UInt8]) -> [UInt8] {
            Array("8BIM".utf8) + [
                UInt8(id >> 8), UInt8(id & 255), 0, 0, 0, 0, UInt8(data.count >> 8), UInt8(data.count & 255),
            ]
                + data
        }
        let large = [UInt8](repeating: 7, count: 65_000)
        let block =
            resource(0x0FA0, large) + resource(0x0404, [0x1C, 2, 90, 0, 4] + Array("Bern".utf8) + [0])
            + resource(0x0FA1, large)
        let signature = Array("Photoshop 3.0\0".utf8)
        var segments: [UInt8] = []
        for start in stride(from: 0, to: block.count, by: 65_010) {
            let payload = signature + block[start..<min(start + 65_010, block.count)]
            segments += [0xFF, 0xED, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 255)] + payload
        }
        let plain = try content("jpeg/rgb.jpg")
        let bytes = Array(plain[..<2]) + segments + plain[2...]
        let city = String(repeating: "Z", count: 32)
        let properties = try edited(bytes, [.set("IPTC:City", to: [city])])
        #expect(properties.iptc?.texts(90) == [city])
        let resources = properties.dictionary["{8BIM}"]?["Resources"]?.array?.compactMap { $0["ID"]?.integer }
        #expect(resources == [0x0FA0, 0x0404, 0x0FA1])
    }

    /// exiftool reads new IPTC in a PNG that had none.
    @Test(.enabled(if: Command.exists("exiftool"), "exiftool is not installed"))
    func otherReadersReadNewProfilesInPNGs() throws {
        let folder = try TemporaryFolder()
        let edits: [MetadataEdit] = [
            try .set("IPTC:City", to: ["Zürich"]), try .set("IPTC:Keywords", to: ["a", "b"]),
        ]
        let made = try MetadataEditor(edits).edited(content("png/upright.png"))
        try Data(made.bytes).write(to: folder["a.png"])
        let run = try Command.run(
            "exiftool", ["-s3", "-sep", ",", "-IPTC:City", "-IPTC:Keywords", "-validate", folder["a.png"].path()])
        #expect(run.output.split(separator: "\n").map(String.init) == ["Zürich", "a,b", "OK"])
        // Removed values leave no empty chunk.
        let bare = try MetadataEditor([.remove("IPTC:City"), .remove("IPTC:Keywords")]).edited(made.bytes)
        #expect(bare.bytes == (try content("png/upright.png")))
    }
}
