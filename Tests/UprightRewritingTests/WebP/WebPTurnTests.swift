import TestRaster
import Testing
import UprightBase
import UprightCodecs
import UprightFormats
import UprightRewriting

/// Pictures coded without loss are turned exactly, frames with their rectangles; all other chunks keep their bytes.
@Suite struct WebPTurnTests {
    private static func chunk(_ code: String, _ payload: [UInt8]) -> [UInt8] { WebPDocumentTests.chunk(code, payload) }

    private static func word(_ value: Int) -> [UInt8] { Array(UInt32(value).littleEndianBytes.prefix(3)) }

    static func header(_ flags: UInt8, _ canvas: Size) -> [UInt8] {
        [flags, 0, 0, 0] + word(canvas.width - 1) + word(canvas.height - 1)
    }

    private static func still(_ picture: TestWebP, _ orientation: Int) -> [UInt8] {
        WebPDocumentTests.file(
            [
                ("VP8X", header(0x2C | (picture.hasAlpha ? 0x10 : 0), picture.size)), ("ICCP", [1, 2, 3]),
                ("VP8L", picture.coded), ("EXIF", TestMetadata.tiff(orientation)),
                ("XMP ", TestMetadata.xmp(orientation)), ("abcd", [9]),
            ], trailer: [4, 5])
    }

    /// A frame: its picture, its place, and whether it replaces the canvas and is cleared.
    struct Frame {
        var picture: TestWebP
        var x = 0
        var y = 0
        var replaces = false
        var isCleared = false
        var rect: Rect { Rect(x: x, y: y, width: picture.size.width, height: picture.size.height) }

        var payload: [UInt8] {
            let flags: UInt8 = (replaces ? 2 : 0) | (isCleared ? 1 : 0)
            return WebPTurnTests.word(x / 2) + WebPTurnTests.word(y / 2) + WebPTurnTests.word(picture.size.width - 1)
                + WebPTurnTests.word(picture.size.height - 1) + [40, 0, 0, flags]
                + WebPTurnTests.chunk("VP8L", picture.coded) + WebPTurnTests.chunk("wxyz", [7, 8, 9])
        }
    }

    static func animation(_ canvas: Size, _ frames: [Frame], _ orientation: Int) -> [UInt8] {
        WebPDocumentTests.file(
            [("VP8X", header(0x1A, canvas)), ("ANIM", [1, 2, 3, 4, 5, 0])] + frames.map { ("ANMF", $0.payload) }
                + [("EXIF", TestMetadata.tiff(orientation))])
    }

    private static func normalize(
        _ bytes: [UInt8], _ change: (inout NormalizationOptions) -> Void = { _ in }
    ) -> NormalizationResult {
        var options = NormalizationOptions()
        options.verification = .pixels
        change(&options)
        return Normalizer(options: options).normalize(bytes)
    }

    private static func output(_ bytes: [UInt8]) throws -> [UInt8] {
        let result = normalize(bytes)
        guard case .bytes(let output) = result.output else {
            Issue.record("\(result.report.outcome) \(result.report.reason) \(result.report.warnings)")
            return []
        }
        #expect(result.report.warnings.isEmpty)
        #expect(result.report.components == [ComponentTurn(id: 0, turn: .exact)])
        #expect(result.report.parts.map(\.length).reduce(0, +) == bytes.count)
        return output
    }

    /// The payloads of the chunks in some bytes that begin with one.
    private static func chunks(_ bytes: ArraySlice<UInt8>) -> [(code: String, payload: [UInt8])] {
        var found: [(code: String, payload: [UInt8])] = []
        var rest = bytes
        while rest.count >= 8 {
            let code = String(decoding: rest.prefix(4), as: UTF8.self)
            let length = Int(rest.dropFirst(4).prefix(4).littleEndianInteger)
            found.append((code, Array(rest.dropFirst(8).prefix(length))))
            rest = rest.dropFirst(8 + length + length & 1)
        }
        return found
    }

    private static func pixels(_ coded: [UInt8], _ size: Size) throws -> [UInt32] {
        let raster = try WebPRaster.decode(coded[...], size: size, isOpaque: false).picture()
        return Array(raster.words)
    }

