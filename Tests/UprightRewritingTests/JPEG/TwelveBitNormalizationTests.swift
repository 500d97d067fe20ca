import UprightBase
import UprightCodecs
import UprightFormats
import UprightRewriting
import Testing
import TestJPEG
import TestSupport

@Suite struct TwelveBitNormalizationTests {
    private static let size = Size(width: 40, height: 24)

    private func source(
        _ sampling: JPEGSampling, _ process: JPEGProcess, _ orientation: Int, size: Size = Self.size
    ) throws -> [UInt8] {
        try JPEGBuilder.file(
            sampling.picture(size, precision: 12), process.coding(sampling), segments: [JPEGBuilder.exif(orientation)],
            trailer: [1, 2, 3])
    }

    @Test(arguments: JPEGProcess.allCases, [NormalizationOptions.Verification.structure, .pixels])
    func isTurned(process: JPEGProcess, verification: NormalizationOptions.Verification) throws {
        var options = NormalizationOptions()
        options.verification = verification
        for orientation in 2...8 {
            let source = try source(JPEGSampling.all[2], process, orientation)
            let result = Normalizer(options: options).normalize(source)
            #expect(result.report.outcome == .normalized, "\(result.report.reason)")
            #expect(result.report.components.map(\.turn) == [.exact, .exact, .exact])
            guard case .bytes(let output) = result.output else { continue }
            let (before, after) = (try JPEGFile(parsing: source), try JPEGFile(parsing: output))
            #expect(after.frameHeader.precision == 12)
            #expect(after.frameHeader.marker == before.frameHeader.marker)
            var expected = try JPEGCoefficients.decoding(before, in: source).picture
            try expected.turn(try #require(Orientation(rawValue: orientation)))
            #expect(try JPEGCoefficients.decoding(after, in: output).picture.content == expected.content)
            #expect(output.suffix(3) == [1, 2, 3])
            #expect(Normalizer(options: options).normalize(output).report.outcome == .unchanged)
        }
    }

    /// An odd size: the mirrored axis ends within a block.
    @Test func theFixtureIsRequantizedAndPassesPixelVerification() throws {
        let fixture = try #require(Fixture.named("jpeg/12-bit-orientation-6.jpg"))
        var options = NormalizationOptions()
        options.verification = .pixels
        let result = Normalizer(options: options).normalize(try fixture.content())
        #expect(result.report.outcome == .normalized, "\(result.report.reason)")
        #expect(result.report.components.map(\.turn) == [.requantized])
    }

    /// A truncated picture is turned as far as possible, with a warning. What an arithmetic decoder reads after the end of the data
    /// can be beyond what an encoder can write.
    @Test(arguments: [JPEGProcess.optimized, .progressive, .arithmetic])
    func damageIsTurnedWithAWarning(process: JPEGProcess) throws {
        let whole = try source(JPEGSampling.all[5], process, 6)
        let result = Normalizer().normalize(Array(whole.prefix(whole.count * 2 / 3)))
        if process == .arithmetic, result.report.outcome == .rejected {
            #expect(result.report.reason.contains("arithmetic-coded data hold coefficients of more than 14 bits"))
            return
        }
        #expect(result.report.outcome == .normalized, "\(result.report.reason)")
        #expect(!result.report.warnings.isEmpty)
    }

    @Test func tenBitsAreRejectedWithTheExpectedPrecisions() throws {
        var source = try source(JPEGSampling.all[0], .optimized, 6)
        let frame = try JPEGFile(parsing: source).frameHeader
        let payload = try JPEGFile(parsing: source).segments[frame.segmentIndex].payload
        source[payload.lowerBound] = 10
        let report = Normalizer().normalize(source).report
        #expect(report.outcome == .rejected)
        #expect(report.reason.contains("10 bits per sample"))
        #expect(report.reason.contains("expected 8 or 12"))
    }
}
