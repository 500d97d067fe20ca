import Synchronization
import UprightBase
import UprightCodecs
import UprightFormats
import UprightRewriting
import TestRaster
import Testing

@Suite struct PNGNormalizationTests {
    private static func normalize(
        _ bytes: [UInt8], _ change: (inout NormalizationOptions) -> Void = { _ in }
    ) -> NormalizationResult {
        var options = NormalizationOptions()
        options.verification = .pixels
        change(&options)
        let result = Normalizer(options: options).normalize(bytes)
        if options.verification == .pixels, result.report.outcome == .normalized {
            expectTheSameInItsOwnMemory(bytes, options, result)
        }
        return result
    }

    /// Without the comparison of pixels, a turned picture's data is removed from memory once it is decoded.
    private static func expectTheSameInItsOwnMemory(
        _ bytes: [UInt8], _ options: NormalizationOptions, _ expected: NormalizationResult
    ) {
        var options = options
        options.verification = .structure
        for parallelism in [Parallelism.none, threads] {
            var source = bytes
            let read = Mutex<[UInt8]>([])
            let result = Normalizer(options: options, parallelism: parallelism)
                .normalize(&source) { part in read.withLock { $0 += part } }
            guard case .bytes(let output) = result.output, case .bytes(let wanted) = expected.output else {
                Issue.record("\(result.report.outcome) \(result.report.reason)")
                continue
            }
            #expect(output == wanted)
            #expect(result.report.parts == expected.report.parts)
            #expect(source.isEmpty ? read.withLock { $0 == bytes } : source == bytes)
        }
    }

    private static let threads = Parallelism(ThreadPool(1), grain: 1)

    private static func output(
        _ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation
    ) throws -> [UInt8] {
        let result = normalize(bytes)
        guard case .bytes(let output) = result.output else {
            Issue.record("\(result.report.outcome) \(result.report.reason)", sourceLocation: location)
            return bytes
        }
        return output
    }

    private static func carrying(_ carrier: PNGCarrier, _ orientation: Int, _ png: TestPNG) -> TestPNG {
        var copy = png
        if carrier.isAfterData {
            copy.after.append(carrier.chunk(orientation))
        } else {
            copy.before.append(carrier.chunk(orientation))
        }
        return copy
    }

    @Test(arguments: Orientation.allCases.dropFirst(), [false, true])
    func everyKindIsTurnedExactly(orientation: Orientation, interlaced: Bool) throws {
        for (type, depth) in TestPNG.kinds {
            for size in [Size(width: 7, height: 5), Size(width: 1, height: 3), Size(width: 19, height: 20)] {
                let png = TestPNG(size, type, depth: depth, interlaced: interlaced)
                let output = try Self.output(Self.carrying(.exif, orientation.rawValue, png).file)
                let expected = png.turned(by: orientation)
                let header = try PNGFile(parsing: output).header
                #expect(header == expected.header)
                #expect(try ReferencePNG(decoding: output).rows == expected.packedRows)
                #expect(Self.normalize(output).report.outcome == .unchanged)
            }
        }
    }

    @Test(arguments: PNGCarrier.allCases)
    func everyCarrierIsReadAndNeutralized(carrier: PNGCarrier) throws {
        let png = TestPNG(Size(width: 6, height: 4))
        for orientation in Orientation.allCases.dropFirst() {
            let source = Self.carrying(carrier, orientation.rawValue, png).file
            let result = Self.normalize(source)
            #expect(result.report.orientation == orientation.rawValue)
            #expect(result.report.outcome == .normalized)
            #expect(result.report.components == [ComponentTurn(id: 0, turn: .exact)])
            #expect(result.report.warnings.isEmpty)
            guard case .bytes(let output) = result.output else { continue }
            #expect(try ReferencePNG(decoding: output).rows == png.turned(by: orientation).packedRows)
            let expected = carrier.chunk(1)
            let file = try PNGFile(parsing: output)
            let chunk = try #require(file.chunks.first { $0.type == expected.0 })
            #expect(try PNGCarrier.content((chunk.type, Array(output[chunk.data]))) == PNGCarrier.content(expected))
            let before = file.chunks.firstIndex { $0.type == expected.0 } ?? 0
            let data = file.chunks.firstIndex { $0.type == .idat } ?? 0
            #expect((before > data) == carrier.isAfterData)
        }
    }

    @Test func exifComesBeforeRawProfilesBeforeXMP() throws {
        let png = TestPNG(Size(width: 3, height: 2))
        let order: [PNGCarrier] = [.xmp, .rawText, .exif]
        for last in order.indices {
            var source = png
            for (index, carrier) in order[...last].enumerated() { source = Self.carrying(carrier, 6 + index, source) }
            let result = Self.normalize(source.file)
            #expect(result.report.orientation == 6 + last)
            guard case .bytes(let output) = result.output else { continue }
            #expect(result.report.changes.count == last + 2, "each carrier is neutralized")
            #expect(Self.normalize(output).report.outcome == .unchanged)
        }
    }

