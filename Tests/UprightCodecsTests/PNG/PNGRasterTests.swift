import UprightBase
import UprightCodecs
import UprightFormats
import TestRaster
import Testing

@Suite struct PNGRasterTests {
    /// Sizes with a single pixel, with rows that do not fill their bytes, with empty passes, and larger than a tile and
    /// a vector.
    private static let sizes = [
        Size(width: 1, height: 1), Size(width: 5, height: 3), Size(width: 2, height: 9), Size(width: 9, height: 8),
        Size(width: 70, height: 67),
    ]

    private static func decode(_ png: TestPNG) throws -> PNGRaster {
        try PNGRaster.decode(
            png.imageData(png.pixels)[...], size: png.header.size, bitsPerPixel: png.header.bitsPerPixel,
            isInterlaced: png.header.isInterlaced
        ).picture()
    }

    private static func encode(_ picture: consuming PNGRaster, interlaced: Bool) throws -> [UInt8] {
        var stream: [UInt8] = []
        try picture.encode(interlaced: interlaced) { stream += $0 }
        return stream
    }

    @Test(arguments: [false, true])
    func decodingGivesThePixels(interlaced: Bool) throws {
        for (type, depth) in TestPNG.kinds {
            for size in Self.sizes {
                let png = TestPNG(size, type, depth: depth, interlaced: interlaced)
                #expect(try Self.decode(png).packedPixels == png.packedRows)
                #expect(try ReferencePNG(decoding: png.file).rows == png.packedRows, "libpng differs")
            }
        }
    }

    @Test(arguments: Orientation.allCases)
    func everyPixelGoesWhereTheTransformSays(orientation: Orientation) throws {
        for (type, depth) in TestPNG.kinds {
            for size in Self.sizes {
                let png = TestPNG(size, type, depth: depth)
                let turned = try Self.decode(png).turned(by: orientation)
                #expect(turned.size == size.turned(by: orientation))
                #expect(turned.packedPixels == png.turned(by: orientation).packedRows)
            }
        }
    }

    @Test(arguments: Orientation.allCases)
    func turningBackRestoresThePixels(orientation: Orientation) throws {
        let png = TestPNG(Size(width: 13, height: 66), .rgba, depth: 16)
        let back = try Self.decode(png).turned(by: orientation).turned(by: orientation.inverse)
        #expect(back.packedPixels == png.packedRows)
    }

    @Test func turningTwiceIsTurningOnce() throws {
        let png = TestPNG(Size(width: 11, height: 7), .gray, depth: 2)
        for first in Orientation.allCases {
            for next in Orientation.allCases {
                let twice = try Self.decode(png).turned(by: first).turned(by: next)
                let once = try Self.decode(png).turned(by: first.followed(by: next))
                #expect(twice.packedPixels == once.packedPixels)
            }
        }
    }

    /// Rows that are turned a few at a time, by any number of threads, give the stream of a picture that is turned first.
    @Test(arguments: Orientation.allCases)
    func turningWhileEncodingGivesTheSameStream(orientation: Orientation) throws {
        let threads = Parallelism(ThreadPool(2), grain: 1)
        var pictures: [TestPNG] = []
        for (type, depth) in TestPNG.kinds {
            pictures += Self.sizes.map { TestPNG($0, type, depth: depth) }
            pictures.append(TestPNG(Size(width: 40, height: 31), type, depth: depth, interlaced: true))
        }
        // Several parts, and stripes of more than a mebibyte.
        pictures.append(TestPNG(Size(width: 700, height: 620), .rgb, depth: 8))
        pictures.append(TestPNG(Size(width: 620, height: 500), .rgb, depth: 16))
        for png in pictures {
            let interlaced = png.header.isInterlaced
            let first = try Self.encode(try Self.decode(png).turned(by: orientation), interlaced: interlaced)
            for parallelism in [Parallelism.none, threads] {
                var stream: [UInt8] = []
                try Self.decode(png)
                    .encode(turnedBy: orientation, interlaced: interlaced, parallelism: parallelism) { stream += $0 }
                #expect(stream == first)
            }
        }
    }

