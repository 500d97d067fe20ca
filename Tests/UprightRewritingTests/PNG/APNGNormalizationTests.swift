import UprightBase
import UprightCodecs
import UprightFormats
import UprightRewriting
import TestRaster
import Testing

@Suite struct APNGNormalizationTests {
    /// A frame of the animations below.
    struct Frame {
        let rect: Rect
        let pixels: [[UInt64]]
    }

    /// An animation of three frames; the default image is the first one, or is not part of the animation.
    struct Animation {
        let png: TestPNG
        let frames: [Frame]

        init(isDefaultImageAFrame: Bool, orientation: Int, interlaced: Bool = false) {
            var png = TestPNG(Size(width: 8, height: 6), .rgba, depth: 8, interlaced: interlaced)
            png.before.append((.exif, TestMetadata.tiff(orientation)))
            png.before.append((.animationControl, [0, 0, 0, isDefaultImageAFrame ? 3 : 2, 0, 0, 0, 5]))
            var sequence: UInt32 = 0
            func control(_ rect: Rect) -> (PNGChunkType, [UInt8]) {
                defer { sequence += 1 }
                let words = [Int(sequence), rect.width, rect.height, rect.x, rect.y]
                return (
                    .frameControl,
                    words.flatMap { word in (0..<4).map { UInt8(word >> (24 - 8 * $0) & 255) } } + [0, 3, 0, 25, 1, 1]
                )
            }
            var frames = [Frame(rect: Rect(x: 0, y: 0, width: 8, height: 6), pixels: png.pixels)]
            if isDefaultImageAFrame { png.before.append(control(frames[0].rect)) }
            for (index, rect) in [Rect(x: 1, y: 2, width: 5, height: 3), Rect(x: 7, y: 5, width: 1, height: 1)]
                .enumerated()
            {
                let pixels = TestPNG.randomPixels(rect.size, bits: 32, seed: UInt64(index + 9))
                png.after.append(control(rect))
                let stream = png.imageData(pixels)
                // Two pieces, which must be joined.
                for piece in [stream[..<(stream.count / 2)], stream[(stream.count / 2)...]] {
                    png.after.append((.frameData, [0, 0, 0, UInt8(sequence)] + piece))
                    sequence += 1
                }
                frames.append(Frame(rect: rect, pixels: pixels))
            }
            self.png = png
            self.frames = frames
        }
    }

    private static func normalize(_ bytes: [UInt8]) -> NormalizationResult {
        var options = NormalizationOptions()
        options.verification = .pixels
        return Normalizer(options: options).normalize(bytes)
    }

    /// Returns the frames of a file, each decoded by libpng as a separate picture.
    private static func frames(_ bytes: [UInt8]) throws -> [(control: PNGFrameControl?, picture: ReferencePNG)] {
        let file = try PNGFile(parsing: bytes)
        var found: [(PNGFrameControl?, [UInt8])] = []
        var control: PNGFrameControl?
        for chunk in file.chunks {
            switch chunk.type {
            case .frameControl:
                control = PNGFrameControl(parsing: bytes, in: chunk.data)
                if found.isEmpty == false { found.append((control, [])) }
            case .idat:
                if found.isEmpty { found.append((control, [])) }
                found[0].1 += bytes[chunk.data]
            case .frameData:
                found[found.count - 1].1 += bytes[chunk.data.dropFirst(4)]
            default: break
            }
        }
        return try found.enumerated().map { index, frame in
            var header = file.header
            if index > 0, let control = frame.0 { header.size = control.rect.size }
            var writer = PNGWriter()
            writer.append(.ihdr, header.serialized)
            writer.append(.idat, frame.1)
            writer.append(.iend, [])
            return (frame.0, try ReferencePNG(decoding: writer.bytes))
        }
    }

    @Test(arguments: Orientation.allCases.dropFirst(), [false, true])
    func everyFrameIsTurnedInItsPlace(orientation: Orientation, isDefaultImageAFrame: Bool) throws {
        for interlaced in [false, true] {
            let animation = Animation(
                isDefaultImageAFrame: isDefaultImageAFrame, orientation: orientation.rawValue, interlaced: interlaced)
            let source = animation.png.file
            let result = Self.normalize(source)
            #expect(result.report.warnings.isEmpty)
            guard case .bytes(let output) = result.output else {
                Issue.record("\(result.report.reason)")
                return
            }
            let transform = orientation.transform(in: animation.png.header.size)
            let turned = try Self.frames(output)
            #expect(turned.count == 3)
            for (frame, found) in zip(animation.frames, turned) {
                let expected = TestPNG.turned(frame.pixels, frame.rect.size, orientation)
                #expect(found.picture.rows == expected.flatMap { animation.png.packed($0) })
                if let control = found.control {
                    #expect(control.rect == transform.applied(to: frame.rect))
                    #expect(control.timing == [0, 3, 0, 25, 1, 1])
                }
            }
            #expect((turned[0].control != nil) == isDefaultImageAFrame)
            try Self.expectSequence(output)
            #expect(Self.normalize(output).report.outcome == .unchanged)
        }
    }

    private static func expectSequence(_ bytes: [UInt8]) throws {
        let file = try PNGFile(parsing: bytes)
        #expect(file.warnings.isEmpty, "every CRC matches")
        let numbers = file.chunks.filter { [.frameControl, .frameData].contains($0.type) }.map {
            bytes.bigEndian32(at: $0.data.lowerBound)
        }
        #expect(numbers == numbers.indices.map { UInt32($0) })
    }

    @Test func uprightAnimationsAreTheSource() {
        let source = Animation(isDefaultImageAFrame: true, orientation: 1).png.file
        let result = Self.normalize(source)
        #expect(result.report.outcome == .unchanged)
        #expect(result.report.warnings.isEmpty)
    }

    @Test func framesOutsideOfTheCanvasAreRejected() throws {
        var png = Animation(isDefaultImageAFrame: true, orientation: 6).png
        let index = try #require(png.after.firstIndex { $0.0 == .frameControl })
        png.after[index].1[15] = 200
        let result = Self.normalize(png.file)
        #expect(result.report.outcome == .rejected)
        #expect(result.report.reason.contains("expected fcTL"))
    }

    @Test func frameDataWithoutAFrameIsRejected() {
        var png = Animation(isDefaultImageAFrame: true, orientation: 6).png
        png.after.removeAll { $0.0 == .frameControl }
        #expect(Self.normalize(png.file).report.outcome == .rejected)
    }

    @Test func disorderedSequenceNumbersAreCorrected() throws {
        var png = Animation(isDefaultImageAFrame: true, orientation: 6).png
        let index = try #require(png.after.firstIndex { $0.0 == .frameData })
        png.after[index].1[3] = 77
        let result = Self.normalize(png.file)
        #expect(!result.report.warnings.isEmpty)
        guard case .bytes(let output) = result.output else {
            Issue.record("\(result.report.reason)")
            return
        }
        try Self.expectSequence(output)
    }
}
