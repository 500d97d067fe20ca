import Testing
import UprightCodecs
import UprightFormats
import UprightRewriting
import UprightBase

/// TIFF files written tag by tag, in both byte orders, with strips and tiles.
@Suite(.enabled(if: TIFFCodec.load(), "libtiff is not installed")) struct TIFFDocumentTests {
    private static let turnedOrientations = Orientation.allCases.filter { $0 != .up }

    /// The layouts that files have.
    private static let layouts: [TestTIFF.Page] = {
        var pages: [TestTIFF.Page] = []
        for (bits, samples) in [
            (8, 3), (8, 1), (1, 1), (2, 1), (4, 1), (4, 3), (16, 3), (16, 1), (8, 4), (32, 1), (12, 1), (16, 5),
        ] {
            pages.append(TestTIFF.Page(bits: bits, samples: samples))
            pages.append(TestTIFF.Page(bits: bits, samples: samples, tile: 16))
            if samples > 1 { pages.append(TestTIFF.Page(bits: bits, samples: samples, isPlanar: true)) }
        }
        pages.append(TestTIFF.Page(rowsPerStrip: 21))
        pages.append(TestTIFF.Page(isPlanar: true, tile: 16))
        return pages
    }()

    private static let position =
        MetadataEdit.position(latitude: "48.5", longitude: "2.25", altitude: nil, inExif: true, when: .always) ?? []

    private func bytes(_ result: NormalizationResult) throws -> [UInt8] {
        guard case .bytes(let bytes) = result.output else {
            Issue.record(
                "expected new bytes, found \(result.report.outcome): \(result.report.reason)\(result.report.warnings)")
            return []
        }
        return bytes
    }

    private func normalized(_ file: [UInt8], _ change: (inout NormalizationOptions) -> Void = { _ in })
        -> NormalizationResult
    {
        var options = NormalizationOptions()
        options.verification = .pixels
        change(&options)
        return Normalizer(options: options).normalize(file)
    }

    /// Whether a page shows another one turned.
    private func isTurned(_ page: TestTIFF.Read, from stored: TestTIFF.Page, by orientation: Orientation) -> Bool {
        let transform = orientation.transform(in: Size(width: stored.width, height: stored.height))
        for y in 0..<stored.height {
            for x in 0..<stored.width {
                let place = transform.applied(to: Rect(x: x, y: y, width: 1, height: 1))
                for channel in 0..<stored.samples
                where page.samples(place.x, place.y, channel) != stored.sample(x, y, channel) { return false }
            }
        }
        return true
    }

    @Test(arguments: [(true, false), (false, false), (true, true), (false, true)])
    func everyLayoutIsTurnedExactly(isLittle: Bool, isBig: Bool) throws {
        for (number, layout) in Self.layouts.enumerated() {
            let orientation = Self.turnedOrientations[number % 7]
            var page = layout
            page.orientation = orientation.rawValue
            page.extra[282] = (5, [300, 1])
            page.extra[283] = (5, [200, 1])
            let source = TestTIFF(isLittle: isLittle, isBig: isBig, pages: [page]).bytes
            let result = normalized(source)
            let output = try bytes(result)
            guard let read = TestTIFF.read(output).first else { continue }
            #expect(isTurned(read, from: page, by: orientation), "\(layout) by \(orientation)")
            #expect(read.tags[274] == [1])
            #expect(read.width == (orientation.transposes ? page.height : page.width))
            #expect(read.tags[282] == (orientation.transposes ? [200, 1] : [300, 1]))
            #expect(read.tags[305] == Array("recipe\0".utf8).map { Int($0) })
            #expect(normalized(output).report.outcome == .unchanged)
            // Only the lists of strips or tiles can have grown.
            #expect(output.count <= source.count + 384, "the samples take the room of the old ones")
        }
    }

    @Test(arguments: Orientation.allCases) func aTurnAndItsInverseGiveTheSamples(orientation: Orientation) throws {
        for tile in [nil, 16] {
            let page = TestTIFF.Page(tile: tile, orientation: orientation.rawValue)
            let source = TestTIFF(pages: [page]).bytes
            let turned = orientation == .up ? source : try bytes(normalized(source))
            let back = normalized(turned) { $0.furtherTurn = orientation.inverse }
            let output = orientation == .up ? turned : try bytes(back)
            let read = try #require(TestTIFF.read(output).first)
            #expect(isTurned(read, from: page, by: .up))
        }
    }

    @Test(arguments: [5, 8, 32_773, 32_946]) func aCodedPictureKeepsItsCompression(compression: Int) throws {
        let page = TestTIFF.Page(bits: 16, samples: 3, orientation: 8)
        let coded = try coded(page, compression, predictor: compression == 32_773 ? 1 : 2)
        let output = try bytes(normalized(coded))
        #expect(TestTIFF.read(output).first?.tags[259] == [compression])
        let (before, after) = (try raster(coded), try raster(output))
        #expect(after.hasSamples(of: before.turned(by: .left)))
        #expect(normalized(output).report.outcome == .unchanged)
    }

    /// libtiff exchanges the bytes of samples before the predictor of floating point if the file has the other byte order.
    @Test(arguments: [5, 8, 32_946], [true, false])
    func floatingPointKeepsItsValuesInBothByteOrders(compression: Int, isLittle: Bool) throws {
        var page = TestTIFF.Page(bits: 32, samples: 1, orientation: 6)
        page.extra[339] = (3, [3])
        let coded = try coded(page, compression, predictor: 3, isLittle: isLittle)
        let before = try raster(coded, isLittle: isLittle)
        let plain = TestTIFF(isLittle: isLittle, pages: [page]).bytes
        #expect(try before.hasSamples(of: raster(plain, isLittle: isLittle)))
        let output = try bytes(normalized(coded))
        #expect(try raster(output, isLittle: isLittle).hasSamples(of: before.turned(by: .right)))
    }

    @Test("A smaller copy without an orientation is turned with its picture if it has its shape", arguments: [10, 18])
    func copies(height: Int) throws {
        let picture = TestTIFF.Page(orientation: 6)
        var copy = TestTIFF.Page(width: 18, height: height, orientation: nil)
        copy.extra[254] = (4, [1])
        let read = TestTIFF.read(try bytes(normalized(TestTIFF(pages: [picture, copy]).bytes)))
        #expect(isTurned(try #require(read.first), from: picture, by: .right))
        // 18 x 10 is 37 x 21 scaled, and 18 x 18 is not: nobody knows how that is stored.
        #expect(isTurned(try #require(read.last), from: copy, by: height == 10 ? .right : .up))
    }

    @Test(arguments: [2, 3, 4]) func aFaxKeepsItsCoding(compression: Int) throws {
        let page = TestTIFF.Page(width: 70, height: 41, bits: 1, samples: 1, orientation: 6)
        let coded = try coded(page, compression, predictor: 1)
        let output = try bytes(normalized(coded))
        #expect(TestTIFF.read(output).first?.tags[259] == [compression])
        #expect(try raster(output).hasSamples(of: raster(coded).turned(by: .right)))
    }

    /// A file whose samples are coded, made from one without compression.
    private func coded(
        _ page: TestTIFF.Page, _ compression: Int, predictor: Int, isLittle: Bool = true
    ) throws -> [UInt8] {
        let plain = TestTIFF(isLittle: isLittle, pages: [page]).bytes
        var layout = layout(page)
        layout.isLittleEndian = isLittle
        let raster = try raster(plain, isLittle: isLittle)
        (layout.compression, layout.predictor) = (compression, predictor)
        let segments = try raster.stored(as: layout).encoded(limit: 1 << 24)
        var coded = page
        coded.extra[259] = (3, [compression])
        coded.extra[317] = (3, [predictor])
        coded.extra[279] = (4, segments.map(\.count))
        // The offsets are those in a file of the same length without them.
        var file = TestTIFF(isLittle: isLittle, pages: [coded]).bytes
        var offsets: [Int] = []
        for segment in segments {
            offsets.append(file.count)
            file += segment
        }
        let start = file.count
        coded.extra[273] = (4, offsets)
        file = TestTIFF(isLittle: isLittle, pages: [coded]).bytes
        return file + segments.flatMap { $0 }
            + [UInt8](repeating: 0, count: max(0, start - file.count - segments.joined().count))
    }

    private func layout(_ page: TestTIFF.Page) -> TIFFLayout {
        TIFFLayout(
            size: Size(width: page.width, height: page.height), bits: page.bits, samples: page.samples,
            isPlanar: page.isPlanar, compression: 1, predictor: 1, fillOrder: 1,
            sampleFormat: page.extra[339]?.values[0] ?? 1, group3: 0,
            tile: page.tile.map { Size(width: $0, height: $0) }, rowsPerStrip: page.rowsPerStrip, isLittleEndian: true)
    }

    private func directory(of file: [UInt8], _ isLittle: Bool) -> Int {
        (isLittle ? file[4..<8].reversed() : Array(file[4..<8])).reduce(0) { $0 << 8 | Int($1) }
    }

    private func raster(_ file: [UInt8], isLittle: Bool = true) throws -> TIFFRaster {
        let tags = try #require(TestTIFF.read(file).first).tags
        func tag(_ number: Int, _ usual: Int) -> Int { tags[number]?.first ?? usual }
        let segments = zip(tags[273] ?? [], tags[279] ?? []).map { $0..<$0 + $1 }
        return try TIFFRaster.decode(
            file, directory: directory(of: file, isLittle), segments: segments,
            TIFFLayout(
                size: Size(width: tag(256, 0), height: tag(257, 0)), bits: tag(258, 1), samples: tag(277, 1),
                isPlanar: false, compression: tag(259, 1), predictor: tag(317, 1), fillOrder: 1,
                sampleFormat: tag(339, 1), group3: 0, tile: nil, rowsPerStrip: min(tag(278, .max), tag(257, 0)),
                isLittleEndian: isLittle)
        ).raster
    }

    @Test func everyPageIsTurnedByItsOwnOrientation() throws {
        let pages = [1, 6, 3, 8].map { TestTIFF.Page(width: 20 + $0, orientation: $0) }
        let result = normalized(TestTIFF(pages: pages).bytes)
        let read = TestTIFF.read(try bytes(result))
        #expect(read.count == 4)
        for (page, found) in zip(pages, read) {
            let orientation = try #require(page.orientation.flatMap { Orientation(rawValue: $0) })
            #expect(isTurned(found, from: page, by: orientation))
            #expect(found.tags[274] == [1])
        }
    }

    @Test(arguments: [
        (33_922, 12, [0, 0, 0, 0, 0, 0]), (34_735, 3, [1, 1, 0, 0]), (37_724, 7, [1, 2, 3, 4, 5]), (259, 3, [7]),
        (50_000, 4, [16]), (50_001, 13, [8]), (262, 3, [32_803]), (262, 3, [34_892]),
    ]) func aFileThatCannotBeTurnedIsKept(tag: Int, type: Int, values: [Int]) {
        var page = TestTIFF.Page()
        page.extra[tag] = (type, values)
        let result = normalized(TestTIFF(pages: [page]).bytes)
        #expect(result.report.outcome == .unchanged)
        #expect(
            result.report.warnings.contains { $0.contains("orientation 6 is kept: IFD0") }, "\(result.report.warnings)")
    }

    /// Values that lie within the samples would change with them.
    @Test func aDamagedFileWithValuesWithinItsSamplesIsKept() throws {
        var file = TestTIFF().bytes
        let software = try entry(305, at: directory(of: file, true), in: file)
        file.replaceSubrange(software + 8..<software + 12, with: [8, 0, 0, 0])
        let result = normalized(file)
        #expect(result.report.outcome == .unchanged, "\(result.report.reason)")
        #expect(
            result.report.warnings.contains { $0.contains("the values of IFD0 tag 0x0131 lie within its samples") },
            "\(result.report.warnings)")
    }

    /// Values that share bytes with a directory are not read: they would be other ones when it is written.
    @Test(arguments: [0, 1]) func valuesWithinADirectoryAreKeptUnread(isHeader: Int) throws {
        var file = TestTIFF(pages: [TestTIFF.Page(orientation: 1)]).bytes
        let first = directory(of: file, true)
        let software = try entry(305, at: first, in: file)
        let place = isHeader == 1 ? 2 : first + 1
        file.replaceSubrange(software + 8..<software + 12, with: bytes(of: place))
        let result = normalized(file) { $0.edits = Self.position }
        let reason = "has values within the header or a directory"
        #expect(result.report.warnings.contains { $0.contains("0x0131") && $0.contains(reason) })
        let output = try bytes(result)
        let moved = try entry(305, at: directory(of: output, true), in: output)
        #expect(output[moved..<moved + 12] == file[software..<software + 12])
        #expect(try ImageProperties(reading: output).coordinate != nil)
    }

    /// A strip makes the directories of smaller copies shorter, so that they move, and the list of them must follow.
    @Test(arguments: [1, 2]) func furtherPicturesAreFoundAfterAStrip(copies: Int) throws {
        var page = TestTIFF.Page(orientation: 1)
        page.extra[330] = (4, [Int](repeating: 0, count: copies))
        let copy = TestTIFF.Page(width: 12, height: 7, orientation: 1)
        var file = TestTIFF(pages: [page] + [TestTIFF.Page](repeating: copy, count: copies)).bytes
        let first = directory(of: file, true)
        var next = first
        var directories: [UInt8] = []
        for _ in 0...copies {
            let end = next + 2 + 12 * number(file, next, 2)
            if next != first { directories += bytes(of: next) }
            next = number(file, end, 4)
            file.replaceSubrange(end..<end + 4, with: [0, 0, 0, 0])
        }
        let list = try entry(330, at: first, in: file) + 8
        let place = copies == 1 ? list : number(file, list, 4)
        file.replaceSubrange(place..<place + 4 * copies, with: directories)

        var options = NormalizationOptions()
        options.edits = [.strip(MetadataStrip(.all, places: true, onUnknown: nil))]
        let output = try bytes(Normalizer(options: options).normalize(file))
        let found = try #require(TestTIFF.read(output).first?.tags[330])
        #expect(found.count == copies)
        for offset in found {
            var inner = output
            inner.replaceSubrange(4..<8, with: bytes(of: offset))
            let read = try #require(TestTIFF.read(inner).first)
            #expect(read.tags[305] == nil)
            #expect(isTurned(read, from: copy, by: .up))
        }
    }

    private func number(_ file: [UInt8], _ offset: Int, _ count: Int) -> Int {
        file[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private func bytes(of offset: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: offset >> (8 * $0)) } }

    /// The offset of an entry of a directory.
    private func entry(_ tag: Int, at directory: Int, in file: [UInt8]) throws -> Int {
        try #require(
            (0..<number(file, directory, 2)).map { directory + 2 + 12 * $0 }.first { number(file, $0, 2) == tag })
    }

    @Test(arguments: [(true, false), (false, true)]) func editsAreReadBack(isLittle: Bool, isBig: Bool) throws {
        let source = TestTIFF(
            isLittle: isLittle, isBig: isBig, pages: [TestTIFF.Page(), TestTIFF.Page(orientation: 1)]
        ).bytes
        var options = NormalizationOptions()
        options.verification = .pixels
        let named: [MetadataEdit] = [
            try .set("EXIF:Artist", to: ["A. Person"]), try .set("EXIF:DateTimeOriginal", to: ["2024:05:06 07:08:09"]),
            try .set("XMP:dc:title", to: ["Title"]), try .set("IPTC:City", to: ["Paris"]),
        ]
        options.edits = named + Self.position
        let output = try bytes(Normalizer(options: options).normalize(source))
        let read = try ImageProperties(reading: output)
        #expect(read.orientation == .up && read.size == Size(width: 21, height: 37))
        #expect(read.dictionary["{TIFF}"]?["Artist"] == "A. Person")
        #expect(read.exif.dateTimeOriginal?.exifText == "2024:05:06 07:08:09")
        #expect(read.coordinate == GPSCoordinate(latitude: 48.5, longitude: 2.25))
        #expect(read.dictionary["{XMP}"]?["dc:title"] != nil)
        #expect(read.dictionary["{IPTC}"]?["City"] == "Paris")
        let pages = TestTIFF.read(output)
        #expect(isTurned(pages[0], from: TestTIFF.Page(), by: .right))
        #expect(isTurned(pages[1], from: TestTIFF.Page(), by: .up))
        let again = Normalizer(options: options).normalize(output)
        #expect(again.report.outcome == .unchanged, "\(again.report.changes)")
    }

    @Test func aStripLeavesNoPosition() throws {
        var options = NormalizationOptions()
        options.edits = Self.position
        let source = try bytes(Normalizer(options: options).normalize(TestTIFF().bytes))
        for profile in [StripProfile.location, .private, .all] {
            options.edits = [.strip(MetadataStrip(profile, places: true, onUnknown: nil))]
            let output = try bytes(Normalizer(options: options).normalize(source))
            #expect(try ImageProperties(reading: output).coordinate == nil)
            #expect(TestTIFF.read(output).first?.tags[0x8825] == nil)
            let read = try #require(TestTIFF.read(output).first)
            #expect(isTurned(read, from: TestTIFF.Page(orientation: 1), by: .right))
        }
    }
}
