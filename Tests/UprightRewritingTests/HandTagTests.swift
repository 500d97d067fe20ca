import Foundation
import TestJPEG
import TestSupport
import Testing
import UprightBase
import UprightCodecs
import UprightFormats
import UprightRewriting

/// Where a turn by hand of the pixels would lose something, the orientation is set instead, and four lefts are the identity.
@Suite("Turns by hand that set the orientation")
struct HandTagTests {
    static let turns: [Orientation] = [.left, .right, .down, .upMirrored, .downMirrored]

    private func result(
        _ source: [UInt8], _ turn: Orientation, _ way: NormalizationOptions.HandTurn = .exactOrTag
    ) -> NormalizationResult {
        var options = NormalizationOptions()
        (options.furtherTurn, options.handTurn, options.verification) = (turn, way, .pixels)
        options.invalidOrientation = .set
        return Normalizer(options: options).normalize(source)
    }

    private func turned(
        _ source: [UInt8], _ turn: Orientation, _ way: NormalizationOptions.HandTurn = .exactOrTag
    ) throws -> [UInt8] {
        let result = result(source, turn, way)
        switch result.output {
        case .bytes(let bytes): return bytes
        case .source: return source
        case .none: throw FormatError(result.report.reason)
        }
    }

    private func orientation(_ bytes: [UInt8]) throws -> Orientation {
        try ImageProperties(reading: bytes).orientation ?? .up
    }

    private func content(_ jpeg: [UInt8], turned turn: Orientation = .up) throws -> [[Int16]] {
        var picture = try JPEGCoefficients.decoding(jpeg).picture
        if turn != .up { try picture.turn(turn) }
        return picture.content
    }

    @Test("A JPEG of odd size keeps its coefficients, or they lie where they belong", arguments: Orientation.allCases)
    func oddJPEG(own: Orientation) throws {
        for size in [Size(width: 37, height: 21), Size(width: 32, height: 21), Size(width: 37, height: 16)] {
            let source = try MultiPictureTests().coded(size, segments: [JPEGBuilder.exif(own.rawValue)])
            for turn in Self.turns {
                let result = result(source, turn)
                let bytes = try turned(source, turn)
                let tag = try orientation(bytes)
                let applied = own.followed(by: turn).followed(by: tag.inverse)
                #expect(try content(bytes) == content(source, turned: applied), "\(size) \(turn)")
                #expect(result.report.components.allSatisfy { $0.turn == .exact }, "\(size) \(turn)")
                #expect(applied == .up || tag == .up, "\(size) \(turn)")
            }
        }
    }

    @Test("Four lefts, and forty turns there and back, are the identity for JPEGs of odd size")
    func identities() throws {
        for size in [Size(width: 37, height: 21), Size(width: 64, height: 23)] {
            let source = try MultiPictureTests().coded(size)
            var bytes = source
            var lengths: [Int] = []
            for _ in 0..<4 { bytes = try turned(bytes, .left) }
            #expect(try content(bytes) == content(source) && orientation(bytes) == .up)
            for round in 0..<40 {
                bytes = try turned(bytes, Self.turns[round % 5])
                lengths.append(bytes.count)
            }
            for round in (0..<40).reversed() { bytes = try turned(bytes, Self.turns[round % 5].inverse) }
            #expect(try content(bytes) == content(source) && orientation(bytes) == .up)
            #expect((lengths.max() ?? 0) <= source.count + 200, "\(source.count): \(lengths)")
        }
    }

    @Test("The pixels of a JPEG whose turn is exact are turned, and not with tag")
    func ways() throws {
        let even = try MultiPictureTests().coded(Size(width: 64, height: 32))
        #expect(try orientation(turned(even, .left)) == .up)
        let labelled = try turned(even, .left, .tag)
        #expect(try orientation(labelled) == .left && content(labelled) == content(even))
        let odd = try MultiPictureTests().coded(Size(width: 37, height: 21))
        #expect(try orientation(turned(odd, .left, .pixels)) == .up)
        #expect(!result(odd, .left, .pixels).report.losses.isEmpty)
        let report = result(odd, .left).report
        #expect(report.losses.isEmpty)
        #expect(report.warnings.contains { $0.contains("the orientation is set") }, "\(report)")
    }

