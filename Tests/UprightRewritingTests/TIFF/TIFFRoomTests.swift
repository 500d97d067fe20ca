import TestJPEG
import TestSupport
import Testing
import UprightCodecs
import UprightRewriting
import UprightBase

/// A turned or edited TIFF does not keep the room of what it no longer has.
@Suite(.enabled(if: TIFFCodec.load(), "libtiff is not installed")) struct TIFFRoomTests {
    /// How the strips are coded.
    enum Coding: Int, CaseIterable, Sendable {
        case none = 1, group3 = 3, group4, lzw, jpeg = 7, deflate, packBits = 32_773, lzma = 34_925, zstandard = 50_000

        var bits: Int { [.group3, .group4].contains(self) ? 1 : 8 }
        var isThere: Bool { [.none, .jpeg].contains(self) || TIFFCodec.canCode(rawValue) }
    }

    private static let sizes = [(64, 96, 32), (160, 104, 64), (40, 200, 7), (33, 41, 41)]

    private func normalized(
        _ file: [UInt8], further: Orientation = .up, _ edits: [MetadataEdit] = []
    ) throws -> [UInt8] {
        var options = NormalizationOptions()
        options.verification = .pixels
        options.furtherTurn = further
        options.edits = edits
        let result = Normalizer(options: options).normalize(file)
        guard case .bytes(let bytes) = result.output else {
            Issue.record("\(result.report.outcome): \(result.report.reason) \(result.report.warnings)")
            return file
        }
        return bytes
    }

    /// The file with another orientation in every directory of the chain. Its numbers are little-endian.
    private func oriented(_ file: [UInt8], _ orientation: Orientation) -> [UInt8] {
        func number(_ place: Int, _ count: Int) -> Int {
            file[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let isBig = file[2] == 43
        let (wide, head, length) = isBig ? (8, 8, 20) : (4, 2, 12)
        var (result, offset) = (file, number(isBig ? 8 : 4, wide))
        while offset != 0 {
            let count = number(offset, head)
            for entry in (0..<count).map({ offset + head + $0 * length }) where number(entry, 2) == 274 {
                result[entry + 4 + wide] = UInt8(orientation.rawValue)
            }
            offset = number(offset + head + count * length, wide)
        }
        return result
    }

    private func pages(_ coding: Coding, _ count: Int, rows: Int? = nil) -> [TestTIFF.Page] {
        Self.sizes.prefix(count).map { width, height, ownRows in
            let isJPEG = coding == .jpeg
            var page = TestTIFF.Page(
                width: isJPEG ? (width + 31) / 32 * 32 : width, height: isJPEG ? (height + 31) / 32 * 32 : height,
                bits: coding.bits, samples: 1, orientation: 1)
            page.rowsPerStrip = rows.map { min($0, page.height) } ?? (isJPEG ? 32 : ownRows)
            page.extra[282] = (5, [300, 1])
            page.extra[700] = (1, Array("<x:xmpmeta/>".utf8).map { Int($0) })
            return page
        }
    }

    /// The file with strips coded in another way.
    private func file(_ coding: Coding, _ pages: [TestTIFF.Page], isBig: Bool = false) throws -> [UInt8] {
        var pages = pages
        let plain = TestTIFF(isBig: isBig, pages: pages).bytes
        let read = TestTIFF.read(plain)
        for index in pages.indices where coding != .none {
            let page = pages[index]
            pages[index].extra[259] = (3, [coding.rawValue])
            let strips = stride(from: 0, to: page.height, by: page.rowsPerStrip)
            if coding == .jpeg {
                pages[index].coded = try strips.enumerated().map { number, _ in
                    let size = Size(width: page.width, height: page.rowsPerStrip)
                    let picture = try JPEGSampling("gray", [[1, 1]]).picture(size, seed: UInt64(number + 1), step: nil)
                    let encoded = try picture.encoded(as: JPEGCoding(planeCount: 1), expecting: 0, limit: 1 << 24)
                    var bytes: [UInt8] = []
                    for segment in encoded.segments { encoded.append(segment.range, to: &bytes) }
                    return bytes
                }
                continue
            }
            let layout = TIFFLayout(
                size: Size(width: page.width, height: page.height), bits: page.bits, samples: 1, isPlanar: false,
                compression: 1, predictor: 1, fillOrder: 1, sampleFormat: 1, group3: 0, tile: nil,
                rowsPerStrip: page.rowsPerStrip, isLittleEndian: true)
            let segments = zip(read[index].tags[273] ?? [], read[index].tags[279] ?? []).map { $0..<$0 + $1 }
            var coded = layout
            coded.compression = coding.rawValue
            pages[index].coded = try TIFFRaster.decode(plain, directory: 0, segments: segments, layout).raster
                .stored(as: coded).encoded(limit: 1 << 24)
        }
        return TestTIFF(isBig: isBig, pages: pages).bytes
    }

    /// The number of strips of all pages: each can be followed by a byte, so that the next begins at an even place.
    private func strips(_ file: [UInt8]) -> Int { TestTIFF.read(file).reduce(0) { $0 + ($1.tags[273]?.count ?? 0) } }

    /// 24 turns, by hand or by an orientation. Every fourth gives the same picture, and must have the same size.
    @Test(arguments: Coding.allCases.filter(\.isThere), [true, false])
    func turnsDoNotLetAFileGrow(coding: Coding, isByHand: Bool) throws {
        let (isBig, rows) = isByHand || coding == .jpeg ? (false, nil) : (true, 1 << 14)
        let source = try file(coding, pages(coding, 4, rows: rows), isBig: isBig)
        var (file, sizes) = (source, [source.count])
        for _ in 0..<24 {
            file = try isByHand ? normalized(file, further: .right) : normalized(oriented(file, .right))
            sizes.append(file.count)
        }
        let slack = strips(source) + 16
        // The first turn can change the number of rows of a strip.
        for (index, size) in sizes.enumerated() where index > 4 {
            #expect(size <= sizes[1 + (index - 1) % 4] + slack, "turn \(index): \(sizes)")
        }
        guard coding != .jpeg, Command.exists("tiffcp") else { return }
        let folder = try TemporaryFolder()
        try folder.write(file, to: "turned.tif")
        let copied = try Command.run("tiffcp", (isBig ? ["-8"] : []) + ["turned.tif", "copy.tif"], in: folder.url)
        #expect(copied.status == 0, "\(copied.error)")
        // tiffcp leaves out some tags, and has encoders of its own.
        let copy = try #require(folder.bytes(of: "copy.tif")?.count)
        #expect(file.count <= copy + copy / 50 + slack, "\(file.count) instead of \(copy)")
    }

    /// Four turns give every sample back, and values that are out of line.
    @Test func fourTurnsGiveTheFileBack() throws {
        let pages = pages(.none, 4)
        var file = try file(.none, pages)
        for _ in 0..<24 { file = try normalized(file, further: .right) }
        for (page, read) in zip(pages, TestTIFF.read(file)) {
            #expect(read.tags[700] == page.extra[700]?.values && read.tags[282] == [300, 1])
            for y in 0..<page.height {
                for x in 0..<page.width where read.samples(x, y, 0) != page.sample(x, y, 0) {
                    Issue.record("\(x) \(y)")
                    return
                }
            }
        }
    }

    /// The space that turned data frees is removed; bytes that another program left beside it stay.
    @Test func whatNothingPointsToStaysBesideRoomThatGoes() throws {
        var page = pages(.deflate, 1)[0]
        page.orientation = 6
        page.rowsPerStrip = 96
        let source = try file(.deflate, [page])
        let read = TestTIFF.read(source)[0]
        let (start, count) = (try #require(read.tags[273]?.first), try #require(read.tags[279]?.first))
        let text = Array("remains".utf8)
        page.coded = [Array(source[start..<start + count]) + text]
        page.extra[259] = (3, [8])
        page.extra[279] = (4, [count])
        let output = try normalized(TestTIFF(pages: [page]).bytes)
        #expect(place(of: text, in: output) != nil)
        #expect(try output.count <= normalized(source).count + text.count + 2)
    }

    /// Values take the room that earlier ones have left.
    @Test func editsDoNotLetAFileGrow() throws {
        var file = TestTIFF(pages: [TestTIFF.Page(orientation: 1)]).bytes
        var sizes: [Int] = []
        for number in 0..<20 {
            let text = String(repeating: "A caption. ", count: 3 + number % 5)
            file = try normalized(
                file, [try .set("EXIF:ImageDescription", to: [text]), try .set("XMP:dc:title", to: [text])])
            sizes.append(file.count)
        }
        #expect(sizes[19] <= (sizes[..<6].max() ?? 0), "\(sizes)")
    }

    /// A private value may hold offsets that only its maker knows: nothing that is not replaced moves, and room is used again.
    @Test(arguments: [(65_000, 7), (65_000, 4), (288, 4)]) func whatMayBePointedToStays(tag: Int, type: Int) throws {
        var page = pages(.deflate, 1)[0]
        page.extra[tag] = (type, type == 7 ? [1, 2, 3, 4, 5, 6, 7, 8] : [2])
        let text = Array("An owner of this picture".utf8)
        page.extra[33_432] = (2, (text + [0]).map { Int($0) })
        let source = try file(.deflate, [page, page])
        var (turned, sizes) = (source, [source.count])
        for _ in 0..<24 {
            turned = try normalized(turned, further: .right)
            #expect(place(of: text, in: turned) == place(of: text, in: source))
            sizes.append(turned.count)
        }
        #expect(sizes.max() ?? 0 <= 2 * source.count, "\(sizes)")
        #expect(sizes[24] <= sizes[8], "\(sizes)")
    }

    /// Nobody knows the directory to which a further tag points.
    @Test func aDirectoryOfAnUnknownTagKeepsAFileFromBeingTurned() throws {
        var page = pages(.none, 1)[0]
        page.extra[400] = (13, [2])
        page.orientation = 6
        #expect(Normalizer().normalize(try file(.none, [page])).report.outcome == .unchanged)
    }

    private func place(of text: [UInt8], in file: [UInt8]) -> Int? {
        file.indices.first { file[$0...].starts(with: text) }
    }
}
