import UprightBase
import UprightCodecs
import UprightFormats
import UprightRewriting
import TestRaster
import Testing

@Suite struct GIFNormalizationTests {
    private static func normalize(
        _ bytes: [UInt8], _ change: (inout NormalizationOptions) -> Void = { _ in }
    ) -> NormalizationResult {
        var options = NormalizationOptions()
        options.verification = .pixels
        change(&options)
        return Normalizer(options: options).normalize(bytes)
    }

    /// Returns an animation with everything that a GIF can hold, in blocks that must keep their positions.
    private static func animation(_ orientation: Int) -> TestGIF {
        var second = TestGIF.Frame(Rect(x: 3, y: 1, width: 5, height: 4), interlaced: true, palette: true, seed: 2)
        second.transparent = 2
        second.disposal = 2
        second.delay = 3
        var gif = TestGIF(
            Size(width: 9, height: 6),
            [
                TestGIF.Frame(Rect(x: 0, y: 0, width: 9, height: 6)), second,
                TestGIF.Frame(Rect(x: 8, y: 5, width: 1, height: 1)),
            ])
        gif.before = TestGIF.loop + TestGIF.xmp(TestMetadata.xmp(orientation)) + [0x21, 0xFE, 2, 0x68, 0x69, 0]
        gif.after = [0x21, 0x77, 1, 5, 0]
        gif.trailer = [1, 2, 3]
        return gif
    }

    @Test(arguments: Orientation.allCases.dropFirst())
    func everyFrameIsTurnedInItsPlace(orientation: Orientation) throws {
        let gif = Self.animation(orientation.rawValue)
        let source = gif.file
        let result = Self.normalize(source)
        #expect(result.report.orientation == orientation.rawValue)
        #expect(result.report.warnings.isEmpty)
        #expect(result.report.components == [ComponentTurn(id: 0, turn: .exact)])
        guard case .bytes(let output) = result.output else {
            Issue.record("\(result.report.reason)")
            return
        }
        let transform = orientation.transform(in: gif.size)
        let reference = ReferenceGIF(decoding: output)
        #expect(reference.error == nil)
        #expect(reference.size == gif.size.turned(by: orientation))
        #expect(reference.frames.map(\.rect) == gif.frames.map { transform.applied(to: $0.rect) })
        #expect(reference.frames.map(\.indices) == gif.frames.map { $0.turned(by: orientation) })
        #expect(reference.frames.map(\.isInterlaced) == gif.frames.map(\.isInterlaced))
        try Self.expectOtherBlocksKept(source, output)
        #expect(result.report.parts.map(\.length).reduce(0, +) == source.count, "every byte is accounted for")
        #expect(Self.normalize(output).report.outcome == .unchanged)
    }

    @Test func localPalettesEqualToTheGlobalOneAreLeftOut() throws {
        var gif = Self.animation(6)
        gif.frames[2].hasPalette = true
        gif.frames[2].repeatsPalette = true
        gif.frames[2].isInterlaced = true
        let result = Self.normalize(gif.file)
        guard case .bytes(let output) = result.output else {
            Issue.record("\(result.report.reason)")
            return
        }
        let images = try GIFFile(parsing: output).images
        #expect(images.map { $0.palette != nil } == [false, true, false])
        #expect(images.map(\.isInterlaced) == [false, true, true])
        #expect(result.report.changes.contains { $0.what == "gif.LocalColorTable" })
        // If nothing is turned, nothing is left out.
        gif.before = []
        #expect(Self.normalize(gif.file).report.outcome == .unchanged)
    }

    private static func expectOtherBlocksKept(_ source: [UInt8], _ output: [UInt8]) throws {
        let (before, after) = (try GIFFile(parsing: source), try GIFFile(parsing: output))
        #expect(before.blocks.map(\.name) == after.blocks.map(\.name))
        for (old, new) in zip(before.blocks, after.blocks) {
            switch (old.content, new.content) {
            case (.image(let old), .image(let new)):
                #expect(old.palette.map { Array(source[$0]) } == new.palette.map { Array(output[$0]) })
            case (.application(let application), _) where application.xmp != nil:
                #expect(Array(output[new.range]) == TestGIF.xmp(TestMetadata.xmp(1)))
            default:
                #expect(source[old.range].elementsEqual(output[new.range]))
            }
        }
        #expect(source[before.trailer].elementsEqual(output[after.trailer]))
    }

    @Test func uprightFilesAreTheSource() {
        for orientation in [0, 1, 9] {
            let result = Self.normalize(Self.animation(orientation).file)
            #expect(result.report.outcome == .unchanged)
            #expect(result.report.parts.allSatisfy { $0.disposition == .kept })
        }
        #expect(Self.normalize(Self.animation(6).file) { $0.turns = false }.report.outcome == .unchanged)
    }

    @Test(arguments: Orientation.allCases.dropFirst())
    func framesBeyondTheScreenStayBeyondIt(orientation: Orientation) throws {
        var gif = Self.animation(orientation.rawValue)
        gif.frames[1].rect = Rect(x: 6, y: 4, width: 5, height: 4)
        gif.frames[2].rect = Rect(x: 20, y: 1, width: 1, height: 1)
        let result = Self.normalize(gif.file)
        guard case .bytes(let output) = result.output else {
            Issue.record("\(result.report.reason)")
            return
        }
        let reference = ReferenceGIF(decoding: output)
        #expect(reference.frames.count == 3)
        #expect(Self.shown(reference.frames, reference.size) == Self.shown(gif, orientation))
    }