    @Test func ifExifIsUprightOnlyXMPIsPatched() throws {
        let source = Self.carrying(.xmp, 6, Self.carrying(.exif, 1, TestPNG(Size(width: 3, height: 2)))).file
        let output = try Self.output(source)
        #expect(output.count == source.count)
        let (before, after) = (try PNGFile(parsing: source), try PNGFile(parsing: output))
        for (old, new) in zip(before.chunks, after.chunks) where old.type != .internationalText {
            #expect(source[old.range].elementsEqual(output[new.range]))
        }
        #expect(after.chunks.allSatisfy { $0.checksum == .valid })
        #expect(Self.normalize(output).report.outcome == .unchanged)
    }

    @Test func uprightPicturesAreTheSource() {
        for orientation in [nil, 1] as [Int?] {
            let png = TestPNG(Size(width: 3, height: 2))
            let source = orientation.map { Self.carrying(.exif, $0, png) } ?? png
            let result = Self.normalize(source.file)
            #expect(result.report.outcome == .unchanged)
            guard case .source = result.output else {
                Issue.record("not the source")
                continue
            }
            #expect(result.report.parts.allSatisfy { $0.disposition == .kept })
        }
    }

    @Test(arguments: [0, 9, 65535])
    func unknownOrientationsTurnNothing(value: Int) {
        let result = Self.normalize(Self.carrying(.exif, value, TestPNG(Size(width: 3, height: 2))).file)
        #expect(result.report.outcome == .unchanged)
        #expect(result.report.orientation == value)
        #expect(!result.report.warnings.isEmpty)
    }

    @Test func turnsCanBeSwitchedOff() {
        let source = Self.carrying(.exif, 6, TestPNG(Size(width: 3, height: 2))).file
        #expect(Self.normalize(source) { $0.turns = false }.report.outcome == .unchanged)
    }

    @Test func everyOtherChunkStaysInItsPlace() throws {
        var png = TestPNG(Size(width: 6, height: 4))
        png.before += [
            (PNGChunkType("gAMA"), [0, 0, 0xB1, 0x8F]), (PNGChunkType("prIv"), [1, 2, 3]),
            (.text, Array("Title\0Words".utf8)),
        ]
        png.after += [(PNGChunkType("tIME"), [7, 0xE8, 1, 1, 1, 1, 1]), (PNGChunkType("prIW"), [])]
        png.trailer = Array("after the end".utf8)
        let source = Self.carrying(.exif, 8, png).file
        let result = Self.normalize(source)
        guard case .bytes(let output) = result.output else {
            Issue.record("\(result.report.reason)")
            return
        }
        let (before, after) = (try PNGFile(parsing: source), try PNGFile(parsing: output))
        func others(_ file: PNGFile, _ bytes: [UInt8]) -> [[UInt8]] {
            file.chunks.filter { ![.ihdr, .exif, .idat].contains($0.type) }.map { Array(bytes[$0.range]) }
        }
        #expect(others(before, source) == others(after, output))
        #expect(output[after.trailer].elementsEqual(Array("after the end".utf8)))
        #expect(result.report.parts.map(\.length).reduce(8, +) == source.count, "every byte is accounted for")
        let patched = result.report.parts.filter { $0.disposition == .patched }.map(\.part.description)
        #expect(patched == ["IHDR", "eXIf"])
    }

    @Test func theDataOfATurnedPictureIsNotKept() throws {
        var png = TestPNG(Size(width: 40, height: 30))
        png.chunkLength = 100
        png.after.append((.text, Array("Comment\0after".utf8)))
        png.trailer = Array("after the end".utf8)
        let file = Self.carrying(.exif, 6, png).file
        var source = file
        let read = Mutex<[UInt8]>([])
        let result = Normalizer().normalize(&source) { part in read.withLock { $0 += part } }
        #expect(source.isEmpty)
        #expect(read.withLock { $0 } == file)
        let parts = result.report.parts
        #expect(parts.count { $0.part.description == "IDAT" } > 10)
        var offset = 8
        for part in parts {
            #expect(part.offset == offset)
            offset += part.length
        }
        #expect(offset == file.count)
    }

