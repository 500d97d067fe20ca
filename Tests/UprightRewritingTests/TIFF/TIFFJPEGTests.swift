import TestJPEG
import Testing
import UprightCodecs
import UprightRewriting
import UprightBase

/// TIFF files whose strips or tiles are JPEG streams. Each coefficient of the output must be the one of the source that comes
/// to lie there.
struct TIFFJPEGTests {
    struct Case: CustomStringConvertible {
        var sampling: JPEGSampling
        var size = Size(width: 64, height: 96)
        var tile: Int? = 32
        var rows = 32
        var isPlanar = false
        var sharesTables = true
        var precision = 8

        var description: String {
            "\(sampling) \(size) \(tile ?? 0) \(isPlanar ? "planar" : "") \(sharesTables) \(precision)"
        }
        /// Whether decoders would interpolate chroma at other edges of strips or tiles.
        func losesSeams(_ orientation: Orientation) -> Bool {
            guard !isPlanar, Set(sampling.factors).count > 1 else { return false }
            guard let tile else { return rows < size.height && orientation.transposes }
            return (size.width % tile > 0 || size.height % tile > 0) && orientation != .leftMirrored
        }
        var factors: (Int, Int) {
            (sampling.factors.map { $0[0] }.max() ?? 1, sampling.factors.map { $0[1] }.max() ?? 1)
        }
    }

    private static let samplings = ["gray", "4:4:4", "4:2:2", "4:4:0", "4:2:0", "CMYK"].map { name in
        JPEGSampling.all.first { $0.name == name }!
    }

    private static let cases: [Case] =
        samplings.flatMap { sampling in
            [
                Case(sampling: sampling), Case(sampling: sampling, tile: nil),
                Case(sampling: sampling, tile: nil, rows: 96),
                Case(sampling: sampling, size: Size(width: 48, height: 80), sharesTables: false),
            ]
        } + [
            Case(sampling: samplings[1], isPlanar: true), Case(sampling: samplings[1], tile: nil, isPlanar: true),
            Case(sampling: samplings[4], sharesTables: false, precision: 12),
        ]

    /// The stream of a strip or tile, and the tables that it has in common with the others.
    private func stream(_ picture: JPEGCoefficients, _ test: Case) throws -> (tables: [UInt8], own: [UInt8]) {
        var coding = JPEGCoding(planeCount: picture.planes.count)
        coding.optimizesTables = test.precision == 12
        let encoded = try picture.encoded(as: coding, expecting: 0, limit: 1 << 24)
        var (tables, own): ([UInt8], [UInt8]) = ([], [])
        for segment in encoded.segments {
            let isTable = test.sharesTables && [0xDB, 0xC4].contains(segment.marker)
            if isTable {
                encoded.append(segment.range, to: &tables)
            } else {
                encoded.append(segment.range, to: &own)
            }
        }
        return (tables, own)
    }

    private func page(_ test: Case, _ orientation: Orientation) throws -> TestTIFF.Page {
        var page = TestTIFF.Page(
            width: test.size.width, height: test.size.height, bits: test.precision,
            samples: test.sampling.factors.count,
            isPlanar: test.isPlanar, tile: test.tile, rowsPerStrip: test.rows, orientation: orientation.rawValue)
        let unit = test.tile.map { Size(width: $0, height: $0) } ?? Size(width: test.size.width, height: test.rows)
        let columns = (test.size.width + unit.width - 1) / unit.width
        let rows = (test.size.height + unit.height - 1) / unit.height
        let sampling = test.isPlanar ? JPEGSampling("one", [[1, 1]]) : test.sampling
        var tables: [UInt8] = []
        page.coded = try (0..<columns * rows * (test.isPlanar ? page.samples : 1)).map { number in
            let part = try sampling.picture(
                unit, seed: UInt64(number + 1), step: test.precision == 12 ? 40 : nil)
            var precise = part
            for plane in precise.planes.indices { precise.planes[plane].precision = test.precision }
            let coded = try stream(precise, test)
            tables = coded.tables
            return coded.own
        }
        page.extra[259] = (3, [7])
        page.extra[262] = (3, [[1: 1, 4: 5][page.samples] ?? (test.isPlanar ? 2 : 6)])
        if page.samples == 3, !test.isPlanar {
            page.extra[530] = (3, [test.factors.0, test.factors.1])
        }
        if test.sharesTables {
            page.extra[347] = (7, ([0xFF, 0xD8] + tables + [0xFF, 0xD9]).map { Int($0) })
        }
        return page
    }

