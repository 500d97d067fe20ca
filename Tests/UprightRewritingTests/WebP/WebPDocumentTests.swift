import Testing
import UprightBase
import UprightFormats
import UprightRewriting

/// The container of WebP: files written chunk by chunk, by RFC 9649.
@Suite struct WebPDocumentTests {
    /// The header of a VP8 key frame of 24×16 pixels, and some coded bytes.
    static let lossy: [UInt8] = [0x30, 0x01, 0x00, 0x9D, 0x01, 0x2A, 24, 0, 16, 0, 1, 2, 3]
    /// The header of VP8L for 24×16 pixels, and some coded bytes.
    static let lossless: [UInt8] = [0x2F] + UInt32(23 | 15 << 14).littleEndianBytes + [9, 8, 7]

    static func chunk(_ code: String, _ payload: [UInt8]) -> [UInt8] {
        Array(code.utf8) + UInt32(payload.count).littleEndianBytes + payload + (payload.count & 1 == 1 ? [0] : [])
    }

    static func file(_ chunks: [(String, [UInt8])], trailer: [UInt8] = []) -> [UInt8] {
        let body = Array("WEBP".utf8) + chunks.flatMap { chunk($0.0, $0.1) }
        return Array("RIFF".utf8) + UInt32(body.count).littleEndianBytes + body + trailer
    }

    /// An extended header: flags, and a canvas of 24×16.
    static func header(_ flags: UInt8) -> [UInt8] { [flags, 0, 0, 0, 23, 0, 0, 15, 0, 0] }

    /// A little-endian Exif block whose first directory holds an orientation alone.
    static func exif(_ orientation: UInt8) -> [UInt8] {
        Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
    }

    private func chunks(of bytes: [UInt8]) -> [String] { FileStructure(of: bytes).parts.map(\.name) }

    private func bytes(_ result: NormalizationResult) throws -> [UInt8] {
        guard case .bytes(let bytes) = result.output else {
            Issue.record("expected new bytes, found \(result.report.outcome): \(result.report.reason)")
            return []
        }
        return bytes
    }

    @Test func aSidewaysPictureWithLossIsKeptWithItsOrientation() {
        let source = Self.file([("VP8X", Self.header(0x08)), ("VP8 ", Self.lossy), ("EXIF", Self.exif(6))])
        let result = Normalizer().normalize(source)
        #expect(result.report.outcome == .unchanged)
        #expect(result.report.orientation == 6)
        #expect(result.report.warnings.contains { $0.contains("orientation 6 is kept") })
        guard case .source = result.output else {
            Issue.record("expected the source")
            return
        }
    }

    @Test func aSimpleFileGetsAnExtendedHeaderForItsFirstExifBlock() throws {
        let source = Self.file([("VP8 ", Self.lossy)], trailer: [1, 2, 3])
        var options = NormalizationOptions()
        options.edits = [try .set("EXIF:Artist", to: ["A. Person"]), try .set("XMP:dc:title", to: ["Title"])]
        let output = try bytes(Normalizer(options: options).normalize(source))
        #expect(chunks(of: output) == ["RIFF", "VP8X", "VP8", "EXIF", "XMP", "trailer"])
        // Exif and XMP are flagged, and the canvas is the picture's.
        #expect(Array(output[20..<30]) == Self.header(0x0C))
        let properties = try ImageProperties(reading: output)
        #expect(properties.tiff.artist == "A. Person")
        #expect(properties.size == Size(width: 24, height: 16))
        #expect(output.suffix(3) == [1, 2, 3])
        #expect(output.containsPieces([Self.lossy]))
    }

    @Test func removingAllXMPRemovesTheChunkAndItsFlag() throws {
        let source = Self.file([
            ("VP8X", Self.header(0x04)), ("VP8L", Self.lossless), ("XMP ", Array(Self.packet.utf8)), ("aaaa", [5]),
        ])
        let editor = MetadataEditor([try .remove("XMP:all")])
        let edited = try editor.edited(source)
        #expect(chunks(of: edited.bytes) == ["RIFF", "VP8X", "VP8L", "aaaa"])
        #expect(edited.bytes[20] == 0)
        // The same edits find nothing left to do.
        #expect(try editor.edited(edited.bytes).changes.isEmpty)
    }

    static let packet = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Label="Red"/></rdf:RDF></x:xmpmeta>
        """

    @Test func anAnimationHasFramesAndDelays() throws {
        let frame: [UInt8] = [0, 0, 0, 0, 0, 0, 23, 0, 0, 15, 0, 0, 40, 0, 0, 0] + Self.chunk("VP8L", Self.lossless)
        let source = Self.file([
            ("VP8X", Self.header(0x02)), ("ANIM", [0, 0, 0, 0, 3, 0]), ("ANMF", frame), ("ANMF", frame),
        ])
        let properties = try ImageProperties(reading: source)
        #expect(properties.frameCount == 2)
        #expect(properties.dictionary["{WebP}"]?["LoopCount"] == 3)
        #expect(properties.dictionary["{WebP}"]?["DelayTime"] == 0.04)
    }

    /// An extended header cannot say that a side has no pixels.
    @Test(arguments: [6, 8]) func aPictureWithoutPixelsIsNotEdited(side: Int) throws {
        var lossy = Self.lossy
        lossy[side] = 0
        var options = NormalizationOptions()
        options.edits = [try .set("XMP:dc:title", to: ["Title"])]
        let report = Normalizer(options: options).normalize(Self.file([("VP8 ", lossy)])).report
        #expect(report.outcome == .rejected)
        #expect(report.reason.contains("expected sides of 1 to 16383 pixels at byte 26"), "\(report.reason)")
    }
}

extension [UInt8] {
    fileprivate func containsPieces(_ pieces: [[UInt8]]) -> Bool {
        pieces.allSatisfy { piece in indices.contains { self[$0...].starts(with: piece) } }
    }
}
