import Foundation
import TestJPEG
import TestRaster
import Testing
import UprightFormats
import UprightRewriting
import UprightBase

/// A position in a carrier of no known structure, or in a text, is found by what it looks like.
@Suite struct StripCarrierTests {
    private static let needle = "48.137154"
    /// The latitude of ``StripTests/block()``, as fractions, and in the digits of raw profiles.
    private static let latitude =
        [0, 0, 0, 48, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0, 1] + TIFFByteOrder.bigEndian.bytes(132_194, count: 4)
    private static let digits = latitude.map { String(Int($0) + 0x100, radix: 16).dropFirst() }.joined()

    private static func jpeg(_ segments: [[UInt8]], trailer: [UInt8] = []) throws -> [UInt8] {
        let picture = try JPEGSampling.all[0].picture(Size(width: 8, height: 8))
        return try JPEGBuilder.file(
            picture, JPEGProcess.baseline.coding(JPEGSampling.all[0]), segments: segments) + trailer
    }

    private static func png(_ type: PNGChunkType, _ content: [UInt8], trailer: [UInt8] = []) -> [UInt8] {
        var png = TestPNG(Size(width: 3, height: 2))
        png.before = [(type, content)]
        return png.file + trailer
    }

    private static func gif(_ blocks: [UInt8], trailer: [UInt8] = []) -> [UInt8] {
        var gif = TestGIF(Size(width: 3, height: 2), [TestGIF.Frame(Rect(x: 0, y: 0, width: 3, height: 2))])
        gif.before = blocks
        return gif.file + trailer
    }

    private static func set(_ tag: String, _ text: String) throws -> [UInt8] {
        try MetadataEditor([.set(tag, to: [text])]).edited(jpeg([])).bytes
    }

    private static func photoshop(_ id: UInt16, _ text: String) throws -> [UInt8] {
        var resources = PhotoshopResources(parsing: [])
        resources.resources = [.init(id: id, data: Array(text.utf8))]
        return try jpeg([JPEGBuilder.segment(0xED, Array("Photoshop 3.0\0".utf8) + resources.serialized)])
    }