    @Test(arguments: Orientation.allCases.dropFirst(), [false, true])
    func everyPixelMovesAndNoneChanges(orientation: Orientation, hasAlpha: Bool) throws {
        for size in [Size(width: 7, height: 5), Size(width: 1, height: 3), Size(width: 40, height: 33)] {
            let picture = TestWebP(size, hasAlpha: hasAlpha)
            #expect(try Self.pixels(picture.coded, size) == picture.pixels, "libwebp reads the test's picture")
            let source = Self.still(picture, orientation.rawValue)
            let output = try Self.output(source)
            let upright = size.turned(by: orientation)
            let chunks = Self.chunks(output[12...].dropLast(2))
            #expect(chunks.map(\.code) == ["VP8X", "ICCP", "VP8L", "EXIF", "XMP ", "abcd"])
            #expect(chunks[0].payload == Self.header(hasAlpha ? 0x3C : 0x2C, upright))
            #expect(chunks[1].payload == [1, 2, 3] && chunks[5].payload == [9] && output.suffix(2) == [4, 5])
            #expect(try Self.pixels(chunks[2].payload, upright) == picture.turned(by: orientation))
            #expect(chunks[2].payload[4] & 0x10 == (hasAlpha ? 0x10 : 0), "the announcement of alpha")
            #expect(try ImageProperties(reading: output).orientation == .up)
            #expect(Self.normalize(output).report.outcome == .unchanged)
            // Two libraries' files of the same pixels are the same after two turns that cancel each other.
            var back = NormalizationOptions()
            back.furtherTurn = orientation.inverse
            guard case .bytes(let restored) = Normalizer(options: back).normalize(output).output else {
                Issue.record("\(orientation) cannot be undone")
                continue
            }
            #expect(try Self.pixels(Self.chunks(restored[12...])[2].payload, size) == picture.pixels)
        }
    }

    /// A picture without any metadata has no extended header, and gets none.
    @Test func aSimpleFileIsTurnedByHand() throws {
        let picture = TestWebP(Size(width: 6, height: 3), hasAlpha: false)
        let source = WebPDocumentTests.file([("VP8L", picture.coded)])
        let result = Self.normalize(source) { $0.furtherTurn = .left }
        guard case .bytes(let output) = result.output else {
            Issue.record("\(result.report)")
            return
        }
        let chunks = Self.chunks(output[12...])
        #expect(chunks.map(\.code) == ["VP8L"])
        #expect(try Self.pixels(chunks[0].payload, Size(width: 3, height: 6)) == picture.turned(by: .left))
    }

    @Test(arguments: Orientation.allCases.dropFirst())
    func framesAreTurnedInTheirPlaces(orientation: Orientation) throws {
        let canvas = Size(width: 16, height: 10)
        let frames = [
            Frame(picture: TestWebP(canvas, hasAlpha: false)),
            Frame(picture: TestWebP(Size(width: 6, height: 4), seed: 2), x: 4, y: 2, replaces: true),
            Frame(picture: TestWebP(Size(width: 8, height: 6), seed: 3), x: 8, y: 4, isCleared: true),
        ]
        let source = Self.animation(canvas, frames, orientation.rawValue)
        let output = try Self.output(source)
        let chunks = Self.chunks(output[12...])
        #expect(chunks.map(\.code) == ["VP8X", "ANIM", "ANMF", "ANMF", "ANMF", "EXIF"])
        #expect(chunks[0].payload == Self.header(0x1A, canvas.turned(by: orientation)))
        #expect(chunks[1].payload == [1, 2, 3, 4, 5, 0])
        let transform = orientation.transform(in: canvas)
        for (frame, chunk) in zip(frames, chunks[2...4]) {
            var wanted = frame
            let rect = transform.applied(to: frame.rect)
            (wanted.x, wanted.y) = (rect.x, rect.y)
            wanted.picture.size = rect.size
            #expect(chunk.payload.prefix(16) == wanted.payload.prefix(16))
            let parts = Self.chunks(chunk.payload[16...])
            #expect(parts.map(\.code) == ["VP8L", "wxyz"] && parts[1].payload == [7, 8, 9])
            #expect(try Self.pixels(parts[0].payload, rect.size) == frame.picture.turned(by: orientation))
        }
    }

    /// A frame that would begin at an odd place gets a transparent column or row before it, if that changes nothing.
    @Test func aFrameAtAnOddPlaceIsEnlarged() throws {
        let canvas = Size(width: 9, height: 9)
        // Mirrored, the rectangles begin at 9 - 2 - 4 = 3 and 9 - 0 - 4 = 5, in columns; the second replaces, but is opaque.
        let frames = [
            Frame(picture: TestWebP(Size(width: 4, height: 4)), x: 2, y: 2),
            Frame(picture: TestWebP(Size(width: 4, height: 4), hasAlpha: false, seed: 2), x: 0, y: 2, replaces: true),
        ]
        let output = try Self.output(Self.animation(canvas, frames, Orientation.upMirrored.rawValue))
        let chunks = Self.chunks(output[12...])
        for (frame, (chunk, x)) in zip(frames, zip(chunks[2...3], [2, 4])) {
            #expect(Array(chunk.payload.prefix(12)) == Self.word(x / 2) + Self.word(1) + Self.word(4) + Self.word(3))
            #expect(chunk.payload[15] == 0)
            let turned = frame.picture.turned(by: .upMirrored)
            let wanted = (0..<4).flatMap { y in [0] + turned[y * 4..<y * 4 + 4] }
            let coded = Self.chunks(chunk.payload[16...])[0].payload
            #expect(try Self.pixels(coded, Size(width: 5, height: 4)) == wanted)
            #expect(coded[4] & 0x10 != 0, "alpha is announced")
        }
        #expect(chunks[0].payload[0] & 0x10 != 0)
    }