    @Test("A preview behind a picture that gets an orientation gets its own", arguments: turns)
    func previews(turn: Orientation) throws {
        let tests = MultiPictureTests()
        let preview = try tests.coded(Size(width: 37, height: 21), segments: [JPEGBuilder.exif(6)])
        func primary(_ images: [(size: Int, start: Int)], base: Int) throws -> [UInt8] {
            try tests.coded(
                Size(width: 75, height: 43), segments: [JPEGBuilder.exif(6), MetadataRecipe.mpf(images, base: base)])
        }
        let draft = try primary([(0, 0), (0, 0)], base: 0)
        let base = try #require(try tests.base(of: draft))
        let source = try primary([(draft.count, 0), (preview.count, draft.count)], base: base) + preview
        let bytes = try turned(source, turn, .tag)
        let found = Array(bytes[try JPEGFile(parsing: bytes).trailer])
        let composed = Orientation.right.followed(by: turn)
        #expect(try orientation(bytes) == composed && orientation(found) == composed)
        #expect(try content(bytes) == content(source) && content(found) == content(preview))
        #expect(try turned(bytes, turn.inverse, .tag) == source)
    }

    @Test("Regions of the stored picture stay where only the orientation changes")
    func regions() throws {
        let packet = MetadataRecipe.packet("tiff:Orientation=\"6\"", "")
        let source = try MultiPictureTests().coded(
            Size(width: 37, height: 21), segments: [JPEGBuilder.exif(6), MetadataRecipe.xmp(packet)])
        let bytes = try turned(source, .right, .tag)
        #expect(try orientation(bytes) == .down)
        #expect(bytes.holds(Array("tiff:Orientation=\"3\"".utf8)))
    }

    @Test("A lossy WebP gets an orientation, and keeps its coded bytes", arguments: Orientation.allCases)
    func webP(own: Orientation) throws {
        let bare = WebPDocumentTests.file([("VP8 ", WebPDocumentTests.lossy)])
        let stated = WebPDocumentTests.file([
            ("VP8X", WebPDocumentTests.header(0x08)), ("VP8 ", WebPDocumentTests.lossy),
            ("EXIF", WebPDocumentTests.exif(UInt8(own.rawValue))),
        ])
        for source in [bare, stated] {
            let first = source == bare ? Orientation.up : own
            #expect(result(source, .left, .pixels).report.outcome == (first == .right ? .normalized : .rejected))
            for turn in Self.turns {
                let bytes = try turned(source, turn)
                #expect(try orientation(bytes) == first.followed(by: turn))
                #expect(bytes.holds(WebPDocumentTests.lossy))
            }
            var bytes = source
            for _ in 0..<4 { bytes = try turned(bytes, .left) }
            #expect(try orientation(bytes) == first)
        }
    }

    @Test("No orientation is set where nobody follows it")
    func withoutOrientation() throws {
        let gif = try [UInt8](Data(contentsOf: Fixture.folder.appending(path: "gif/animation-upright.gif")))
        #expect(result(gif, .left, .tag).report.reason.contains("no viewer follows an orientation in a GIF"))
        #expect(result(gif, .left).report.outcome == .normalized)
    }

