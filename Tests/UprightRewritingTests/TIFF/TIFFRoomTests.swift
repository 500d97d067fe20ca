import Testing
import UprightCodecs
import UprightEditing
import UprightGeometry
import UprightRewriting

/// A turned or edited TIFF does not keep the room of what it no longer has.
@Suite(.enabled(if: TIFFCodec.load(), "libtiff is not installed")) struct TIFFRoomTests {
    private func turned(_ file: [UInt8], by orientation: Orientation, _ edits: [MetadataEdit] = []) throws -> [UInt8] {
        var options = NormalizationOptions()
        options.verification = .pixels
        options.furtherTurn = orientation
        options.edits = edits
        let result = Normalizer(options: options).normalize(file)
        guard case .bytes(let bytes) = result.output else {
            Issue.record("\(result.report.outcome): \(result.report.reason) \(result.report.warnings)")
            return file
        }
        return bytes
    }

    /// The bytes that the file needs: header, directories, values, strips.
    private func needed(_ file: [UInt8]) -> Int {
        let isBig = file[2] == 43 || file[3] == 43
        return TestTIFF.read(file).reduce(isBig ? 16 : 8) { sum, page in
            page.tags.reduce(sum + (isBig ? 16 : 6)) { sum, tag in
                sum + (isBig ? 20 : 12) + [273, 279, 258].filter { $0 == tag.key }.count * tag.value.count * 8
            } + (page.tags[279] ?? page.tags[325] ?? []).reduce(0, +)
        }
    }

    @Test(arguments: [1, 8, 5, 32_773], [true, false]) func turnsDoNotLetAFileGrow(compression: Int, isBig: Bool) throws
    {
        var pages: [TestTIFF.Page] = []
        for (width, height, rows) in [(64, 41, 5), (160, 100, 64), (33, 200, 7)] {
            var page = TestTIFF.Page(width: width, height: height, samples: 1, rowsPerStrip: rows, orientation: nil)
            page.extra[282] = (5, [300, 1])
            page.extra[700] = (1, Array("<x:xmpmeta/>".utf8).map { Int($0) })
            pages.append(page)
        }
        var file = TestTIFF(isBig: isBig, pages: pages).bytes
        if compression != 1 { file = try recoded(file, isBig, compression) }
        let start = file.count
        var largest = 0
        for _ in 0..<24 {
            file = try turned(file, by: .right)
            largest = max(largest, file.count)
            #expect(file.count <= needed(file) + 512)
        }
        #expect(compression != 1 || largest <= start + 1_024, "\(start) grew to \(largest)")
        for (page, read) in zip(pages, TestTIFF.read(file)) where compression == 1 {
            for y in 0..<page.height {
                for x in 0..<page.width where read.samples(x, y, 0) != page.sample(x, y, 0) {
                    Issue.record("\(x) \(y)")
                    return
                }
            }
        }
    }

    /// The first page with another compression, in room that a worse one has left.
    private func recoded(_ file: [UInt8], _ isBig: Bool, _ compression: Int) throws -> [UInt8] {
        let pages = TestTIFF.read(file).map { read in
            var page = TestTIFF.Page(
                width: read.width, height: read.height, samples: 1, rowsPerStrip: read.tags[278]?[0] ?? 1,
                orientation: nil)
            let layout = TIFFLayout(
                size: Size(width: page.width, height: page.height), bits: 8, samples: 1, isPlanar: false,
                compression: 1, predictor: 1, fillOrder: 1, sampleFormat: 1, group3: 0, tile: nil,
                rowsPerStrip: page.rowsPerStrip, isLittleEndian: true)
            let segments = zip(read.tags[273] ?? [], read.tags[279] ?? []).map { $0..<$0 + $1 }
            let raster = try? TIFFRaster.decode(file, directory: 0, segments: segments, layout).raster
            var coded = layout
            coded.compression = compression
            page.coded = try? raster?.stored(as: coded).encoded(limit: 1 << 24)
            page.extra[259] = (3, [compression])
            return page
        }
        return TestTIFF(isBig: isBig, pages: pages).bytes
    }

    /// Values take the room that earlier ones have left.
    @Test func editsDoNotLetAFileGrow() throws {
        var file = TestTIFF(pages: [TestTIFF.Page(orientation: 1)]).bytes
        var sizes: [Int] = []
        for number in 0..<20 {
            let text = String(repeating: "A caption. ", count: 3 + number % 5)
            file = try turned(
                file, by: .up, [try .set("EXIF:ImageDescription", to: [text]), try .set("XMP:dc:title", to: [text])])
            sizes.append(file.count)
        }
        #expect(sizes[19] <= (sizes[..<6].max() ?? 0), "\(sizes)")
    }

    /// A private value may hold offsets that only its maker knows: nothing that is not replaced moves.
    @Test(arguments: [(65_000, 7), (65_000, 4), (288, 4), (400, 13)]) func whatMayBePointedToStays(
        tag: Int, type: Int
    ) throws {
        var page = try deflated(TestTIFF.Page(width: 90, height: 70, orientation: 6))
        page.extra[tag] = (type, type == 7 ? [1, 2, 3, 4, 5, 6, 7, 8] : [2])
        page.extra[33_432] = (2, Array("An owner of this picture\0".utf8).map { Int($0) })
        let file = TestTIFF(pages: [page, TestTIFF.Page(orientation: 1)]).bytes
        let text = Array("An owner of this picture".utf8)
        let result = Normalizer().normalize(file)
        // IFD: nobody knows the directory that it points to.
        guard type != 13 else {
            #expect(result.report.outcome == .unchanged)
            return
        }
        guard case .bytes(let output) = result.output else {
            Issue.record("\(result.report.warnings)")
            return
        }
        #expect(place(of: text, in: output) == place(of: text, in: file))
        page.extra[tag] = nil
        let plain = TestTIFF(pages: [page, TestTIFF.Page(orientation: 1)]).bytes
        guard case .bytes(let compact) = Normalizer().normalize(plain).output else {
            Issue.record("expected a turned file")
            return
        }
        #expect(compact.count <= needed(compact) + 512)
    }

    private func deflated(_ page: TestTIFF.Page) throws -> TestTIFF.Page {
        var page = page
        let rows = page.width * page.samples
        page.coded = try stride(from: 0, to: page.height, by: page.rowsPerStrip).map { top in
            let pixels = (top..<min(page.height, top + page.rowsPerStrip)).flatMap { y in
                (0..<rows).map { UInt8(truncatingIfNeeded: page.sample($0 / page.samples, y, $0 % page.samples)) }
            }
            return try #require(Zlib.deflate(pixels, level: 6))
        }
        page.extra[259] = (3, [8])
        return page
    }

    private func place(of text: [UInt8], in file: [UInt8]) -> Int? {
        file.indices.first { file[$0...].starts(with: text) }
    }
}
