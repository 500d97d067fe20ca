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
        "a redundant frame header of AV1": { heif("av01") { $0.items[0].data += unit(7) } },
        "a unit of AV1 with a reserved bit": { heif("av01") { $0.items[0].data += [0x35] + secret } },
        "a slice of HEVC of no kind": {
            heif("hvc1") { $0.items[0].data += [0, 0, 0, UInt8(secret.count + 2), 22 << 1, 1] + secret }
        },
        "symbols of no scan in a Huffman table": {
            let sampling = JPEGSampling.all[0]
            var coding = JPEGProcess.baseline.coding(sampling)
            coding.optimizesTables = true
            var file = try JPEGBuilder.file(try sampling.picture(Size(width: 40, height: 24)), coding, segments: [])
            let segment = try #require(try JPEGFile(parsing: file).segments.last { $0.marker == 0xC4 })
            let start = segment.payload.lowerBound
            let count = file[start + 1...start + 16].reduce(0) { $0 + Int($1) }
            file[start + 16] += UInt8(secret.count)
            file.insert(contentsOf: secret, at: start + 17 + count)
            file.replaceSubrange(
                start - 2..<start, with: UInt16(segment.payload.count + secret.count + 2).bigEndianBytes)
            return file
        },
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

    @Test(
        "An item with several pictures is refused, for nobody can say which one is shown", arguments: ["av01", "hvc1"])
    func severalPictures(_ type: String) throws {
        let bytes = Self.heif(type) {
            $0.items[0].data =
                type == "av01"
                ? [0x0A, 2, 0x18, 0x15, 0x32, 3, 1, 2, 3] + Self.unit(6)
                : $0.items[0].data + [0, 0, 0, UInt8(Self.secret.count + 3), 19 << 1, 1, 0x80] + Self.secret
        }
        #expect(throws: MetadataEditError.self) {
            try MetadataEditor([.strip(try MetadataStrip(.private))]).edited(bytes)
        }
    }

    @Test("Messages among the samples of a sequence are padding, and nothing moves")
    func samples() throws {
        func numbers(_ numbers: Int...) -> [UInt8] { numbers.flatMap { UInt32($0).bigEndianBytes } }
        func moov(_ start: Int, _ count: Int) -> [UInt8] {
            let entry = HEIFSample.box("av01", [UInt8](repeating: 0, count: 78))
            let tables =
                HEIFSample.full("stsd", numbers(1) + entry) + HEIFSample.full("stsz", numbers(0, 1, count))
                + HEIFSample.full("stsc", numbers(1, 1, 1, 1)) + HEIFSample.full("stco", numbers(1, start))
            return ["stbl", "minf", "mdia", "trak", "moov"].reduce(tables) { HEIFSample.box($1, $0) }
        }
        let (start, end): ([UInt8], [UInt8]) = ([0x12, 0, 0x0A, 2, 0, 0], [0x32, 3, 1, 2, 3])
        let sample = start + Self.unit(5) + end
        let bytes = Self.heif("av01") {
            $0.further = moov(0, sample.count) + HEIFSample.box("mdat", sample)
            let place = Data($0.bytes).range(of: Data(sample))
            $0.further = moov(place?.lowerBound ?? 0, sample.count) + HEIFSample.box("mdat", sample)
        }
        let place = try #require(Data(bytes).range(of: Data(sample)))
        let editor = MetadataEditor([.strip(try MetadataStrip(.private))])
        let edited = try editor.edited(bytes).bytes
        let padding = [0x7A, UInt8(Self.secret.count)] + [UInt8](repeating: 0, count: Self.secret.count - 1) + [0x80]
        #expect(Array(edited[place]) == start + padding + end)
        #expect(edited.count == bytes.count)
        #expect(try editor.edited(edited).changes.isEmpty)
        #expect(!PrivateItems.all(in: bytes).isEmpty && PrivateItems.all(in: edited).isEmpty)
    }

    @Test("Bits beside the rows of a PNG are gone")
    func padding() throws {
        let png = TestPNG(Size(width: 11, height: 9), .gray, depth: 2)
        // Eleven pixels of two bits leave two bits of the third byte.
        let rows = (0..<9).flatMap { (row: UInt8) -> [UInt8] in [0, row, 0xE4, row % 2 == 0 ? 0x1B : 0x18] }
        var writer = PNGWriter()
        writer.append(.ihdr, png.header.serialized)
        writer.append(.idat, Zlib.deflate(rows, level: 6) ?? [])
        writer.append(.iend, [])
        let edited = try MetadataEditor([.strip(try MetadataStrip(.private))]).edited(writer.bytes).bytes
        let parsed = try PNGFile(parsing: edited)
        let stream = parsed.chunks.filter { $0.type == .idat }.flatMap { edited[$0.data] }
        let shown = Zlib.inflate(stream[...], limit: 1_000).bytes
        #expect(shown == rows.enumerated().map { $0.offset % 4 == 3 ? $0.element & 0xFC : $0.element })
        #expect(try MetadataEditor([.strip(try MetadataStrip(.private))]).edited(edited).bytes == edited)
        #expect(!PrivateItems.all(in: writer.bytes).isEmpty)
    }

    @Test("A bit beside the last row of a large picture is gone, and no pixel changes", arguments: [false, true])
    func padding(interlaced: Bool) throws {
        let size = Size(width: 2_003, height: 701)
        let png = TestPNG(size, .gray, depth: 1, interlaced: interlaced)
        let clean = png.imageData(png.pixels)
        var rows = Zlib.inflate(clean[...], limit: 1 << 20).bytes
        rows[rows.count - 1] &+= 1
        var writer = PNGWriter()
        writer.append(.ihdr, png.header.serialized)
        writer.append(.idat, Zlib.deflate(rows, level: 6) ?? [])
        writer.append(.iend, [])
        let edited = try MetadataEditor([.strip(try MetadataStrip(.private))]).edited(writer.bytes).bytes
        let stream = try PNGFile(parsing: edited).chunks.filter { $0.type == .idat }.flatMap { edited[$0.data] }
        func pixels(_ stream: [UInt8]) throws -> [UInt8] {
            try PNGRaster.decode(stream[...], size: size, bitsPerPixel: 1, isInterlaced: interlaced).raster.packedPixels
        }
        #expect(try pixels(stream) == pixels(clean))
        #expect(!PrivateItems.all(in: writer.bytes).isEmpty && PrivateItems.all(in: edited).isEmpty)
        #expect(try MetadataEditor([.strip(try MetadataStrip(.private))]).edited(edited).bytes == edited)
    }

    @Test("Clean coded data stay byte for byte", arguments: [JPEGProcess.baseline, .progressive, .arithmetic])
    func clean(_ process: JPEGProcess) throws {
        let sampling = JPEGSampling.all[0]
        let file = try JPEGBuilder.file(
            try sampling.picture(Size(width: 40, height: 24)), process.coding(sampling), segments: [])
        #expect(try MetadataEditor([.strip(try MetadataStrip(.all))]).edited(file).bytes == file)
    }
}
