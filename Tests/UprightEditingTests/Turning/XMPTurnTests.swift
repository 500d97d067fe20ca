import UprightFormats
import UprightBase
import UprightRewriting
import Testing

@Suite("Turning XMP packets")
struct XMPTurnTests {
    enum Form: CaseIterable {
        case attributes, elements

        func packet(_ orientation: Int) -> [UInt8] {
            self == .attributes
                ? XMPRecipe.attributes(orientation: orientation) : XMPRecipe.elements(orientation: orientation)
        }
    }

    static let size = Size(width: 60, height: 40)

    func turn(_ orientation: Orientation, of size: Size = Self.size) -> MetadataTurn {
        MetadataTurn(PictureTurn(orientation, of: size)) {
            (jpeg: [UInt8], _: Orientation) throws(FormatError) in Turned(bytes: jpeg)
        }
    }

    func value(_ packet: XMPPacket, _ name: XMPName) -> String? {
        packet.properties(name).first.flatMap { packet.trimmedValue(of: $0) }
    }

    @Test("Both forms are read and moved", arguments: Form.allCases, Orientation.allCases)
    func places(form: Form, orientation: Orientation) throws {
        let source = form.packet(orientation.rawValue)
        #expect(OrientationReading.xmp(source)?.orientation == orientation)
        let turned = turn(orientation).xmp(source)
        #expect(turned.warnings == [])
        #expect(turned.bytes.count == source.count)
        let packet = try XMPPacket(parsing: turned.bytes)
        let size = Self.size.turned(by: orientation)
        #expect(value(packet, XMPName(.tiff, "Orientation")) == "1")
        #expect(value(packet, XMPName(.tiff, "ImageWidth")) == String(size.width))
        #expect(value(packet, XMPName(.exif, "PixelYDimension")) == String(size.height))
        #expect(value(packet, XMPName(.tiff, "XResolution")) == (orientation.transposes ? "150/1" : "300/1"))
        let regions = try #require(packet.properties(XMPName(.mwgRegions, "Regions")).first)
        let list = try #require(packet.fields(XMPName(.mwgRegions, "RegionList"), of: regions).first)
        let item = try #require(packet.items(of: list).first)
        let area = try #require(packet.fields(XMPName(.mwgRegions, "Area"), of: item).first)
        func number(_ name: String) -> Double {
            packet.fields(XMPName(.area, name), of: area).first.flatMap { packet.trimmedValue(of: $0) }.flatMap {
                Double($0)
            } ?? .nan
        }
        let unit = orientation.transform(in: Size(width: 1, height: 1)).applied(x: 0.25, y: 0.125)
        #expect(abs(number("x") - unit.x) < 1e-12 && abs(number("y") - unit.y) < 1e-12)
        #expect(number("w") == (orientation.transposes ? 0.05 : 0.1))
        let info = try #require(packet.properties(XMPName(.microsoftPhoto, "RegionInfo")).first)
        let faces = try #require(packet.fields(XMPName(.microsoftRegionInfo, "Regions"), of: info).first)
        let face = try #require(packet.items(of: faces).first)
        let field = try #require(packet.fields(XMPName(.microsoftRegion, "Rectangle"), of: face).first)
        let text = try #require(packet.value(of: field))
        let corners = text.split(separator: ",").compactMap { Double($0.split(separator: " ")[0]) }
        // The corners of the moved rectangle are the moved corners of the rectangle; times 1000 they are whole numbers.
        let moved = orientation.transform(in: Size(width: 1000, height: 1000)).applied(
            to: Rect(x: 125, y: 250, width: 500, height: 125))
        #expect(corners.map { Int(($0 * 1000).rounded()) } == [moved.x, moved.y, moved.width, moved.height])
    }

