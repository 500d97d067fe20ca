import UprightBase
import UprightCodecs
import UprightFormats
import TestJPEG
import Testing

/// Progressive pictures that are turned as words of bits, against the turn of their coefficients.
@Suite struct ProgressiveTurningTests {
    private static let threads = ThreadPool(3)

    /// Scripts whose bands a transposition keeps, splits, and mixes.
    private static func scripts(planes: Int) -> [(scans: [JPEGCoding.Scan], isKept: Bool)] {
        let all = Array(0..<planes)
        func each(_ start: Int, _ end: Int, high: Int = 0, low: Int = 0) -> [JPEGCoding.Scan] {
            all.map { JPEGCoding.Scan([$0], start, end, high: high, low: low) }
        }
        let split =
            [JPEGCoding.Scan(all, 0, 0)] + each(1, 8, low: 2) + each(9, 63, low: 2) + each(1, 63, high: 2, low: 1)
            + each(1, 63, high: 1)
        let mixed = [JPEGCoding.Scan(all, 0, 0)] + each(1, 8, low: 1) + each(9, 63) + each(1, 8, high: 1)
        let withoutLast = [JPEGCoding.Scan(all, 0, 0, low: 1)] + each(1, 63, low: 3) + each(1, 63, high: 3, low: 2)
        return ProgressiveEncodingTests.scripts(planes: planes).map { ($0, true) }
            + [(split, true), (mixed, false), (withoutLast, true), ([JPEGCoding.Scan(all, 0, 0)], true)]
    }

    /// A picture with coefficients of all sizes; `density` is the share of those that are not zero, of 64.
    static func picture(
        _ sampling: JPEGSampling, _ size: Size, density: Int, precision: Int = 8, seed: UInt64
    ) throws -> JPEGCoefficients {
        let picture = try sampling.picture(size, precision: precision)
        var random = TestRandom(seed: seed)
        let most = precision == 8 ? 1023 : 16_383
        for plane in picture.planes {
            for row in 0..<plane.height {
                for column in 0..<plane.width {
                    let block = plane.block(column, row)
                    for index in 0..<64 {
                        let size = random.next(below: precision == 8 ? 10 : 14)
                        let value = random.next(below: 2 << size) - 1 << size
                        let isThere = index == 0 || random.next(below: 64) < density
                        block[index] = isThere ? Int16(max(min(value, most), -most)) : 0
                    }
                }
            }
        }
        return picture
    }

    /// What the reference gives: libjpeg reads the file, the coefficients are turned, and libjpeg writes them.
    private func reference(
        _ file: JPEGFile, in bytes: [UInt8], _ orientation: Orientation, _ coding: JPEGCoding
    ) throws -> [UInt8] {
        var picture = try JPEGCoefficients.decoding(file, in: bytes).picture
        try picture.turn(orientation)
        return try picture.encodedByLibrary(as: coding, expecting: 0, limit: 1 << 24).bytes
    }