    private static func xmp(_ content: String) throws -> [UInt8] {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="upright">\
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
            xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:foo="urn:foo"><xmp:Rating>3</xmp:Rating>\(content)\
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """
        return try jpeg([MetadataRecipe.xmp(Array(packet.utf8))])
    }

    private static let text = "at \(needle), 11.576124"

    static let carriers: [String: @Sendable () throws -> [UInt8]] = [
        "unknown segment": { try jpeg([JPEGBuilder.segment(0xE7, Array("VENDOR\0\(text)".utf8))]) },
        "end of an unknown segment": {
            let filler = [UInt8](repeating: 0x78, count: 6_000)
            return try jpeg([JPEGBuilder.segment(0xE7, filler + Array("latitude=\(needle)".utf8))])
        },
        "Exif block in an unknown segment": {
            try jpeg([JPEGBuilder.segment(0xE3, Array("META\0".utf8) + StripTests.block())])
        },
        "comment in UTF-16": {
            try jpeg([JPEGBuilder.segment(0xFE, "Latitude \(needle)".utf8.flatMap { [$0, 0] })])
        },
        "description": { try set("IFD0:ImageDescription", "Latitude: \(needle)") },
        "link": { try set("ExifIFD:UserComment", "https://maps.example/?q=\(needle)%2C11.576124") },
        "XP comment": { try set("IFD0:XPComment", "\(needle) N 11.576124 E") },
        "IPTC caption": { try set("IPTC:Caption-Abstract", text) },
        "ImageReady": { try photoshop(0x1B58, "<latitude>\(needle)</latitude>") },
        "Photoshop URL": { try photoshop(0x040B, "https://maps.example/@\(needle),11.576124,17z") },
        "XMP comment": { try xmp("<!-- \(needle) -->") },
        "XMP of a vendor": { try xmp("<foo:where>\(text)</foo:where>") },
        "XMP qualifier": {
            let place = "<rdf:value>a</rdf:value><foo:latitude>\(needle)</foo:latitude>"
            return try xmp("<xmp:Label rdf:parseType=\"Resource\">\(place)</xmp:Label>")
        },
        "text after the picture": { try jpeg([], trailer: Array(text.utf8)) },
        "Exif block after the picture": { try jpeg([], trailer: Array("VENDOR".utf8) + StripTests.block()) },
        "PNG text": { png(.text, Array("Comment\0\(text)".utf8)) },
        "PNG title": { png(.text, Array("Title\0\(text)".utf8)) },
        "PNG profile of another case": {
            let signed = Array("Exif\0\0".utf8) + StripTests.block()
            return png(.text, Array("Raw profile type app1\0".utf8) + TestMetadata.rawProfile("app1", signed))
        },
        "PNG profile of no known kind": {
            let profile = TestMetadata.rawProfile("generic", StripTests.block())
            return png(.text, Array("Raw profile type generic\0".utf8) + profile)
        },
        "PNG chunk": { png(PNGChunkType("prVt"), StripTests.block()) },
        "after a PNG": { png(.text, Array("Title\0A title".utf8), trailer: Array(text.utf8)) },
        "GIF comment in two parts": {
            let comment = [UInt8](repeating: 0x78, count: 250) + Array("latitude \(needle)".utf8)
            var blocks: [UInt8] = [0x21, 0xFE, 255]
            blocks += comment[..<255]
            blocks.append(UInt8(comment.count - 255))
            blocks += comment[255...]
            blocks.append(0)
            return gif(blocks)
        },
        "after a GIF": { gif([], trailer: Array(text.utf8)) },
        "HEIF box": {
            var sample = HEIFSample(orientation: 1)
            sample.further = HEIFSample.box("uuid", [UInt8](repeating: 7, count: 16) + Array(text.utf8))
            return sample.bytes
        },
        "HEIF free space": {
            var sample = HEIFSample(orientation: 1)
            sample.further = HEIFSample.box("free", Array(text.utf8))
            return sample.bytes
        },
        "after a TIFF": { TestTIFF().bytes + Array(text.utf8) },
    ]

    @Test("It is removed by every profile, and stripping again changes nothing", arguments: carriers.keys.sorted())
    func removes(_ carrier: String) throws {
        let bytes = try #require(try Self.carriers[carrier]?())
        func holds(_ bytes: [UInt8]) -> Bool {
            let text = Data(bytes.filter { $0 != 0 && $0 != 0x0A })
            return text.range(of: Data(Self.needle.utf8)) != nil || text.range(of: Data(Self.digits.utf8)) != nil
                || Data(bytes).range(of: Data(Self.latitude)) != nil
        }
        #expect(holds(bytes))
        for profile in StripProfile.allCases {
            let editor = MetadataEditor([.strip(try MetadataStrip(profile))])
            let edited = try editor.edited(bytes)
            #expect(!holds(edited.bytes), "\(profile)")
            #expect(try ImageProperties(reading: edited.bytes).size == ImageProperties(reading: bytes).size)
            let again = try editor.edited(edited.bytes)
            #expect(again.changes.isEmpty && again.bytes == edited.bytes, "\(again.changes)")
        }
    }

    @Test(
        "Texts that are positions",
        arguments: [
            "48.1372, 11.5755", "-33.8568,151.2153", "+48.137154+011.576124/", "48,8.2292N", "48,8,13N", "48° 8' 13\"",
            "48 deg 8' 13.75\" N", "?q=48.1372%2C11.5755", "geo:48.1372,11.5755", "lat=48.13715&lon=11.57612",
            "Longitude: 3",
        ])
    func positions(_ text: String) { #expect(PlaceWords.areIn(text)) }

    @Test(
        "Comments and texts of any encoding that are positions go",
        arguments: ["N 48 08 13 E 011 34 34", "北緯48度", "TQ 30080 80470"])
    func comments(_ text: String) throws {
        let jpeg = try Self.jpeg([[0xFF, 0xFE, 0, UInt8(text.utf8.count + 2)] + text.utf8])
        let edits: [MetadataEdit] = try [
            .set("ExifIFD:UserComment", to: [text]), .set("IFD0:XPComment", to: [text]),
            .set("IPTC:Headline", to: [text]),
        ]
        let bytes = try MetadataEditor(edits).edited(jpeg).bytes
        let edited = try MetadataEditor([.strip(MetadataStrip(.location))]).edited(bytes).bytes
        let shown = String(
            decoding: try ImageProperties(reading: edited).dictionary.map { "\($0)" }.joined().utf8, as: UTF8.self)
        #expect(!shown.contains(text) && Data(edited).range(of: Data(text.utf8)) == nil)
    }

    @Test(
        "Texts that are not",
        arguments: [
            "version 2.0.1", "1920, 1080", "f/2.8, 1/250 s", "0.12345, 0.98765", "3.1416", "2024:05:17 18:03:09",
            "geo: none",
            "20° in the shade", "gopro", "scale 48.1, 11.5", "",
        ])
    func noPositions(_ text: String) { #expect(!PlaceWords.areIn(text)) }
}
