import TestJPEG
import TestRaster
import Testing
import UprightCodecs
import UprightFormats
import UprightBase
import UprightRewriting

/// What decides how a picture is turned besides its own valid orientation: a number outside of 1...8, a sidecar, the user.
@Suite struct OrientationChoiceTests {
    private static let size = Size(width: 7, height: 5)
    private static let invalid = [0, 9, 255, 65_535]

    private static func png(_ carrier: PNGCarrier, _ orientation: Int) -> [UInt8] {
        var png = TestPNG(size)
        png.before.append(carrier.chunk(orientation))
        return png.file
    }

    private static func gif(_ orientation: Int) -> [UInt8] {
        var gif = TestGIF(size, [TestGIF.Frame(Rect(x: 0, y: 0, width: size.width, height: size.height))])
        gif.before = TestGIF.xmp(TestMetadata.xmp(orientation))
        return gif.file
    }

    private static func webp(_ orientation: Int) -> [UInt8] {
        WebPDocumentTests.file([
            ("VP8X", WebPDocumentTests.header(0x0C)), ("VP8 ", WebPDocumentTests.lossy),
            ("EXIF", TestMetadata.tiff(orientation)), ("XMP ", TestMetadata.xmp(orientation)),
        ])
    }

    private static func jpeg(_ orientation: Int) throws -> [UInt8] {
        try JPEGBuilder.file(
            JPEGNormalizationTests.photo.picture(Size(width: 32, height: 16)),
            JPEGProcess.baseline.coding(JPEGNormalizationTests.photo),
            segments: [
                MetadataRecipe.exif(TestMetadata.tiff(orientation)), MetadataRecipe.xmp(TestMetadata.xmp(orientation)),
            ])
    }

    private static func files(_ orientation: Int) throws -> [[UInt8]] {
        try PNGCarrier.allCases.map { png($0, orientation) }
            + [gif(orientation), webp(orientation), jpeg(orientation)]
    }

    private static func normalize(
        _ bytes: [UInt8], _ change: (inout NormalizationOptions) -> Void
    ) -> NormalizationResult {
        var options = NormalizationOptions()
        options.verification = .pixels
        change(&options)
        return Normalizer(options: options).normalize(bytes)
    }

    private static func output(
        _ bytes: [UInt8], _ change: (inout NormalizationOptions) -> Void
    ) throws -> [UInt8] {
        let result = normalize(bytes, change)
        guard case .bytes(let output) = result.output else {
            throw Failure(description: "\(result.report.outcome) \(result.report.reason)")
        }
        return output
    }

    private struct Failure: Error, CustomStringConvertible { let description: String }

    @Test(arguments: invalid)
    func anInvalidOrientationIsKeptUnlessItIsToBeSet(raw: Int) throws {
        for file in try Self.files(raw) {
            let kept = Self.normalize(file) { _ in }
            #expect(kept.report.outcome == .unchanged)
            #expect(kept.report.warnings.contains { $0.contains("is \(raw), expected 1 to 8; kept unchanged") })
            let output = try Self.output(file) { $0.invalidOrientation = .set }
            #expect(try ImageProperties(reading: output).orientation == .up)
            // The coded data of the WebP are none.
            let again = Self.normalize(output) { $0.verification = .structure }
            #expect(again.report.outcome == .unchanged && again.report.orientation == 1)
            #expect(again.report.warnings.isEmpty, "\(again.report.warnings)")
        }
    }

    @Test func validOrientationsAreReadAsBefore() throws {
        for orientation in Orientation.allCases {
            for file in try Self.files(orientation.rawValue) {
                let plain = Self.normalize(file) { _ in }
                let set = Self.normalize(file) { $0.invalidOrientation = .set }
                #expect(plain.report == set.report)
            }
        }
    }