    private func check(_ picture: JPEGCoefficients, _ coding: JPEGCoding, isKept: Bool, _ what: String) throws {
        let bytes = try JPEGBuilder.file(picture, coding)
        let file = try JPEGFile(parsing: bytes)
        #expect(JPEGCoding(of: file, in: bytes).scans == coding.scans, "\(what)")
        for orientation in Orientation.allCases {
            var expected: [UInt8]?
            for (isPortable, width) in [(false, 1), (false, 3), (true, 1)] {
                let decoder = try #require(ProgressiveDecoder(file, in: bytes, isPortable: isPortable))
                let parallelism = width == 1 ? .none : Parallelism(Self.threads, width: width, grain: 1)
                let found = try decoder.turned(
                    orientation, as: coding, expecting: 0, limit: 1 << 24, parallelism: parallelism)
                let isExact = decoder.geometries(orientation).allSatisfy(\.isExact)
                if isExact, expected == nil, isKept || !orientation.transposes {
                    expected = try reference(file, in: bytes, orientation, coding)
                }
                #expect(
                    found?.bytes == expected,
                    "\(what), \(orientation), \(width) threads, portable: \(isPortable)")
            }
        }
    }

    @Test(arguments: JPEGSampling.all)
    func everyScriptTurnsAsTheCoefficientsDo(sampling: JPEGSampling) throws {
        let count = sampling.factors.count
        for (number, script) in Self.scripts(planes: count).enumerated() {
            let standard = JPEGProcess.progressive.coding(sampling)
            guard standard.scans[0].planes.count == count else { continue }
            for (size, density) in [(Size(width: 1, height: 1), 20), (Size(width: 96, height: 48), 9)] {
                let picture = try Self.picture(sampling, size, density: density, seed: UInt64(number + 1))
                var coding = standard
                coding.scans = script.scans
                coding.restartInterval = number % 2 == 0 ? 0 : 5
                try check(picture, coding, isKept: script.isKept, "\(size), script \(number)")
            }
        }
    }

    /// From no coefficients to all of them: many correction bits in a block and in a run.
    @Test(arguments: [0, 1, 5, 30, 64])
    func anyCoefficientsAreTurned(density: Int) throws {
        let sampling = JPEGSampling.all[5]
        for (number, script) in Self.scripts(planes: 3).enumerated() {
            var coding = JPEGProcess.progressive.coding(sampling)
            coding.scans = script.scans
            let picture = try Self.picture(sampling, Size(width: 96, height: 64), density: density, seed: 3)
            try check(picture, coding, isKept: script.isKept, "density \(density), script \(number)")
        }
    }

    @Test(arguments: [2, 40])
    func twelveBitsAreTurned(density: Int) throws {
        let sampling = JPEGSampling.all[5]
        for script in Self.scripts(planes: 3) {
            var coding = JPEGProcess.progressive.coding(sampling)
            coding.scans = script.scans
            let picture = try Self.picture(
                sampling, Size(width: 64, height: 32), density: density, precision: 12, seed: 4)
            let bytes = try JPEGBuilder.file(picture, coding)
            let file = try JPEGFile(parsing: bytes)
            for orientation in Orientation.allCases where script.isKept || !orientation.transposes {
                var expected = try JPEGCoefficients.decoding(file, in: bytes).picture
                try expected.turn(orientation)
                let encoded = try expected.encoded(as: coding, expecting: 0, limit: 1 << 24).bytes
                let decoder = try #require(ProgressiveDecoder(file, in: bytes))
                let found = try decoder.turned(orientation, as: coding, expecting: 0, limit: 1 << 24)
                #expect(found?.bytes == encoded, "\(orientation)")
                // libjpeg finds the coefficients that were meant.
                let output = try JPEGCoefficients.decoding(try JPEGFile(parsing: encoded), in: encoded).picture
                #expect(output.content == expected.content, "\(orientation)")
            }
        }
    }

    /// Runs of more blocks than one symbol can represent, and of more bits than libjpeg keeps.
    @Test(arguments: [0, 2, 60])
    func longRunsAreTurned(coefficients: Int) throws {
        let sampling = JPEGSampling.all[0]
        let picture = try sampling.picture(Size(width: 2048, height: 1024))
        for plane in picture.planes {
            for row in 0..<plane.height {
                for column in 0..<plane.width {
                    let block = plane.block(column, row)
                    block.update(repeating: 0, count: 64)
                    for index in 1..<(1 + coefficients) { block[index] = (row + column) % 3 == 0 ? 9 : -8 }
                }
            }
        }
        var coding = JPEGProcess.progressive.coding(sampling)
        coding.scans = ProgressiveEncodingTests.scripts(planes: 1)[2]
        let bytes = try JPEGBuilder.file(picture, coding)
        let file = try JPEGFile(parsing: bytes)
        for orientation in [Orientation.down, .right] {
            let found = try ProgressiveDecoder(file, in: bytes)?.turned(
                orientation, as: coding, expecting: 0, limit: 1 << 24)
            #expect(try found?.bytes == reference(file, in: bytes, orientation, coding), "\(orientation)")
        }
    }

    @Test func damagedDataIsLeftToTheReference() throws {
        let sampling = JPEGSampling.all[5]
        let coding = JPEGProcess.progressive.coding(sampling)
        let bytes = try JPEGBuilder.file(try sampling.picture(Size(width: 48, height: 32)), coding)
        for count in stride(from: 0, to: bytes.count - 2, by: 3) {
            guard let file = try? JPEGFile(parsing: Array(bytes.prefix(count))) else { continue }
            let cut = Array(bytes.prefix(count))
            let found = try ProgressiveDecoder(file, in: cut)?.turned(.right, as: coding, expecting: 0, limit: 1 << 20)
            #expect(found == nil, "cut at \(count)")
        }
    }
}
