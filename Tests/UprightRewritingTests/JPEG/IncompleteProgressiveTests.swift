import UprightBase
import UprightCodecs
import UprightFormats
import UprightRewriting
import Testing
import TestJPEG

/// Truncated downloads and missing scans: decoders smooth what they show, and must do the same after the turn.
@Suite struct IncompleteProgressiveTests {
    /// Returns a picture without its last scans, and the picture truncated within its scans.
    private static func cuts(_ whole: [UInt8]) throws -> [[UInt8]] {
        let file = try JPEGFile(parsing: whole)
        let data = file.scans.map { file.segments[$0.segmentIndex].entropyCoded }
        let start = try #require(data.first).upperBound
        let inScans = stride(from: start, to: whole.count, by: max(1, (whole.count - start) / 20)).map {
            Array(whole.prefix($0))
        }
        return inScans + data.map { Array(whole.prefix($0.upperBound)) + [0xFF, JPEGMarker.eoi] }
    }

    /// Returns the mean squared error of an output, per component, relative to the source as libjpeg shows it.
    private static func errors(
        _ source: [UInt8], _ output: [UInt8], _ size: Size, _ orientation: Orientation, _ sampling: JPEGSampling
    ) throws -> [Double] {
        let (stored, upright) = (try JPEGSamples(decoding: source), try JPEGSamples(decoding: output))
        let largest = sampling.factors.reduce([1, 1]) { [max($0[0], $1[0]), max($0[1], $1[1])] }
        return sampling.factors.indices.map { index in
            let own = Size(
                width: size.width * sampling.factors[index][0] / largest[0],
                height: size.height * sampling.factors[index][1] / largest[1])
            let turned = own.turned(by: orientation)
            let before = stored.pixels(of: index, width: own.width, height: own.height)
            let after = upright.pixels(of: index, width: turned.width, height: turned.height)
            let transform = orientation.transform(in: own)
            var sum = 0.0
            for y in 0..<own.height {
                for x in 0..<own.width {
                    let to = transform.applied(to: Point(x: x, y: y))
                    let difference = Double(before[y * own.width + x]) - Double(after[to.y * turned.width + to.x])
                    sum += difference * difference
                }
            }
            return sum / Double(own.width * own.height)
        }
    }

    /// 64×48 consists of whole MCUs, and every plane is exact; 60×44 does not.
    @Test(
        arguments: [Orientation.upMirrored, .down, .right, .leftMirrored],
        [Size(width: 64, height: 48), Size(width: 60, height: 44)])
    func decodersShowTheSameAsBefore(orientation: Orientation, size: Size) throws {
        let step: UInt16 = 12
        for sampling in [JPEGSampling.all[2], JPEGSampling.all[5]] {
            let coding = JPEGProcess.progressive.coding(sampling)
            let whole = try JPEGBuilder.file(
                sampling.picture(size, step: step), coding, segments: [JPEGBuilder.exif(orientation.rawValue)])
            for source in try Self.cuts(whole) {
                var options = NormalizationOptions()
                options.verification = .pixels
                let result = Normalizer(options: options).normalize(source)
                guard case .bytes(let output) = result.output else {
                    // If libjpeg cannot decode the source, no viewer shows it.
                    #expect(throws: CodecError.self, "\(result.report.reason)") {
                        _ = try JPEGSamples(decoding: source)
                    }
                    continue
                }
                // Samples can be rounded differently, and libjpeg's estimates from DC coefficients alone differ
                // slightly between rows and columns. Requantized samples are within a step.
                let bound =
                    result.report.components.contains { $0.turn == .requantized }
                    ? Double(step) * Double(step) / 8 : orientation.transposes ? 8 : 1
                let errors = try Self.errors(source, output, size, orientation, sampling)
                #expect(errors.allSatisfy { $0 <= bound }, "\(source.count) of \(whole.count) bytes: \(errors)")
            }
        }
    }

    /// If nothing is requantized, the scans stay as they are.
    @Test func missingScansAreNotInvented() throws {
        let sampling = JPEGSampling.all[5]
        var coding = JPEGProcess.progressive.coding(sampling)
        coding.scans.removeLast(2)
        let source = try JPEGBuilder.file(
            sampling.picture(Size(width: 64, height: 48)), coding, segments: [JPEGBuilder.exif(6)])
        guard case .bytes(let output) = Normalizer().normalize(source).output else {
            Issue.record("not normalized")
            return
        }
        #expect(JPEGCoding(of: try JPEGFile(parsing: output), in: output).scans == coding.scans)
    }
}
