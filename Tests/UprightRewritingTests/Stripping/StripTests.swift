import Foundation
import TestJPEG
import TestRaster
import Testing
import UprightFormats
import UprightRewriting
import UprightBase

/// A strip reaches every carrier of a file, and leaves nothing in its bytes.
@Suite struct StripTests {
    /// 48° 8' 13.2194": 48.1370, and 11° 34' 31.0003".
    private static let latitude: [(UInt32, UInt32)] = [(48, 1), (8, 1), (132_194, 10_000)]
    private static let longitude: [(UInt32, UInt32)] = [(11, 1), (34, 1), (310_003, 10_000)]

    private static func rationals(_ values: [(UInt32, UInt32)]) -> [UInt8] {
        values.flatMap {
            TIFFByteOrder.bigEndian.bytes(UInt64($0.0), count: 4)
                + TIFFByteOrder.bigEndian.bytes(UInt64($0.1), count: 4)
        }
    }

    /// A block with a position, an owner, a serial number, a camera and an exposure.
    static func block() -> [UInt8] {
        var block = TIFFBlock(byteOrder: .bigEndian)
        func text(_ tag: UInt16, _ value: String) -> TIFFField {
            TIFFField(tag: tag, type: .ascii, count: value.utf8.count + 1, bytes: Array(value.utf8) + [0])
        }
        block.set([text(0x010F, "Camera maker"), text(0x013B, "Ada Lovelace")], in: .primary)
        block.set([text(0xA430, "Charles Babbage"), text(0xA431, "SN-1234567"), text(0xA434, "Lens 35mm")], in: .exif)
        block.set(
            [
                text(1, "N"), TIFFField(tag: 2, type: .rational, count: 3, bytes: rationals(latitude)), text(3, "E"),
                TIFFField(tag: 4, type: .rational, count: 3, bytes: rationals(longitude)),
            ], in: .gps)
        return block.bytes
    }

    static func packet() -> [UInt8] {
        MetadataRecipe.packet(
            """
            xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,8.220323N" exif:GPSLongitude="11,34.516672E"
            xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="Muenchen" photoshop:Headline="A headline"
            xmlns:dji="http://www.dji.com/drone-dji/1.0/" dji:GpsLatitude="+48.137005"
            xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" aux:SerialNumber="SN-1234567"
            xmlns:foo="http://example.org/foo/" foo:decimalLatitude="48.137005"
            """)
    }

    static func iptc() -> [UInt8] {
        func set(_ number: UInt8, _ text: String) -> [UInt8] {
            [0x1C, 2, number, 0, UInt8(text.utf8.count)] + Array(text.utf8)
        }
        var resources = PhotoshopResources(parsing: [])
        resources.resources = [
            .init(
                id: PhotoshopResources.iptc,
                data: set(80, "Ada Lovelace") + set(90, "Muenchen") + set(105, "A headline")),
            .init(id: 0x0422, data: block()), .init(id: 0x0424, data: packet()),
        ]
        return resources.serialized
    }

