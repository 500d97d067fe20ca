import UprightBase
import UprightCodecs
import UprightFormats
import TestRaster
import Testing

@Suite struct GIFRasterTests {
    private static func file(_ frame: TestGIF.Frame) -> [UInt8] {
        TestGIF(Size(width: frame.rect.width, height: frame.rect.height), [frame]).file
    }

    private static func frame(_ width: Int, _ height: Int, interlaced: Bool = false, colors: Int = 256) -> TestGIF.Frame
    {
        TestGIF.Frame(Rect(x: 0, y: 0, width: width, height: height), interlaced: interlaced, colors: colors)
    }

    private static func decode(_ bytes: [UInt8]) throws -> GIFRaster.Decoded {
        let image = try #require(GIFFile(parsing: bytes).images.first)
        return try GIFRaster.decode(image, in: bytes, filling: 0)
    }

    /// Returns a file with the data that the encoder under test makes from the frame's indices.
    private static func encoded(_ frame: TestGIF.Frame) throws -> [UInt8] {
        let plain = file(frame)
        let image = try #require(GIFFile(parsing: plain).images.first)
        let encoder = try GIFFrameEncoder()
        try encoder.begin(decode(plain).picture(), interlaced: frame.isInterlaced)
        try encoder.advance()
        let data = encoder.data()
        return plain[..<(image.data.lowerBound - 1)] + data + [0x3B]
    }

    /// Indices that fill the table again and again, that never repeat, that are all equal, and that are very few.
    private static var frames: [TestGIF.Frame] {
        var run = frame(300, 300)
        run.indices = Array(repeating: 3, count: 90_000)
        var stripes = frame(256, 200)
        stripes.indices = (0..<51_200).map { UInt8(truncatingIfNeeded: $0 / 7 ^ $0 / 300) }
        return [
            frame(1, 1), frame(3, 2, colors: 2), frame(300, 200), frame(257, 255, colors: 3), run, stripes,
            frame(64, 1), frame(40, 33, interlaced: true), frame(3, 9, interlaced: true, colors: 7),
        ]
    }

    @Test func decodingGivesTheIndices() throws {
        for frame in Self.frames {
            let decoded = try Self.decode(Self.file(frame))
            #expect(decoded.damage == nil)
            #expect(decoded.raster.pixels == frame.indices)
        }
    }

    @Test func encodingIsTheInverseOfDecoding() throws {
        for frame in Self.frames {
            let bytes = try Self.encoded(frame)
            let decoded = try Self.decode(bytes)
            #expect(decoded.damage == nil)
            #expect(decoded.raster.pixels == frame.indices)
            #expect(try GIFFile(parsing: bytes).warnings.isEmpty)
        }
    }

    @Test func giflibReadsTheSame() throws {
        for frame in Self.frames {
            let reference = ReferenceGIF(decoding: try Self.encoded(frame))
            #expect(reference.error == nil)
            #expect(reference.frames.map(\.indices) == [frame.indices])
        }
    }

    /// A frame that is encoded beside another one, and by an encoder that has encoded others, has the same data.
    @Test func dataDoesNotDependOnTheOtherFrame() throws {
        // Large enough that its table is not replaced for a few codes, so that the output grows while the table is full.
        var noise = Self.frame(600, 500)
        var numbers = TestNumbers(seed: 3)
        noise.indices = noise.indices.map { _ in UInt8(numbers.next(below: 256)) }
        let frames = Self.frames + [noise]
        let encoders = try [GIFFrameEncoder(), GIFFrameEncoder()]
        func begin(_ encoder: GIFFrameEncoder, _ frame: TestGIF.Frame) throws {
            try encoder.begin(Self.decode(Self.file(frame)).picture(), interlaced: frame.isInterlaced)
        }
        var alone: [[UInt8]] = []
        for frame in frames {
            let encoder = try GIFFrameEncoder()
            try begin(encoder, frame)
            try encoder.advance()
            alone.append(encoder.data())
        }
        for (index, frame) in frames.enumerated() {
            for (otherIndex, other) in frames.enumerated() {
                try begin(encoders[0], frame)
                try begin(encoders[1], other)
                try encoders[0].advance(with: encoders[1])
                #expect(encoders[0].isDone || encoders[1].isDone)
                for encoder in encoders where !encoder.isDone { try encoder.advance() }
                #expect(encoders[0].data() == alone[index])
                #expect(encoders[1].data() == alone[otherIndex])
            }
        }
        // Noise takes more than a byte per pixel, so the output had to grow.
        #expect(alone.last.map { $0.count > noise.indices.count } == true)
    }

    /// Returns the size of the data of a frame that is made of 900 different strings of five bytes in random order.
    private static func sizeOfStrings(_ width: Int, _ height: Int) throws -> Int {
        var numbers = TestNumbers(seed: 5)
        let strings = (0..<900).map { _ in (0..<5).map { _ in UInt8(numbers.next(below: 256)) } }
        var frame = frame(width, height)
        frame.indices = Array((0..<width * height / 5).flatMap { _ in strings[numbers.next(below: strings.count)] })
        return try encoded(frame).count
    }

    /// A table that has become suitable must not be replaced because of a few codes.
    @Test func aLargeFrameKeepsASuitableTable() throws {
        // 539,000 bytes; 571,000 if a frame of this size is judged by as few codes as a small one.
        #expect(try Self.sizeOfStrings(1000, 500) < 555_000)
    }