    @Test(arguments: [false, true])
    func encodingIsTheInverseOfDecoding(interlaced: Bool) throws {
        for (type, depth) in TestPNG.kinds {
            for size in Self.sizes {
                let png = TestPNG(size, type, depth: depth, interlaced: interlaced)
                let encoded = try Self.encode(Self.decode(png), interlaced: interlaced)
                let again = try PNGRaster.decode(
                    encoded[...], size: size, bitsPerPixel: png.header.bitsPerPixel,
                    isInterlaced: interlaced)
                #expect(again.damage == nil)
                let pixels = again.picture().packedPixels
                #expect(pixels == png.packedRows)
            }
        }
    }

    /// Smooth pictures make the encoder use every filter, and libpng must read each one the same way.
    @Test func libpngReadsEveryFilter() throws {
        for (type, depth) in TestPNG.kinds where depth >= 8 {
            var png = TestPNG(Size(width: 67, height: 64), type, depth: depth)
            for y in 0..<64 {
                for x in 0..<67 where y % 8 != 7 {
                    png.pixels[y][x] =
                        UInt64(x * x / 9 + (y % 3) * x + y * y / 5) & 0xFF &* 0x0101_0101 &<< 0
                        & (png.header.bitsPerPixel == 64 ? .max : 1 << UInt64(png.header.bitsPerPixel) - 1)
                }
            }
            let encoded = try Self.encode(Self.decode(png), interlaced: false)
            var writer = PNGWriter()
            writer.append(.ihdr, png.header.serialized)
            for (type, data) in png.before { writer.append(type, data) }
            writer.append(.idat, encoded)
            writer.append(.iend, [])
            #expect(try ReferencePNG(decoding: writer.bytes).rows == png.packedRows)
        }
    }

    @Test(arguments: [false, true])
    func everyPrefixOfTheDataIsDecodedAsFarAsPossible(interlaced: Bool) throws {
        let png = TestPNG(Size(width: 9, height: 6), .rgb, depth: 8, interlaced: interlaced)
        let stream = png.imageData(png.pixels)
        for length in 0..<stream.count {
            do throws(CodecError) {
                let decoded = try PNGRaster.decode(
                    stream[..<length], size: png.header.size, bitsPerPixel: 24, isInterlaced: interlaced)
                #expect(decoded.damage != nil)
                if !interlaced {
                    let pixels = decoded.picture().packedPixels
                    let good = zip(pixels, png.packedRows).prefix { $0 == $1 }.count
                    #expect(pixels[good...].allSatisfy { $0 == 0 } || good % 27 != 0 || good == 0)
                }
            } catch {
                guard error.kind == .undecodable else {
                    Issue.record("\(error)")
                    continue
                }
            }
        }
    }

    @Test func everyMutationOfTheDataIsReadOrRefused() {
        let png = TestPNG(Size(width: 6, height: 5), .grayAlpha)
        let stream = png.imageData(png.pixels)
        for position in stream.indices {
            for flip in 1...255 as ClosedRange<UInt8> {
                var bytes = stream
                bytes[position] ^= flip
                do throws(CodecError) {
                    let decoded = try PNGRaster.decode(
                        bytes[...], size: png.header.size, bitsPerPixel: 16, isInterlaced: false)
                    // The second byte of a stream gives the encoder's effort, and has no effect.
                    let isDamaged = decoded.damage != nil
                    let pixels = decoded.picture().packedPixels
                    #expect(isDamaged || pixels == png.packedRows)
                } catch {
                    #expect(error != .overflow)
                }
            }
        }
    }

