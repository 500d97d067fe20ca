import TestSupport
import Testing
import UprightCodecs
import UprightBase
import UprightFormats
import UprightRewriting

/// WebP coded with loss is turned with consent, with the quantizer that it has.
struct WebPLossyTests {
    private static let turned = Orientation.allCases.filter { $0 != .up }

    /// Smooth samples, so that little is lost.
    private static func planes(_ size: Size, hasAlpha: Bool) -> WebPPlanes {
        let half = Size(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
        func plane(_ size: Size, _ sample: (Int, Int) -> Int) -> [UInt8] {
            (0..<size.height).flatMap { y in (0..<size.width).map { UInt8(clamping: sample($0, y)) } }
        }
        return WebPPlanes(
            size: size, luma: plane(size) { 60 + 2 * $0 + $1 },
            colors: [plane(half) { x, _ in 100 + 2 * x }, plane(half) { _, y in 160 - 3 * y }],
            alpha: hasAlpha ? plane(size) { ($0 * 5 + $1 * 11) % 256 } : nil)
    }

    static func file(_ size: Size, _ orientation: Orientation, hasAlpha: Bool, index: Int) throws -> [UInt8] {
        let coded = try planes(size, hasAlpha: hasAlpha).encoded(WebPQuantizer(index: index))
        var chunks: [(String, [UInt8])] = [
            ("VP8X", WebPTurnTests.header(hasAlpha ? 0x18 : 0x08, size)), ("VP8 ", coded.picture),
            ("EXIF", WebPDocumentTests.exif(UInt8(orientation.rawValue))),
        ]
        if let alpha = coded.alpha { chunks.insert(("ALPH", alpha), at: 1) }
        return WebPDocumentTests.file(chunks)
    }

    private static func normalize(
        _ bytes: [UInt8], _ lossy: NormalizationOptions.LossyPolicy, further: Orientation = .up
    ) -> NormalizationResult {
        var options = NormalizationOptions()
        options.verification = .pixels
        options.lossy = lossy
        options.furtherTurn = further
        return Normalizer(options: options).normalize(bytes)
    }

    @Test(arguments: turned, [true, false])
    func aLossyPictureIsTurnedWithConsent(orientation: Orientation, hasAlpha: Bool) throws {
        for size in [Size(width: 48, height: 30), Size(width: 33, height: 21)] {
            try expectTurn(orientation, size, hasAlpha: hasAlpha)
        }
    }

    private func expectTurn(_ orientation: Orientation, _ size: Size, hasAlpha: Bool) throws {
        let source = try Self.file(size, orientation, hasAlpha: hasAlpha, index: 12)
        let kept = Self.normalize(source, .keep)
        #expect(kept.report.outcome == .unchanged)
        #expect(kept.report.warnings.contains { $0.contains("lossy: turn") }, "\(kept.report.warnings)")
        let result = Self.normalize(source, .turn)
        guard case .bytes(let output) = result.output else {
            Issue.record("\(result.report.outcome): \(result.report.reason) \(result.report.warnings)")
            return
        }
        #expect(result.report.components.map(\.turn) == [.requantized])
        #expect(result.report.warnings.contains { $0.contains("quantizer 12") }, "\(result.report.warnings)")
        let found = try Self.decoded(output, hasAlpha: hasAlpha)
        let expected = Self.planes(size, hasAlpha: hasAlpha).turned(by: orientation)
        #expect(expected.isNear(found, WebPQuantizer(index: 12)))
        // What another turn would show is not near.
        let other = Self.planes(size, hasAlpha: hasAlpha).turned(by: orientation.followed(by: .upMirrored))
        #expect(!other.isNear(found, WebPQuantizer(index: 12)))
        #expect(Self.normalize(output, .turn).report.outcome == .unchanged)
        #expect(output.count < source.count * 3 / 2)
    }

    private static func decoded(_ file: [UInt8], hasAlpha: Bool) throws -> WebPPlanes {
        let properties = try ImageProperties(reading: file)
        return try WebPPlanes(decoding: file, size: #require(properties.size), hasAlpha: hasAlpha)
    }

    /// Colours of even sides move; those of odd ones are means of their neighbours.
    @Test(arguments: turned) func turnsOfSamplesForthAndBackAreExactForEvenSides(orientation: Orientation) {
        let planes = Self.planes(Size(width: 20, height: 14), hasAlpha: true)
        #expect(planes.turned(by: orientation).turned(by: orientation.inverse) == planes)
        #expect(planes.turned(by: orientation) != planes)
    }

    /// webpinfo of libwebp reads the same quantizers, also of files with segments.
    @Test(
        .enabled(if: Command.exists("cwebp") && Command.exists("webpinfo"), "cwebp is not installed"),
        arguments: [10, 30, 50, 75, 90, 95], [["-segments", "1"], [], ["-sns", "100"]])
    func theQuantizerIsTheOneThatLibwebpReads(quality: Int, options: [String]) throws {
        let folder = try TemporaryFolder()
        let pixels = (0..<64 * 64).flatMap { index -> [UInt8] in
            let (x, y) = (index % 64, index / 64)
            let noise = x < 32 ? 0 : (x &* 7_919 &+ y &* 104_729) >> 3 & 63
            return [UInt8(x * 3), UInt8(y * 2 + noise), UInt8((x + y) + noise)]
        }
        try folder.write(Array("P6\n64 64\n255\n".utf8) + pixels, to: "a.ppm")
        let coded = try Command.run(
            "cwebp", ["-quiet", "-q", "\(quality)"] + options + ["a.ppm", "-o", "a.webp"], in: folder.url)
        #expect(coded.status == 0, "\(coded.error)")
        let info = try Command.run("webpinfo", ["-bitstream_info", "a.webp"], in: folder.url).output
        func numbers(_ name: String) -> [Int] {
            let line = info.split(separator: "\n").first { $0.contains(name) }
            return line?.split(separator: " ").compactMap { Int($0) } ?? []
        }
        let expected = try #require((numbers("Quantizer:") + numbers("Base Q:")).min())
        let file = try #require(folder.bytes(of: "a.webp"))
        let start = try #require(file.indices.first { file[$0...].starts(with: "VP8 ".utf8) }) + 8
        let found = WebPQuantizer(of: file[start...])
        #expect(found?.index == expected, "\(info)")
        let sideways = WebPDocumentTests.file([
            ("VP8X", WebPTurnTests.header(0x08, Size(width: 64, height: 64))),
            ("VP8 ", Array(file[start...])), ("EXIF", WebPDocumentTests.exif(6)),
        ])
        let report = Self.normalize(sideways, .turn).report
        #expect(report.warnings.contains { $0.contains("quantizer \(expected)") }, "\(report.warnings)")
    }

    @Test(arguments: [0, 1, 12, 54, 80, 126, 127]) func theQuantizerIsThatOfTheSource(index: Int) throws {
        let coded = try Self.planes(Size(width: 48, height: 48), hasAlpha: false).encoded(WebPQuantizer(index: index))
        #expect(WebPQuantizer(of: coded.picture[...])?.index == index)
        #expect(WebPQuantizer(of: coded.picture.prefix(12)) == nil)
    }
}