    @Test("A TIFF with places on the ground gets an orientation on each page, and keeps its samples")
    func tiff() throws {
        var page = TestTIFF.Page(orientation: 6)
        page.extra[33_550] = (12, [1, 1, 0])
        let other = TestTIFF.Page(width: 20, height: 10, orientation: nil)
        let source = TestTIFF(pages: [page, other]).bytes
        let bytes = try turned(source, .right)
        let (before, after) = (TestTIFF.read(source), TestTIFF.read(bytes))
        #expect(after.map { $0.tags[274] ?? [] } == [[3], [6]])
        for (old, new) in zip(before, after) {
            #expect(new.width == old.width && new.height == old.height)
            for place in 0..<10 { #expect(new.samples(place, place, 1) == old.samples(place, place, 1)) }
        }
        var back = bytes
        for _ in 0..<3 { back = try turned(back, .right) }
        #expect(try orientation(back) == .right)
    }

    @Test("The orientation of a raw file is set in place, and nothing else changes", arguments: turns)
    func raw(turn: Orientation) throws {
        for source in [ReadableSamples.dng(), ReadableSamples.panasonic(), ReadableSamples.olympus()] {
            guard try ImageProperties(reading: source).orientation == .left else { continue }
            #expect(result(source, turn, .pixels).report.outcome == .ignored)
            let bytes = try turned(source, turn)
            #expect(try ImageProperties(reading: bytes).orientation == Orientation.left.followed(by: turn))
            #expect(zip(source, bytes).count { $0 != $1 } == 1 && source.count == bytes.count)
            #expect(try turned(bytes, turn.inverse) == source)
        }
        #expect(try ImageProperties(reading: ReadableSamples.dng()).orientation == .left)
    }

    /// The header of a codestream of 400×304 pixels, as bits, and bytes after it.
    private func codestream(_ fields: [(Int, Int)]) -> [UInt8] {
        let size = [(0, 1), (0, 2), (303, 9), (0, 3), (0, 2), (399, 9)]
        var bits = (size + fields).flatMap { value, count in (0..<count).map { value >> $0 & 1 } }
        // What follows is not aligned.
        bits += (0..<77).map { ($0 &* 7 >> 2) & 1 }
        while bits.count % 8 != 0 { bits.append(1) }
        return [0xFF, 0x0A]
            + stride(from: 0, to: bits.count, by: 8).map { start in
                UInt8((0..<8).reduce(0) { $0 | bits[start + $1] << $1 })
            } + [1, 2, 3]
    }

    @Test("The orientation of a JPEG XL is set in its header, which grows by whole bytes", arguments: turns)
    func jpegXL(turn: Orientation) throws {
        let usual = codestream([(1, 1)])
        // Not all values are usual: no further fields, 12 bits, one channel of alpha with a name, no XYB, gray of a gamma.
        let named = [(0, 1), (0, 2), (0, 1), (0, 2), (0, 2), (1, 2), (2, 4), (65, 8), (66, 8), (1, 1)]
        let gray = [(0, 1), (0, 1), (1, 2), (1, 2), (1, 1), (4_545_455, 24), (1, 2)]
        let others = codestream([(0, 1), (0, 1), (0, 1), (2, 2), (1, 1), (1, 2)] + named + [(0, 1)] + gray)
        let stated = ReadableSamples.codestream(6)
        for (source, growth, first) in [(usual, 3, Orientation.up), (others, 7, .up), (stated, 0, .right)] {
            let bytes = try turned(source, turn)
            #expect(bytes.count == source.count + growth, "\(growth)")
            #expect(try ImageProperties(reading: bytes).orientation == first.followed(by: turn), "\(growth)")
            // Everything behind the header has its bits.
            #expect(bytes.suffix(9) == source.suffix(9), "\(growth)")
            let back = try turned(bytes, turn.inverse)
            #expect(back.count == bytes.count)
            #expect(try ImageProperties(reading: back).orientation ?? .up == first, "\(growth)")
        }
        let boxed = try turned(ReadableSamples.jpegXL(6, exif: 6), turn)
        let file = try ImageProperties(reading: boxed)
        #expect(file.orientation == Orientation.right.followed(by: turn))
        // Exif says the same.
        #expect(file.dictionary["{JPEGXL}"]?["IgnoredOrientation"] == nil)
    }

    @Test("A box around a JPEG XL that grows says its new length")
    func boxOfJPEGXL() throws {
        let start: [UInt8] = [0, 0, 0, 12] + Array("JXL \r\n".utf8) + [0x87, 0x0A]
        let source =
            start + ReadableSamples.box("ftyp", Array("jxl ".utf8) + [0, 0, 0, 0] + Array("jxl ".utf8))
            + ReadableSamples.box("jxlp", [0, 0, 0, 0] + codestream([(1, 1)]))
            + ReadableSamples.box("jxlp", [0x80, 0, 0, 1, 9, 9, 9])
        let bytes = try turned(source, .left)
        #expect(try ImageProperties(reading: bytes).orientation == .left)
        #expect(bytes.count == source.count + 3 && bytes.suffix(15) == source.suffix(15))
        let index = source + ReadableSamples.box("jxli", [1, 2])
        #expect(result(index, .left).report.reason.contains("an index of frames follows it"))
    }

    @Test("Left and right are the identity for HEIC, whatever Exif and properties say", arguments: Orientation.allCases)
    func heic(own: Orientation) throws {
        let plain = HEIFSample(orientation: UInt8(own.rawValue))
        var stated = plain
        stated.properties.append(HEIFSample.irot(3))
        stated.items[0].properties.append(-3)
        var upright = plain
        upright.properties.append(HEIFSample.irot(0))
        upright.items[0].properties.append(-3)
        for (sample, first) in [(plain, own), (stated, .right), (upright, .up)] {
            for turn in Self.turns {
                let bytes = try turned(sample.bytes, turn)
                let shown = first.followed(by: turn)
                #expect(try orientation(bytes) == shown, "\(turn)")
                // The properties say it, for viewers that follow them alone; none says that nothing is turned.
                let properties = HEIFReading(bytes).properties(1)
                let isTurned = properties.contains { $0.hasPrefix("irot") || $0.hasPrefix("imir") }
                #expect(isTurned == (shown != .up), "\(turn)")
                #expect(!properties.contains("irot 0!"))
                let back = try turned(bytes, turn.inverse)
                #expect(try orientation(back) == first, "\(turn)")
                #expect(!HEIFReading(back).properties(1).contains("irot 0!"))
            }
        }
    }
}

extension [UInt8] {
    /// Whether some bytes follow each other in these.
    fileprivate func holds(_ piece: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: piece) }
    }
}
