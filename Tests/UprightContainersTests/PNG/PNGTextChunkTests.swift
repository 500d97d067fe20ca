import UprightBase
import UprightFormats
import TestRaster
import Testing

@Suite struct PNGTextChunkTests {
    private static func text(_ type: PNGChunkType, _ data: [UInt8]) throws -> (PNGTextChunk?, [UInt8]) {
        var writer = PNGWriter()
        writer.append(.ihdr, TestPNG(Size(width: 1, height: 1)).header.serialized)
        writer.append(type, data)
        let chunk = try PNGFile(parsing: writer.bytes).chunks[1]
        return (PNGTextChunk(chunk, in: writer.bytes), writer.bytes)
    }

    @Test func plain() throws {
        let (text, bytes) = try Self.text(.text, Array("Key\0value".utf8))
        #expect(text?.keyword == "Key")
        #expect(text?.isCompressed == false)
        #expect(text.map { Array(bytes[$0.text]) } == Array("value".utf8))
    }

    @Test func compressed() throws {
        let (text, bytes) = try Self.text(.compressedText, Array("Key\0\0zzz".utf8))
        #expect(text?.isCompressed == true)
        #expect(text.map { Array(bytes[$0.text]) } == Array("zzz".utf8))
    }

    @Test func international() throws {
        let (text, bytes) = try Self.text(.internationalText, Array("Key\0\u{1}\0de\0Wort\0zzz".utf8))
        #expect(text?.isCompressed == true)
        #expect(text.map { Array(bytes[$0.text]) } == Array("zzz".utf8))
    }

    @Test func everyPrefixIsReadOrRejected() throws {
        let data = Array("Key\0\u{1}\0de\0Wort\0zzz".utf8)
        for type in [PNGChunkType.text, .compressedText, .internationalText] {
            for length in 0...data.count {
                let (text, bytes) = try Self.text(type, Array(data[..<length]))
                // The zero byte after the keyword is the fourth.
                if length < 4 { #expect(text == nil) }
                guard let text else { continue }
                #expect(text.keyword == "Key")
                #expect(data[..<length].reversed().starts(with: bytes[text.text].reversed()), "\(type) \(length)")
            }
        }
    }

    @Test func rawProfileInverse() {
        for count in [0, 1, 35, 36, 37, 200] {
            let profile = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
            let text = TestMetadata.rawProfile("exif", profile)
            let parsed = PNGRawProfile(parsing: text)
            #expect(parsed?.bytes == profile)
            #expect(count == 0 || parsed?.serialized == text)
        }
    }

    @Test func rawProfileOfADifferentLength() throws {
        var parsed = try #require(PNGRawProfile(parsing: TestMetadata.rawProfile("exif", [1, 2, 3])))
        parsed.bytes = Array(repeating: 5, count: 1000)
        #expect(parsed.serialized == TestMetadata.rawProfile("exif", parsed.bytes))
    }

    @Test func textThatIsNotARawProfile() {
        for text in ["", "\n", "exif\n", "\nexif\nx\n00", "\nexif\n99999999999999999999\n00", "\nexif\n4"] {
            #expect(PNGRawProfile(parsing: Array(text.utf8)) == nil)
        }
        #expect(PNGRawProfile(parsing: Array("\nexif\n  4\n0a0".utf8))?.bytes == [10])
    }
}
