import Foundation
import TestJPEG
import TestRaster
import Testing
import UprightBase
import UprightCodecs
import UprightFormats
import UprightRewriting

/// `private` and `all` leave nothing between and behind coded data that decoders do not read.
@Suite struct StripCodedTests {
    private static let secret = Array("Zq7Secret-Garden".utf8)

    /// A JPEG with a text before the n-th marker of a kind from the end: 0xD9 for what follows the last scan.
    private static func jpeg(_ process: JPEGProcess, restarts: Int = 0, before marker: UInt8) throws -> [UInt8] {
        let sampling = JPEGSampling.all[0]
        var coding = process.coding(sampling)
        coding.restartInterval = restarts
        let file = try JPEGBuilder.file(try sampling.picture(Size(width: 40, height: 24)), coding, segments: [])
        let place = try #require(file.indices.dropLast().last { file[$0] == 0xFF && file[$0 + 1] == marker })
        return file[..<place] + secret + file[place...]
    }

    private static func heif(_ type: String, _ change: (inout HEIFSample) -> Void) -> [UInt8] {
        var sample = HEIFSample(orientation: 1, type: type)
        change(&sample)
        return sample.bytes
    }

    private static func webp(_ payload: [UInt8]) -> [UInt8] {
        var body = Array("WEBPVP8L".utf8) + UInt32(payload.count).littleEndianBytes + payload
        if body.count & 1 == 1 { body.append(0) }
        return Array("RIFF".utf8) + UInt32(body.count).littleEndianBytes + body
    }

    /// A unit of AV1 of a kind, after its length.
    private static func unit(_ kind: UInt8) -> [UInt8] { [kind << 3 | 2, UInt8(secret.count)] + secret }

    static let places: [String: @Sendable () throws -> [UInt8]] = [
        "behind the last MCU": { try jpeg(.baseline, before: 0xD9) },
        "behind the last MCU of a progressive JPEG": { try jpeg(.progressive, before: 0xD9) },
        "between scans": { try jpeg(.progressive, before: 0xC4) },
        "behind arithmetic-coded data": { try jpeg(.arithmetic, before: 0xD9) },
        "before a restart marker": { try jpeg(.baseline, restarts: 2, before: 0xD1) },
        "colours of no pixel in a PNG": {
            var png = TestPNG(Size(width: 3, height: 2), .palette)
            png.pixels = [[0, 1, 2], [2, 1, 0]]
            png.before = [(.plte, [UInt8](repeating: 9, count: 30) + secret + [0, 0])]
            return png.file
        },
        "transparency of no pixel in a PNG": {
            var png = TestPNG(Size(width: 3, height: 2), .palette)
            png.pixels = [[0, 1, 2], [2, 1, 0]]
            png.before.append((PNGChunkType("tRNS"), [1, 2, 3] + secret))
            return png.file
        },
        "colours of no pixel in a GIF": {
            var gif = TestGIF(Size(width: 3, height: 2), [TestGIF.Frame(Rect(x: 0, y: 0, width: 3, height: 2))])
            gif.frames[0].indices = [0, 1, 0, 1, 0, 1]
            var file = gif.file
            let table = try #require(GIFFile(parsing: file).screen.palette)
            file.replaceSubrange(table.lowerBound + 6..<table.upperBound, with: secret.prefix(table.count - 6))
            return file
        },
        "behind VP8L": { webp(TestWebP(Size(width: 3, height: 2)).coded + secret) },
        "message of AV1": { heif("av01") { $0.items[0].data += unit(5) } },
        "padding of AV1": { heif("av01") { $0.items[0].data = unit(15) + $0.items[0].data } },
        "behind the units of AV1": { heif("av01") { $0.items[0].data += secret } },
        "message in the configuration of AV1": {
            heif("av01") { $0.properties[1] = HEIFSample.box("av1C", [0x81, 0, 0, 0] + unit(5)) }
        },
        "message of HEVC": {
            heif("hvc1") { $0.items[0].data += [0, 0, 0, UInt8(secret.count + 2), 0x4E, 1] + secret }
        },
        "behind the units of HEVC": { heif("hvc1") { $0.items[0].data += secret } },
        "a known property that no item has": {
            heif("hvc1") { $0.properties.append(HEIFSample.full("pixi", [UInt8(secret.count)] + secret)) }
        },
    ]

    @Test(arguments: places.keys.sorted(), [StripProfile.private, .all])
    func isGone(_ place: String, _ profile: StripProfile) throws {
        let bytes = try #require(try Self.places[place]?())
        let needle = Self.secret.prefix(6)
        #expect(Data(bytes).range(of: Data(needle)) != nil)
        let editor = MetadataEditor([.strip(try MetadataStrip(profile))])
        let edited = try editor.edited(bytes)
        #expect(Data(edited.bytes).range(of: Data(needle)) == nil)
        #expect(try ImageProperties(reading: edited.bytes).size == ImageProperties(reading: bytes).size)
        #expect(try editor.edited(edited.bytes).changes.isEmpty)
        // Not what the profile is for, so it stays as it is.
        #expect(try MetadataEditor([.strip(try MetadataStrip(.location))]).edited(bytes).bytes == bytes)
        #expect(!PrivateItems.all(in: bytes).isEmpty)
        if profile == .private { #expect(PrivateItems.all(in: edited.bytes).isEmpty) }
    }

    @Test("Clean coded data stay byte for byte", arguments: [JPEGProcess.baseline, .progressive, .arithmetic])
    func clean(_ process: JPEGProcess) throws {
        let sampling = JPEGSampling.all[0]
        let file = try JPEGBuilder.file(
            try sampling.picture(Size(width: 40, height: 24)), process.coding(sampling), segments: [])
        #expect(try MetadataEditor([.strip(try MetadataStrip(.all))]).edited(file).bytes == file)
    }
}
