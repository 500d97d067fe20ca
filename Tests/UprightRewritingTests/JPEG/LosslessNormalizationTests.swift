import UprightBase
import UprightCodecs
import UprightFormats
import UprightRewriting
import Testing
import TestJPEG

@Suite struct LosslessNormalizationTests {
    /// Returns a gradient of 12-bit samples in three components of one scan.
    private static func source(_ orientation: Int, factors: [[Int]] = [[1, 1], [1, 1], [1, 1]]) throws -> [UInt8] {
        let size = Size(width: 11, height: 6)
        let largest = factors.map { $0[0] }.max() ?? 1
        let planes = factors.enumerated().map { index, factors in
            let width = (size.width * factors[0] + largest - 1) / largest
            let stride = (size.width + largest - 1) / largest * factors[0]
            return LosslessPlane(
                id: index + 1, horizontal: factors[0], vertical: factors[1], table: 0, width: width,
                height: size.height, stride: stride,
                samples: (0..<stride * size.height).map { UInt16($0 * 37 % 4096) })
        }
        let picture = LosslessPicture(
            size: size, precision: 12, planes: planes,
            scans: [
                LosslessScan(planes: [0, 1, 2], tables: [0, 0, 0], predictor: 6, pointTransform: 0, restartRows: 2)
            ])
        let bytes = try picture.encoded(limit: 1 << 20).bytes
        return bytes.prefix(2) + JPEGBuilder.exif(orientation) + bytes.dropFirst(2) + [1, 2, 3]
    }

    private static func picture(_ bytes: [UInt8]) throws -> LosslessPicture {
        try LosslessPicture(decoding: try JPEGFile(parsing: bytes), in: bytes)
    }

    @Test(arguments: 2...8, [NormalizationOptions.Verification.structure, .pixels])
    func isTurnedExactly(orientation: Int, verification: NormalizationOptions.Verification) throws {
        let source = try Self.source(orientation)
        var options = NormalizationOptions()
        options.verification = verification
        let result = Normalizer(options: options).normalize(source)
        #expect(result.report.outcome == .normalized, "\(result.report.reason)")
        #expect(result.report.components.map(\.turn) == [.exact, .exact, .exact])
        guard case .bytes(let output) = result.output else { return }
        let expected = try Self.picture(source).turned(by: try #require(Orientation(rawValue: orientation)))
        #expect(try Self.picture(output).hasSamples(of: expected))
        #expect(output.suffix(3) == [1, 2, 3])
        #expect(Normalizer(options: options).normalize(output).report.outcome == .unchanged)
    }

    @Test func aMirrorWithinASampleIsRejectedWithAReason() throws {
        let report = Normalizer().normalize(try Self.source(2, factors: [[2, 1], [1, 1], [1, 1]])).report
        #expect(report.outcome == .rejected)
        #expect(report.reason.contains("component 2 of this lossless JPEG ends within a sample"))
    }

    @Test func damageIsNeverTurned() throws {
        let source = try Self.source(6)
        let end = try JPEGFile(parsing: source).segments.last.map(\.range.lowerBound) ?? 0
        let cut = source.prefix(end - 20) + source.suffix(from: end)
        let report = Normalizer().normalize(Array(cut)).report
        #expect(report.outcome == .rejected)
        #expect(report.reason.contains("found damage in row"))
    }
}
