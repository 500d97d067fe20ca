internal import UprightBase
internal import UprightWorker
internal import Foundation
internal import UprightRewriting
internal import Testing

@Suite struct ThumbnailTests {
    static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "fixtures")

    /// Returns the size of a JPEG, from its frame header.
    static func size(_ jpeg: [UInt8]) -> (width: Int, height: Int)? {
        var at = 2
        while at + 9 < jpeg.count, jpeg[at] == 0xFF {
            if [0xC0, 0xC1, 0xC2].contains(jpeg[at + 1]) {
                return (Int(jpeg[at + 7]) << 8 | Int(jpeg[at + 8]), Int(jpeg[at + 5]) << 8 | Int(jpeg[at + 6]))
            }
            at += 2 + (Int(jpeg[at + 2]) << 8 | Int(jpeg[at + 3]))
        }
        return nil
    }

    static func made(_ bytes: [UInt8], edge: Int = 24, limits: Limits = Limits()) throws -> (MadeThumbnail, [UInt8]) {
        let source = TestFile(bytes)
        let output = TestFile()
        let made = try ThumbnailWork(edge: edge, limits: limits).perform(
            source: source.descriptor, output: output.descriptor)
        let jpeg = output.content
        #expect(jpeg.count == made.bytes)
        return (made, jpeg)
    }

    /// The fixtures show the same scene, as samples and as JPEG tiles.
    @Test func jpegTilesOfTIFFHaveTheThumbnailOfTheirSamples() throws {
        let made = try ["tiff/orientation-6.tif", "tiff/jpeg.tif"].map { name in
            try Self.made([UInt8](Data(contentsOf: Self.fixtures.appending(path: name)))).0
        }
        #expect(made[1].bytes > 0 && made.map(\.width) == [24, 24], "\(made)")
        let colours = made.map { made in [16, 8, 0].map { made.colour >> $0 & 0xFF } }
        #expect(zip(colours[0], colours[1]).allSatisfy { abs($0 - $1) < 8 }, "\(colours)")
    }

    @Test func everySoundFixtureHasAnUprightThumbnail() throws {
        let manifest = try String(contentsOf: Self.fixtures.appending(path: "manifest.tsv"), encoding: .utf8)
        var compared = 0
        for line in manifest.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let sides = fields[4].split(separator: "x").compactMap { Int($0) }
            guard !fields[0].hasPrefix("bad/"), sides.count == 2, sides[0] > 0 else { continue }
            let bytes = [UInt8](try Data(contentsOf: Self.fixtures.appending(path: fields[0])))
            let (made, jpeg) = try Self.made(bytes)
            // No decoder here supports some of the kinds.
            guard made.bytes > 0 else { continue }
            compared += 1
            let turns = (5...8).contains(Int(fields[5]) ?? 1)
            let seen = turns ? [sides[1], sides[0]] : sides
            let longest = try #require(seen.max())
            #expect(max(made.width, made.height) == min(24, longest), "\(fields[0])")
            if seen[0] != seen[1], min(made.width, made.height) < max(made.width, made.height) {
                #expect((made.width > made.height) == (seen[0] > seen[1]), "\(fields[0])")
            }
            let size = try #require(Self.size(jpeg))
            #expect(size == (made.width, made.height) && jpeg.suffix(2) == [0xFF, 0xD9], "\(fields[0])")
        }
        print("thumbnails: \(compared) fixtures")
        #expect(compared > 30)
    }

    /// No decoder is there for HEIC: the thumbnail of the Exif block is shown, as the container turns the picture.
    @Test func aHEICHasTheThumbnailOfItsExifBlock() throws {
        let name = "jpeg/grayscale.jpg"
        let jpeg = [UInt8](try Data(contentsOf: Self.fixtures.appending(path: name)))
        let stored = try #require(Self.size(jpeg))
        #expect(stored.width != stored.height)
        func entry(_ tag: UInt16, _ value: Int) -> [UInt8] {
            [UInt8(tag >> 8), UInt8(tag & 0xFF), 0, 4, 0, 0, 0, 1]
                + (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) }
        }
        let orientation: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
        let exif =
            Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1] + orientation + [0, 0, 0, 26, 0, 2] + entry(0x0201, 56)
            + entry(0x0202, jpeg.count) + [0, 0, 0, 0] + jpeg
        for (rotation, isTurned) in [(nil, true), (3, true), (0, false)] as [(UInt8?, Bool)] {
            let (made, _) = try Self.made(LargeFileTests.heic([1, 2, 3], exif: exif, rotation: rotation))
            let isUpright = (made.width > made.height) == (stored.width > stored.height)
            #expect(made.bytes > 0 && isUpright != isTurned, "\(made.reason)")
        }
        let bare = try Self.made(LargeFileTests.heic([1, 2, 3], exif: Array(exif.prefix(26)))).0
        #expect(bare.bytes == 0 && bare.reason.contains("no JPEG thumbnail"), "\(bare.reason)")
    }

    /// A video with a matrix, whose second sample is a key frame of 64 by 32 pixels: red on the left, blue on the right. Made by
    /// `ffmpeg -f lavfi -i color=c=red:size=64x32,drawbox=x=32:w=32:c=blue:t=fill -frames:v 1 -c:v libx265 -x265-params info=0:qp=30`.
    private static func video(_ matrix: [Int], cover: [UInt8] = []) throws -> [UInt8] {
        func big(_ values: Int...) -> [UInt8] {
            values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        }
        func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
        func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
            let content = Array(parts.joined())
            return big(content.count + 8) + Array(type.utf8) + content
        }
        let configuration = try #require(
            Data(
                base64Encoded: """
                    AQFgAAAAkAAAAAAAHvAA/P34+AAADwOgAAEAGEABDAH//wFgAAADAJAAAAMAAAMAHpWYCaEAAQApQgEBAWAAAAMAkAAAAwAAAwAeoCCCFllZrkyvAW\
                    gIAAADAAgAAAMACECiAAEABkQBwXGhEg==
                    """))
        let frame = try #require(Data(base64Encoded: "AAAAGSgBr1jn1H/vM//cDAurZDP/Ax+d+1b9C74="))
        let start = box("ftyp", Array("qt  ".utf8), big(0), Array("qt  ".utf8))
        let header = box(
            "tkhd", zeros(40),
            big(matrix[0] << 16, matrix[1] << 16, 0, matrix[2] << 16, matrix[3] << 16, 0, 0, 0, 1 << 30),
            big(64 << 16, 32 << 16))
        let entry = box("hvc1", zeros(24), [0, 64, 0, 32], zeros(50), box("hvcC", Array(configuration)))
        let tables = box(
            "stbl", box("stsd", big(0, 1), entry), box("stss", big(0, 1, 2)), box("stsc", big(0, 1, 1, 2, 1)),
            box("stsz", big(0, 0, 2, 5, frame.count)), box("stco", big(0, 1, start.count + 8)))
        let media = box(
            "mdia", box("mdhd", zeros(12), big(600, 600, 0)), box("hdlr", zeros(8), Array("vide".utf8), zeros(13)),
            box("minf", tables))
        let thumbnail = cover.isEmpty ? [] : box("udta", box("CNTH", box("CNDA", cover)))
        return start + box("mdat", zeros(5), Array(frame))
            + box("moov", box("mvhd", big(0, 0, 0, 600, 600), zeros(80)), box("trak", header, media), thumbnail)
    }

    @Test(
        "A video has its first key frame as its picture, turned by its matrix",
        .enabled(if: PictureFormats.libde265Version != nil, "libde265 is not installed"))
    func keyFrames() throws {
        func colour(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> String {
            let start = (y * pixels.size.width + x) * 3
            return pixels.rgb[start] > pixels.rgb[start + 2] ? "red" : "blue"
        }
        let (made, jpeg) = try Self.made(try Self.video([1, 0, 0, 1]), edge: 64)
        #expect((made.width, made.height) == (64, 32), "\(made.reason)")
        let pixels = try PixelBuffer(decoding: jpeg)
        #expect(colour(pixels, 8, 16) == "red" && colour(pixels, 56, 16) == "blue")
        let turned = try Self.made(try Self.video([0, 1, -1, 0]), edge: 64)
        #expect((turned.0.width, turned.0.height) == (32, 64), "\(turned.0.reason)")
        let upright = try PixelBuffer(decoding: turned.1)
        #expect(colour(upright, 16, 8) == "red" && colour(upright, 16, 56) == "blue")
        // A camera's own small picture serves where it is large enough.
        let cover = [UInt8](try Data(contentsOf: Self.fixtures.appending(path: "jpeg/grayscale.jpg")))
        let side = try #require(Self.size(cover)).width
        let small = try Self.made(try Self.video([1, 0, 0, 1], cover: cover), edge: min(24, side))
        #expect(small.0.colour >> 16 == small.0.colour & 0xFF, "the grey one")
        let large = try Self.made(try Self.video([1, 0, 0, 1], cover: cover), edge: side * 4)
        #expect(large.0.colour >> 8 & 0xFF < 32, "red and blue have no green")
        var limits = Limits()
        limits.pixels = 100
        #expect(try Self.made(try Self.video([1, 0, 0, 1]), edge: 64, limits: limits).0.reason.contains("pixels"))
    }

    @Test func everyPrefixAndAnyDamageGivesAnAnswer() throws {
        for name in ["png/rgb-alpha-8.png", "gif/animation-turned.gif", "jpeg/cmyk.jpg", "video"] {
            let bytes =
                name == "video"
                ? try Self.video([0, 1, -1, 0])
                : [UInt8](try Data(contentsOf: Self.fixtures.appending(path: name)).prefix(6000))
            for end in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 60)) {
                _ = try Self.made(Array(bytes[..<end]))
            }
            for at in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 60)) {
                var damaged = bytes
                damaged[at] ^= 0xFF
                _ = try Self.made(damaged)
            }
        }
    }

    @Test func pixelsAreLimited() throws {
        var limits = Limits()
        limits.pixels = 10
        for name in ["jpeg/grayscale.jpg", "gif/still-upright.gif"] {
            let bytes = [UInt8](try Data(contentsOf: Self.fixtures.appending(path: name)))
            let made = try Self.made(bytes, limits: limits).0
            #expect(made.bytes == 0 && made.reason.contains("pixels"), "\(made.reason)")
        }
        #expect(try Self.made(Array("no picture".utf8)).0.bytes == 0)
    }
}