    @Test("Turning back restores all text except the orientation", arguments: Form.allCases, Orientation.allCases)
    func inverse(form: Form, orientation: Orientation) {
        let upright = turn(orientation).xmp(form.packet(orientation.rawValue))
        let back = turn(orientation.inverse, of: Self.size.turned(by: orientation)).xmp(upright.bytes)
        let expected = form.packet(1)
        // "0.75" mirrored is "0.25", and "0.125, 0.250" keep their three digits: only padding can differ.
        #expect(
            String(decoding: back.bytes, as: UTF8.self).split(separator: " ").joined(separator: " ")
                == String(decoding: expected, as: UTF8.self).split(separator: " ").joined(separator: " "))
        #expect(back.bytes.count == expected.count)
        let again = turn(.up, of: Self.size.turned(by: orientation)).xmp(upright.bytes)
        #expect(again.bytes == upright.bytes)
    }

    @Test("Text that is not edited stays, and padding absorbs growth")
    func padding() throws {
        let source = XMPRecipe.packet(
            #"<rdf:Description tiff:ImageWidth="9" tiff:ImageLength="1000" tiff:Orientation="6"/>"#)
        let packet = try XMPPacket(parsing: source)
        let field = try #require(packet.properties(XMPName(.tiff, "ImageWidth")).first)
        let edit = try #require(packet.edit(field, to: "12345 & \"more\""))
        let edited = packet.applying([edit])
        #expect(edited.count == source.count)
        #expect(String(decoding: edited, as: UTF8.self).contains(#"tiff:ImageWidth="12345 &amp; &quot;more&quot;""#))
        let unpadded = source.map { $0 == 0x0A ? 0x20 : $0 }
        #expect(try XMPPacket(parsing: unpadded).elements.count == packet.elements.count)
    }

    static let wideEncodings: [XMPEncoding] = [
        .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian,
    ]

    @Test("Packets in other encodings keep their encoding", arguments: wideEncodings)
    func encodings(encoding: XMPEncoding) {
        let turned = turn(.right).xmp(encoding.encoded(XMPRecipe.attributes(orientation: 6)))
        #expect(turned.bytes == encoding.encoded(turn(.right).xmp(XMPRecipe.attributes(orientation: 6)).bytes))
        #expect(turned.warnings == [])
    }

    @Test("Entity bombs and deep nesting are rejected with a warning")
    func hostile() {
        let bomb = #"<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>"#
        let deep = String(repeating: "<a>", count: 10_000)
        for text in [bomb, deep, "", "<", "no XML"] {
            let turned = turn(.right).xmp(Array(text.utf8))
            #expect(turned.bytes == Array(text.utf8))
            #expect(turned.warnings.count == 1)
        }
    }

    static let damagedPackets = [
        (#"<x:xmpmeta><a b="\u{1}"/><c tiff:Orientation="6" d="7"/>"#, [6]),
        ("<x tiff:Orientation = ' 8 ' exif:Orientation='7'><tiff:Orientation>3</tiff:Orientation>", [8, 3]),
        ("<x><y></x><tiff:Orientation>\n 5 \n</tiff:Orientation", [5]),
        (#"<!DOCTYPE x [<!ENTITY a "6">]><x tiff:Orientation="6">&a;</x>"#, [6]),
        (#"<x tiff:Orientation="1" "#, [1]),
        (#"<x tiff:Orientation="9" tiff:OrientationX="6" mytiff:Orientation="6" tiff:Orientation="66""#, []),
        ("<x tiff:Orientation=6 tiff:Orientation=\"6' tiff:Orientation", []),
    ]

    @Test("In a damaged packet, the orientation is read and set, and nothing else", arguments: damagedPackets)
    func damagedPacket(text: String, orientations: [Int]) {
        let packet = Array(text.utf8)
        #expect(OrientationReading.xmp(packet)?.raw == orientations.first)
        let turned = turn(.right).xmp(packet)
        let changed = orientations.filter { $0 != 1 }
        #expect(turned.changes == changed.map { Change(.xmp("tiff:Orientation"), from: String($0), to: "1") })
        #expect(turned.warnings.count == (changed.isEmpty ? 1 : 2))
        let differing = packet.indices.filter { packet[$0] != turned.bytes[$0] }
        #expect(differing.map { Int(packet[$0]) - 0x30 } == changed)
        #expect(differing.allSatisfy { turned.bytes[$0] == 0x31 } && turned.bytes.count == packet.count)
        #expect(turn(.up).xmp(turned.bytes).bytes == turned.bytes)
    }

    @Test("An orientation that older editors wrote in words is also set, but does not count")
    func words() throws {
        for (text, upright) in [
            ("Right-top", "Top-left"), ("bottom-left", "Top-left"), ("Top-left", "Top-left"), ("6", "1"), ("1", "1"),
            ("Sideways", "Sideways"),
        ] {
            let packet = XMPRecipe.packet(
                "<rdf:Description><exif:Orientation>\(text)</exif:Orientation></rdf:Description>")
            #expect(OrientationReading.xmp(packet) == nil)
            let turned = turn(.right).xmp(packet)
            #expect(value(try XMPPacket(parsing: turned.bytes), XMPName(.exif, "Orientation")) == upright)
            #expect((turned.bytes == packet) == (text == upright))
            #expect(turned.bytes.count == packet.count)
        }
    }

    @Test("NULs after a packet are ignored")
    func trailingZeros() {
        let packet = XMPRecipe.attributes(orientation: 6) + [0, 0, 0]
        #expect(OrientationReading.xmp(packet)?.raw == 6)
        #expect(turn(.right).xmp(packet).bytes.suffix(3) == [0, 0, 0])
    }

    @Test("Every prefix and many changed bytes are turned safely", arguments: Form.allCases)
    func damage(form: Form) {
        let bytes = form.packet(6)
        for end in bytes.indices.filter({ $0 % 5 == 0 }) {
            let prefix = Array(bytes[..<end])
            let turned = turn(.right).xmp(prefix)
            #expect(turned.bytes == prefix || !turned.changes.isEmpty, "prefix of \(end) bytes")
        }
        for position in bytes.indices.filter({ $0 % 3 == 0 }) {
            for value: UInt8 in [0x00, 0x3C, 0x22, bytes[position] ^ 1, 0xFF] {
                var changed = bytes
                changed[position] = value
                let turned = turn(.leftMirrored).xmp(changed)
                #expect(turned.bytes == changed || !turned.changes.isEmpty, "byte \(position) is \(value)")
            }
        }
    }
}