    /// Whatever turns before, the further turn is that of the upright picture, and its inverse restores it.
    @Test(arguments: Orientation.allCases)
    func aFurtherTurnIsThatOfTheUprightPicture(further: Orientation) throws {
        for orientation in Orientation.allCases {
            var png = TestPNG(Self.size)
            png.before.append(PNGCarrier.exif.chunk(orientation.rawValue))
            let result = Self.normalize(png.file) { $0.furtherTurn = further }
            let total = orientation.followed(by: further)
            guard orientation != .up || further != .up else { continue }
            guard case .bytes(let output) = result.output else {
                Issue.record("\(result.report.reason)")
                continue
            }
            #expect(try ReferencePNG(decoding: output).rows == png.turned(by: total).packedRows)
            #expect(try ImageProperties(reading: output).orientation == .up)
            guard further != .up else { continue }
            let back = try Self.output(output) { $0.furtherTurn = further.inverse }
            #expect(try ReferencePNG(decoding: back).rows == png.turned(by: orientation).packedRows)
        }
    }

    @Test func twiceLeftAndTwiceRightGiveThePictureAgain() throws {
        for file in [Self.png(.exif, 1), Self.gif(1), try Self.jpeg(1)] {
            let left = try Self.output(file) { $0.furtherTurn = .left }
            let half = try Self.output(left) { $0.furtherTurn = .left }
            let right = try Self.output(half) { $0.furtherTurn = .right }
            let whole = try Self.output(right) { $0.furtherTurn = .right }
            #expect(try Self.output(file) { $0.furtherTurn = .down } == half)
            #expect(try Self.output(whole) { $0.furtherTurn = .down } == half)
            #expect(try Self.output(whole) { $0.furtherTurn = .left } == left)
        }
    }

    @Test func aPictureThatCannotBeTurnedByHandIsRejected() {
        let result = Self.normalize(Self.webp(1)) { $0.furtherTurn = .left }
        #expect(result.report.outcome == .rejected && result.report.reason.contains("lossy"))
        guard case .none = result.output else {
            Issue.record("expected no output")
            return
        }
        // What the orientation has turned by mistake is set right without touching the picture.
        let undone = Self.normalize(Self.webp(6)) { $0.furtherTurn = .left }
        #expect(undone.report.outcome == .normalized, "\(undone.report)")
    }

    @Test func theFirstSourceWithAnOrientationDecides() throws {
        typealias Case = (own: Int, sources: [NormalizationOptions.OrientationSource], sidecar: Int?, expected: Int)
        let cases: [Case] = [
            (6, [.exif], 3, 6), (0, [.exif], 3, 1), (6, [.exif, .sidecar], 3, 6), (1, [.exif, .sidecar], 3, 1),
            (0, [.exif, .sidecar], 3, 3), (6, [.sidecar, .exif], 3, 3), (6, [.sidecar, .exif], 1, 1),
            (6, [.sidecar, .exif], nil, 6), (6, [.sidecar], nil, 1), (6, [.sidecar], 8, 8),
        ]
        for (own, sources, sidecar, expected) in cases {
            var png = TestPNG(Self.size)
            png.before.append(PNGCarrier.exif.chunk(own))
            let result = Self.normalize(png.file) {
                $0.orientationFrom = sources
                $0.sidecarOrientation = sidecar.flatMap { Orientation(rawValue: $0) }
            }
            let turned: [UInt8] = if case .bytes(let bytes) = result.output { bytes } else { png.file }
            let orientation = try #require(Orientation(rawValue: expected))
            #expect(
                try ReferencePNG(decoding: turned).rows == png.turned(by: orientation).packedRows,
                "\(own) \(sources) \(sidecar ?? 0)")
            if sidecar == expected { #expect(result.report.orientation == expected) }
        }
        let without = Self.normalize(TestPNG(Self.size).file) {
            $0.orientationFrom = [.exif, .sidecar]
            $0.sidecarOrientation = .right
        }
        #expect(without.report.outcome == .normalized && without.report.orientation == 6)
        let fixed = Self.normalize(TestPNG(Self.size).file) {
            $0.orientationFrom = [.sidecar]
            $0.sidecarOrientation = .right
            $0.turns = false
        }
        #expect(fixed.report.outcome == .unchanged && fixed.report.orientation == nil)
    }
}
