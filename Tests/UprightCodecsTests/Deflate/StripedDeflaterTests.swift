import UprightCodecs
import TestRaster
import Testing
import UprightBase

@Suite struct StripedDeflaterTests {
    private static let stripe = 1 << 20
    private static let pools = [ThreadPool(1), ThreadPool(2), ThreadPool(4)]

    private static func deflate(_ bytes: [UInt8], level: Int, _ parallelism: Parallelism) throws -> [UInt8] {
        var stream: [UInt8] = []
        try #require(bytes.withUnsafeBytes { StripedDeflater.deflate($0, level: level, parallelism) { stream += $0 } })
        return stream
    }

    /// Returns the stream, after checking that one, two, three and five threads give the same.
    private static func deflate(_ bytes: [UInt8], level: Int, _ name: String) throws -> [UInt8] {
        let alone = try deflate(bytes, level: level, .none)
        for pool in pools {
            let shared = try deflate(bytes, level: level, Parallelism(pool, grain: 1))
            expectEqual(shared, alone, "\(name), level \(level), \(pool.count + 1) threads")
        }
        return alone
    }

    /// Inflates with libdeflate, and then with zlib, by a limit that is one byte too small for libdeflate.
    private static func expectTheSame(_ bytes: [UInt8], level: Int, _ name: String) throws {
        let stream = try deflate(bytes, level: level, name)
        let place = "\(name), \(bytes.count) bytes, level \(level)"
        let (inflated, ending) = Zlib.inflate(stream[...], limit: bytes.count + 1)
        #expect(ending == .complete, "\(place): \(ending)")
        expectEqual(inflated, bytes, place)
        if bytes.count > 0 {
            let (most, ending) = Zlib.inflate(stream[...], limit: bytes.count - 1)
            #expect(ending == .full, "zlib: \(place): \(ending)")
            expectEqual(most, bytes.dropLast(), "zlib: \(place)")
        }
        // The stream ends with its checksum.
        #expect(Zlib.inflate(stream.dropLast(), limit: bytes.count + 1).ending != .complete, "\(place)")
        if StripedDeflater.stripes(of: bytes.count) == 1 {
            expectEqual(stream, try #require(Zlib.deflate(bytes, level: level)), "\(place): libdeflate's own stream")
        }
    }

    /// Reports where the bytes differ without printing them.
    private static func expectEqual(_ bytes: [UInt8], _ expected: [UInt8], _ place: String) {
        let different = bytes == expected ? nil : zip(bytes, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? -1
        #expect(different == nil, "\(place): \(bytes.count) bytes for \(expected.count)")
    }

    private static func noise(_ count: Int) -> [UInt8] {
        var numbers = TestNumbers(seed: 11)
        let words = (0..<(count + 7) / 8).map { _ in UInt64(truncatingIfNeeded: numbers.next()) }
        return words.withUnsafeBytes { Array($0[..<count]) }
    }

    /// Returns something like a picture of few colours: repeated strings, some of them changed.
    private static func drawing(_ count: Int) -> [UInt8] {
        var numbers = TestNumbers(seed: 12)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 64)
        while bytes.count < count {
            let length = 1 + numbers.next(below: 40)
            if bytes.count > 3000, numbers.next(below: 4) > 0 {
                let start = bytes.count - 1000 - numbers.next(below: 1500)
                for index in start..<start + length { bytes.append(bytes[index]) }
            } else {
                bytes += repeatElement(UInt8(numbers.next(below: 200)), count: length)
            }
        }
        return Array(bytes[..<count])
    }

    /// Returns bytes of which each value is half as frequent as the one before, with rare values and long strings in
    /// between, so that the longest codes follow one another.
    private static func deepCodes(_ count: Int) -> [UInt8] {
        var numbers = TestNumbers(seed: 13)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 4000)
        while bytes.count < count {
            for _ in 0..<3000 { bytes.append(UInt8(numbers.next().trailingZeroBitCount)) }
            bytes.append(UInt8(100 + numbers.next(below: 150)))
            bytes.append(UInt8(100 + numbers.next(below: 150)))
            let start = max(0, bytes.count - 2000 - numbers.next(below: 28_000))
            let length = min(bytes.count - start, 20 + numbers.next(below: 220))
            for index in start..<start + length { bytes.append(bytes[index]) }
        }
        return Array(bytes[..<count])
    }

    private static let sizes = [
        0, 1, 2, 100, stripe - 1, stripe, stripe + 1, 2 * stripe, 2 * stripe + 1, 2 * stripe + 12_345,
    ]

    @Test(arguments: [1, 6])
    func everySizeAroundTheStripesRoundTrips(level: Int) throws {
        let contents = [
            ("zeros", [UInt8](repeating: 0, count: 3 * Self.stripe)), ("noise", Self.noise(3 * Self.stripe)),
            ("a drawing", Self.drawing(3 * Self.stripe)),
        ]
        for size in Self.sizes {
            for (name, bytes) in contents { try Self.expectTheSame(Array(bytes[..<size]), level: level, name) }
        }
    }

    @Test(arguments: [0, 1, 3, 6, 7, 9, 12])
    func everyLevelRoundTrips(level: Int) throws {
        // Stored blocks, codes of all kinds, and a last block of either kind.
        let mixture = Self.noise(500_000) + Self.drawing(200_077) + [UInt8](repeating: 9, count: 400_000)
        try Self.expectTheSame(mixture, level: level, "a mixture")
        try Self.expectTheSame(Self.deepCodes(1_100_000), level: level, "deep codes")
        try Self.expectTheSame(Self.drawing(3000), level: level, "a small drawing")
    }

    @Test func stripesAreEvenInNumberAndNotTooLong() {
        #expect(StripedDeflater.stripes(of: 0) == 1)
        #expect(StripedDeflater.stripes(of: Self.stripe) == 1)
        #expect(StripedDeflater.stripes(of: Self.stripe + 1) == 2)
        #expect(StripedDeflater.stripes(of: 2 * Self.stripe) == 2)
        #expect(StripedDeflater.stripes(of: 2 * Self.stripe + 1) == 4)
        #expect(StripedDeflater.stripes(of: 12 * Self.stripe) == 12)
    }

    @Test func severalStripesAreHardlyLargerThanOneStream() throws {
        let bytes = Self.drawing(4 * Self.stripe)
        let whole = try #require(Zlib.deflate(bytes, level: 6))
        let joined = try Self.deflate(bytes, level: 6, .none)
        #expect(joined.count != whole.count)
        #expect(joined.count < whole.count + whole.count / 200)
    }
}