    @Test func sizesBeyondMemoryAreRefused() {
        let side = 0x7FFF_FFFF
        for bits in [1, 64] {
            #expect(throws: CodecError.self) {
                let decoded = try PNGRaster.decode(
                    [0x78, 0x9C][...], size: Size(width: side, height: side), bitsPerPixel: bits, isInterlaced: false)
                _ = decoded.damage
            }
        }
    }

    @Test func inflatingStopsAtTheLimit() throws {
        let bomb = try #require(Zlib.deflate(Array(repeating: 0, count: 1 << 20), level: 9))
        #expect(Zlib.inflate(bomb[...], limit: 1 << 20).ending == .complete)
        let cut = Zlib.inflate(bomb[...], limit: 1 << 19)
        #expect(cut.ending == .full)
        #expect(cut.bytes.count == 1 << 19)
        #expect(Zlib.inflate([1, 2, 3][...], limit: 100).bytes.isEmpty)
        #expect(Zlib.inflate([][...], limit: 100).ending == .truncated)
    }

    /// Contents for which different filters and compressions are best: noise, smooth light with noise, a gradient, flat
    /// areas with repeated figures, and a few dots.
    private static let contents: [(name: String, sample: @Sendable (Int, Int, inout TestNumbers) -> UInt8)] = [
        ("noise", { _, _, numbers in UInt8(truncatingIfNeeded: numbers.next()) }),
        ("light", { x, y, numbers in UInt8(truncatingIfNeeded: (x + y) / 8 + numbers.next(below: 6)) }),
        ("gradient", { x, y, _ in UInt8(truncatingIfNeeded: x + 3 * y) }),
        ("figures", { x, y, _ in (x * x / 7 ^ y * y / 5) & 24 == 0 ? 255 : 16 }),
        ("dots", { _, _, numbers in numbers.next(below: 500) == 0 ? 9 : 0 }),
    ]

    @Test(arguments: contents.indices)
    func libpngReadsWhatEveryPlanWrites(index: Int) throws {
        var numbers = TestNumbers(seed: 5)
        let size = Size(width: 301, height: 257)
        for (type, depth) in [(PNGHeader.ColorType.gray, 8), (.rgb, 8), (.rgba, 16)] {
            var png = TestPNG(size, type, depth: depth)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let sample = UInt64(Self.contents[index].sample(x, y, &numbers))
                    let mask: UInt64 = png.header.bitsPerPixel == 64 ? .max : 1 << UInt64(png.header.bitsPerPixel) - 1
                    png.pixels[y][x] = sample &* 0x0101_0101_0101_0101 & mask
                }
            }
            for interlaced in [false, true] {
                let message = "\(Self.contents[index].name), \(type) \(depth), interlaced: \(interlaced)"
                let file = try Self.file(png, interlaced: interlaced)
                #expect(try ReferencePNG(decoding: file).rows == png.packedRows, Comment(rawValue: message))
            }
        }
    }

    /// Returns the size of the stream of a picture of 8 bits per sample.
    private static func encodedSize(
        _ size: Size, _ type: PNGHeader.ColorType = .gray, _ pixel: (Int, Int) -> Int
    ) throws -> Int {
        var png = TestPNG(size, type, depth: 8)
        for y in 0..<size.height {
            for x in 0..<size.width { png.pixels[y][x] = UInt64(pixel(x, y)) }
        }
        return try encode(decode(png), interlaced: false).count
    }

    /// Each row is the one above it plus the same random bytes, so that only with `up` for every row all rows are equal.
    @Test func stringsThatOnlyTheUpFilterShowsAreFound() throws {
        var numbers = TestNumbers(seed: 8)
        let steps = (0..<500).map { _ in numbers.next(below: 256) }
        let count = try Self.encodedSize(Size(width: 500, height: 400)) { x, y in
            steps[x] * y & 0xFF
        }
        // 1,522 bytes; 190,744 without a trial of this filter.
        #expect(count < 10_000)
    }

    /// No filter shrinks noise, but it can repeat itself, and with `up` also if each row adds the same to the one above.
    @Test func noiseThatRepeatsItselfIsNotTakenForAPhotograph() throws {
        var numbers = TestNumbers(seed: 10)
        let tile = (0..<64).map { _ in (0..<64).map { _ in numbers.next(below: 1 << 24) } }
        let size = Size(width: 400, height: 300)
        // 60,385 and 3,608 bytes; 360,423 and 345,425 if no strings are searched.
        let repeated = try Self.encodedSize(size, .rgb) { x, y in tile[y % 64][x % 64] }
        #expect(repeated < 70_000)
        let sums = try Self.encodedSize(size, .rgb) { x, y in
            let step = tile[x / 64][x % 64]
            return (step & 0xFF00FF) * y & 0xFF00FF | (step & 0xFF00) * y & 0xFF00
        }
        #expect(sums < 10_000)
    }

    /// A page of letters, on its side: samples start in the middle of its strings, and yet strings without a filter must be
    /// found to be the best.
    @Test(arguments: [PNGHeader.ColorType.gray, .rgb])
    func pagesOfTextAreNotTakenForPhotographs(type: PNGHeader.ColorType) throws {
        var numbers = TestNumbers(seed: 11)
        let letters = (0..<30).map { _ in
            (0..<140).map { _ in [15, 15, 90, 200, 245, 245, 245][numbers.next(below: 7)] }
        }
        let text = (0..<3000).map { _ in numbers.next(below: 60) }
        let size = Size(width: 900, height: 1100)
        let bytes = type == .rgb ? 3 : 1
        func gray(_ x: Int, _ y: Int) -> Int {
            let (line, place) = (x / 20, y / 10)
            let letter = text[(line * 110 + place) % 3000]
            guard letter < 30, x % 20 < 14, line % 3 > 0 else { return 250 }
            return letters[letter][x % 20 * 10 + y % 10]
        }
        let count = try Self.encodedSize(size, type) { x, y in gray(x, y) * (type == .rgb ? 0x010101 : 1) }
        var rows: [UInt8] = []
        for y in 0..<size.height {
            rows.append(0)
            for x in 0..<size.width { rows += [UInt8](repeating: UInt8(gray(x, y)), count: bytes) }
        }
        let deflated = try #require(Zlib.deflate(rows, level: 5)).count
        // 70,644 bytes in gray; 94,685 with runs alone.
        #expect(count < deflated * 103 / 100)
    }

    /// Marks like text on a screen: a thorough search for strings saves more than a fast one promises.
    @Test func drawingsAreSearchedThoroughly() throws {
        var numbers = TestNumbers(seed: 9)
        let marks = (0..<4000).map { _ in numbers.next(below: 9) }
        let count = try Self.encodedSize(Size(width: 600, height: 500)) { x, y in
            y % 24 > 8 && x % 12 < marks[y / 24 * 50 + x / 12] ? 30 : 245
        }
        // 3,161 bytes; 3,706 at level 1.
        #expect(count < 3300)
    }

    /// Returns the picture as a file of three chunks, with its rows re-encoded.
    private static func file(_ png: TestPNG, interlaced: Bool) throws -> [UInt8] {
        let encoded = try encode(decode(png), interlaced: interlaced)
        var header = png.header
        header.isInterlaced = interlaced
        var writer = PNGWriter()
        writer.append(.ihdr, header.serialized)
        writer.append(.idat, encoded)
        writer.append(.iend, [])
        return writer.bytes
    }

    @Test func libpngReadsRowsThatWereDeflatedInStripes() throws {
        var numbers = TestNumbers(seed: 6)
        var png = TestPNG(Size(width: 1501, height: 1403), .gray, depth: 8)
        // Several stripes.
        try #require(png.packedRows.count > 1 << 21)
        let figures = try #require(Self.contents.first { $0.name == "figures" })
        for y in 0..<1403 {
            for x in 0..<1501 { png.pixels[y][x] = UInt64(figures.sample(x, y, &numbers)) }
        }
        for interlaced in [false, true] {
            let file = try Self.file(png, interlaced: interlaced)
            #expect(try ReferencePNG(decoding: file).rows == png.packedRows, "interlaced: \(interlaced)")
        }
    }
}
