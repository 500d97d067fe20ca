import UprightBase
import UprightCodecs
import TestJPEG
import Testing

/// Compares the progressive encoder with its reference, libjpeg: the bytes must be the same.
@Suite struct ProgressiveEncodingTests {
    /// Scripts that use all features: bands, bit planes, separate components.
    static func scripts(planes: Int) -> [[JPEGCoding.Scan]] {
        let all = Array(0..<planes)
        func each(_ start: Int, _ end: Int, high: Int = 0, low: Int = 0) -> [JPEGCoding.Scan] {
            all.map { JPEGCoding.Scan([$0], start, end, high: high, low: low) }
        }
        return [
            [JPEGCoding.Scan(all, 0, 0)] + each(1, 63),
            all.map { JPEGCoding.Scan([$0], 0, 0) } + each(1, 1) + each(2, 9) + each(10, 62) + each(63, 63),
            [JPEGCoding.Scan(all, 0, 0, low: 3)] + each(1, 63, low: 4)
                + [JPEGCoding.Scan(all, 0, 0, high: 3, low: 2), JPEGCoding.Scan(all, 0, 0, high: 2, low: 1)]
                + each(1, 63, high: 4, low: 3) + each(1, 20, high: 3, low: 2) + each(21, 63, high: 3, low: 2)
                + each(1, 63, high: 2, low: 1) + [JPEGCoding.Scan(all, 0, 0, high: 1)] + each(1, 63, high: 1),
        ]
    }

    private func check(_ picture: JPEGCoefficients, _ coding: JPEGCoding, _ what: String) throws {
        let expected = try picture.encodedByLibrary(as: coding, expecting: 0, limit: 1 << 24).bytes
        let found = try picture.encoded(as: coding, expecting: 0, limit: 1 << 24).bytes
        #expect(found.count > 100)
        if found != expected {
            let place = zip(found, expected).enumerated().first { $1.0 != $1.1 }?.offset
            Issue.record("\(what): \(found.count) and \(expected.count) bytes differ at \(place ?? -1)")
        }
    }

    @Test(arguments: JPEGSampling.all)
    func writesWhatLibjpegWrites(sampling: JPEGSampling) throws {
        for size in [Size(width: 1, height: 1), Size(width: 75, height: 50), Size(width: 160, height: 96)] {
            let picture = try sampling.picture(size)
            let standard = JPEGProcess.progressive.coding(sampling)
            try check(picture, standard, "\(size)")
            for (number, script) in Self.scripts(planes: picture.planes.count).enumerated()
            where standard.scans[0].planes.count == picture.planes.count {
                for interval in [0, 1, 5] {
                    var coding = standard
                    coding.scans = script
                    coding.restartInterval = interval
                    try check(picture, coding, "\(size), script \(number), interval \(interval)")
                }
            }
        }
    }

    /// Coefficients of all sizes at all places, from none to all of a block, from a fixed number sequence.
    @Test(arguments: [0, 1, 3, 12, 40, 63])
    func writesAnyCoefficients(density: Int) throws {
        let sampling = JPEGSampling.all[0]
        let picture = try sampling.picture(Size(width: 200, height: 120))
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15 &+ UInt64(density)
        func number(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state >> 33) % bound
        }
        for plane in picture.planes {
            for row in 0..<plane.height {
                for column in 0..<plane.width {
                    let block = plane.block(column, row)
                    for index in 0..<64 {
                        let size = number(index == 0 ? 10 : 10 - 9 * index / 64)
                        let value = number(2 << size) - 1 << size
                        block[index] = index == 0 || number(63) < density ? Int16(max(min(value, 1023), -1023)) : 0
                    }
                }
            }
        }
        for (script, interval) in zip(Self.scripts(planes: picture.planes.count), [0, 7, 0]) {
            var coding = JPEGProcess.progressive.coding(sampling)
            coding.scans = script
            coding.restartInterval = interval
            try check(picture, coding, "density \(density), interval \(interval)")
        }
    }

    /// Runs of more blocks than one symbol can represent, with and without pending bits.
    @Test(arguments: [0, 2, 60])
    func writesLongRuns(coefficients: Int) throws {
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
        for script in Self.scripts(planes: picture.planes.count) {
            coding.scans = script
            try check(picture, coding, "\(coefficients) coefficients per block")
        }
    }

    @Test func coefficientsThatAreTooLargeAreAnErrorAsInLibjpeg() throws {
        let sampling = JPEGSampling.all[0]
        for (index, value) in [(0, Int16.max), (1, 1024), (63, -32768)] {
            let picture = try sampling.picture(Size(width: 32, height: 32))
            picture.planes[0].block(1, 1)[index] = Int16(value)
            #expect(throws: CodecError.self) {
                try picture.encoded(as: JPEGProcess.progressive.coding(sampling), expecting: 0, limit: 1 << 20)
            }
        }
    }
}
