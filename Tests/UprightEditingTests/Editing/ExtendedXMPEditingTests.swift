import Foundation
import UprightRewriting
import UprightBase
import UprightFormats
import TestSupport
import Testing

/// Edits of properties in an extended XMP packet.
@Suite("Editing extended XMP")
struct ExtendedXMPEditingTests {
    static let signature = Array("http://ns.adobe.com/xmp/extension/\0".utf8)

    static func packet(_ attributes: String, _ elements: String = "") -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
            xmlns:xmpNote="http://ns.adobe.com/xmp/note/" \(attributes)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    static func segment(_ payload: [UInt8]) -> [UInt8] {
        [0xFF, 0xE1, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 0xFF)] + payload
    }

    static let text = String(repeating: "words ", count: 20_000)
    static let extended = packet("", "<dc:source>\(text)</dc:source><dc:coverage>here</dc:coverage>")

    /// Returns a picture whose XMP names an extended packet, with the pieces in the given order.
    static func picture(reversed: Bool = false, without missing: Int? = nil) throws -> [UInt8] {
        let picture = try #require(Fixture.named("jpeg/rgb.jpg")).content()
        let name = Array(hexadecimal(MD5.hash(extended)).uppercased().utf8)
        let main = packet(
            "xmpNote:HasExtendedXMP=\"\(String(decoding: name, as: UTF8.self))\" dc:format=\"image/jpeg\"")
        func long(_ value: Int) -> [UInt8] { TIFFByteOrder.bigEndian.bytes(UInt64(value), count: 4) }
        var pieces = stride(from: 0, to: extended.count, by: 50_000).map { start in
            segment(
                signature + name + long(extended.count) + long(start)
                    + extended[start..<min(start + 50_000, extended.count)])
        }
        if reversed { pieces.reverse() }
        if let missing { pieces.remove(at: missing) }
        return Array(picture[..<2]) + segment(Array("http://ns.adobe.com/xap/1.0/\0".utf8) + main)
            + pieces.flatMap { $0 } + picture[2...]
    }

    /// Returns the extended packet of a file, assembled by the offsets in the pieces, and checks that its name is its
    /// digest.
    static func assembled(_ bytes: [UInt8]) throws -> [UInt8] {
        let file = try JPEGFile(parsing: bytes)
        var pieces = file.segments.map { Array(bytes[$0.payload]) }.filter { $0.starts(with: signature) }
        func number(_ piece: [UInt8], _ at: Int) -> Int { piece[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        pieces.sort { number($0, 71) < number($1, 71) }
        var packet: [UInt8] = []
        for piece in pieces {
            #expect(number(piece, 71) == packet.count)
            packet += piece[75...]
        }
        for piece in pieces {
            #expect(number(piece, 67) == packet.count)
            #expect(Array(piece[35..<67]) == Array(hexadecimal(MD5.hash(packet)).uppercased().utf8))
        }
        let named = try ImageProperties(reading: bytes).xmp?["xmpNote:HasExtendedXMP"]?.text
        #expect(named == hexadecimal(MD5.hash(packet)).uppercased())
        return packet
    }

    private func edited(_ bytes: [UInt8], _ edits: [MetadataEdit]) throws -> (EditedFile, ImageProperties) {
        let editor = MetadataEditor(edits)
        let result = try editor.edited(bytes)
        #expect(try editor.edited(result.bytes).bytes == result.bytes)
        return (result, try ImageProperties(reading: result.bytes))
    }

    @Test("A property is set in its packet, and the packet is named by its new digest", arguments: [false, true])
    func setting(reversed: Bool) throws {
        let (result, properties) = try edited(
            try Self.picture(reversed: reversed),
            [.set("XMP:dc:coverage", to: ["elsewhere"]), .set("XMP:dc:format", to: ["image/jp"])])
        #expect(properties.xmp?["dc:coverage"]?.text == "elsewhere")
        #expect(properties.xmp?["dc:source"]?.text == Self.text)
        #expect(result.changes.map(\.what) == ["xmp.dc:coverage", "xmp.dc:format", "xmp.xmpNote:HasExtendedXMP"])
        let expected = String(decoding: Self.extended, as: UTF8.self).replacing("here", with: "elsewhere")
        #expect(try Self.assembled(result.bytes) == Array(expected.utf8))
    }

    @Test("A packet that grows gets more segments, and one that shrinks fewer")
    func lengths() throws {
        let long = String(repeating: "more ", count: 40_000)
        let grown = try edited(try Self.picture(), [.set("XMP:dc:source", to: [long])])
        #expect(grown.1.xmp?["dc:source"]?.text == long)
        #expect(try Self.assembled(grown.0.bytes).count > 200_000)
        let shrunk = try edited(grown.0.bytes, [.remove("XMP:dc:source")])
        #expect(shrunk.1.xmp?["dc:source"] == nil && shrunk.1.xmp?["dc:coverage"]?.text == "here")
        #expect(try Self.assembled(shrunk.0.bytes).count < 1_000)
        #expect(shrunk.0.bytes.count < 10_000 + (try #require(Fixture.named("jpeg/rgb.jpg")).content().count))
    }

    @Test("A property is renamed in its packet; new properties go to the standard packet")
    func renaming() throws {
        let (result, properties) = try edited(
            try Self.picture(), [.rename("XMP:dc:source", to: "XMP:dc:rights"), .set("XMP:dc:title", to: ["New"])])
        #expect(properties.xmp?["dc:source"] == nil && properties.xmp?["dc:rights"]?.text == Self.text)
        #expect(!String(decoding: try Self.assembled(result.bytes), as: UTF8.self).contains("New"))
        #expect(properties.xmp?["dc:title"]?.text == "New")
    }

    @Test("Properties in an incomplete packet are not edited; other properties are")
    func damage() throws {
        let bytes = try Self.picture(without: 2)
        #expect(throws: MetadataEditError.self) {
            try MetadataEditor([.set("XMP:dc:coverage", to: ["x"])]).edited(bytes)
        }
        let whole = try Self.picture()
        let edited = try MetadataEditor([.set("XMP:dc:title", to: ["x"])]).edited(whole)
        #expect(try Self.assembled(edited.bytes) == Self.extended)
    }

    /// exiftool's next edit lost an extended packet that an element named.
    @Test("The digest is an attribute of the first description, whatever it was before")
    func attribute() throws {
        func isAttribute(_ bytes: [UInt8]) throws -> Bool {
            let packet = try XMPPacket(parsing: bytes)
            let fields = packet.properties(XMPName(.note, "HasExtendedXMP"))
            guard fields.count == 1, case .attribute(let element, _) = fields[0].form else { return false }
            return String(decoding: packet.text[packet.elements[element].startTag], as: UTF8.self)
                .contains("xmlns:xmpNote=\"http://ns.adobe.com/xmp/note/\"")
        }
        let long: [MetadataEdit] = [try .set("XMP:dc:source", to: [Self.text])]
        let made = try XMPPacketEdit.edited(nil, limit: 65_000, long)
        #expect(try isAttribute(made.block.bytes) && made.extended != nil)
        // Packets with an element, as version 0.2 wrote them, and with other prefixes.
        for (declaration, prefix) in [("xmlns:xmpNote", "xmpNote"), ("xmlns:n", "n")] {
            let digest = hexadecimal(MD5.hash(Self.extended)).uppercased()
            let element =
                "<\(prefix):HasExtendedXMP \(declaration)=\"http://ns.adobe.com/xmp/note/\">\(digest)</\(prefix):HasExtendedXMP>"
            let old = Array(
                String(decoding: Self.packet("", element), as: UTF8.self)
                    .replacing(" xmlns:xmpNote=\"http://ns.adobe.com/xmp/note/\" >", with: ">").utf8)
            #expect(try !isAttribute(old))
            let title: [MetadataEdit] = [try .set("XMP:dc:title", to: ["T"])]
            let edit = try XMPPacketEdit.edited(old, extended: Self.extended, isWhole: true, limit: 65_000, title)
            #expect(try isAttribute(edit.block.bytes) && edit.extended == nil)
            #expect(edit.block.changes.map(\.what) == ["xmp.dc:title"])
            #expect(try XMPMetadata(parsing: edit.block.bytes)["xmpNote:HasExtendedXMP"]?.text == digest)
        }
    }

    @Test(.enabled(if: Command.exists("exiftool"), "exiftool is not installed"))
    func exiftoolsNextEditKeepsThePacket() throws {
        let folder = try TemporaryFolder()
        let picture = try #require(Fixture.named("jpeg/rgb.jpg")).content()
        let made = try edited(picture, [.set("XMP:dc:source", to: [Self.text]), .set("XMP:dc:title", to: ["T"])])
        try folder.write(made.0.bytes, to: "a.jpg")
        let path = folder["a.jpg"].path()
        _ = try Command.run("exiftool", ["-q", "-overwrite_original", "-XMP-dc:Creator=Me", path])
        let properties = try ImageProperties(reading: try #require(folder.bytes(of: "a.jpg")))
        #expect(properties.xmp?["dc:source"]?.text == Self.text && properties.xmp?["dc:title"]?.text == "T")
        let again = try edited(try #require(folder.bytes(of: "a.jpg")), [.set("XMP:dc:title", to: ["U"])])
        #expect(again.1.xmp?["dc:source"]?.text == Self.text && again.1.xmp?["dc:title"]?.text == "U")
    }
}
