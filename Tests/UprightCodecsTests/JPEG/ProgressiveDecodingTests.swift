import UprightBase
import UprightCodecs
import UprightFormats
import TestJPEG
import Testing

/// Compares the progressive decoder with its reference, libjpeg.
@Suite struct ProgressiveDecodingTests {
    private static let threads = ThreadPool(3)

    /// Returns the decoder's coefficients, the same with one thread and with several.
    private func decoded(
        _ bytes: [UInt8], location: SourceLocation = #_sourceLocation
    ) throws -> [[Int16]]? {
        guard let file = try? JPEGFile(parsing: bytes), let decoder = ProgressiveDecoder(file, in: bytes) else {
            return nil
        }
        let alone = try decoder.decoded(.none).map(\.content)
        for width in [2, 4] {
            let shared = try decoder.decoded(Parallelism(Self.threads, width: width, grain: 1)).map(\.content)
            #expect(shared == alone, "\(width) threads", sourceLocation: location)
        }
        return alone
    }

    /// Returns the reference's coefficients; nil if it has warnings.
    private func reference(_ bytes: [UInt8]) throws -> [[Int16]]? {
        let (picture, warnings) = try JPEGCoefficients.decoding(bytes)
        return warnings.isEmpty ? picture.content : nil
    }

    @Test(arguments: JPEGSampling.all)
    func decodesWhatTheReferenceDecodes(sampling: JPEGSampling) throws {
        for size in [(1, 1), (17, 33), (96, 48), (75, 50), (200, 120)] {
            for seed in 1...3 {
                let picture = try sampling.picture(Size(width: size.0, height: size.1), seed: UInt64(seed))
                let bytes = try JPEGBuilder.file(picture, JPEGProcess.progressive.coding(sampling))
                let expected = try #require(try reference(bytes))
                #expect(try decoded(bytes) == expected, "\(size)")
            }
        }
    }

    @Test func restartsAreDecoded() throws {
        let sampling = JPEGSampling.all[5]
        for interval in [1, 2, 3, 7, 100] {
            var coding = JPEGProcess.progressive.coding(sampling)
            coding.restartInterval = interval
            let bytes = try JPEGBuilder.file(try sampling.picture(Size(width: 90, height: 70)), coding)
            let expected = try #require(try reference(bytes))
            #expect(try decoded(bytes) == expected, "every \(interval) MCUs")
        }
    }

    /// Few coefficients make long runs of empty blocks.
    @Test func longRunsOfBlocksAreDecoded() throws {
        let sampling = JPEGSampling.all[0]
        var random = TestRandom(seed: 5)
        for count in [0, 1, 3, 40] {
            let picture = try sampling.picture(Size(width: 1600, height: 1200))
            for plane in picture.planes {
                plane.blocks.base.update(repeating: 0, count: plane.blocks.count * 64)
                for _ in 0..<count {
                    let block = plane.block(random.next(below: plane.width), random.next(below: plane.height))
                    block[random.next(below: 64)] = Int16(random.next(below: 9) - 4)
                }
            }
            let bytes = try JPEGBuilder.file(picture, JPEGProcess.progressive.coding(sampling))
            let expected = try #require(try reference(bytes))
            #expect(try decoded(bytes) == expected, "\(count) coefficients")
        }
    }

    @Test(arguments: [JPEGProcess.baseline, .optimized, .arithmetic, .arithmeticProgressive])
    func leavesOtherProcessesAlone(process: JPEGProcess) throws {
        let bytes = try JPEGBuilder.file(JPEGSampling.all[5], process, Size(width: 32, height: 32), orientation: 6)
        #expect(try decoded(bytes) == nil)
    }

    @Test func givesUpAtEveryCut() throws {
        let bytes = try JPEGBuilder.file(
            JPEGSampling.all[5], .progressive, Size(width: 40, height: 24), orientation: 6)
        for count in 0..<(bytes.count - 2) {
            #expect(try decoded(Array(bytes.prefix(count))) == nil, "cut at \(count)")
        }
        #expect(try decoded(bytes) != nil)
    }

    /// A mutated file is either refused, or decoded exactly as the reference decodes it.
    @Test func agreesWithTheReferenceOnMutations() throws {
        let bytes = try JPEGBuilder.file(
            JPEGSampling.all[5], .progressive, Size(width: 40, height: 24), orientation: 6)
        var agreed = 0
        for index in bytes.indices {
            for flip in [UInt8(0x01), 0x10, 0x80, 0xFF] {
                var mutated = bytes
                mutated[index] ^= flip
                guard let result = try decoded(mutated) else { continue }
                #expect(try reference(mutated) == result, "byte \(index) ^ \(flip)")
                agreed += 1
            }
        }
        #expect(agreed > 100)
    }
}
