import Foundation
import UprightRewriting
import UprightFormats
import TestSupport
import Testing

/// Regressions of `upright tag`.
@Suite("Edits that lost, kept or rejected too much")
struct EditFaultTests {
    private func content(_ path: String) throws -> [UInt8] { try #require(Fixture.named(path)).content() }

    private func edited(_ bytes: [UInt8], _ edits: [MetadataEdit]) throws -> EditedFile {
        let editor = MetadataEditor(edits)
        let result = try editor.edited(bytes)
        let again = try editor.edited(result.bytes)
        #expect(again.changes.isEmpty && again.bytes == result.bytes, "\(again.changes)")
        return result
    }

    private func location(_ bytes: [UInt8]) throws -> [String: String] {
        let node = try ImageProperties(reading: bytes).xmp?["Iptc4xmpExt:LocationCreated"]
        return Dictionary(
            (node?.items.first?.fields ?? []).map { ($0.name.local, $0.value.text ?? "") }
        ) { first, _ in first }
    }

    @Test("A new street keeps the city, country and world region of the place")
    func partsOfAPlace() throws {
        let name = try #require(XMPName(qualified: "Iptc4xmpExt:LocationCreated"))
        func field(_ name: String, _ text: String) throws -> XMPProperty {
            XMPProperty(try #require(XMPName(qualified: "Iptc4xmpExt:\(name)")), XMPNode(.simple(text)))
        }
        let fields = try [field("City", "Bern"), field("CountryName", "Schweiz"), field("WorldRegion", "Europe")]
        var bytes = try edited(
            content("jpeg/rgb.jpg"),
            [MetadataEdit(.setXMP(name, XMPNode(.array(.bag, [XMPNode(.structure(fields))]))))]
        ).bytes
        bytes = try edited(bytes, MetadataEdit.place(PlaceNames(street: "Gasse 1"))).bytes
        #expect(
            try location(bytes)
                == ["City": "Bern", "CountryName": "Schweiz", "WorldRegion": "Europe", "Sublocation": "Gasse 1"])
        bytes = try edited(bytes, MetadataEdit.place(PlaceNames(city: "Thun"))).bytes
        #expect(try location(bytes)["City"] == "Thun" && location(bytes)["Sublocation"] == "Gasse 1")
        bytes = try edited(bytes, MetadataEdit.place(PlaceNames(city: "", street: ""))).bytes
        #expect(try location(bytes) == ["CountryName": "Schweiz", "WorldRegion": "Europe"])
        bytes = try edited(bytes, MetadataEdit.place(PlaceNames(city: "Bonn", country: "X"), when: .whereBlank)).bytes
        #expect(try location(bytes)["City"] == "Bonn" && location(bytes)["CountryName"] == "Schweiz")
    }

    @Test("Removing a position also removes it from XMP: exif, drones, and places")
    func everyPosition() throws {
        var bytes = try edited(
            content("samples/photo.jpg"),
            try #require(MetadataEdit.position(latitude: "1.5", longitude: "-2.5", altitude: "3", type: .jpeg))
        ).bytes
        for name in ["exif:GPSLatitude", "exif:GPSLongitude"] {
            let text = name.hasSuffix("tude") && name.contains("Long") ? "2,30.0W" : "1,30.0N"
            bytes = try edited(bytes, [.set("XMP:\(name)", to: [text])]).bytes
        }
        for name in ["GpsLatitude", "GpsLongtitude", "AbsoluteAltitude", "GimbalRollDegree"] {
            bytes = try edited(
                bytes, [MetadataEdit(.setXMP(XMPName(.djiDrone, name), XMPNode(.simple("+1.5"))))]
            ).bytes
        }
        let moved = try edited(
            bytes, try #require(MetadataEdit.position(latitude: "10", longitude: "20", type: .jpeg)))
        #expect(try ImageProperties(reading: moved.bytes).xmp?["drone-dji:GpsLatitude"]?.text == "+10")
        let removed = try edited(bytes, MetadataEdit.removals("GPS:all"))
        let properties = try ImageProperties(reading: removed.bytes)
        #expect(properties.gps == nil)
        let names = properties.xmp?.properties.map(\.name.local) ?? []
        #expect(!names.contains { $0.lowercased().contains("gps") } && names.contains("GimbalRollDegree"))
        #expect(!names.contains("AbsoluteAltitude"))
    }

    @Test("Nothing behind the picture holds a position that was removed")
    func leftovers() throws {
        let photo = try edited(
            content("samples/photo.jpg"),
            try #require(MetadataEdit.position(latitude: "1", longitude: "2", type: .jpeg))
        ).bytes
        let file = photo + photo + [0, 0, 0, 24] + Array("ftypisom".utf8)
        let removed = try edited(file, MetadataEdit.removals("GPS:all"))
        #expect(removed.changes.contains { $0.what == "part.trailer" }, "\(removed.changes)")
        let format = try #require(PictureFormats.format(of: file))
        var leftovers = StripLeftovers(StripRules(try MetadataStrip(.location)))
        for block in format.blocks(of: file) ?? [] { leftovers.look(at: block, isEdited: true) }
        #expect(!leftovers.findings.isEmpty)
        leftovers = StripLeftovers(StripRules(try MetadataStrip(.location)))
        for block in format.blocks(of: removed.bytes) ?? [] { leftovers.look(at: block, isEdited: true) }
        #expect(leftovers.findings.isEmpty, "\(leftovers.findings)")
    }

    @Test(
        "Bytes that seem to begin a block everywhere are a finding, and are not read to the end from each place",
        arguments: ["II*\0\u{8}\0\0\0\u{1}\0", "<x:xmpmeta> </x:xmpmeta", "<x:xmpmeta> "])
    func manyStarts(text: String) throws {
        let start = Array(text.utf8)
        let bytes = [UInt8]((0..<1 << 20).map { start[$0 % start.count] }) + Array("</x:xmpmeta>".utf8)
        var leftovers = StripLeftovers(StripRules(try MetadataStrip(.location)))
        let time = ContinuousClock().measure { leftovers.look(unknown: bytes, "the trailer") }
        #expect(leftovers.findings.contains { $0.contains("too many starts") }, "\(leftovers.findings.prefix(3))")
        // Reading each to the end takes many minutes.
        #expect(time < .seconds(60))
    }

    @Test("Setting and removing a position repeatedly does not make the file grow")
    func growth() throws {
        for path in ["samples/photo.jpg", "jpeg/rgb.jpg", "png/upright.png"] {
            var bytes = try content(path)
            var sizes: [Int] = []
            for round in 0..<5 {
                bytes = try edited(
                    bytes, try #require(MetadataEdit.position(latitude: "\(round).5", longitude: "2", type: .jpeg))
                ).bytes
                bytes = try edited(bytes, MetadataEdit.removals("GPS:all")).bytes
                sizes.append(bytes.count)
            }
            #expect(Set(sizes.dropFirst()).count == 1, "\(path) \(sizes)")
        }
    }

    @Test("A second GPS directory is removed with the first")
    func secondDirectory() throws {
        let order = TIFFByteOrder.bigEndian
        var block = TIFFRecipe(order: order).block
        let place = block.append([0, 1, 0, 1, 0, 2, 0, 0, 0, 2, 0x4E, 0, 0, 0, 0, 0, 0, 0])
        block.set([TIFFField(tag: .gpsIFD, type: .long, integers: [place], order: order)], in: .thumbnail)
        let payload = Array("Exif\0\0".utf8) + block.bytes
        var bytes = try content("jpeg/rgb.jpg")
        bytes.insert(
            contentsOf: [0xFF, 0xE1] + order.bytes(UInt64(payload.count + 2), count: 2) + payload, at: 2)
        let removed = try edited(bytes, MetadataEdit.removals("GPS:all"))
        let found = try #require(try ImageProperties(reading: removed.bytes).exifMetadata).block
        #expect(!found.directories.contains { $0.kind == .gps })
        #expect(!found.directories.contains { $0.entry(.gpsIFD) != nil })
    }

    @Test("Empty values remove properties")
    func emptyValues() throws {
        var bytes = try edited(
            content("samples/photo.jpg"),
            [.set("EXIF:Artist", to: ["A"]), .set("XMP:dc:title", to: ["T"]), .set("IPTC:City", to: ["C"])]
        ).bytes
        bytes = try edited(
            bytes, [.set("EXIF:Artist", to: [""]), .set("XMP:dc:title", to: [""]), .set("IPTC:City", to: ["", ""])]
        ).bytes
        let properties = try ImageProperties(reading: bytes)
        #expect(properties.tiff.artist == nil && properties.tiff[0x013B] == nil)
        #expect(properties.xmp?["dc:title"] == nil)
        #expect(properties.iptc?.texts(90) ?? [] == [])
    }

    @Test("A time is set everywhere readers look, and is removed there")
    func times() throws {
        var bytes = try edited(
            content("samples/photo.jpg"),
            [
                .set("IPTC:DateCreated", to: ["20010203"]), .set("IPTC:TimeCreated", to: ["040506+0000"]),
                .set("XMP:xmp:CreateDate", to: ["2001-02-03"]),
                .set("EXIF:DateTimeDigitized", to: ["2001:02:03 04:05:06"]),
            ]
        ).bytes
        let time = try #require(ExifDateTime("2024:05:17 18:03:09", fraction: "25", offset: "+09:00"))
        bytes = try edited(bytes, MetadataEdit.time(time, type: .jpeg)).bytes
        var properties = try ImageProperties(reading: bytes)
        #expect(properties.exif[0x9004]?.text == "2024:05:17 18:03:09" && properties.exif[0x9012]?.text == "+09:00")
        #expect(properties.iptc?.texts(55) == ["20240517"] && properties.iptc?.texts(60) == ["180309+0900"])
        #expect(properties.xmp?["xmp:CreateDate"]?.text == "2024-05-17T18:03:09.25+09:00")
        bytes = try edited(bytes, MetadataEdit.removalsOfTime(type: .jpeg)).bytes
        properties = try ImageProperties(reading: bytes)
        #expect(properties.exif[0x9003] == nil && properties.exif[0x9004] == nil && properties.exif[0x9011] == nil)
        #expect(properties.iptc?.texts(55) ?? [] == [] && properties.xmp?["xmp:CreateDate"] == nil)
    }

    private func withPacket(_ packet: [UInt8]) throws -> [UInt8] {
        var bytes = try content("jpeg/rgb.jpg")
        let payload = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet
        bytes.insert(
            contentsOf: [0xFF, 0xE1] + TIFFByteOrder.bigEndian.bytes(UInt64(payload.count + 2), count: 2) + payload,
            at: 2)
        return bytes
    }

    @Test("A broken XMP packet does not prevent Exif edits, and can be dropped")
    func brokenPacket() throws {
        let broken = try withPacket(Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'><broken".utf8))
        let position = try #require(MetadataEdit.position(latitude: "1", longitude: "2", type: .jpeg))
        let located = try edited(broken, position)
        #expect(try ImageProperties(reading: located.bytes).gps?.coordinate?.latitude == 1)
        #expect(located.warnings.contains { $0.contains("--remove XMP:all") })
        #expect(throws: MetadataEditError.self) {
            try MetadataEditor([.set("XMP:dc:title", to: ["T"])]).edited(broken)
        }
        #expect(try ImageProperties(reading: try edited(broken, [.remove("XMP:all")]).bytes).xmp == nil)
        let anew = try edited(broken, [.remove("XMP:all"), .set("XMP:dc:title", to: ["T"])])
        #expect(try ImageProperties(reading: anew.bytes).xmp?["dc:title"]?.text == "T")
        // A packet without any text counts as missing.
        let empty = try withPacket([])
        #expect(try ImageProperties(reading: try edited(empty, position).bytes).gps != nil)
        let titled = try edited(empty, [.set("XMP:dc:title", to: ["T"])])
        #expect(try ImageProperties(reading: titled.bytes).xmp?["dc:title"]?.text == "T")
        for (path, name) in [("png/upright.png", "b"), ("gif/animation-upright.gif", "c")] {
            let written = try edited(content(path), [.set("XMP:dc:title", to: [name])])
            let dropped = try edited(written.bytes, [.remove("XMP:all")])
            #expect(try ImageProperties(reading: dropped.bytes).xmp == nil)
        }
    }

    @Test(
        "Invalid values are rejected",
        arguments: [
            ("XMP:xmp:Rating", "abc"), ("XMP:tiff:Orientation", "77"), ("XMP:exif:GPSLatitude", "garbage"),
            ("XMP:exif:GPSLongitude", "181,0.0E"), ("GPS:GPSLatitude", "200/1 0/1 0/1"),
            ("GPS:GPSLongitude", "10 61 0"), ("XMP:Iptc4xmpCore:CountryCode", "GERMANY"),
            ("XMP:photoshop:DateCreated", "yesterday"), ("GPS:GPSImgDirection", "400"),
        ])
    func values(name: String, text: String) throws {
        #expect(throws: MetadataValueError.self) { try MetadataEdit.set(name, to: [text]) }
    }

    @Test(
        "Valid values are accepted",
        arguments: [
            ("XMP:xmp:Rating", "-1"), ("XMP:xmp:Rating", "3.5"), ("XMP:exif:GPSLatitude", "48,8.2292N"),
            ("XMP:exif:GPSLongitude", "11,34,2E"), ("GPS:GPSLatitude", "48 8 13.8"),
            ("XMP:Iptc4xmpCore:CountryCode", "DE"), ("XMP:photoshop:DateCreated", "2024"),
            ("XMP:photoshop:DateCreated", "2024-05-17T18:03:09.25+09:00"), ("XMP:xmp:CreateDate", "2024-05-17T18:03Z"),
        ])
    func rightValues(name: String, text: String) {
        #expect(throws: Never.self) { try MetadataEdit.set(name, to: [text]) }
    }

    @Test("Offsets past a block's end point to nothing when the block grows")
    func danglingOffsets() throws {
        let order = TIFFByteOrder.littleEndian
        var block = TIFFRecipe(order: order, thumbnail: nil).block
        block.set([TIFFRecipe(order: order).rational(TIFFTag(rawValue: 0x920A), 50, 1)], in: .exif)
        block.set(
            [
                TIFFField(tag: .jpegInterchangeFormat, type: .long, integers: [block.bytes.count + 400], order: order),
                TIFFField(tag: .jpegInterchangeFormatLength, type: .long, integers: [900], order: order),
            ], in: .thumbnail)
        let focal = try #require(block.entry(TIFFTag(rawValue: 0x920A), in: .exif))
        var bytes = block.bytes
        bytes.replaceSubrange(
            focal.offset + 8..<focal.offset + 12, with: order.bytes(UInt64(bytes.count + 40), count: 4))
        block = try TIFFBlock(parsing: bytes)
        #expect(block.entry(TIFFTag(rawValue: 0x920A), in: .exif)?.value == nil)
        let text = [UInt8](repeating: 0x41, count: 3000)
        block.set([TIFFField(tag: 0x013B, type: .ascii, count: 3000, bytes: text)], in: .primary)
        #expect(block.entry(TIFFTag(rawValue: 0x920A), in: .exif)?.value == nil)
        #expect(block.integer(.jpegInterchangeFormatLength, in: .thumbnail) == 0)
    }

    @Test("XMP that does not fit a segment goes to an extended packet")
    func largePacket() throws {
        let text = String(repeating: "A long text, as some people write. ", count: 4000)
        let result = try edited(
            content("jpeg/rgb.jpg"),
            [.set("XMP:dc:description", to: [text]), .set("XMP:dc:title", to: ["T"])])
        let properties = try ImageProperties(reading: result.bytes)
        #expect(properties.xmp?["dc:description"]?.text == text && properties.xmp?["dc:title"]?.text == "T")
        #expect(properties.warnings == [])
        let shorter = try edited(result.bytes, [.set("XMP:dc:description", to: ["short"])])
        #expect(try ImageProperties(reading: shorter.bytes).xmp?["dc:description"]?.text == "short")
    }

    private struct Doubler: TagHandler {
        var supportedTypes: [TIFFFieldType] { [.undefined] }
        func decode(_ bytes: ArraySlice<UInt8>, in context: TagContext) throws(MetadataValueError) -> PropertyValue {
            .integer(Int(context.byteOrder.integer(bytes)) / 2)
        }
        func encode(_ value: PropertyValue, in context: TagContext) throws(MetadataValueError) -> [UInt8] {
            guard let number = value.integer ?? value.string.flatMap({ Int($0) }) else {
                throw .kind(tag: context.tag, expected: "a number", found: value.json)
            }
            return context.byteOrder.bytes(UInt64(2 * number), count: 2)
        }
    }

    @Test(
        "A custom handler encodes a value in the file's byte order",
        arguments: ["samples/photo.jpg", "jpeg/rgb.jpg"])
    func handlers(path: String) throws {
        var handlers = TagHandlers.standard
        let tag = TagID(.exif, 0xC7A1)
        handlers.register(Doubler(), for: tag)
        let result = try edited(content(path), [.exif(tag, .integer(300), handlers: handlers)])
        let properties = try ImageProperties(reading: result.bytes, handlers: handlers)
        #expect(properties.exifMetadata?.property(tag, handlers: handlers) == .integer(300))
    }

    @Test("{ExifAux} has numbers like ImageIO, and Exif's lens if XMP has none")
    func auxiliary() throws {
        let bytes = try edited(
            content("samples/photo.jpg"),
            [
                .set("EXIF:LensModel", to: ["A lens"]), .set("EXIF:LensSpecification", to: ["24 70 2.8 4"]),
                .set("XMP:aux:ImageNumber", to: ["12"]), .set("XMP:aux:LensID", to: ["77"]),
            ]
        ).bytes
        let found = try ImageProperties(reading: bytes).dictionary["{ExifAux}"]
        #expect(found?["LensModel"] == .string("A lens"))
        #expect(found?["ImageNumber"] == .integer(12) && found?["LensID"] == .integer(77))
        #expect(found?["LensInfo"]?.array?.compactMap(\.number) == [24, 70, 2.8, 4])
    }

    @Test("Fractions of XMP are read as numbers and written as fractions, whichever way they are set")
    func fractionsOfXMP() throws {
        let source = try content("samples/photo.jpg")
        let edits: [MetadataEdit] = try [
            .set("XMP:exif:FNumber", to: ["28/10"]), .set("XMP:exif:ExposureBiasValue", to: ["-1/3"]),
            .set("XMP:exif:FocalLength", to: ["50"]), .set("XMP:exif:ExposureTime", to: ["1/0"]),
            .set("XMP:exif:UserComment", to: ["1/2"]), .set("XMP:photoshop:City", to: ["28/10"]),
            .set("XMP:aux:ApproximateFocusDistance", to: ["4294967295/1"]),
            .set("XMP:aux:LensInfo", to: ["24/1 70/1 0/0 0/0"]),
        ]
        let bytes = try edited(source, edits).bytes
        let properties = try ImageProperties(reading: bytes)
        let dictionary = try #require(properties.dictionary["{XMP}"])
        #expect(dictionary["exif:FNumber"] == .real(2.8))
        #expect(dictionary["exif:ExposureBiasValue"] == .real(-1.0 / 3))
        #expect(dictionary["exif:FocalLength"] == .real(50), "written as 50/1")
        #expect(dictionary["exif:ExposureTime"] == .string("1/0"), "no number")
        #expect(dictionary["exif:UserComment"] == .dictionary(["x-default": .string("1/2")]), "text")
        #expect(dictionary["photoshop:City"] == .string("28/10"), "text")
        #expect(dictionary["aux:ApproximateFocusDistance"] == .real(4_294_967_295))
        #expect(properties.xmp?["exif:FNumber"]?.text == "28/10")
        #expect(properties.xmp?["exif:FocalLength"]?.text == "50/1")

        // What is read can be set in another file, and is the same value there.
        let again = try edited(source, MetadataEdit.edits(setting: ["{XMP}": dictionary])).bytes
        let copied = try ImageProperties(reading: again)
        #expect(copied.dictionary["{XMP}"] == dictionary)
        #expect(copied.xmp?["exif:FNumber"]?.text == "14/5")
        #expect(copied.xmp?["exif:ExposureBiasValue"]?.text == "-1/3")
        let auxiliary = try #require(properties.dictionary["{ExifAux}"])
        #expect(auxiliary["LensInfo"]?.array?.compactMap(\.number) == [24, 70, 0, 0])
        let lens = try edited(source, MetadataEdit.edits(setting: ["{ExifAux}": auxiliary])).bytes
        let third = try ImageProperties(reading: lens)
        #expect(third.xmp?["aux:LensInfo"]?.text == "24/1 70/1 0/0 0/0")
        #expect(third.dictionary["{ExifAux}"]?["ApproximateFocusDistance"] == auxiliary["ApproximateFocusDistance"])
    }
}
