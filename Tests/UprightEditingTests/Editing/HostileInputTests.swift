import UprightRewriting
import UprightFormats
import TestSupport
import Testing

/// Damaged blocks are read as far as possible and edited or rejected: no crash, no hang, no read out of bounds.
@Suite struct HostileInputTests {
    /// Returns a PNG with metadata blocks and no real picture.
    private static func file(exif: [UInt8]? = nil, xmp: [UInt8]? = nil) -> [UInt8] {
        var writer = PNGWriter()
        writer.append(.ihdr, [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
        if let exif { writer.append(.exif, exif) }
        if let xmp { writer.append(.internationalText, Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0] + xmp) }
        writer.append(.idat, [0x78, 0x9C, 0x63, 0x60, 0, 0, 0, 2, 0, 1])
        writer.append(PNGChunkType("IEND"), [])
        return writer.bytes
    }

    /// Returns a small block with several kinds of directories, created by the editor itself.
    private static func exif() throws -> [UInt8] {
        let edits =
            (MetadataEdit.position(latitude: "1.5", longitude: "2.5", altitude: "3", type: .png) ?? [])
            + [try .set("EXIF:Artist", to: ["Someone"]), try .set("EXIF:UserComment", to: ["Ü"])]
        let edited = try MetadataEditor(edits).edited(file())
        return try #require(try ImageProperties(reading: edited.bytes).metadata.exif)
    }

    private static let edits: [MetadataEdit] = {
        let position = MetadataEdit.position(latitude: "-10.25", longitude: "20.125", altitude: "7", type: .png) ?? []
        return position + [
            MetadataEdit(.setExif(TagID(.primary, 0x013B), .text("Somebody else entirely"))),
            MetadataEdit(.setExifText(TagID(.exif, 0x9286), "longer than it was")),
            MetadataEdit(.removeExif(TagID(.gps, 0x06))), MetadataEdit(.removeDirectory(.gps)),
        ]
    }()

    private func exercise(_ bytes: [UInt8], _ edits: [MetadataEdit]) {
        guard let properties = try? ImageProperties(reading: bytes) else { return }
        _ = properties.dictionary
        _ = (properties.exif.dateTimeOriginal, properties.gps?.coordinate, properties.dotsPerInch)
        if let edited = try? MetadataEditor(edits).edited(bytes) {
            #expect(throws: Never.self) { try ImageProperties(reading: edited.bytes) }
        }
    }

    @Test(.timeLimit(.minutes(2))) func exifPrefixesAndMutations() throws {
        let block = try Self.exif()
        for length in 0...block.count { exercise(Self.file(exif: Array(block[..<length])), Self.edits) }
        for position in block.indices {
            for value: UInt8 in [0x00, 0x01, 0x02, 0x7F, 0x80, 0xFF, block[position] ^ 0x10]
            where value != block[position] {
                var mutated = block
                mutated[position] = value
                exercise(Self.file(exif: mutated), Self.edits)
            }
        }
    }

    @Test(.timeLimit(.minutes(2))) func xmpPrefixesAndMutations() throws {
        let packet = Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="image/png">
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">T &amp; U</rdf:li></rdf:Alt></dc:title>
            <dc:subject><rdf:Bag><rdf:li>a</rdf:li></rdf:Bag></dc:subject>
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)
        let edits: [MetadataEdit] = [
            try .set("XMP:dc:title", to: ["New"]), try .set("XMP:photoshop:City", to: ["X"]),
            try .remove("XMP:dc:subject"), try .rename("XMP:dc:format", to: "XMP:dc:source"),
        ]
        for length in 0...packet.count { exercise(Self.file(xmp: Array(packet[..<length])), edits) }
        for position in packet.indices {
            for value: UInt8 in [0x00, 0x20, 0x26, 0x3C, 0x3E, 0x22, 0xFF] where value != packet[position] {
                var mutated = packet
                mutated[position] = value
                exercise(Self.file(xmp: mutated), edits)
            }
        }
    }

    @Test func entitiesDoNotExpand() {
        let bomb = Array(
            """
            <?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
            <x:xmpmeta xmlns:x="adobe:ns:meta/">&b;</x:xmpmeta>
            """.utf8)
        #expect(throws: FormatError.self) { try XMPMetadata(parsing: bomb) }
    }

    /// Every prefix of small files.
    @Test(arguments: ["gif/still-upright.gif", "png/xmp.png"]) func filePrefixes(path: String) throws {
        let bytes = try #require(Fixture.named(path)).content()
        for length in stride(from: 0, through: bytes.count, by: max(1, bytes.count / 400)) {
            exercise(Array(bytes[..<length]), [])
        }
    }
}
