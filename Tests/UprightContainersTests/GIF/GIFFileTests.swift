import UprightBase
import UprightFormats
import TestRaster
import Testing

@Suite struct GIFFileTests {
    private static var sample: [UInt8] {
        var gif = TestGIF(
            Size(width: 6, height: 5),
            [
                TestGIF.Frame(Rect(x: 0, y: 0, width: 6, height: 5)),
                TestGIF.Frame(Rect(x: 1, y: 2, width: 3, height: 2), interlaced: true, palette: true),
            ])
        gif.before = TestGIF.loop + TestGIF.xmp(TestMetadata.xmp(6)) + [0x21, 0xFE, 2, 0x68, 0x69, 0]
        gif.after = [0x21, 0x01, 12, 1, 0, 2, 0, 8, 0, 16, 0, 8, 16, 0, 1, 1, 0x41, 0, 0x21, 0x77, 1, 5, 0]
        gif.trailer = [1, 2]
        return gif.file
    }

    @Test func structure() throws {
        let file = try GIFFile(parsing: Self.sample)
        #expect(file.screen.size == Size(width: 6, height: 5))
        #expect(
            file.blocks.map(\.name) == [
                "Application Extension NETSCAPE2.0", "Application Extension XMP DataXMP", "Comment Extension",
                "Graphic Control Extension", "Image", "Graphic Control Extension", "Image", "Plain Text Extension",
                "Extension 0x77", "Trailer",
            ])
        #expect(
            file.images.map(\.rect) == [Rect(x: 0, y: 0, width: 6, height: 5), Rect(x: 1, y: 2, width: 3, height: 2)])
        #expect(file.images.map(\.isInterlaced) == [false, true])
        #expect(file.trailer.count == 2)
        #expect(file.warnings.isEmpty)
        guard case .application(let application) = file.blocks[1].content, case .plain(let packet) = application.xmp
        else {
            Issue.record("the packet was not found")
            return
        }
        #expect(Array(Self.sample[packet]) == TestMetadata.xmp(6))
        guard case .plainText(let text) = file.blocks[7].content else {
            Issue.record("the plain text was not found")
            return
        }
        #expect(text.grid == Rect(x: 1, y: 2, width: 8, height: 16))
        #expect(text.cell == Size(width: 8, height: 16))
    }

    @Test func serializingRestoresTheParsedBytes() throws {
        #expect(try GIFFile(parsing: Self.sample).serialized(from: Self.sample) == Self.sample)
    }

    @Test func everyPrefixIsReadOrRejected() {
        for length in 0..<Self.sample.count {
            let prefix = Array(Self.sample[..<length])
            do throws(FormatError) {
                let file = try GIFFile(parsing: prefix)
                #expect(file.serialized(from: prefix) == prefix)
                #expect(length >= Self.sample.count - 2 || !file.warnings.isEmpty)
            } catch {
                #expect(length < 13)
            }
        }
    }

    @Test func everyMutationIsReadOrRejected() {
        for position in Self.sample.indices {
            for flip in [0x01, 0x80, 0xFF] as [UInt8] {
                var bytes = Self.sample
                bytes[position] ^= flip
                guard let file = try? GIFFile(parsing: bytes) else { continue }
                #expect(file.serialized(from: bytes) == bytes)
            }
        }
    }

    @Test func subBlocksInverse() {
        for count in [0, 1, 254, 255, 256, 510, 511, 2000] {
            let data = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            let bytes = GIFSubBlocks.serialized(data)
            #expect(GIFSubBlocks.joined(in: bytes, 0..<bytes.count) == data)
        }
    }

    @Test func packetsWithAWrongTrailerAreFound() throws {
        let packet = TestMetadata.xmp(6)
        let start = [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + packet
        var gif = TestGIF(Size(width: 2, height: 2), [])
        gif.before = start + GIFApplication.xmpTrailer.dropFirst()
        let file = try GIFFile(parsing: gif.file)
        guard case .application(let application) = file.blocks.first?.content else {
            Issue.record("no application extension")
            return
        }
        guard case .plain(let range) = application.xmp else {
            Issue.record("no packet")
            return
        }
        #expect(Array(gif.file[range]) == packet)
    }
}
