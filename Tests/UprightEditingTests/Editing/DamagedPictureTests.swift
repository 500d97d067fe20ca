import UprightRewriting
import UprightFormats
import TestSupport
import Testing

/// Damaged files are read as far as possible, with a warning for the rest.
@Suite struct DamagedPictureTests {
    @Test func jpegsTruncatedAfterTheirMetadataAreRead() throws {
        let whole = try #require(Fixture.named("samples/photo.jpg")).content()
        let frame = try #require(try JPEGFile(parsing: whole).segments.first { JPEGMarker.startsFrame($0.marker) })
        let cut = Array(whole[..<frame.range.lowerBound])
        let properties = try ImageProperties(reading: cut)
        #expect(properties.size == nil && properties.depth == nil && properties.dictionary["PixelWidth"] == nil)
        #expect("\(try #require(properties.pictureError))".contains("frame header"))
        let before = try ImageProperties(reading: whole)
        #expect(before.pictureError == nil)
        for name in ["{TIFF}", "{Exif}", "{GPS}", "{XMP}"] {
            #expect(properties.dictionary[name] == before.dictionary[name], "\(name)")
        }
        // It is not known what such a file will become, so it is not edited.
        #expect(throws: MetadataEditError.self) { try MetadataEditor([.set("EXIF:Artist", to: ["A"])]).edited(cut) }
    }

    @Test func pngsWithAWrongHeaderAreRead() throws {
        var bytes = try #require(Fixture.named("png/metadata.png")).content()
        let before = try ImageProperties(reading: bytes).dictionary
        bytes[25] = 9
        let properties = try ImageProperties(reading: bytes)
        #expect("\(try #require(properties.pictureError))".contains("colour type"))
        #expect(properties.dictionary["{PNG}"]?["ColorType"] == 9)
        #expect(properties.dictionary["{PNG}"]?["Text"] == before["{PNG}"]?["Text"])
        #expect(properties.dictionary["{Exif}"] == before["{Exif}"])
    }

    @Test func xmpIsReadUpToTheFirstXMLError() throws {
        let packet = XMPRecipe.packet(
            """
            <rdf:Description rdf:about="" dc:format="image/jpeg"><dc:source>one</dc:source>
            <exif:A/B>two</exif:A/B><dc:relation>three</dc:relation></rdf:Description>
            """)
        let (metadata, damage) = try XMPMetadata.recovered(from: packet)
        #expect(metadata.properties.map(\.name.local) == ["format", "source"])
        #expect(metadata["dc:source"]?.text == "one")
        #expect("\(try #require(damage))".contains("well-formed"))
        #expect(throws: FormatError.self) { try XMPMetadata(parsing: packet) }
        // The property that contains the error is left out; its neighbours are kept.
        let cut = try XMPMetadata.recovered(
            from: XMPRecipe.packet("<rdf:Description><dc:source>one</dc:source><dc:relation><rdf:Bag><rdf:li>a&b"))
        #expect(cut.metadata.properties.map(\.name.local) == ["source"])
        #expect(try XMPMetadata.recovered(from: XMPRecipe.elements(orientation: 6)).damage == nil)
    }

    @Test func overwrittenXMPSignaturesAreRead() throws {
        var bytes = try #require(Fixture.named("jpeg/orientation-xmp-element.jpg")).content()
        let before = try #require(try ImageProperties(reading: bytes).xmp)
        let signature = Array("http://ns.adobe.com/xap/1.0/".utf8)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: signature) })
        bytes.replaceSubrange(start..<start + 4, with: Array("XMP\0".utf8))
        #expect(try ImageProperties(reading: bytes).xmp == before)
        let edited = try MetadataEditor([.set("XMP:photoshop:City", to: ["Bern"])]).edited(bytes)
        #expect(try ImageProperties(reading: edited.bytes).xmp?["photoshop:City"]?.text == "Bern")
    }

    @Test func misplacedTagsHaveTheirProperNames() throws {
        var block = TIFFRecipe().block
        block.set(
            [
                TIFFField(tag: 0x9286, type: .undefined, count: 13, bytes: Array("ASCII\0\0\0there".utf8)),
                TIFFField(tag: 0x9000, type: .undefined, count: 4, bytes: Array("0221".utf8)),
            ], in: .primary)
        block.set([TIFFRecipe().text(0x013B, "Somebody")], in: .exif)
        let dictionaries = ExifMetadata(block).dictionaries()
        #expect(dictionaries["{TIFF}"]?["UserComment"] == "there")
        #expect(dictionaries["{TIFF}"]?["ExifVersion"] == [2, 2, 1])
        #expect(dictionaries["{Exif}"]?["Artist"] == "Somebody")
        // Opaque, but present.
        #expect(dictionaries["{Exif}"]?["MakerNote"] == .data(TIFFRecipe().note))
    }

    @Test func plainTextOfAnimationsIsRead() throws {
        let bytes = try #require(Fixture.named("gif/still-upright.gif")).content()
        let file = try GIFFile(parsing: bytes)
        let first = try #require(file.blocks.first)
        let text: [UInt8] = [0x21, 0x01, 12, 0, 0, 0, 0, 8, 0, 8, 0, 8, 8, 1, 0, 5] + Array("Hello".utf8) + [0]
        let extended = bytes[..<first.range.lowerBound] + text + bytes[first.range.lowerBound...]
        let gif = try ImageProperties(reading: Array(extended)).dictionary["{GIF}"]
        #expect(gif?["PlainText"] == ["Hello"])
    }
}