    private static func video() -> [UInt8] {
        func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
            TIFFByteOrder.bigEndian.bytes(UInt64(content.count + 8), count: 4)
                + name.unicodeScalars.map { UInt8($0.value) } + content
        }
        let place = box("\u{A9}xyz", [0, 18, 0x15, 0xC7] + Array("+48.1370+011.5753/".utf8))
        return box("ftyp", Array("isom".utf8) + [0, 0, 0, 0]) + box("moov", box("udta", place))
            + box("mdat", [1, 2, 3])
    }

    static func jpeg(_ further: [[UInt8]] = [], trailer: [UInt8] = []) throws -> [UInt8] {
        let picture = try JPEGSampling.all[0].picture(Size(width: 8, height: 8))
        return try JPEGBuilder.file(
            picture, JPEGProcess.baseline.coding(JPEGSampling.all[0]),
            segments: [
                MetadataRecipe.exif(block()), MetadataRecipe.exif(block()), MetadataRecipe.xmp(packet()),
                JPEGBuilder.segment(0xED, Array("Photoshop 3.0\0".utf8) + iptc()),
            ] + further) + trailer
    }

    static func png() -> [UInt8] {
        var png = TestPNG(Size(width: 3, height: 2))
        png.before = [
            (.exif, block()),
            (
                .text,
                Array("Raw profile type exif\0".utf8)
                    + TestMetadata.rawProfile("exif", Array("Exif\0\0".utf8) + block())
            ),
            (.internationalText, Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + packet()),
            (.text, Array("exif:GPSLatitude\0".utf8) + Array("48/1, 8/1, 132194/10000".utf8)),
            (.text, Array("Comment\0".utf8) + Array("latitude=48.1370".utf8)),
            (.text, Array("Author\0".utf8) + Array("Ada Lovelace".utf8)),
            (.text, Array("Title\0".utf8) + Array("A headline".utf8)),
        ]
        return png.file
    }

    static func gif() -> [UInt8] {
        var gif = TestGIF(Size(width: 3, height: 2), [TestGIF.Frame(Rect(x: 0, y: 0, width: 3, height: 2))])
        let comment = Array("geo:48.1370,11.5753".utf8)
        gif.before =
            TestGIF.loop + TestGIF.xmp(packet()) + [0x21, 0xFE, UInt8(comment.count)] + comment + [0]
        return gif.file
    }

    private static func strip(
        _ bytes: [UInt8], _ profile: StripProfile, keep: [String] = [], unknown: MetadataStrip.Unknown? = nil
    ) throws -> EditedFile {
        let editor = MetadataEditor([.strip(try MetadataStrip(profile, keep: keep, onUnknown: unknown))])
        let edited = try editor.edited(bytes)
        var options = NormalizationOptions()
        options.edits = editor.edits
        options.turns = false
        let normalized = Normalizer(options: options).normalize(bytes)
        #expect(normalized.report.outcome != .rejected, "\(normalized.report.reason)")
        if case .bytes(let output) = normalized.output { #expect(output == edited.bytes, "a step writes other bytes") }
        let again = try editor.edited(edited.bytes)
        #expect(again.changes.isEmpty && again.bytes == edited.bytes, "\(again.changes)")
        return edited
    }

    private static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
        Data(bytes).range(of: Data(text.utf8)) != nil
    }

    static let names = ["JPEG", "PNG", "GIF", "motion photo", "picture after the picture"]

    static func file(_ name: String) throws -> [UInt8] {
        switch name {
        case "JPEG": return try jpeg([JPEGBuilder.segment(0xFE, Array("Latitude: 48.1370".utf8))])
        case "PNG": return png()
        case "GIF": return gif()
        case "motion photo": return try jpeg(trailer: video())
        default:
            let second = try jpeg()
            return try jpeg(trailer: second)
        }
    }

    @Test("Nothing of the position is left in the bytes, and what is no position stays", arguments: names)
    func location(_ name: String) throws {
        let bytes = try Self.file(name)
        let needles = ["48.1370", "+48.137", "48,8.22", "Muenchen", "GPSLatitude"]
        #expect(needles.contains { Self.contains(bytes, $0) })
        let edited = try Self.strip(bytes, .location)
        for needle in needles { #expect(!Self.contains(edited.bytes, needle), "\(needle)") }
        for values in [Self.latitude, Self.longitude] {
            #expect(Data(edited.bytes).range(of: Data(Self.rationals(values))) == nil)
        }
        #expect(Self.contains(edited.bytes, "A headline") && Self.contains(edited.bytes, "SN-1234567"))
        #expect(try ImageProperties(reading: edited.bytes).gps == nil)
    }

    @Test("Who, and with which device, is gone; camera, lens and headline stay", arguments: names)
    func privacy(_ name: String) throws {
        let bytes = try Self.file(name)
        let edited = try Self.strip(bytes, .private)
        for needle in ["48.1370", "Muenchen", "SN-1234567", "Ada Lovelace", "Charles Babbage"] {
            #expect(!Self.contains(edited.bytes, needle), "\(needle)")
        }
        #expect(Self.contains(edited.bytes, "A headline"))
        let properties = try ImageProperties(reading: edited.bytes)
        if name != "GIF" { #expect(properties.tiff.make == "Camera maker" && properties.exif.lensModel == "Lens 35mm") }
        #expect(PrivateItems.all(in: edited.bytes).isEmpty && !PrivateItems.all(in: bytes).isEmpty)
    }

    @Test("Only what rendering needs is left", arguments: names)
    func all(_ name: String) throws {
        let bytes = try Self.file(name)
        let edited = try Self.strip(bytes, .all)
        for needle in ["Camera maker", "A headline", "Lens", "http://"] {
            #expect(!Self.contains(edited.bytes, needle), "\(needle)")
        }
    }

    @Test("What keep names stays, alone")
    func keep() throws {
        let edited = try Self.strip(Self.jpeg(), .private, keep: ["IFD0:Artist"])
        let properties = try ImageProperties(reading: edited.bytes)
        #expect(properties.tiff.artist == "Ada Lovelace" && properties.exif.cameraOwnerName == nil)
        #expect(throws: MetadataValueError.self) { try MetadataStrip(.all, keep: ["no name"]) }
    }

    @Test("The orientation stays, and a picture is turned and stripped in one run")
    func orientation() throws {
        let block = MetadataRecipe.block(orientation: 6)
        let picture = try JPEGSampling.all[0].picture(Size(width: 16, height: 8))
        let bytes = try JPEGBuilder.file(
            picture, JPEGProcess.baseline.coding(JPEGSampling.all[0]), segments: [MetadataRecipe.exif(block)])
        #expect(try ImageProperties(reading: Self.strip(bytes, .all).bytes).orientation == .right)
        var options = NormalizationOptions()
        options.edits = [.strip(try MetadataStrip(.all))]
        guard case .bytes(let output) = Normalizer(options: options).normalize(bytes).output else {
            Issue.record("not normalized")
            return
        }
        let properties = try ImageProperties(reading: output)
        #expect(properties.size == Size(width: 8, height: 16) && (properties.orientation ?? .up) == .up)
    }

    @Test("A segment that nobody knows is removed, kept or a reason to refuse")
    func unknown() throws {
        let bytes = try Self.jpeg([JPEGBuilder.segment(0xEA, Array("VENDOR\0something".utf8))])
        #expect(!Self.contains(try Self.strip(bytes, .private).bytes, "VENDOR"))
        #expect(Self.contains(try Self.strip(bytes, .location).bytes, "VENDOR"))
        #expect(Self.contains(try Self.strip(bytes, .private, unknown: .keep).bytes, "VENDOR"))
        #expect(throws: MetadataEditError.self) { try Self.strip(bytes, .location, unknown: .reject) }
    }

    @Test("A removed value that a kept part repeats is found, in any form, and refuses the file")
    func proof() throws {
        for text in ["at +48.1370 degrees", "taken by SN-1234567"] {
            let bytes = try Self.jpeg([JPEGBuilder.segment(0xEA, Array("VENDOR\0\(text)".utf8))])
            let profile: StripProfile = text.contains("48") ? .location : .private
            #expect(throws: MetadataEditError.self, "\(text)") { try Self.strip(bytes, profile, unknown: .keep) }
            var options = NormalizationOptions()
            options.edits = [MetadataEdit.strip(try MetadataStrip(profile, onUnknown: .keep))]
            let result = Normalizer(options: options).normalize(bytes)
            #expect(result.report.outcome == .rejected && result.report.reason.contains("remains"), "\(result.report)")
        }
        let wide: [UInt8] = "SN-1234567".utf8.flatMap { (byte: UInt8) -> [UInt8] in [byte, 0] }
        let bytes = try Self.jpeg([JPEGBuilder.segment(0xEA, Array("VENDOR\0".utf8) + wide)])
        #expect(throws: MetadataEditError.self) { try Self.strip(bytes, .private, unknown: .keep) }
    }

    @Test("Names of properties and signatures are no leaks of what they repeat, and a profile loses its texts")
    func coincidences() throws {
        // Its profile has the text of its copyright.
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let file = folder.appending(path: "../../../fixtures/samples/photo.jpg")
        let photo = try [UInt8](Data(contentsOf: file))
        #expect(try ImageProperties(reading: photo).tiff.copyright == "Public domain")
        let stripped = try Self.strip(photo, .private).bytes
        #expect(!Self.contains(stripped, "Public domain"))
        #expect(try ImageProperties(reading: stripped).tiff.copyright == nil)
        // Part of exif:CustomRendered, and a word that begins a segment.
        let keywords: [MetadataEdit] = try [
            .set("XMP:dc:subject", to: ["Custom", "Photoshop"]), .set("XMP:exif:CustomRendered", to: ["1"]),
            .set("IPTC:Headline", to: ["A headline"]),
        ]
        let edited = try MetadataEditor(keywords).edited(Self.jpeg()).bytes
        let bytes = try Self.strip(edited, .private).bytes
        #expect(Self.contains(bytes, "CustomRendered") && Self.contains(bytes, "Photoshop 3.0"))
        #expect(try ImageProperties(reading: bytes).xmp?[#require(XMPName(qualified: "dc:subject"))] == nil)
    }

    @Test("A position that a later edit sets stays, and only that")
    func stripThenSet() throws {
        var edits = [MetadataEdit.strip(try MetadataStrip(.location))]
        edits += try #require(MetadataEdit.position(latitude: "1.5", longitude: "2.5", type: .jpeg))
        let edited = try MetadataEditor(edits).edited(Self.jpeg())
        let coordinate = try #require(try ImageProperties(reading: edited.bytes).gps?.coordinate)
        #expect(coordinate.latitude == 1.5 && coordinate.longitude == 2.5)
        #expect(!Self.contains(edited.bytes, "Muenchen"))
    }

    @Test("Every prefix and every changed byte gives a file or a reason")
    func damage() throws {
        for name in Self.names {
            let bytes = try Self.file(name)
            for length in stride(from: 0, to: bytes.count, by: 61) {
                expectAnswer(Array(bytes[..<length]))
            }
            for place in stride(from: 0, to: bytes.count, by: 37) {
                var changed = bytes
                changed[place] ^= 0xFF
                expectAnswer(changed)
            }
        }
    }

    private func expectAnswer(_ bytes: [UInt8]) {
        for profile in StripProfile.allCases {
            do {
                let edited = try MetadataEditor([.strip(try MetadataStrip(profile))]).edited(bytes)
                #expect(edited.changes.isEmpty == (edited.bytes == bytes))
            } catch {
                #expect(!"\(error)".isEmpty)
            }
        }
    }
}