    @Test func aTableThatHasBecomeUnsuitableIsReplaced() throws {
        var numbers = TestNumbers(seed: 6)
        var frame = Self.frame(600, 600)
        frame.indices = (0..<180_000).map { _ in UInt8(numbers.next(below: 16)) }
        frame.indices += (0..<180_000 as Range<Int>).map { index in
            let stripe: Int = index / 11 % 7
            return UInt8(128 + stripe * 16)
        }
        // 132,000 bytes; 376,000 if the table is kept.
        #expect(try Self.encoded(frame).count < 160_000)
    }

    /// A full table that compresses what follows better than what came before is replaced nevertheless, if new tables turn
    /// out to compress it better still.
    @Test func aTableIsNotKeptForSimplerPixels() throws {
        var numbers = TestNumbers(seed: 7)
        var frame = Self.frame(1000, 600)
        frame.indices = []
        // Noise with lines of up to 20 equal pixels, and then longer lines in few colors.
        while frame.indices.count < 60_000 {
            frame.indices.append(UInt8(numbers.next(below: 64)))
            frame.indices += [UInt8](repeating: UInt8(numbers.next(below: 4)), count: numbers.next(below: 20))
        }
        while frame.indices.count < 600_000 {
            frame.indices += [UInt8](repeating: UInt8(numbers.next(below: 4)), count: 90)
        }
        frame.indices.removeLast(frame.indices.count - 600_000)
        // 21,598 bytes; 35,999 if the table is kept.
        #expect(try Self.encoded(frame).count < 25_000)
    }

    /// With a minimum code size of 1, the codes grow before the table has an entry.
    @Test(arguments: 1...8)
    func everyCodeSizeGrowsItsCodesAsGiflibDoes(codeSize: Int) throws {
        var frame = Self.frame(70, 90, colors: 1 << codeSize)
        frame.codeSize = codeSize
        let bytes = Self.file(frame)
        #expect(ReferenceGIF(decoding: bytes).frames.map(\.indices) == [frame.indices])
        let decoded = try Self.decode(bytes)
        #expect(decoded.damage == nil)
        #expect(decoded.raster.pixels == frame.indices)
    }

    @Test(arguments: Orientation.allCases)
    func everyIndexGoesWhereTheTransformSays(orientation: Orientation) throws {
        for frame in [Self.frame(5, 3), Self.frame(70, 67), Self.frame(1, 9)] {
            let turned = try Self.decode(Self.file(frame)).picture().turned(by: orientation)
            #expect(turned.pixels == frame.turned(by: orientation))
            #expect(try turned.turned(by: orientation.inverse).pixels == frame.indices)
        }
    }

    @Test func everyPrefixOfTheDataIsDecodedAsFarAsPossible() throws {
        let bytes = try Self.encoded(Self.frame(12, 9, colors: 5))
        let image = try #require(GIFFile(parsing: bytes).images.first)
        let whole = try Self.decode(bytes).raster.pixels
        for length in 0..<image.data.count - 1 {
            var cut = image
            cut.data = image.data.lowerBound..<image.data.lowerBound + length
            let decoded = try GIFRaster.decode(cut, in: bytes, filling: 9)
            #expect(decoded.damage != nil || decoded.count == whole.count)
            #expect(decoded.raster.pixels.prefix(decoded.count).elementsEqual(whole.prefix(decoded.count)))
            #expect(decoded.raster.pixels.dropFirst(decoded.count).allSatisfy { $0 == 9 })
        }
    }

    @Test func everyMutationOfTheDataIsRead() throws {
        let bytes = try Self.encoded(Self.frame(9, 9, colors: 9))
        let image = try #require(GIFFile(parsing: bytes).images.first)
        for position in image.data {
            for flip in 1...255 as ClosedRange<UInt8> {
                var mutated = bytes
                mutated[position] ^= flip
                #expect(try GIFRaster.decode(image, in: mutated, filling: 0).raster.pixels.count == 81)
            }
        }
    }

    /// ImageMagick, libvips and Pillow show frames with minimum code sizes that 256 colours do not need.
    @Test(arguments: [9, 10, 11])
    func codeSizesThatAreTooLargeAreDecoded(codeSize: Int) throws {
        var frame = TestGIF.Frame(Rect(x: 0, y: 0, width: 12, height: 9), colors: 200)
        frame.codeSize = codeSize
        let bytes = Self.file(frame)
        let file = try GIFFile(parsing: bytes)
        let image = try #require(file.images.first)
        let decoded = try GIFRaster.decode(image, in: bytes, filling: 0)
        #expect(decoded.damage == nil)
        #expect(decoded.picture().pixels == frame.indices)
        #expect(file.warnings.count == 1)
    }

    @Test func invalidCodeSizesAreRefused() throws {
        for size in [0, 12, 255] as [UInt8] {
            let bytes = Self.file(Self.frame(2, 2))
            var image = try #require(GIFFile(parsing: bytes).images.first)
            image.minimumCodeSize = size
            #expect(throws: CodecError.invalidCodeSize(size)) {
                _ = try GIFRaster.decode(image, in: bytes, filling: 0).count
            }
        }
    }
}
