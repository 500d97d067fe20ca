import TestJPEG
import TestRaster
import Testing
import UprightRewriting
import UprightFormats
import UprightBase

/// Edits apply to every block of a kind in a file, since readers differ in which one they use.
@Suite struct FurtherCarriersTests {
    private static let signature = JPEGCarrier.exif.signature

    /// Returns a block with an artist and a position.
    private static func block(_ artist: String) -> [UInt8] {
        var block = TIFFBlock(byteOrder: .bigEndian)
        let text = Array(artist.utf8) + [0]
        block.set([TIFFField(tag: 0x013B, type: .ascii, count: text.count, bytes: text)], in: .primary)
        block.set([TIFFField(tag: 1, type: .ascii, count: 2, bytes: [0x4E, 0])], in: .gps)
        return block.bytes
    }

    private static func packet(_ title: String) -> [UInt8] {
        MetadataRecipe.packet("xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmp:Label=\"\(title)\"")
    }

    private static func artists(_ blocks: [[UInt8]]) throws -> [String] {
        try blocks.map { bytes in
            let block = try TIFFBlock(parsing: bytes)
            let value = try #require(block.entry(TIFFTag(rawValue: 0x013B), in: .primary)?.value)
            return String(decoding: block.bytes[value].dropLast(), as: UTF8.self)
        }
    }

    private static func isCleared(_ bytes: [UInt8]) throws -> Bool {
        let block = try TIFFBlock(parsing: bytes)
        return block.entry(TIFFTag(rawValue: 0x013B), in: .primary) == nil
            && !block.directories.contains { $0.kind == .gps && !$0.entries.isEmpty }
    }

    private static func png(damaged: Bool = false) -> [UInt8] {
        var png = TestPNG(Size(width: 3, height: 2))
        let profile = TestMetadata.rawProfile("exif", signature + block("Two"))
        png.before = [
            (.exif, block("One")), (.text, Array("Raw profile type exif\0".utf8) + profile),
            (.internationalText, Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + packet("One")),
            (.text, Array("Raw profile type xmp\0".utf8) + TestMetadata.rawProfile("xmp", packet("Two"))),
        ]
        if damaged { png.before[1] = (.compressedText, Array("Raw profile type exif\0\0not deflated".utf8)) }
        return png.file
    }

    /// Returns the Exif blocks in a PNG: in the chunk and in the raw profile.
    private static func blocks(ofPNG bytes: [UInt8]) throws -> [[UInt8]] {
        let file = try PNGFile(parsing: bytes)
        return file.chunks.compactMap { chunk in
            if chunk.type == .exif { return Array(bytes[chunk.data]) }
            guard let text = PNGTextChunk(chunk, in: bytes), text.keyword == "Raw profile type exif",
                let profile = PNGRawProfile(parsing: Array(bytes[text.text]))
            else { return nil }
            return Array(profile.bytes.dropFirst(6))
        }
    }

    private func edited(_ bytes: [UInt8], _ edits: [MetadataEdit]) throws -> EditedFile {
        let editor = MetadataEditor(edits)
        let result = try editor.edited(bytes)
        let again = try editor.edited(result.bytes)
        #expect(again.changes.isEmpty && again.bytes == result.bytes, "\(again.changes)")
        return result
    }

    @Test func editsReachTheChunkAndTheRawProfileOfAPNG() throws {
        let result = try edited(
            Self.png(), [.set("EXIF:Artist", to: ["New one"]), .set("XMP:xmp:Label", to: ["New label"])])
        #expect(try Self.artists(Self.blocks(ofPNG: result.bytes)) == ["New one", "New one"])
        let label = Array("New label".utf8)
        let file = try PNGFile(parsing: result.bytes)
        let labels = file.chunks.compactMap { PNGTextChunk($0, in: result.bytes) }.filter { text in
            let content = Array(result.bytes[text.text])
            let packet = PNGRawProfile(parsing: content)?.bytes ?? content
            return packet.indices.contains { packet[$0...].starts(with: label) }
        }
        #expect(labels.count == 2)
        let removed = try edited(result.bytes, MetadataEdit.removalsOfPosition + [try .remove("EXIF:Artist")])
        #expect(try Self.blocks(ofPNG: removed.bytes).allSatisfy(Self.isCleared))
    }

