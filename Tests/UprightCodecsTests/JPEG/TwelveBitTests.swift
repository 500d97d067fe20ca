import UprightBase
import UprightCodecs
import UprightFormats
import TestJPEG
import Testing

/// JPEGs with 12 bits per sample: the same coding with larger coefficients.
@Suite struct TwelveBitTests {
    private static let sizes = [Size(width: 1, height: 1), Size(width: 17, height: 33), Size(width: 96, height: 48)]
    private static let samplings = [0, 2, 5, 9, 14].map { JPEGSampling.all[$0] }
    private static let threads = ThreadPool(3)

    /// libjpeg reads what was written with every process, and finds the same coefficients.
    @Test(arguments: samplings, JPEGProcess.allCases)
    func coefficientsRoundTrip(sampling: JPEGSampling, process: JPEGProcess) throws {
        for size in Self.sizes {
            let picture = try sampling.picture(size, precision: 12)
            let bytes = try JPEGBuilder.file(picture, process.coding(sampling))
            let file = try JPEGFile(parsing: bytes)
            #expect(file.frameHeader.precision == 12)
            // Baseline has only 8 bits (ITU-T T.81, table B.2).
            #expect(file.frameHeader.marker != 0xC0)
            let (found, warnings) = try JPEGCoefficients.decoding(file, in: bytes)
            #expect(warnings.isEmpty)
            #expect(found.content == picture.content, "\(size)")
            #expect(found.precision == 12)
        }
    }

    /// This project's decoders give what libjpeg gives, with one thread and with several.
    @Test(arguments: samplings, [JPEGProcess.optimized, .restarts, .multiscan, .progressive])
    func everyDecoderTurnsAsTheCoefficientsDo(sampling: JPEGSampling, process: JPEGProcess) throws {
        for size in Self.sizes {
            let bytes = try JPEGBuilder.file(try sampling.picture(size, precision: 12), process.coding(sampling))
            let file = try JPEGFile(parsing: bytes)
            let coding = JPEGCoding(of: file, in: bytes)
            for orientation in Orientation.allCases {
                var expected = try JPEGCoefficients.decoding(file, in: bytes).picture
                try expected.turn(orientation)
                for parallelism in [Parallelism.none, Parallelism(Self.threads, width: 3, grain: 1)] {
                    var picture: JPEGCoefficients
                    if process == .progressive {
                        let decoder = try #require(ProgressiveDecoder(file, in: bytes))
                        picture = try #require(try decoder.decoded(parallelism))
                    } else {
                        #expect(JPEGTranscoder(file, in: bytes) == nil)
                        picture = try JPEGCoefficients.decoding(file, in: bytes).picture
                    }
                    try picture.turn(orientation, parallelism: parallelism)
                    let found = try picture.encoded(
                        as: coding, expecting: 0, limit: 1 << 24, parallelism: parallelism
                    ).bytes
                    let output = try JPEGCoefficients.decoding(try JPEGFile(parsing: found), in: found).picture
                    #expect(output.content == expected.content, "\(size) \(orientation)")
                }
            }
        }
    }

    /// A plane that cannot be mirrored block by block keeps its sample range: nothing is clamped to 8 bits.
    @Test func requantizedSamplesKeepTheirRange() throws {
        let sampling = JPEGSampling.all[0]
        let picture = try sampling.picture(Size(width: 13, height: 8), step: 1)
        for plane in picture.planes {
            for row in 0..<plane.height {
                for column in 0..<plane.width {
                    let block = plane.block(column, row)
                    for index in 0..<64 { block[index] = 0 }
                    block[0] = Int16([-12_000, 9_000][column % 2])
                }
            }
        }
        var wide = picture
        wide.planes[0].precision = 12
        try wide.turn(.upMirrored)
        // Five columns of the second block, and three of the first.
        #expect(wide.planes[0].block(1, 0)[0] == -12_000)
        let mean = (5 * 9_000 + 3 * -12_000) / 8
        #expect(abs(Int(wide.planes[0].block(0, 0)[0]) - mean) <= 1)
    }

    @Test func coefficientsBeyondTwelveBitsAreClamped() throws {
        let sampling = JPEGSampling.all[0]
        let picture = try sampling.picture(Size(width: 16, height: 8), precision: 12)
        picture.planes[0].block(0, 0)[5] = 20_000
        picture.planes[0].block(1, 0)[0] = -30_000
        for process in [JPEGProcess.optimized, .progressive] {
            #expect(throws: CodecError.self) {
                try picture.encoded(as: process.coding(sampling), expecting: 0, limit: 1 << 20)
            }
        }
        #expect(picture.clampCoefficients(of: Array(picture.planes.indices)).count == 2)
        #expect(picture.planes[0].block(0, 0)[5] == 16_383)
        #expect(picture.planes[0].block(1, 0)[0] == -16_384)
        for process in [JPEGProcess.optimized, .progressive] {
            _ = try picture.encoded(as: process.coding(sampling), expecting: 0, limit: 1 << 20)
        }
    }
}
