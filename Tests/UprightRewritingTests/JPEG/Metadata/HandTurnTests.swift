import TestJPEG
import Testing
import UprightCodecs
import UprightFormats
import UprightRewriting
import UprightBase

/// A turn by hand comes after the one that each embedded picture's own orientation asks for.
@Suite("Turns by hand of embedded pictures")
struct HandTurnTests {
    static let turns: [Orientation] = [.left, .right, .down, .upMirrored, .downMirrored]

    private func turned(_ source: [UInt8], _ turn: Orientation) throws -> [UInt8] {
        var options = NormalizationOptions()
        options.furtherTurn = turn
        let result = Normalizer(options: options).normalize(source)
        switch result.output {
        case .bytes(let bytes): return bytes
        case .source: return source
        case .none: throw FormatError("\(result.report.reason)")
        }
    }

    private func expected(_ jpeg: [UInt8], _ orientation: Orientation) throws -> [[Int16]] {
        var picture = try JPEGCoefficients.decoding(jpeg).picture
        if orientation != .up { try picture.turn(orientation) }
        return picture.content
    }

    @Test(
        "A preview behind the picture is turned by its own orientation and then by hand",
        arguments: Orientation.allCases,
        turns)
    func previews(orientation: Orientation, turn: Orientation) throws {
        // The preview has an orientation of its own: that of the picture.
        let tests = MultiPictureTests()
        let preview = try tests.coded(
            Size(width: 32, height: 16), segments: [JPEGBuilder.exif(orientation.rawValue)])
        func primary(_ images: [(size: Int, start: Int)], base: Int) throws -> [UInt8] {
            try tests.coded(
                MultiPictureTests.size,
                segments: [JPEGBuilder.exif(orientation.rawValue), MetadataRecipe.mpf(images, base: base)])
        }
        let draft = try primary([(0, 0), (0, 0)], base: 0)
        let base = try #require(try tests.base(of: draft))
        let source = try primary([(draft.count, 0), (preview.count, draft.count)], base: base) + preview
        let bytes = try turned(source, turn)
        let file = try JPEGFile(parsing: bytes)
        let composed = orientation.followed(by: turn)
        #expect(try expected(source, composed) == JPEGCoefficients.decoding(bytes).picture.content)
        let found = Array(bytes[file.trailer])
        #expect(try expected(preview, composed) == JPEGCoefficients.decoding(found).picture.content)
    }

    @Test(
        "A thumbnail is turned as its picture, whether its tag repeats the orientation or not",
        arguments: Orientation.allCases, turns)
    func thumbnails(orientation: Orientation, turn: Orientation) throws {
        let tests = MultiPictureTests()
        let thumbnail = try tests.coded(Size(width: 32, height: 16))
        for own in [nil, orientation.rawValue] {
            let block = MetadataRecipe.block(
                orientation: orientation.rawValue, thumbnail: thumbnail, thumbnailOrientation: own)
            let source = try tests.coded(MultiPictureTests.size, segments: [MetadataRecipe.exif(block)])
            let bytes = try turned(source, turn)
            let exif = try #require(try JPEGFile(parsing: bytes).segments.first { $0.marker == 0xE1 })
            let found = try TIFFBlock(parsing: Array(bytes[exif.payload].dropFirst(6)))
            let directory = try #require(found.directory(.thumbnail))
            let place = try #require(found.dataPlaces(of: directory).first)
            #expect(
                try expected(thumbnail, orientation.followed(by: turn))
                    == JPEGCoefficients.decoding(Array(found.bytes[place.range])).picture.content, "\(own ?? 0)")
        }
    }

    @Test("Forty turns make neither the file longer nor a thumbnail vanish, and end where they began")
    func forty() throws {
        let tests = MultiPictureTests()
        let thumbnail = try tests.coded(Size(width: 64, height: 32))
        let block = MetadataRecipe.block(orientation: 1, thumbnail: thumbnail, filler: 300)
        let source = try tests.coded(MultiPictureTests.size, segments: [MetadataRecipe.exif(block)])
        var bytes = source
        var lengths: [Int] = []
        for round in 0..<40 {
            bytes = try turned(bytes, Self.turns[round % 2])
            lengths.append(bytes.count)
        }
        for _ in 0..<40 {
            bytes = try turned(bytes, .left)
            lengths.append(bytes.count)
        }
        #expect((lengths.max() ?? 0) <= source.count + 200, "\(lengths)")
        #expect(try expected(source, .up) == JPEGCoefficients.decoding(bytes).picture.content)
        let exif = try #require(try JPEGFile(parsing: bytes).segments.first { $0.marker == 0xE1 })
        let found = try TIFFBlock(parsing: Array(bytes[exif.payload].dropFirst(6)))
        #expect(!found.dataPlaces(of: try #require(found.directory(.thumbnail))).isEmpty)
    }
}