    @Test func whatAnEnlargedFrameWouldShowDifferentlyIsKept() {
        let canvas = Size(width: 9, height: 9)
        let base = Frame(picture: TestWebP(Size(width: 9, height: 9)))
        let replacing = Frame(picture: TestWebP(Size(width: 4, height: 4)), x: 2, y: 2, replaces: true)
        let cleared = Frame(picture: TestWebP(Size(width: 4, height: 4)), x: 2, y: 2, isCleared: true)
        let last = Frame(picture: TestWebP(Size(width: 9, height: 9)))
        for frames in [[base, replacing, last], [base, cleared, last]] {
            let result = Self.normalize(Self.animation(canvas, frames, 2))
            #expect(result.report.outcome == .unchanged)
            #expect(result.report.warnings.contains { $0.contains("frame 1 would begin in an odd column") })
        }
        // Nothing is cleared or replaced that was painted: the frame is the last one, or the first.
        for frames in [[base, cleared], [cleared, last], [replacing, last]] {
            #expect(Self.normalize(Self.animation(canvas, frames, 2)).report.outcome == .normalized)
        }
    }

    @Test func filesThatContradictThemselvesAreKept() {
        let picture = TestWebP(Size(width: 24, height: 16))
        let exif = ("EXIF", TestMetadata.tiff(6))
        let canvas = Size(width: 24, height: 16)
        var mixed = Frame(picture: picture).payload
        mixed.replaceSubrange(16..., with: Self.chunk("VP8 ", WebPDocumentTests.lossy))
        let frame = Frame(picture: picture).payload
        let cases: [[(String, [UInt8])]] = [
            [("VP8X", Self.header(8, Size(width: 25, height: 16))), ("VP8L", picture.coded), exif],
            [("VP8X", Self.header(8, canvas)), ("VP8L", picture.coded), ("VP8L", picture.coded), exif],
            [("VP8X", Self.header(8, canvas)), ("ALPH", [0, 1]), ("VP8L", picture.coded), exif],
            [("VP8X", Self.header(8, canvas)), ("ANIM", [0, 0, 0, 0, 0, 0]), ("ANMF", frame), exif],
            [("VP8X", Self.header(10, canvas)), ("ANIM", [0, 0, 0, 0, 0, 0]), ("ANMF", frame), ("ANMF", mixed), exif],
            [("VP8X", Self.header(10, canvas)), ("ANMF", [1, 2, 3]), ("ANMF", frame), exif],
            [("VP8X", Self.header(10, Size(width: 24, height: 15))), ("ANMF", frame), exif],
        ]
        for chunks in cases {
            let result = Self.normalize(WebPDocumentTests.file(chunks))
            #expect(result.report.outcome == .unchanged, "\(chunks.map(\.0)) \(result.report.reason)")
            #expect(result.report.warnings.contains { $0.contains("orientation 6 is kept") })
        }
    }

    @Test func whatIsMissingIsReported() throws {
        let picture = TestWebP(Size(width: 60, height: 90), hasAlpha: false)
        let exif = ("EXIF", TestMetadata.tiff(3))
        let whole = WebPDocumentTests.file([
            ("VP8X", Self.header(8, picture.size)), exif, ("VP8L", picture.coded),
        ])
        let result = Self.normalize(Array(whole.prefix(whole.count * 2 / 3)))
        #expect(result.report.outcome == .normalized, "\(result.report)")
        #expect(result.report.incompleteness != nil)
        #expect(result.report.warnings.contains { $0.contains("expected 90 rows, found") })
        guard case .bytes(let output) = result.output else { return }
        let turned = try Self.pixels(Self.chunks(output[12...])[2].payload, picture.size)
        #expect(turned.suffix(60 * 32) == picture.turned(by: .down).suffix(60 * 32), "what arrived is there")
        #expect(turned.prefix(60) == Array(repeating: 0xFF00_0000, count: 60)[...])
        let rejected = Self.normalize(Array(whole.prefix(whole.count * 2 / 3))) { $0.damaged = .reject }
        #expect(rejected.report.outcome == .rejected)
    }

    private static func thumbnail(
        of bytes: [UInt8], pixels: Int = 10_000, orientation: Orientation = .up
    ) throws -> Thumbnail {
        let format = try #require(PictureFormats.format(of: bytes))
        return try Thumbnail(format.smallPicture(of: bytes, edge: 30, maximumPixels: pixels), orientation: orientation)
    }

    @Test func thumbnailsAreMade() throws {
        let source = Self.still(TestWebP(Size(width: 60, height: 40)), 6)
        #expect(try Self.thumbnail(of: source, orientation: .right).size == Size(width: 20, height: 30))
        let frames = [Frame(picture: TestWebP(Size(width: 20, height: 20), hasAlpha: false), x: 10, y: 10)]
        let animation = Self.animation(Size(width: 60, height: 40), frames, 1)
        #expect(try Self.thumbnail(of: animation).size == Size(width: 30, height: 20))
        #expect(throws: CodecError.self) { try Self.thumbnail(of: source, pixels: 100) }
    }
}
