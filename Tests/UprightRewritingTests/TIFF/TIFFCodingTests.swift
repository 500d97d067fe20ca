import Testing
import UprightCodecs
import UprightBase
import UprightRewriting

/// The codings of strips and tiles, each decoded in two ways.
@Suite(.enabled(if: TIFFCodec.load(), "libtiff is not installed")) struct TIFFCodingTests {
    private func normalized(
        _ file: [UInt8], _ change: (inout NormalizationOptions) -> Void = { _ in }
    ) -> NormalizationResult {
        var options = NormalizationOptions()
        options.verification = .pixels
        change(&options)
        return Normalizer(options: options).normalize(file)
    }

    private func output(_ file: [UInt8]) throws -> [UInt8] {
        let result = normalized(file)
        guard case .bytes(let bytes) = result.output else {
            Issue.record("\(result.report.outcome): \(result.report.reason) \(result.report.warnings)")
            return []
        }
        return bytes
    }

    /// The picture of a file of one page, as either decoder reads it.
    private func decoded(
        _ file: [UInt8], by decoder: TIFFRaster.Decoder, isLittle: Bool = true
    ) throws -> TIFFRaster.Decoded {
        let tags = try #require(TestTIFF.read(file).first).tags
        func tag(_ number: Int, _ usual: Int) -> Int { tags[number]?.first ?? usual }
        let segments = zip(tags[273] ?? [], tags[279] ?? []).map { $0..<$0 + $1 }
        let header = file[4..<8]
        let directory = (isLittle ? header.reversed() : Array(header)).reduce(0) { $0 << 8 | Int($1) }
        return try TIFFRaster.decode(
            file, directory: directory, segments: segments,
            TIFFLayout(
                size: Size(width: tag(256, 0), height: tag(257, 0)), bits: tag(258, 1), samples: tag(277, 1),
                isPlanar: false, compression: tag(259, 1), predictor: tag(317, 1), fillOrder: tag(266, 1),
                sampleFormat: tag(339, 1), group3: tag(292, 0), tile: nil,
                rowsPerStrip: min(tag(278, .max), tag(257, 0)), isLittleEndian: isLittle), by: decoder)
    }

    private func layout(_ page: TestTIFF.Page, _ compression: Int, predictor: Int = 1, isLittle: Bool = true)
        -> TIFFLayout
    {
        TIFFLayout(
            size: Size(width: page.width, height: page.height), bits: page.bits, samples: page.samples,
            isPlanar: false, compression: compression, predictor: predictor,
            fillOrder: page.extra[266]?.values[0] ?? 1, sampleFormat: page.extra[339]?.values[0] ?? 1,
            group3: page.extra[292]?.values[0] ?? 0, tile: nil, rowsPerStrip: min(page.rowsPerStrip, page.height),
            isLittleEndian: isLittle)
    }

    /// A page with its samples in another coding.
    private func coded(
        _ page: TestTIFF.Page, _ compression: Int, predictor: Int = 1, isLittle: Bool = true
    ) throws -> TestTIFF.Page {
        var page = page
        let fillOrder = page.extra.removeValue(forKey: 266)
        let plain = try decoded(TestTIFF(isLittle: isLittle, pages: [page]).bytes, by: .product, isLittle: isLittle)
        page.extra[266] = fillOrder
        page.coded = try plain.raster.stored(as: layout(page, compression, predictor: predictor, isLittle: isLittle))
            .encoded(limit: 1 << 24)
        page.extra[259] = (3, [compression])
        if predictor > 1 { page.extra[317] = (3, [predictor]) }
        return page
    }

    /// Writers pad the last strip to as many rows as the others have. A match of deflate then crosses the end of the picture.
    @Test(arguments: [1, 8, 32_946, 32_773], [Orientation.down, .right])
    func aStripWithMoreRowsThanThePictureIsReadToItsEnd(compression: Int, orientation: Orientation) throws {
        var page = TestTIFF.Page(width: 160, height: 100, rowsPerStrip: 64, orientation: orientation.rawValue)
        let row = [UInt8]((0..<160).flatMap { _ in [200, 120, 40] })
        page.coded = try (0..<2).map { _ in
            let rows = [UInt8]((0..<64).flatMap { _ in row })
            switch compression {
            case 1: return rows
            case 32_773:
                // A run of 2 literals, or of 128 bytes of the same.
                return stride(from: 0, to: rows.count, by: 2).flatMap { [1, rows[$0], rows[$0 + 1]] }
            default: return try #require(Zlib.deflate(rows, level: 6))
            }
        }
        page.extra[259] = (3, [compression])
        let file = TestTIFF(pages: [page]).bytes
        for decoder in [TIFFRaster.Decoder.product, .reference] {
            var pixels: [UInt8] = []
            try decoded(file, by: decoder).raster.withRows { pixels = Array($0) }
            #expect(pixels == [UInt8]((0..<100).flatMap { _ in row }))
        }
        let turned = try output(file)
        var pixels: [UInt8] = []
        try decoded(turned, by: .reference).raster.withRows { pixels = Array($0) }
        #expect(pixels == [UInt8]((0..<160 * 100).flatMap { _ in [200, 120, 40] as [UInt8] }))
    }

    /// What one writes, the other reads: here and in libtiff, in both orders of bits and bytes, with each predictor.
    @Test(arguments: [1, 5, 8, 32_946, 32_773], [(1, true), (2, true), (1, false), (2, false)])
    func bothDecodersReadTheSameSamples(compression: Int, order: (fillOrder: Int, isLittle: Bool)) throws {
        let (fillOrder, isLittle) = order
        for (bits, samples, predictor, format) in [
            (8, 3, 1, 1), (8, 3, 2, 1), (16, 1, 2, 1), (16, 3, 1, 1), (32, 2, 2, 1), (32, 1, 3, 3), (64, 1, 3, 3),
            (24, 1, 1, 1), (4, 1, 1, 1), (12, 1, 1, 1),
        ] where predictor == 1 || compression != 1 && compression != 32_773 {
            var page = TestTIFF.Page(bits: bits, samples: samples)
            page.extra[266] = (3, [fillOrder])
            page.extra[339] = (3, [format])
            let plain = try decoded(
                TestTIFF(isLittle: isLittle, pages: [TestTIFF.Page(bits: bits, samples: samples)]).bytes, by: .product,
                isLittle: isLittle)
            let coded = try coded(page, compression, predictor: predictor, isLittle: isLittle)
            let file = TestTIFF(isLittle: isLittle, pages: [coded]).bytes
            for decoder in [TIFFRaster.Decoder.product, .reference] {
                let found = try decoded(file, by: decoder, isLittle: isLittle)
                #expect(found.damage == nil && found.warning == nil)
                #expect(
                    found.raster.hasSamples(of: plain.raster),
                    "\(bits) bits, \(samples) samples, predictor \(predictor), \(decoder)")
            }
        }
    }

    /// Every run has a code of its own; runs of more than 2,560 pixels have several.
    @Test(arguments: [(2, 0), (3, 0), (3, 1), (3, 4), (3, 5), (4, 0)], [1, 2])
    func bothDecodersReadEveryRun(coding: (compression: Int, group3: Int), fillOrder: Int) throws {
        let width = 6_000
        var page = TestTIFF.Page(width: width, height: 64, bits: 1, samples: 1, rowsPerStrip: 20)
        page.extra[266] = (3, [fillOrder])
        page.extra[292] = (4, [coding.group3])
        var plain = page
        plain.extra = [:]
        // Rows of runs of 1 to 2,700 pixels, in both colours.
        var rows: [UInt8] = []
        var next = 1
        for row in 0..<64 {
            var (bits, x, isBlack) = ([UInt8](repeating: 0, count: width / 8), 0, row % 2 == 1)
            while x < width {
                let end = min(width, x + next)
                if isBlack { for place in x..<end { bits[place / 8] |= 0x80 >> UInt8(place % 8) } }
                (x, isBlack) = (end, !isBlack)
                next = next >= 2_700 ? 1 : next + (next < 70 ? 1 : 61)
            }
            rows += bits
        }
        plain.coded = stride(from: 0, to: 64, by: 20).map { Array(rows[$0 * width / 8..<min(64, $0 + 20) * width / 8]) }
        let raster = try decoded(TestTIFF(pages: [plain]).bytes, by: .product).raster
        page.coded = try raster.stored(as: layout(page, coding.compression)).encoded(limit: 1 << 24)
        page.extra[259] = (3, [coding.compression])
        page.extra[262] = (3, [0])
        let file = TestTIFF(pages: [page]).bytes
        for decoder in [TIFFRaster.Decoder.product, .reference] {
            #expect(try decoded(file, by: decoder).raster.hasSamples(of: raster), "\(decoder)")
        }
        let turned = try decoded(try output(file), by: .reference).raster
        #expect(turned.isTurned(from: raster, by: .right))
    }

    /// Writers before TIFF 6.0 put the bits of LZW in the other order.
    @Test func theOldFormOfLZWIsTurned() throws {
        var page = TestTIFF.Page(width: 37, height: 20, samples: 1, rowsPerStrip: 5)
        page.coded = (0..<4).map { strip in
            var bits: [UInt8] = []
            func put(_ code: Int) { bits += (0..<9).map { UInt8(code >> $0 & 1) } }
            put(256)
            for y in strip * 5..<strip * 5 + 5 { for x in 0..<37 { put(page.sample(x, y, 0)) } }
            put(257)
            while bits.count % 8 > 0 { bits.append(0) }
            return stride(from: 0, to: bits.count, by: 8).map { start in
                (0..<8).reduce(UInt8(0)) { $0 | bits[start + $1] << UInt8($1) }
            }
        }
        page.extra[259] = (3, [5])
        let file = TestTIFF(pages: [page]).bytes
        var plain = page
        plain.coded = nil
        plain.extra = [:]
        let raster = try decoded(TestTIFF(pages: [plain]).bytes, by: .product).raster
        for decoder in [TIFFRaster.Decoder.product, .reference] {
            #expect(try decoded(file, by: decoder).raster.hasSamples(of: raster), "\(decoder)")
        }
        let result = normalized(file)
        #expect(result.report.outcome == .normalized && result.report.warnings.isEmpty, "\(result.report)")
    }

    /// Rows of a fax that a decoder mends are shown by every program. That they were mended is said, and is no damage.
    @Test func mendedRowsOfAFaxAreTurned() throws {
        let page = try coded(
            TestTIFF.Page(width: 70, height: 40, bits: 1, samples: 1, rowsPerStrip: 40, orientation: 6), 3)
        var (mended, warned) = (0, 0)
        for place in stride(from: 40, to: 160, by: 3) {
            var changed = page
            changed.coded?[0][place] ^= 0x10
            let report = normalized(TestTIFF(pages: [changed]).bytes).report
            if report.outcome == .normalized { mended += 1 }
            if report.warnings.contains(where: { $0.contains("(libtiff)") }) { warned += 1 }
            #expect(!report.reason.contains("failed its check"), "\(report.reason)")
        }
        #expect(mended > 30 && warned > 10, "\(mended) \(warned)")
    }

    /// What is missing of one strip does not take the others.
    @Test func aDamagedStripLeavesTheOthers() throws {
        var page = try coded(TestTIFF.Page(rowsPerStrip: 7), 8)
        page.coded?[1] = Array(repeating: 0x55, count: 40)
        let file = TestTIFF(pages: [page]).bytes
        let result = normalized(file)
        #expect(result.report.outcome == .normalized, "\(result.report.reason)")
        #expect(result.report.warnings.contains { $0.contains("IFD0: strip 1") }, "\(result.report.warnings)")
        #expect(result.report.incompleteness != nil)
        #expect(normalized(file) { $0.damaged = .reject }.report.outcome == .rejected)
        page.coded = page.coded?.map { _ in Array(repeating: 0x55, count: 40) }
        #expect(normalized(TestTIFF(pages: [page]).bytes).report.outcome == .rejected)
    }

    @Test(arguments: [1, 2]) func aDepthOfOneIsNoVolume(depth: Int) {
        var page = TestTIFF.Page()
        page.extra[32_997] = (4, [depth])
        let report = normalized(TestTIFF(pages: [page]).bytes).report
        #expect(report.outcome == (depth == 1 ? .normalized : .unchanged))
    }

    /// ImageJ writes one directory for a stack: the other pictures follow the first.
    @Test(arguments: [1, 3]) func aStackWithoutDirectoriesIsKept(count: Int) {
        var page = TestTIFF.Page()
        page.extra[270] = (2, Array("ImageJ=1.54\nimages=\(count)\nslices=\(count)\n\0".utf8).map { Int($0) })
        let report = normalized(TestTIFF(pages: [page]).bytes).report
        #expect(report.outcome == (count == 1 ? .normalized : .unchanged), "\(report.warnings)")
    }

    /// Readers take a directory whose last offset is cut off for the last one.
    @Test(arguments: [1, 2, 3, 4], [true, false]) func aFileThatEndsBeforeItsLastOffsetIsTurned(
        missing: Int, isLittle: Bool
    ) throws {
        let page = TestTIFF.Page()
        let file = TestTIFF(isLittle: isLittle, pages: [page]).bytes
        let turned = try output(Array(file.dropLast(missing)))
        #expect(turned == (try output(file)))
    }

    @Test func sidesCountWhereSomethingIsDecoded() throws {
        for (orientation, outcome) in [(1, Outcome.unchanged), (6, .rejected)] {
            let file = TestTIFF(pages: [TestTIFF.Page(orientation: orientation)]).bytes
            var options = NormalizationOptions()
            options.limits.side = 36
            let report = Normalizer(options: options).normalize(file).report
            #expect(report.outcome == outcome && (outcome == .unchanged || report.reason.contains("limits.side")))
        }
    }
}