    @Test func chunksThatDependOnTheLayoutMoveWithThePicture() throws {
        var png = TestPNG(Size(width: 6, height: 4))
        png.before += [
            (.physicalDimensions, [0, 0, 0, 1, 0, 0, 0, 2, 1]), (.subjectScale, [1] + Array("1.5\0.25".utf8)),
            (PNGChunkType("vpAg"), [0, 0, 0, 20, 0, 0, 0, 10, 0]), (.offset, [0, 0, 0, 3, 0, 0, 0, 2, 0]),
        ]
        let output = try Self.output(Self.carrying(.exif, 6, png).file)
        let file = try PNGFile(parsing: output)
        func data(_ type: PNGChunkType) -> [UInt8]? {
            file.chunks.first { $0.type == type }.map { Array(output[$0.data]) }
        }
        #expect(data(.physicalDimensions) == [0, 0, 0, 2, 0, 0, 0, 1, 1])
        #expect(data(.subjectScale) == [1] + Array(".25\01.5".utf8))
        #expect(data(PNGChunkType("vpAg")) == [0, 0, 0, 10, 0, 0, 0, 20, 0])
        // On a page of 20×10, the picture of 6×4 at 3,2 ends 4 above the lower edge, which becomes the left edge.
        #expect(data(.offset) == [0, 0, 0, 4, 0, 0, 0, 3, 0])
    }

    @Test func chunksThatCannotMoveCauseAWarning() throws {
        var png = TestPNG(Size(width: 6, height: 4))
        png.before.append((PNGChunkType("npTc"), [1, 2, 3]))
        let result = Self.normalize(Self.carrying(.exif, 6, png).file)
        #expect(result.report.warnings.contains { $0.hasPrefix("npTc") })
    }

    @Test func brokenChecksumsAreKeptWithAWarning() throws {
        var png = TestPNG(Size(width: 6, height: 4))
        png.before.append((PNGChunkType("prIv"), [1, 2, 3]))
        var source = Self.carrying(.exif, 6, png).file
        let chunk = try #require(PNGFile(parsing: source).chunks.first { $0.type == PNGChunkType("prIv") })
        source[chunk.range.upperBound - 1] ^= 1
        let result = Self.normalize(source)
        #expect(result.report.outcome == .normalized)
        #expect(result.report.warnings.count == 1)
        guard case .bytes(let output) = result.output else { return }
        let kept = try #require(PNGFile(parsing: output).chunks.first { $0.type == PNGChunkType("prIv") })
        #expect(output[kept.range].elementsEqual(source[chunk.range]))
        #expect(Self.normalize(source) { $0.damaged = .reject }.report.outcome == .rejected)
    }

    @Test func truncatedPicturesAreTurnedAsFarAsPossible() throws {
        let png = TestPNG(Size(width: 40, height: 40))
        let source = Self.carrying(.exif, 3, png).file
        let cut = Array(source[..<(source.count * 2 / 3)])
        let result = Self.normalize(cut)
        #expect(result.report.outcome == .normalized)
        #expect(!result.report.warnings.isEmpty)
        guard case .bytes(let output) = result.output else { return }
        #expect(try PNGFile(parsing: output).warnings.isEmpty)
        let rows = try ReferencePNG(decoding: output).rows
        let expected = png.turned(by: .down).packedRows
        #expect(rows.suffix(40 * 3 * 10) == expected.suffix(40 * 3 * 10), "the existing rows are there")
    }

    @Test func compressedMetadataIsInflatedWithinTheLimit() throws {
        let bomb = try #require(Zlib.deflate(Array(repeating: 0, count: 1 << 20), level: 9))
        for (type, head) in [
            (PNGChunkType.iccProfile, Array("ICC\0\0".utf8)), (.compressedText, Array("Comment\0\0".utf8)),
            (.internationalText, Array("Comment\0\u{1}\0\0\0".utf8)),
        ] {
            var png = TestPNG(Size(width: 3, height: 2))
            png.before.append((type, head + bomb))
            #expect(Self.normalize(png.file).report.outcome == .unchanged)
            let result = Self.normalize(png.file) { $0.limits.inflatedMetadata = 1 << 19 }
            #expect(result.report.outcome == .rejected)
            #expect(result.report.reason.contains("limits.inflated-metadata"))
        }
    }

    @Test func theAppleVariantIsCopiedButNotTurned() {
        for (orientation, outcome) in [(1, Outcome.unchanged), (6, .rejected)] {
            let png = Self.carrying(.exif, orientation, TestPNG(Size(width: 3, height: 2)))
            var writer = PNGWriter()
            writer.append(PNGChunkType("CgBI"), [0x50, 0, 0x20, 6])
            writer.append(verbatim: png.file[8...])
            let result = Self.normalize(writer.bytes)
            #expect(result.report.outcome == outcome)
            #expect(outcome == .unchanged || result.report.reason.contains("unsupported"))
        }
    }
}
