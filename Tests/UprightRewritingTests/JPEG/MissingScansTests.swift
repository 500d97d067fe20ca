import UprightFormats
import UprightCodecs
import UprightBase
import UprightRewriting
import TestJPEG
import Testing

/// Progressive pictures with any scans, cut off anywhere: what a report calls `exact` keeps every coefficient.
@Suite struct MissingScansTests {
    /// A source, its output and its report.
    private struct Turned {
        let source: [UInt8]
        let output: [UInt8]
        let report: NormalizationReport
        let orientation: Orientation

        /// Returns the first exact component whose coefficients differ from the source's.
        func difference() throws -> String? {
            let before = try JPEGCoefficients.decoding(source).picture
            let after = try JPEGCoefficients.decoding(output).picture
            let inverse = orientation.inverse
            for index in before.planes.indices where report.components[index].turn == .exact {
                let geometry = after.geometries(inverse)[index]
                let back = try after.planes[index].turned(geometry)
                let (one, two) = (before.planes[index], back)
                for row in 0..<one.height {
                    for column in 0..<one.width {
                        for k in 0..<64 where one.block(column, row)[k] != two.block(column, row)[k] {
                            return "component \(index), block \(column) \(row), coefficient \(k): "
                                + "\(one.block(column, row)[k]) became \(two.block(column, row)[k])"
                        }
                    }
                }
            }
            return nil
        }