    /// The first block decides whether a value is blank; other blocks do not get another value.
    @Test func theFirstBlockDecidesWhatIsBlank() throws {
        let filled = try MetadataEdit.set("EXIF:Copyright", to: ["Mine"]).when(.whereBlank)
        let kept = try MetadataEdit.set("EXIF:Artist", to: ["Other"]).when(.whereBlank)
        var png = TestPNG(Size(width: 3, height: 2))
        let second = TIFFBlock(byteOrder: .littleEndian).bytes
        png.before = [
            (.exif, Self.block("One")),
            (
                .text,
                Array("Raw profile type exif\0".utf8) + TestMetadata.rawProfile("exif", Self.signature + second)
            ),
        ]
        let result = try edited(png.file, [filled, kept])
        let blocks = try Self.blocks(ofPNG: result.bytes).map { try TIFFBlock(parsing: $0) }
        #expect(blocks.map { $0.entry(TIFFTag(rawValue: 0x8298), in: .primary) != nil } == [true, true])
        #expect(blocks.map { $0.entry(TIFFTag(rawValue: 0x013B), in: .primary) != nil } == [true, false])
    }

    @Test func anUnreadableRawProfileIsKeptWithAWarning() throws {
        let result = try edited(Self.png(damaged: true), [.set("EXIF:Artist", to: ["New one"])])
        #expect(try Self.artists(Self.blocks(ofPNG: result.bytes)) == ["New one"])
        #expect(result.warnings.contains { $0.contains("raw profile") && $0.contains("kept unchanged") })
    }

    @Test func editsReachEveryBlockOfAJPEG() throws {
        let picture = try JPEGSampling.all[0].picture(Size(width: 8, height: 8))
        let bytes = try JPEGBuilder.file(
            picture, JPEGProcess.baseline.coding(JPEGSampling.all[0]),
            segments: [
                MetadataRecipe.exif(Self.block("One")), MetadataRecipe.exif(Self.block("Two")),
                MetadataRecipe.exif(Array("no block".utf8)), MetadataRecipe.xmp(Self.packet("One")),
                MetadataRecipe.xmp(Self.packet("Two")),
            ])
        func blocks(_ bytes: [UInt8]) throws -> [[UInt8]] {
            try JPEGFile(parsing: bytes).segments.filter {
                JPEGCarrier(marker: $0.marker, payload: bytes[$0.payload]) == .exif
            }.map { Array(bytes[$0.payload].dropFirst(6)) }
        }
        let result = try edited(
            bytes, [.set("EXIF:Artist", to: ["New one"]), .set("XMP:xmp:Label", to: ["New label"])])
        #expect(try Self.artists(blocks(result.bytes).filter { $0.count > 8 }) == ["New one", "New one"])
        let label = Array("New label".utf8)
        #expect(result.bytes.indices.filter { result.bytes[$0...].starts(with: label) }.count == 2)
        let removed = try edited(result.bytes, MetadataEdit.removalsOfPosition + [try .remove("EXIF:Artist")])
        #expect(try blocks(removed.bytes).filter { $0.count > 8 }.allSatisfy(Self.isCleared))
        #expect(removed.warnings.isEmpty, "\(removed.warnings)")
    }

    /// The work grows linearly with the number of blocks: when it was quadratic, thousands took minutes.
    @Test(.timeLimit(.minutes(5))) func thousandsOfBlocksAreEditedInOnePass() throws {
        let picture = try JPEGSampling.all[0].picture(Size(width: 8, height: 8))
        let bytes = try JPEGBuilder.file(
            picture, JPEGProcess.baseline.coding(JPEGSampling.all[0]),
            segments: Array(repeating: MetadataRecipe.exif(TestMetadata.tiff(1)), count: 10_000))
        let result = try MetadataEditor([.set("EXIF:Artist", to: ["New one"])]).edited(bytes)
        #expect(result.changes.count == 1)
        let file = try JPEGFile(parsing: result.bytes)
        #expect(file.segments.filter { $0.marker == 0xE1 && $0.payload.count > 40 }.count == 10_000)
    }

    @Test func editsReachEveryPacketOfAGIF() throws {
        let size = Size(width: 3, height: 2)
        var gif = TestGIF(size, [TestGIF.Frame(Rect(x: 0, y: 0, width: 3, height: 2))])
        gif.before = TestGIF.xmp(Self.packet("One")) + TestGIF.xmp(Self.packet("Two"))
        let result = try edited(gif.file, [.set("XMP:xmp:Label", to: ["New label"])])
        let label = Array("New label".utf8)
        #expect(result.bytes.indices.filter { result.bytes[$0...].starts(with: label) }.count == 2)
    }

    @Test("A packet without a description gets one")
    func emptyPacket() throws {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>
            """
        let file = try MultiPictureTests().coded(
            MultiPictureTests.size, segments: [MetadataRecipe.xmp(Array(packet.utf8))])
        let edited = try MetadataEditor([.set("XMP:photoshop:City", to: ["Bern"])]).edited(file).bytes
        #expect(try ImageProperties(reading: edited).xmp?["photoshop:City"]?.text == "Bern")
    }
}