    /// Returns the colour indices on the canvas after all frames.
    private static func shown(_ frames: [ReferenceGIF.Frame], _ size: Size) -> [UInt8] {
        var canvas = Array(repeating: UInt8(99), count: size.width * size.height)
        for frame in frames {
            for y in 0..<frame.rect.height where (0..<size.height).contains(frame.rect.y + y) {
                for x in 0..<frame.rect.width where (0..<size.width).contains(frame.rect.x + x) {
                    canvas[(frame.rect.y + y) * size.width + frame.rect.x + x] = frame.indices[y * frame.rect.width + x]
                }
            }
        }
        return canvas
    }

    private static func shown(_ gif: TestGIF, _ orientation: Orientation) -> [UInt8] {
        let before = shown(ReferenceGIF(decoding: gif.file).frames, gif.size)
        let (transform, upright) = (orientation.transform(in: gif.size), gif.size.turned(by: orientation))
        var after = before
        for y in 0..<gif.size.height {
            for x in 0..<gif.size.width {
                let to = transform.applied(to: Point(x: x, y: y))
                after[to.y * upright.width + to.x] = before[y * gif.size.width + x]
            }
        }
        return after
    }

    @Test func aFirstFrameLargerThanTheScreenIsTheCanvas() throws {
        var gif = Self.animation(6)
        gif.size = Size(width: 2, height: 2)
        let result = Self.normalize(gif.file)
        guard case .bytes(let output) = result.output else {
            Issue.record("\(result.report.reason)")
            return
        }
        #expect(ReferenceGIF(decoding: output).size == Size(width: 6, height: 9))
    }

    @Test func aspectRatiosAreInverted() throws {
        for (aspect, inverted) in [(49, 49), (17, 113), (113, 17), (0, 0), (255, 1)] as [(UInt8, UInt8)] {
            var gif = Self.animation(6)
            gif.aspect = aspect
            guard case .bytes(let output) = Self.normalize(gif.file).output else { continue }
            #expect(output[12] == inverted)
            gif = Self.animation(3)
            gif.aspect = aspect
            guard case .bytes(let mirrored) = Self.normalize(gif.file).output else { continue }
            #expect(mirrored[12] == aspect)
        }
    }

    @Test func plainTextGridsAreTurned() throws {
        var gif = Self.animation(6)
        gif.after = [0x21, 0x01, 12, 1, 0, 2, 0, 4, 0, 3, 0, 2, 1, 0, 1, 1, 0x41, 0]
        let result = Self.normalize(gif.file)
        guard case .bytes(let output) = result.output else {
            Issue.record("\(result.report.reason)")
            return
        }
        let block = try #require(GIFFile(parsing: output).blocks.last { $0.name == "Plain Text Extension" })
        guard case .plainText(let text) = block.content else { return }
        #expect(text.grid == Rect(x: 1, y: 1, width: 3, height: 4))
        #expect(text.cell == Size(width: 1, height: 2))
        #expect(result.report.warnings.count == 1)
    }

    @Test func missingEndsAreSupplied() throws {
        var gif = Self.animation(6)
        gif.after = []
        gif.trailer = []
        let source = gif.file
        for cut in [1, 4] {
            let result = Self.normalize(Array(source.dropLast(cut)))
            #expect(!result.report.warnings.isEmpty)
            guard case .bytes(let output) = result.output else {
                Issue.record("\(result.report.reason)")
                continue
            }
            #expect(try GIFFile(parsing: output).warnings.isEmpty)
            #expect(ReferenceGIF(decoding: output).error == nil)
        }
    }

    @Test func brokenDataOfFramesWithoutPixelsIsKept() throws {
        var gif = Self.animation(6)
        gif.after = []
        gif.trailer = []
        // A frame without columns whose data is missing; the trailer byte is read as a sub-block length.
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]
        let result = Self.normalize(Array(gif.file.dropLast()) + frame + [0x3B])
        #expect(result.report.outcome == .normalized, "\(result.report.reason)")
        #expect(!result.report.warnings.isEmpty)
        guard case .bytes(let output) = result.output else { return }
        #expect(try GIFFile(parsing: output).images.count == gif.frames.count + 1)
        #expect(Self.normalize(output).report.outcome == .unchanged)
    }

    @Test(arguments: [Size(width: 65_535, height: 2), Size(width: 2, height: 65_535)])
    func theLongestSidesAreAcceptedByDefault(size: Size) throws {
        let frame = TestGIF.Frame(Rect(x: 0, y: 0, width: size.width, height: size.height))
        var gif = TestGIF(size, [frame])
        gif.before = TestGIF.xmp(TestMetadata.xmp(6))
        let result = Self.normalize(gif.file)
        #expect(result.report.outcome == .normalized, "\(result.report.reason)")
        guard case .bytes(let output) = result.output else { return }
        let turned = try #require(ReferenceGIF(decoding: output).frames.first)
        #expect(turned.indices == frame.turned(by: .right))
    }

    /// The largest picture of a phone is 16,320 by 12,240 pixels.
    @Test func picturesOfPhonesAreAcceptedByDefault() {
        #expect(Limits().pixels >= 16_320 * 12_240 && Limits().side >= 16_320)
    }
}
