import Foundation
import TestJPEG
import TestRaster
import Testing
import UprightBase
import UprightFormats
import UprightRewriting

/// `private` and `all` write from a list: a text in any other place that a format allows is gone.
@Suite struct StripListTests {
    private static let secret = "Zq7Secret"
    private static let bytes = Array(secret.utf8)

    private static func jpeg(_ segments: [[UInt8]], trailer: [UInt8] = []) throws -> [UInt8] {
        let picture = try JPEGSampling.all[0].picture(Size(width: 8, height: 8))
        return try JPEGBuilder.file(
            picture, JPEGProcess.baseline.coding(JPEGSampling.all[0]), segments: segments) + trailer
    }

    /// A JPEG with a text behind the content of its first segment with a marker.
    private static func tailed(_ marker: UInt8) throws -> [UInt8] {
        let file = try jpeg([])
        let segment = try #require(try JPEGFile(parsing: file).segments.first { $0.marker == marker })
        let length = segment.payload.count + 2 + bytes.count
        return file[..<segment.markerOffset] + [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)]
            + file[segment.payload] + bytes + file[segment.payload.upperBound...]
    }

    private static func png(_ type: StaticString, _ content: [UInt8]) -> [UInt8] {
        var png = TestPNG(Size(width: 3, height: 2))
        png.before = [(PNGChunkType(type), content)]
        return png.file
    }

    private static func gif(_ blocks: [UInt8]) -> [UInt8] {
        var gif = TestGIF(Size(width: 3, height: 2), [TestGIF.Frame(Rect(x: 0, y: 0, width: 3, height: 2))])
        gif.before = blocks
        return gif.file
    }

    private static func heif(_ change: (inout HEIFSample) -> Void) -> [UInt8] {
        var sample = HEIFSample(orientation: 1)
        change(&sample)
        return sample.bytes
    }

    private static func xmp(_ content: String) throws -> [UInt8] {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" \
            xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" \
            xmlns:Container="http://ns.google.com/photos/1.0/container/" \
            xmlns:Item="http://ns.google.com/photos/1.0/container/item/">\(content)</rdf:Description></rdf:RDF></x:xmpmeta>
            """
        return try jpeg([MetadataRecipe.xmp(Array(packet.utf8))])
    }

    private static func icc(_ tail: [UInt8]) -> [UInt8] {
        var profile = [UInt8](repeating: 0, count: 132)
        profile[3] = 132
        profile.replaceSubrange(36..<40, with: Array("acsp".utf8))
        return profile + tail
    }

    private static func name(of id: UInt16) -> [UInt8] {
        Array("Photoshop 3.0\08BIM".utf8) + [UInt8(id >> 8), UInt8(id & 0xFF), UInt8(bytes.count)] + bytes
            + [0, 0, 0, 16] + [UInt8](repeating: 1, count: 16)
    }

    static let places: [String: @Sendable () throws -> [UInt8]] = [
        "JFIF thumbnail": {
            try jpeg([JPEGBuilder.segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 3, 1] + bytes)])
        },
        "tail of Adobe": {
            try jpeg([JPEGBuilder.segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1] + bytes)])
        },
        "tail of ICC": {
            try jpeg([JPEGBuilder.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + icc(bytes))])
        },
        "piece of no profile": {
            try jpeg([JPEGBuilder.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [9, 9] + bytes)])
        },
        "tail of DQT": { try tailed(JPEGMarker.dqt) },
        "tail of DHT": { try tailed(JPEGMarker.dht) },
        "tail of SOF": { try tailed(JPEGMarker.sof0) },
        "tail of SOS": { try tailed(JPEGMarker.sos) },
        "reserved segment": { try jpeg([JPEGBuilder.segment(0xF3, bytes)]) },
        "table of quantization that no scan uses": {
            try jpeg([JPEGBuilder.segment(0xDB, [3] + bytes + [UInt8](repeating: 1, count: 64 - bytes.count))])
        },
        "table of codes that no scan uses": {
            let counts = [UInt8](repeating: 0, count: 7) + [UInt8(bytes.count)] + [UInt8](repeating: 0, count: 8)
            return try jpeg([JPEGBuilder.segment(0xC4, [0x13] + counts + bytes)])
        },
        "text of ICC": {
            var profile = icc(Array("cprt".utf8) + [0, 0, 0, 144, 0, 0, 0, 17] + Array("text\0\0\0\0".utf8) + bytes)
            (profile[3], profile[131]) = (161, 1)
            return try jpeg([JPEGBuilder.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile)])
        },
        "tag of ICC": {
            var profile = icc(Array("mmod".utf8) + [0, 0, 0, 144, 0, 0, 0, 9] + bytes)
            (profile[3], profile[131]) = (153, 1)
            return try jpeg([JPEGBuilder.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile)])
        },
        "PNG rows below the picture": {
            var writer = PNGWriter()
            writer.append(PNGChunkType("IHDR"), [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
            writer.append(PNGChunkType("IDAT"), stored([0, 7] + bytes))
            writer.append(PNGChunkType("IEND"), [])
            return writer.bytes
        },
        "HEIF message beside parameter sets": {
            heif {
                let head = [UInt8](repeating: 1, count: 21) + [0xFF]
                $0.properties[1] = HEIFSample.box("hvcC", head + [1, 39, 0, 1, 0, UInt8(bytes.count)] + bytes)
            }
        },
        "MPF identifiers": {
            let order = TIFFByteOrder.bigEndian
            var index = TIFFBlock(byteOrder: order)
            index.set([TIFFField(tag: 0xB003, type: .undefined, count: bytes.count, bytes: bytes)], in: .primary)
            return try jpeg([JPEGBuilder.segment(0xE2, Array("MPF\0".utf8) + index.bytes)])
        },
        "name of a resource": { try jpeg([JPEGBuilder.segment(0xED, name(of: 0x03ED))]) },
        "Exif bytes of no tag": {
            var block = TIFFBlock(byteOrder: .bigEndian)
            block.set([TIFFField(tag: 0x0112, type: .short, count: 1, bytes: [0, 1])], in: .primary)
            return try jpeg([MetadataRecipe.exif(block.bytes + bytes)])
        },
        "Exif text behind its end": {
            var block = TIFFBlock(byteOrder: .bigEndian)
            let text = Array("Maker\0".utf8) + bytes + [0]
            block.set([TIFFField(tag: 0x010F, type: .ascii, count: text.count, bytes: text)], in: .primary)
            return try jpeg([MetadataRecipe.exif(block.bytes)])
        },
        "link of a container": {
            try xmp(
                "<Container:Directory><rdf:Seq><rdf:li rdf:parseType=\"Resource\"><Container:Item "
                    + "Item:Mime=\"image/jpeg\" Item:Semantic=\"Primary\" Item:URI=\"\(secret)\"/></rdf:li></rdf:Seq>"
                    + "</Container:Directory>")
        },
        "panorama": { try xmp("<GPano:ProjectionType>\(secret)</GPano:ProjectionType>") },
        "gain map": { try xmp("<hdrgm:Version>\(secret)</hdrgm:Version>") },
        "PNG palette": { png("sPLT", bytes + [0, 8, 1, 2, 3, 4, 0, 1]) },
        "PNG calibration": { png("pCAL", bytes + [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0x6D, 0, 0x31, 0, 0x32]) },
        "PNG profile's name": { png("iCCP", bytes + [0, 0] + stored(icc([]))) },
        "PNG profile's tail": { png("iCCP", Array("a\0\0".utf8) + stored(icc(bytes))) },
        "PNG tail of pHYs": { png("pHYs", [0, 0, 0, 1, 0, 0, 0, 1, 0] + bytes) },
        "PNG translated keyword": {
            png("iTXt", Array("Title\0\0\0\0".utf8) + bytes + Array("\0A title".utf8))
        },
        "PNG behind the coded picture": {
            let file = TestPNG(Size(width: 3, height: 2)).file
            let chunks = try PNGFile(parsing: file).chunks
            var writer = PNGWriter()
            for chunk in chunks {
                writer.append(chunk.type, Array(file[chunk.data]) + (chunk.type == .idat ? bytes : []))
            }
            return writer.bytes
        },
        "GIF loop": {
            gif([0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, UInt8(bytes.count)] + bytes + [0])
        },
        "GIF application": {
            gif([0x21, 0xFF, 11] + Array("NETSCAPE9.9".utf8) + [UInt8(bytes.count)] + bytes + [0])
        },
        "GIF plain text": {
            gif([0x21, 0x01, 12] + [UInt8](repeating: 0, count: 12) + [UInt8(bytes.count)] + bytes + [0])
        },
        "HEIF unused space": { heif { $0.further = HEIFSample.box("skip", bytes) } },
        "HEIF box in meta": { heif { $0.furtherInMeta = HEIFSample.box("xml ", [0, 0, 0, 0] + bytes) } },
        "HEIF property": { heif { $0.properties.append(HEIFSample.full("altt", bytes + [0, 0x65, 0x6E, 0])) } },
        "HEIF tail of a property": {
            heif { $0.properties[0] = HEIFSample.full("ispe", [0, 0, 2, 0x80, 0, 0, 1, 0xE0] + bytes) }
        },
        "HEIF second mdat": { heif { $0.further = HEIFSample.box("mdat", bytes) } },
        "HEIF box that ends too late": {
            heif { $0.further = [0, 0, 0xFF, 0xFF] + Array("abcd".utf8) + bytes }
        },
        "HEIF item of another kind": {
            heif {
                $0.items.append(.init(id: 7, type: "mime", data: bytes, mediaType: "text/plain"))
            }
        },
    ]

    /// A zlib stream whose data are stored, so that a text in it can be found.
    private static func stored(_ data: [UInt8]) -> [UInt8] {
        var (low, high) = (1, 0)
        for byte in data {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let count = UInt16(data.count)
        return [0x78, 0x01, 1, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)] + data
            + UInt32(high << 16 | low).bigEndianBytes
    }

    private static func holds(_ bytes: [UInt8]) -> Bool {
        Data(bytes.filter { $0 != 0 }).range(of: Data(Self.bytes)) != nil
            || ["WnE3U2VjcmV0", "pxN1NlY3JldA"].contains { Data(bytes).range(of: Data($0.utf8)) != nil }
    }

    @Test(arguments: places.keys.sorted(), [StripProfile.private, .all])
    func isGone(_ place: String, _ profile: StripProfile) throws {
        let bytes = try #require(try Self.places[place]?())
        #expect(Self.holds(bytes))
        let editor = MetadataEditor([.strip(try MetadataStrip(profile))])
        let edited = try editor.edited(bytes)
        #expect(!Self.holds(edited.bytes))
        #expect(try ImageProperties(reading: edited.bytes).size == ImageProperties(reading: bytes).size)
        let again = try editor.edited(edited.bytes)
        #expect(again.changes.isEmpty && again.bytes == edited.bytes, "\(again.changes)")
    }

    @Test(
        "The reader of the proof finds what the strip would have left", arguments: places.keys.sorted(),
        [StripProfile.private, .all])
    func isFound(_ place: String, _ profile: StripProfile) throws {
        let bytes = try #require(try Self.places[place]?())
        #expect(!Self.findings(in: bytes, profile).isEmpty)
        let edited = try MetadataEditor([.strip(try MetadataStrip(profile))]).edited(bytes).bytes
        #expect(Self.findings(in: edited, profile).isEmpty, "\(Self.findings(in: edited, profile))")
    }

    static func findings(in bytes: [UInt8], _ profile: StripProfile) -> [String] {
        var leftovers = StripLeftovers(StripRules(MetadataStrip(profile, places: true, onUnknown: nil)))
        guard let blocks = PictureFormats.format(of: bytes)?.blocks(of: bytes) else { return ["no blocks"] }
        for block in blocks { leftovers.look(at: block, isEdited: false) }
        return leftovers.findings
    }

    @Test("An Exif block of nothing is no reason to refuse")
    func emptyBlock() throws {
        let block = Array("MM\0*".utf8) + [0, 0, 0, 8] + [UInt8](repeating: 0, count: 6)
        let bytes = try Self.jpeg([MetadataRecipe.exif(block)])
        for profile in [StripProfile.private, .all] {
            _ = try MetadataEditor([.strip(try MetadataStrip(profile))]).edited(bytes)
        }
    }

    @Test("What a chunk with a wrong checksum says is written with its own")
    func checksum() throws {
        var bytes = TestPNG(Size(width: 3, height: 2)).file
        bytes[29] ^= 0xFF
        let edited = try MetadataEditor([.strip(try MetadataStrip(.all))]).edited(bytes).bytes
        #expect(try PNGFile(parsing: edited).chunks.allSatisfy { $0.checksum == .valid })
    }

    @Test("Readers of gain maps still find the attributes that they look for")
    func gainMap() throws {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" \
            xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="Zq7Secret" \
            xmlns:Container="http://ns.google.com/photos/1.0/container/" \
            xmlns:Item="http://ns.google.com/photos/1.0/container/item/"><Container:Directory><rdf:Seq>\
            <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Primary" Item:Mime="image/jpeg"/></rdf:li>\
            </rdf:Seq></Container:Directory></rdf:Description></rdf:RDF></x:xmpmeta>
            """
        let editor = MetadataEditor([.strip(try MetadataStrip(.all))])
        let edited = try editor.edited(Self.jpeg([MetadataRecipe.xmp(Array(packet.utf8))])).bytes
        let text = String(decoding: edited, as: UTF8.self)
        #expect(text.contains(" hdrgm:Version=\"1.0\"") && text.contains(" Item:Semantic=\"Primary\""))
        #expect(try editor.edited(edited).bytes == edited)
    }

    @Test("A removed keyword that is a common word of a caption is no leak")
    func commonWord() throws {
        let edits: [MetadataEdit] = try [
            .set("IPTC:Keywords", to: ["test file", "holiday"]), .set("IPTC:Caption-Abstract", to: ["A test file"]),
        ]
        let bytes = try MetadataEditor(edits).edited(Self.jpeg([])).bytes
        let edited = try MetadataEditor([.strip(MetadataStrip(.private))]).edited(bytes).bytes
        #expect(try ImageProperties(reading: edited).iptc?.texts(120) == ["A test file"])
    }

    @Test("An essential property that nobody knows is a reason to refuse, with its name")
    func essential() throws {
        let bytes = Self.heif {
            $0.properties.append(HEIFSample.full("zzzz", Self.bytes))
            $0.items[0].properties.append(-3)
        }
        do {
            _ = try MetadataEditor([.strip(try MetadataStrip(.all))]).edited(bytes)
            Issue.record("not refused")
        } catch {
            #expect("\(error)".contains("zzzz"))
        }
    }

    @Test("A caption that holds a removed value loses it, goes or stays", arguments: MetadataStrip.Captions.allCases)
    func captions(_ captions: MetadataStrip.Captions) throws {
        let edits: [MetadataEdit] = try [
            .set("IFD0:Artist", to: ["Jane Q. Secret"]),
            .set("IFD0:ImageDescription", to: ["A portrait by Jane Q. Secret"]),
            .set("XMP:dc:description", to: ["A portrait by Jane Q. Secret"]),
            .set("IPTC:Caption-Abstract", to: ["A portrait by Jane Q. Secret"]),
        ]
        let bytes = try MetadataEditor(edits).edited(Self.jpeg([])).bytes
        let strip = try MetadataStrip(.private, captions: captions)
        let edited = try MetadataEditor([.strip(strip)]).edited(bytes).bytes
        let properties = try ImageProperties(reading: edited)
        let shown = [
            properties.tiff.imageDescription, properties.iptc?.texts(120).first,
            try properties.xmp?[#require(XMPName(qualified: "dc:description"))].flatMap { node in
                if case .array(_, let items) = node.content { items.first?.text } else { node.text }
            },
        ]
        let expected: String? =
            switch captions {
            case .cut: "A portrait by"
            case .drop: nil
            case .keep: "A portrait by Jane Q. Secret"
            }
        #expect(shown == [expected, expected, expected])
    }

    @Test("A removed value is no part of a longer word")
    func words() throws {
        let edits: [MetadataEdit] = try [
            .set("IFD0:Artist", to: ["Ann"]), .set("IFD0:ImageDescription", to: ["Annual report"]),
        ]
        let bytes = try MetadataEditor(edits).edited(Self.jpeg([])).bytes
        let edited = try MetadataEditor([.strip(MetadataStrip(.private))]).edited(bytes).bytes
        #expect(try ImageProperties(reading: edited).tiff.imageDescription == "Annual report")
    }

    @Test(
        "A removed value is found in the forms that people write",
        arguments: [
            ("München", "Blick auf MU\u{308}NCHEN heute", "Blick auf heute"), ("München", "M&uuml;nchen, Mai", "Mai"),
            ("Paris", "Paris&#39;s best", "best"), ("New York", "Skyline of New-York", "Skyline of"),
            ("New York", "Skyline #NewYork", "Skyline"), ("Gießen", "BAHNHOF GIESSEN", "BAHNHOF"),
            ("İstanbul", "View of istanbul", "View of"), ("Köln", "K\u{AD}öln mit Dom", "mit Dom"),
            ("Berlin", "ＢＥＲＬＩＮ by night", "by night"), ("北京", "我在北京看日落", "我在 看日落"),
            ("서울", "서울에서 찍은 사진", "에서 찍은 사진"), ("تل", "من تل", "من"), ("Rio", "rio trio", "trio"),
            ("กรุงเทพ", "ถ่ายที่กรุงเทพวันนี้", "ถ่ายที่ วันนี้"), ("München", "Münchenstein", "Münchenstein"),
        ])
    func forms(_ value: String, _ caption: String, _ rest: String) throws {
        let edits: [MetadataEdit] = try [
            .set("XMP:photoshop:City", to: [value]), .set("IFD0:ImageDescription", to: [caption]),
            .set("IFD0:XPComment", to: [caption]), .set("ExifIFD:UserComment", to: [caption]),
            .set("XMP:dc:description", to: [caption]),
        ]
        let bytes = try MetadataEditor(edits).edited(Self.jpeg([])).bytes
        let edited = try MetadataEditor([.strip(MetadataStrip(.location))]).edited(bytes).bytes
        let properties = try ImageProperties(reading: edited)
        let comment = TagID(.exif, 0x9286)
        #expect(properties.tiff.imageDescription == rest)
        #expect(properties.dictionary["{TIFF}"]?["XPComment"]?.string == rest)
        #expect(properties.dictionary["{Exif}"]?["UserComment"]?.string == rest)
        #expect(properties.exifMetadata?[comment] != nil)
    }

    @Test(
        "Names in other carriers are no part of captions",
        arguments: ["XMP:tiff:Artist", "IFD0:XPAuthor", "XMP:pdf:Author"])
    func authors(_ name: String) throws {
        let edits: [MetadataEdit] = try [
            .set(name, to: ["Jane Q. Secret"]), .set("IFD0:ImageDescription", to: ["By JANE Q SECRET, at the lake"]),
        ]
        let bytes = try MetadataEditor(edits).edited(Self.jpeg([])).bytes
        let edited = try MetadataEditor([.strip(MetadataStrip(.private))]).edited(bytes).bytes
        #expect(try ImageProperties(reading: edited).tiff.imageDescription == "By, at the lake")
    }

    @Test("A value that a later edit sets stays, whatever the profile says", arguments: [StripProfile.private, .all])
    func setLater(_ profile: StripProfile) throws {
        let edits: [MetadataEdit] = try [
            .strip(MetadataStrip(profile)), .set("IFD0:Copyright", to: ["A. Person"]),
            .set("XMP:dc:rights", to: ["A. Person"]),
        ]
        let bytes = try MetadataEditor([.set("IFD0:Artist", to: ["Jane Q. Secret"])]).edited(Self.jpeg([])).bytes
        let edited = try MetadataEditor(edits).edited(bytes).bytes
        let properties = try ImageProperties(reading: edited)
        #expect(properties.tiff.copyright == "A. Person" && properties.tiff.artist == nil)
    }

    @Test("Prompts of image generators go under private")
    func prompts() throws {
        let edits: [MetadataEdit] = try [
            .set("IFD0:Make", to: ["Prompt: {\"3\": {\"class_type\": \"KSampler\"}}"]),
            .set("IFD0:ImageDescription", to: ["Workflow: {\"nodes\": []}"]), .set("IFD0:Model", to: ["A camera"]),
        ]
        let bytes = try MetadataEditor(edits).edited(Self.jpeg([])).bytes
        let edited = try MetadataEditor([.strip(MetadataStrip(.private))]).edited(bytes).bytes
        let properties = try ImageProperties(reading: edited)
        #expect(properties.tiff.make == nil && properties.tiff.imageDescription == nil)
        #expect(properties.tiff.model == "A camera")
    }

    @Test(
        "Positions on grids and links to maps",
        arguments: [
            "8FWH4HX8+QV", "4HX8+QV Munich", "32U PU 91573 35482", "32UPU9157335482", "32U 691573 5335482",
            "48,1372 11,5755", "N48 08.229 E011 34.517", "+4808.2292+01134.5167/", "geo:lat=48.13",
            "https://www.openstreetmap.org/#map=17/48.1/11.5", "https://maps.app.goo.gl/abc",
            "https://www.google.co.uk/maps/place/A", "https://www.google.com.au/maps/place/A",
            "https://w3w.co/filled.count.soap", "///filled.count.soap",
            "48.137N 11.576E", "48.14°N, 11.58°E", "N 48 08 13 E 011 34 34", "48:08:13N 011:34:34E", "48º08’13.7”N",
            "48d8m13sN 11d34m34sE", "48 degrees 8 minutes 13 seconds north", "481337N0113434E", "$GNRMC,123519,A",
            "4808.2292,N,01134.5674,E", "Lat 48.137 Long 11.576", "Breite 48.137 Länge 11.576", "GEO:48.13;11.57",
            "POINT(11.576124 48.137154)", "{\"coordinates\":[11.576,48.137]}", "48.137, 11.576",
            "MCC 262 MNC 01 LAC 1234",
            "cell:262-01-1234-5678", "UTM zone 32 E=691600 N=5334900", "32U 0691600mE 5334900mN", "TQ 30080 80470",
            "CH1903 2600000 / 1200000", "٤٨٫١٣٧١٥٤, ١١٫٥٧٦١٢٤", "４８．１３７１５４，１１．５７６１２４", "−33.868800, −151.209300",
            "北緯48度8分13秒", "48&deg;8'13&quot;N",
        ])
    func grids(_ text: String) { #expect(PlaceWords.areIn(text)) }

    @Test(
        "Texts that are no such positions",
        arguments: [
            "+49 89 1234567", "+4989-1234567", "4K HD 60", "A+B", "12,5 and 13,75", "2+2", "ISO 100", "C++17",
            "36°C in summer", "turn 90° right", "turn 90° 2 times", "Canon EOS 5D 50mm", "E 18-55mm F3.5-5.6 OSS",
            "Kodak Portra 400, 35mm, 50 E", "S 12 E 03 (episode)", "10 S 20 W",
            "phone +49 89 1234567", "Latin American long distance 3.5 km", "x=12.5 y=3.75", "Google Maps is a service",
            "IMG_20240517_180309.jpg", "15:04:05 N", "SN 12345678 87654321", "file:///usr/share",
        ])
    func noGrids(_ text: String) { #expect(!PlaceWords.areIn(text)) }
}