    /// The coefficients of a block: its component, column and row.
    private func blocks(_ file: [UInt8], _ test: Case) throws -> (Int, Int, Int) throws -> [Int16] {
        let page = try #require(TestTIFF.read(file).first)
        let tables = (page.tags[347] ?? []).map { UInt8($0) }.dropLast(2)
        let (starts, counts) = (page.tags[324] ?? page.tags[273] ?? [], page.tags[325] ?? page.tags[279] ?? [])
        let (unitWidth, unitHeight) = (
            page.tags[322]?[0] ?? page.width, page.tags[323]?[0] ?? min(page.tags[278]?[0] ?? .max, page.height)
        )
        let parts = try zip(starts, counts).map { start, count in
            let own = file[start..<start + count]
            let stream = tables.isEmpty ? Array(own) : Array(tables) + own.dropFirst(2)
            return try JPEGCoefficients.decoding(try #require(try? JPEGSource(stream)).file, in: stream).picture
        }
        let columns = (page.width + unitWidth - 1) / unitWidth
        let perPlane = columns * ((page.height + unitHeight - 1) / unitHeight)
        return { component, column, row in
            let first = parts[test.isPlanar ? component * perPlane : 0]
            let plane = first.planes[test.isPlanar ? 0 : component]
            let (across, down) = (first.planes.map(\.horizontal).max() ?? 1, first.planes.map(\.vertical).max() ?? 1)
            let width = unitWidth * plane.horizontal / across / 8
            let height = unitHeight * plane.vertical / down / 8
            let number = row / height * columns + column / width + (test.isPlanar ? component * perPlane : 0)
            let part = parts[number].planes[test.isPlanar ? 0 : component]
            return Array(UnsafeBufferPointer(start: part.block(column % width, row % height), count: 64))
        }
    }

    /// The coefficients of a turned block (ITU-T T.81, A.3.3: a mirror changes the signs of odd frequencies).
    private func turned(_ block: [Int16], by orientation: Orientation) -> [Int16] {
        (0..<64).map { place in
            let (u, v) = (place % 8, place / 8)
            let value = orientation.transposes ? block[u * 8 + v] : block[place]
            let isFlipped =
                (orientation.mirrorsHorizontally && u % 2 == 1) != (orientation.mirrorsVertically && v % 2 == 1)
            return isFlipped ? -value : value
        }
    }

    private func normalized(_ file: [UInt8]) -> NormalizationResult {
        var options = NormalizationOptions()
        options.verification = .pixels
        return Normalizer(options: options).normalize(file)
    }

    @Test(arguments: cases, Orientation.allCases.filter { $0 != .up })
    func everyCoefficientIsTurned(test: Case, orientation: Orientation) throws {
        let source = TestTIFF(pages: [try page(test, orientation)]).bytes
        let result = normalized(source)
        guard case .bytes(let output) = result.output else {
            Issue.record("\(result.report.outcome): \(result.report.reason)\(result.report.warnings)")
            return
        }
        #expect(result.report.components.allSatisfy { $0.turn == .exact } == !test.losesSeams(orientation))
        let tags = try #require(TestTIFF.read(output).first?.tags)
        #expect(tags[274] == [1] && tags[259] == [7])
        #expect((tags[347] != nil) == test.sharesTables)
        if test.sampling.factors.count == 3, !test.isPlanar {
            let factors = [test.factors.0, test.factors.1]
            #expect(tags[530] == (orientation.transposes ? factors.reversed() : factors))
        }
        let (before, after) = (try blocks(source, test), try blocks(output, test))
        for component in test.sampling.factors.indices {
            let factors = test.sampling.factors[component]
            let columns = test.size.width * factors[0] / test.factors.0 / 8
            let rows = test.size.height * factors[1] / test.factors.1 / 8
            let transform = orientation.transform(in: Size(width: columns, height: rows))
            for row in 0..<rows {
                for column in 0..<columns {
                    let place = transform.applied(to: Rect(x: column, y: row, width: 1, height: 1))
                    let expected = turned(try before(component, column, row), by: orientation)
                    guard try after(component, place.x, place.y) != expected else { continue }
                    Issue.record("component \(component), block \(column), \(row)")
                    return
                }
            }
        }
        #expect(normalized(output).report.outcome == .unchanged)
    }

    /// A component that is no whole number of blocks along a mirrored axis is quantized again, as in a JPEG file.
    @Test(arguments: [2, 4], [Orientation.down, .upMirrored, .left, .leftMirrored])
    func otherSizesAreRequantizedAsInAJPEG(sampling: Int, orientation: Orientation) throws {
        let test = Case(
            sampling: Self.samplings[sampling], size: Size(width: 61, height: 45), tile: nil, rows: 45,
            sharesTables: false)
        var page = try page(test, .up)
        page.orientation = nil
        var options = NormalizationOptions()
        options.verification = .pixels
        options.furtherTurn = orientation
        let normalizer = Normalizer(options: options)
        let stream = try #require(page.coded?.first)
        let (tiff, jpeg) = (normalizer.normalize(TestTIFF(pages: [page]).bytes), normalizer.normalize(stream))
        guard case .bytes(let output) = tiff.output, case .bytes(let expected) = jpeg.output else {
            Issue.record("\(tiff.report.reason) \(jpeg.report.reason)")
            return
        }
        let turns = tiff.report.components.map(\.turn)
        #expect(turns == jpeg.report.components.map(\.turn))
        #expect(turns.contains(.requantized) == (orientation != .leftMirrored))
        let tags = try #require(TestTIFF.read(output).first?.tags)
        let place = try #require(tags[273]?.first)
        let found = try JPEGCoefficients.decoding(Array(output[place..<place + (tags[279]?.first ?? 0)])).picture
        let wanted = try JPEGCoefficients.decoding(expected).picture
        for (own, other) in zip(found.planes, wanted.planes) {
            let isSame = (0..<own.height).allSatisfy { row in
                (0..<own.width).allSatisfy { column in
                    (0..<64).allSatisfy { own.block(column, row)[$0] == other.block(column, row)[$0] }
                }
            }
            #expect(own.width == other.width && own.height == other.height && isSame)
        }
    }

    @Test func damagedStreamsAreNamed() throws {
        var page = try page(Case(sampling: Self.samplings[2]), .right)
        page.coded?[1][1] = 0
        let result = normalized(TestTIFF(pages: [page]).bytes)
        #expect(result.report.outcome == .unchanged)
        #expect(result.report.warnings.contains { $0.contains("stream 1") }, "\(result.report.warnings)")
    }
}