        /// Returns the largest mean squared error of a component's samples, as libjpeg shows them.
        func error() throws -> Double {
            let (stored, upright) = (try JPEGSamples(decoding: source), try JPEGSamples(decoding: output))
            let before = try JPEGCoefficients.decoding(source).picture
            let transform = { (size: Size) in orientation.transform(in: size) }
            let largest = (
                before.planes.map(\.horizontal).max() ?? 1, before.planes.map(\.vertical).max() ?? 1
            )
            return before.planes.enumerated().map { index, plane in
                let size = Size(
                    width: before.size.width * plane.horizontal / largest.0,
                    height: before.size.height * plane.vertical / largest.1)
                let turned = size.turned(by: orientation)
                let one = stored.pixels(of: index, width: size.width, height: size.height)
                let two = upright.pixels(of: index, width: turned.width, height: turned.height)
                var sum = 0.0
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        let to = transform(size).applied(to: Point(x: x, y: y))
                        let difference = Double(one[y * size.width + x]) - Double(two[to.y * turned.width + to.x])
                        sum += difference * difference
                    }
                }
                return sum / Double(size.width * size.height)
            }.max() ?? 0
        }
    }

    private struct Rejection: Error {
        let reason: String
    }

    private static func normalized(
        _ source: [UInt8], _ orientation: Orientation, _ verification: NormalizationOptions.Verification
    ) throws -> Turned {
        var options = NormalizationOptions()
        options.verification = verification
        options.limits.scans = 1000
        let result = Normalizer(options: options).normalize(source)
        guard case .bytes(let output) = result.output else { throw Rejection(reason: result.report.reason) }
        return Turned(source: source, output: output, report: result.report, orientation: orientation)
    }

    /// Returns a picture that ends after a number of scans or within its last one, with or without an `EOI`.
    private static func cut(_ whole: [UInt8], _ random: inout TestRandom) throws -> [UInt8] {
        let file = try JPEGFile(parsing: whole)
        let data = file.scans.map { file.segments[$0.segmentIndex].entropyCoded }
        let last = data[random.next(below: data.count)]
        let end = random.next(below: 2) == 0 ? last.upperBound : last.lowerBound + random.next(below: last.count + 1)
        return whole.prefix(end) + (random.next(below: 3) > 0 ? [0xFF, JPEGMarker.eoi] : [])
    }

    @Test(arguments: 1...30)
    func exactComponentsKeepEveryCoefficient(seed: UInt64) throws {
        var random = TestRandom(seed: seed)
        let step: UInt16 = 12
        for _ in 0..<5 {
            let sampling = JPEGSampling.all[[0, 2, 3, 5, 14][random.next(below: 5)]]
            var coding = JPEGCoding.anyProgressive(planeCount: sampling.factors.count, &random)
            coding.isArithmetic = random.next(below: 4) == 0
            coding.restartInterval = [0, 0, 3][random.next(below: 3)]
            let size = [Size(width: 64, height: 48), Size(width: 48, height: 80), Size(width: 60, height: 44)][
                random.next(below: 3)]
            let orientation = try #require(Orientation(rawValue: 2 + random.next(below: 7)))
            let whole = try JPEGBuilder.file(
                sampling.picture(size, seed: seed, step: step), coding,
                segments: [JPEGBuilder.exif(orientation.rawValue)])
            let source = try Self.cut(whole, &random)
            let name = "\(sampling) \(size) \(orientation), \(source.count) of \(whole.count) bytes"
            guard (try? JPEGSamples(decoding: source)) != nil else { continue }
            for verification in [NormalizationOptions.Verification.structure, .pixels] {
                let turned = try Self.normalized(source, orientation, verification)
                let (difference, error) = (try turned.difference(), try turned.error())
                #expect(difference == nil, "\(name)")
                #expect(error <= Double(step) * Double(step) / 8, "\(name)")
            }
        }
    }

    /// mozjpeg's bands, 1...8 and 9...63, cut an anti-diagonal: of the turned picture, both must send parts of it.
    @Test(arguments: [Orientation.leftMirrored, .right, .rightMirrored, .left], [false, true])
    func aBandFollowsItsCoefficients(orientation: Orientation, isRefined: Bool) throws {
        let sampling = JPEGSampling.all[0]
        var coding = JPEGCoding(planeCount: 1)
        coding.scans = [JPEGCoding.Scan([0], 0, 0)]
        if isRefined {
            coding.scans += [
                JPEGCoding.Scan([0], 1, 63, low: 1), JPEGCoding.Scan([0], 1, 8, high: 1),
            ]
        } else {
            coding.scans.append(JPEGCoding.Scan([0], 1, 8))
        }
        let picture = try sampling.picture(Size(width: 64, height: 48))
        for k in [3, 12, 17, 24] { picture.planes[0].block(2, 1)[k] = 5 }
        let source = try JPEGBuilder.file(picture, coding, segments: [JPEGBuilder.exif(orientation.rawValue)])
        let turned = try Self.normalized(source, orientation, .structure)
        let difference = try turned.difference()
        #expect(turned.report.components.map(\.turn) == [.exact])
        #expect(difference == nil)
        let scans = JPEGCoding(of: try JPEGFile(parsing: turned.output), in: turned.output).scans
        #expect(scans.suffix(2).map { [$0.spectralStart, $0.spectralEnd] } == [[1, 5], [7, 9]])
    }

    /// A decoder adds up differences without a limit; an encoder cannot write every sum as one difference.
    @Test func coefficientsThatAreLimitedAreNotExact() throws {
        let picture = try JPEGSampling.all[0].picture(Size(width: 40, height: 8))
        for (column, value) in [0, -1500, -3000, -4467, -4467].enumerated() {
            picture.planes[0].block(column, 0)[0] = Int16(value)
        }
        let source = try JPEGBuilder.file(picture, JPEGCoding(planeCount: 1), segments: [JPEGBuilder.exif(2)])
        for verification in [NormalizationOptions.Verification.structure, .pixels] {
            let turned = try Self.normalized(source, .upMirrored, verification)
            #expect(turned.report.components.map(\.turn) == [.requantized])
            #expect(turned.report.warnings.contains("4 out-of-range coefficients were clamped"))
        }
    }

    /// If libjpeg runs out of data, it can give a value to the coefficient after the band.
    @Test func valuesBeyondTheirBandAreSent() throws {
        let picture = try JPEGSampling.all[0].picture(Size(width: 16, height: 16))
        var coding = JPEGCoding(planeCount: 1)
        coding.scans = [JPEGCoding.Scan([0], 0, 0), JPEGCoding.Scan([0], 1, 9)]
        #expect(!coding.sends(picture.planes[0], 0))
        #expect(coding.completed(for: [0]).sends(picture.planes[0], 0))
    }

    @Test func aLostBitIsNoticed() throws {
        let picture = try JPEGSampling.all[2].picture(Size(width: 32, height: 32))
        let before = picture.planes.map(\.setBits)
        let block = picture.planes[1].block(1, 1)
        (block[0], block[9]) = (-5, -6)
        let changed = picture.planes[1].setBits
        block[9] = -4
        #expect(picture.planes[1].setBits == changed - 1)
        var turned = try picture.copied()
        try turned.turn(.right)
        #expect(turned.planes.map(\.setBits) == [before[0], changed - 1, before[2]])
        let encoded = try turned.encoded(
            as: JPEGProcess.progressive.coding(JPEGSampling.all[2]), expecting: 0, limit: 1 << 20)
        #expect(encoded.sentBits == turned.planes.map(\.setBits))
        #expect(try JPEGCoefficients.bitsRead(of: encoded.bytes) == turned.planes.map(\.setBits))
    }
}
