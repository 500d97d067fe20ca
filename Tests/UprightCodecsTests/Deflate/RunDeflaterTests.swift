import UprightCodecs
import TestRaster
import Testing
import UprightBase

@Suite struct RunDeflaterTests {
    private static let threads = ThreadPool(2)

    /// Deflates with one thread and with three, and expects the same stream.
    private static func deflate(_ bytes: [UInt8]) -> [UInt8] {
        let alone = deflate(bytes, .none)
        #expect(deflate(bytes, Parallelism(threads, grain: 1)) == alone)
        return alone
    }

    private static func deflate(_ bytes: [UInt8], _ parallelism: Parallelism) -> [UInt8] {
        var stream: [UInt8] = []
        #expect(bytes.withUnsafeBytes { RunDeflater.deflate($0, parallelism) { stream += $0 } })
        return stream
    }

    /// Inflates with libdeflate, or with zlib if libdeflate refuses: neither takes part in the deflation.
    private static func expectTheSame(_ bytes: [UInt8], _ name: String) {
        let stream = deflate(bytes)
        let (inflated, ending) = Zlib.inflate(stream[...], limit: bytes.count + 1)
        #expect(ending == .complete, "\(name): \(ending)")
        #expect(inflated == bytes, "\(name)")
        let estimate = bytes.withUnsafeBytes { RunDeflater.estimate($0) }
        #expect(abs(estimate - stream.count) <= 8, "\(name): estimated \(estimate), found \(stream.count)")
    }

    @Test func shortInputsOfEveryLengthRoundTrip() {
        var numbers = TestNumbers(seed: 1)
        for length in 0...300 {
            Self.expectTheSame([UInt8](repeating: 7, count: length), "\(length) equal bytes")
            Self.expectTheSame(
                (0..<length).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }, "\(length) of noise")
        }
    }

    @Test func runsOfEveryLengthRoundTripFromEveryStart() {
        for start in 0..<10 {
            var bytes = (0..<start).map { UInt8($0 + 100) }
            for length in 1...600 {
                bytes += [UInt8](repeating: UInt8(truncatingIfNeeded: length), count: length)
                if length % 3 == 0 { bytes += [200, 201] }
            }
            Self.expectTheSame(bytes, "runs from \(start) on")
        }
    }

    @Test func noiseRunsAndMixturesRoundTripAcrossBlocks() {
        var numbers = TestNumbers(seed: 2)
        // A block has 2¹⁷ bytes.
        for length in [1 << 17 - 1, 1 << 17, 1 << 17 + 1, 3 << 17 + 12345] {
            Self.expectTheSame([UInt8](repeating: 0, count: length), "\(length) zeros")
            Self.expectTheSame(
                (0..<length).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }, "\(length) of noise")
            var mixture: [UInt8] = []
            while mixture.count < length {
                let byte = UInt8(truncatingIfNeeded: numbers.next())
                mixture += [UInt8](repeating: byte, count: 1 + numbers.next(below: byte % 8 == 0 ? 700 : 6))
            }
            Self.expectTheSame(Array(mixture[..<length]), "\(length) of a mixture")
        }
    }

    @Test func codesAreKeptToTheLengthLimit() {
        // Fibonacci numbers as frequencies make Huffman's code as deep as possible.
        var bytes: [UInt8] = []
        var (rare, frequent) = (1, 1)
        for symbol in UInt8(0)..<23 {
            for _ in 0..<rare { bytes.append(symbol) }
            (rare, frequent) = (frequent, rare + frequent)
        }
        // Shuffle them, so that runs occur only by chance.
        var numbers = TestNumbers(seed: 3)
        for index in stride(from: bytes.count - 1, to: 0, by: -1) {
            bytes.swapAt(index, numbers.next(below: index + 1))
        }
        Self.expectTheSame(bytes, "a deep code")
    }

    @Test func noiseHardlyGrows() {
        var numbers = TestNumbers(seed: 4)
        let noise = (0..<300_000).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
        #expect(Self.deflate(noise).count < noise.count + noise.count / 100)
        #expect(Self.deflate([UInt8](repeating: 1, count: 300_000)).count < 1000)
    }
}
