import UprightBase
import UprightFormats
import TestRaster
import Testing

@Suite struct PNGFileTests {
    private static var sample: [UInt8] {
        var png = TestPNG(Size(width: 5, height: 4))
        png.before.append((.text, Array("Title\0A picture".utf8)))
        png.after.append((PNGChunkType("prIv"), [1, 2, 3]))
        png.trailer = [9, 8, 7]
        png.chunkLength = 20
        return png.file
    }

    @Test func structure() throws {
        let file = try PNGFile(parsing: Self.sample)
        #expect(file.header.size == Size(width: 5, height: 4))
        #expect(file.chunks.first?.type == .ihdr)
        #expect(file.chunks.last?.type == .iend)
        #expect(file.chunks.allSatisfy { $0.checksum == .valid })
        #expect(Self.sample[file.trailer].elementsEqual([9, 8, 7]))
        #expect(file.warnings.isEmpty)
    }

    @Test func serializingRestoresTheParsedBytes() throws {
        #expect(try PNGFile(parsing: Self.sample).serialized(from: Self.sample) == Self.sample)
    }

    @Test func everyPrefixIsReadOrRejected() {
        for length in 0..<Self.sample.count {
            let prefix = Array(Self.sample[..<length])
            do throws(FormatError) {
                let file = try PNGFile(parsing: prefix)
                #expect(file.serialized(from: prefix) == prefix)
                #expect(length >= Self.sample.count - 3 || !file.warnings.isEmpty)
            } catch {
                #expect(length < 33)
            }
        }
    }

    @Test func everyMutationIsReadOrRejected() {
        for position in Self.sample.indices {
            for flip in [0x01, 0x80, 0xFF] as [UInt8] {
                var bytes = Self.sample
                bytes[position] ^= flip
                guard let file = try? PNGFile(parsing: bytes) else { continue }
                #expect(file.serialized(from: bytes) == bytes)
                // The trailer has no checksum; all other bytes do.
                #expect(position >= bytes.count - 3 || !file.warnings.isEmpty)
            }
        }
    }

    @Test func errorsSayWhatWasExpectedAndWhere() throws {
        #expect(throws: FormatError.notPNG) { try PNGFile(parsing: [1, 2, 3]) }
        var bytes = Self.sample
        bytes[24] = 3
        #expect(throws: FormatError.invalidHeader("bit depth", found: 3, "one of 8, 16 for rgb", at: 24)) {
            try PNGFile(parsing: bytes)
        }
    }

    @Test func headerInverse() throws {
        for (type, depth) in TestPNG.kinds {
            let header = PNGHeader(
                size: Size(width: 70_000, height: 3), bitDepth: depth, colorType: type, isInterlaced: depth == 8)
            #expect(try PNGHeader(parsing: header.serialized, in: 0..<13) == header)
        }
    }

    @Test func frameControlInverse() {
        let bytes = (0..<26).map { UInt8($0) }
        #expect(PNGFrameControl(parsing: bytes, in: 0..<26)?.serialized == bytes)
        #expect(PNGFrameControl(parsing: bytes, in: 0..<25) == nil)
    }
}
