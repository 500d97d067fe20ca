import Foundation
import TestSupport
import Testing
import UprightBase
import UprightFormats
import UprightRewriting

/// The boxes of HEIF: where data can be, how positions are written, and what happens to them when data moves.
@Suite struct HEIFContainerTests {
    /// The ways in which files are laid out.
    static let layouts: [HEIFSample] = {
        var samples: [HEIFSample] = []
        let plain = HEIFSample(orientation: 6)
        for version in 0...2 {
            for widths in [
                HEIFSample.Widths(), .init(offset: 8, length: 8, base: 8), .init(offset: 4, length: 8, base: 4),
                .init(offset: 0, length: 4, base: 4),
            ] {
                for place in [HEIFSample.Place.file, .pieces, .itemData, .item] {
                    guard version > 0 || place == .file || place == .pieces, widths.offset > 0 || place == .file else {
                        continue
                    }
                    var sample = plain
                    sample.locationVersion = version
                    sample.widths = widths
                    sample.widths.index = place == .item ? 4 : 0
                    for item in sample.items.indices { sample.items[item].place = place }
                    samples.append(sample)
                }
            }
        }
        return samples.flatMap { sample in
            [false, true].flatMap { isLong in
                [0, 100].flatMap { free in
                    [false, true].map { isLast in
                        var sample = sample
                        (sample.isLong, sample.free, sample.hasMetaLast) = (isLong, free, isLast)
                        sample.associationVersion = isLong ? 1 : 0
                        sample.associationFlags = isLast ? 1 : 0
                        return sample
                    }
                }
            }
        }
    }()

    @Test func everyLayoutKeepsItsDataWhenItIsTurnedAndEdited() throws {
        #expect(Self.layouts.count > 200)
        var options = NormalizationOptions()
        options.edits = [
            try .set("EXIF:Artist", to: ["A person with a long name"]), try .set("XMP:dc:title", to: ["A title"]),
        ]
        for sample in Self.layouts {
            let source = sample.bytes
            #expect(HEIFReading(source).data(2) == sample.items[1].data)
            let turned = HEIFTurnTests.bytes(Normalizer().normalize(source))
            #expect(HEIFReading(turned).properties(1).last == "irot 3!")
            for item in sample.items { #expect(HEIFReading(turned).data(item.id) == item.data) }
            let edited = HEIFTurnTests.bytes(Normalizer(options: options).normalize(turned))
            #expect(HEIFReading(edited).data(1) == sample.items[0].data)
            let properties = try ImageProperties(reading: edited)
            #expect(properties.tiff.artist == "A person with a long name")
            #expect(properties.xmp?["dc:title"]?.text == "A title")
            #expect(properties.orientation == .right)
            #expect(try MetadataEditor(options.edits).edited(edited).changes.isEmpty)
            let both = HEIFTurnTests.bytes(Normalizer(options: options).normalize(source))
            #expect(HEIFReading(both).data(1) == sample.items[0].data)
            #expect(HEIFReading(both).properties(1).last == "irot 3!")
        }
    }

    /// Serves an array as a file.
    private struct Whole: ByteSource {
        let bytes: [UInt8]

        var count: Int { bytes.count }

        func read(_ offset: Int, into buffer: UnsafeMutableRawBufferPointer) {
            buffer.copyBytes(from: bytes[offset..<offset + buffer.count])
        }
    }

    /// A large file is read in parts: its changes must be those of the whole file, in each layout.
    @Test func whatIsReadOfALargeFileIsEnough() throws {
        var options = NormalizationOptions()
        options.edits = [
            try .set("EXIF:Artist", to: ["A person with a long name"]), try .set("XMP:dc:title", to: ["A title"]),
        ]
        let normalizer = Normalizer(options: options)
        for sample in Self.layouts {
            let source = sample.bytes
            let format = try #require(PictureFormats.format(of: source))
            let sparse = try #require(format.sparse(Whole(bytes: source)))
            #expect(sparse.filled.reduce(0) { $0 + $1.count } < source.count || sample.items[0].place == .itemData)
            let (report, patch) = normalizer.patch(sparse.bytes, as: format)
            let expected = normalizer.normalize(source)
            #expect(report.changes == expected.report.changes && report.parts == expected.report.parts)
            #expect(patch?.splices.applied(to: source) == HEIFTurnTests.bytes(expected))
            let output = HEIFTurnTests.bytes(expected)
            let fault = patch?.fault(in: output) { output[$1..<$1 + $0.count] == source[$0] }
            #expect(patch != nil && fault == nil)
            // Bytes that differ are noticed.
            let read = try #require(format.sparse(Whole(bytes: output)))
            #expect(patch?.fault(in: read.bytes) { _, _ in false } != nil)
        }
    }

    @Test func unusedSpaceIsUsedBeforeAnythingMoves() throws {
        var sample = HEIFSample(orientation: 6)
        sample.free = 100
        let output = HEIFTurnTests.bytes(Normalizer().normalize(sample.bytes))
        #expect(output.count == sample.bytes.count)
        let data = try #require(sample.bytes.firstOffset(of: sample.items[0].data))
        #expect(output.firstOffset(of: sample.items[0].data) == data)
        // 10 bytes are too few to leave a box of 8 behind.
        sample.free = 15
        let moved = HEIFTurnTests.bytes(Normalizer().normalize(sample.bytes))
        #expect(moved.count > sample.bytes.count)
        #expect(HEIFReading(moved).data(1) == sample.items[0].data)
    }

    @Test func positionsInAFurtherMetaBoxFollow() {
        let first = HEIFSample(orientation: 6)
        var sample = first
        let start = first.bytes.count + 8
        // Another meta box, whose only item is a piece of the free box behind it.
        let iloc = HEIFSample.full(
            "iloc", [0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1] + UInt32(start + 62).bigEndianBytes + [0, 0, 0, 4])
        let other = HEIFSample.box(
            "meta", [0, 0, 0, 0] + HEIFSample.full("hdlr", [0, 0, 0, 0] + Array("test".utf8)) + iloc)
        sample.further = other + HEIFSample.box("free", Array("find me: here".utf8))
        let source = sample.bytes
        let wanted = Array("me: ".utf8)
        func found(_ bytes: [UInt8]) -> [UInt8]? {
            guard let at = bytes.firstOffset(of: Array("iloc\0\0\0\0\u{44}\0\0\u{1}\0\u{1}\0\0\0\u{1}".utf8)) else {
                return nil
            }
            let offset = Int(bytes.bigEndian32(at: at + 18) ?? 0)
            return bytes.bytes(4, at: offset).map { Array($0) }
        }
        let shift = (source.firstOffset(of: wanted) ?? 0) - (start + 62)
        #expect(found(source) != nil)
        let output = HEIFTurnTests.bytes(Normalizer().normalize(source))
        let moved = (output.firstOffset(of: wanted) ?? 0) - shift
        #expect(found(output) == output.bytes(4, at: moved).map { Array($0) })
    }

    @Test func inAFileWithTracksNothingMovesForAnEdit() throws {
        var sample = HEIFSample(orientation: 1)
        sample.further = HEIFSample.box("moov", [])
        let grown = MetadataEditor([try .set("EXIF:Artist", to: ["A person with a long name"])])
        let edited = try grown.edited(sample.bytes)
        #expect(edited.bytes.starts(with: sample.bytes.prefix(40)))
        #expect(HEIFReading(edited.bytes).data(1) == sample.items[0].data)
        #expect(
            edited.bytes.firstOffset(of: sample.items[0].data) == sample.bytes.firstOffset(of: sample.items[0].data))
        #expect(try ImageProperties(reading: edited.bytes).tiff.artist == "A person with a long name")
        // A new item makes meta longer: it goes to the end.
        let added = MetadataEditor([try .set("XMP:dc:title", to: ["A title"])])
        let titled = try added.edited(sample.bytes).bytes
        let old = try #require(sample.bytes.firstOffset(of: Array("meta".utf8)))
        #expect(titled.bytes(4, at: old).map { Array($0) } == Array("free".utf8))
        let same = titled.indices.prefix(sample.bytes.count).filter { titled[$0] != sample.bytes[$0] }
        let length = Int(sample.bytes.bigEndian32(at: old - 4) ?? 0)
        #expect(same.allSatisfy { (old - 4..<old - 4 + length).contains($0) })
        #expect(HEIFReading(titled).data(1) == sample.items[0].data)
        #expect(try ImageProperties(reading: titled).xmp?["dc:title"] != nil)
        #expect(try added.edited(titled).changes.isEmpty)
        // Nothing can follow a box that reaches to the end.
        sample.further = [0, 0, 0, 0] + Array("moov".utf8)
        #expect(throws: MetadataEditError.self) { try added.edited(sample.bytes) }
    }

    @Test func newMetadataGoesBehindItemsInItemData() throws {
        var sample = HEIFSample(orientation: nil)
        sample.items[0].place = .itemData
        let edited = try MetadataEditor([try .set("EXIF:Artist", to: ["A. Person"])]).edited(sample.bytes).bytes
        #expect(HEIFReading(edited).data(1) == sample.items[0].data)
        #expect(try ImageProperties(reading: edited).tiff.artist == "A. Person")
        let data = try #require(edited.firstOffset(of: Array("mdat".utf8)))
        let artist = try #require(edited.firstOffset(of: Array("A. Person".utf8)))
        #expect(artist > data, "few readers find metadata in idat")
    }

    @Test func removedMetadataLeavesNoTrace() throws {
        var sample = HEIFSample(orientation: 1)
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Label="Red"/></rdf:RDF></x:xmpmeta>
            """
        sample.items.append(
            HEIFSample.Item(id: 3, type: "mime", data: Array(packet.utf8), mediaType: "application/rdf+xml"))
        sample.references.append(("cdsc", 3, [1]))
        #expect(try ImageProperties(reading: sample.bytes).xmp?["xmp:Label"]?.text == "Red")
        let edited = try MetadataEditor([try .remove("XMP:all")]).edited(sample.bytes)
        #expect(try ImageProperties(reading: edited.bytes).xmp == nil)
        #expect(edited.bytes.firstOffset(of: Array("Label".utf8)) == nil)
        #expect(HEIFReading(edited.bytes).data(3) == nil)
        #expect(HEIFReading(edited.bytes).data(1) == sample.items[0].data)
        #expect(HEIFReading(edited.bytes).data(2) == sample.items[1].data)
        #expect(try MetadataEditor([try .remove("XMP:all")]).edited(edited.bytes).changes.isEmpty)
    }

    @Test func damageIsNamedWithItsOffset() {
        let source = HEIFSample(orientation: 6).bytes
        let cut = Normalizer().normalize(Array(source.dropLast(10)))
        #expect(cut.report.warnings.contains { $0.contains("mdat at byte") })
        #expect(cut.report.warnings.contains { $0.contains("Exif item 2 at byte") })
        #expect(cut.report.incompleteness != nil)
        var options = NormalizationOptions()
        options.damaged = .reject
        #expect(Normalizer(options: options).normalize(Array(source.dropLast(10))).report.outcome == .rejected)
        // The count of iinf is wrong: nothing is changed.
        var broken = source
        let iinf = source.firstOffset(of: Array("iinf".utf8)) ?? 0
        broken[iinf + 9] = 9
        let kept = Normalizer().normalize(broken)
        #expect(kept.report.outcome == .unchanged)
        #expect(kept.report.warnings.contains { $0.contains("iinf at byte \(iinf - 4)") })
    }

    @Test func theEndOfAFileIsFound() throws {
        struct Window: ByteWindow {
            let bytes: [UInt8]
            mutating func byte(_ offset: Int) -> UInt8? { bytes.indices.contains(offset) ? bytes[offset] : nil }
            mutating func firstOffset(of value: UInt8, from offset: Int) -> Int? { nil }
        }
        let format = try #require(PictureFormats.format(ImageType(rawValue: "public.heic")))
        func missing(_ bytes: [UInt8]) -> String? {
            func ask(_ format: some PictureFormat) -> String? {
                var window = Window(bytes: bytes)
                return format.missingEnd(in: &window)
            }
            return ask(format)
        }
        for sample in Self.layouts {
            let source = sample.bytes
            #expect(missing(source) == nil)
            #expect(missing(source + [0]) == nil)
            for count in stride(from: 0, to: source.count - max(sample.free, 8), by: 7) {
                #expect(missing(Array(source.prefix(count))) != nil, "\(count) of \(source.count) bytes")
            }
        }
    }

    @Test func brandsTellTheTypes() {
        let cases: [([String], String)] = [
            (["heic", "mif1", "heic"], "public.heic"), (["heix", "mif1"], "public.heic"),
            (["mif1", "heix"], "public.heic"),
            (["heim"], "public.heic"), (["heis"], "public.heic"), (["hevc", "msf1"], "public.heics"),
            (["hevx"], "public.heics"), (["msf1", "hevc"], "public.heics"), (["avif", "mif1"], "public.avif"),
            (["avis", "avif"], "public.avif"), (["mif1", "avif"], "public.avif"), (["mif1"], "public.heif"),
            (["mif2"], "public.heif"), (["mif3"], "public.heif"), (["msf1"], "public.heifs"), (["avci"], "public.avci"),
            (["jpeg", "mif1"], "public.heif"), (["j2ki"], "public.heif"), (["vvic"], "public.heif"),
        ]
        for (brands, type) in cases {
            var sample = HEIFSample(orientation: nil)
            sample.brands = brands
            #expect(PictureFormats.identify(sample.bytes).rawValue == type, "\(brands)")
            #expect(PictureFormats.format(of: sample.bytes) != nil)
        }
    }

    @Test func propertiesAreRead() throws {
        var sample = HEIFSample(orientation: nil, properties: [1, -2, 3, -4, -5])
        sample.properties += [
            HEIFSample.full("pixi", [3, 10, 10, 10]), HEIFSample.irot(3), HEIFSample.imir(1),
            HEIFSample.auxC("urn:mpeg:hevc:2015:auxid:1"),
        ]
        sample.items.append(HEIFSample.Item(id: 3, type: "hvc1", data: [3], properties: [1, -2, 6]))
        sample.references.append(("auxl", 3, [1]))
        let properties = try ImageProperties(reading: sample.bytes)
        #expect(properties.size == Size(width: 640, height: 480))
        #expect(properties.depth == 10)
        #expect(properties.hasAlpha == true)
        let heif = try #require(properties.dictionary["{HEIF}"])
        #expect(heif["Rotation"] == 270)
        #expect(heif["Mirror"] == "left-right")
        #expect(heif["PrimaryItemType"] == "hvc1")
        #expect(heif["ItemCount"] == 2)
        let parts = FileStructure(of: sample.bytes).parts.map(\.name)
        #expect(parts.contains("hvc1 item 3"))
        #expect(parts.contains("irot"))
        #expect(parts.first == "ftyp")
    }

    @Test(.enabled(if: Command.exists("exiftool"), "exiftool is not installed"))
    func exiftoolReadsTheRotationAndTheEdits() throws {
        let folder = try TemporaryFolder()
        var options = NormalizationOptions()
        options.edits =
            MetadataEdit.position(
                latitude: "37.33182", longitude: "-122.03118", altitude: nil, type: ImageType(rawValue: "public.heic"))
            ?? []
        options.edits.append(try .set("XMP:dc:title", to: ["A title"]))
        let fixtures = Fixture.all(in: "heif").filter { $0.orientation != nil }
        for fixture in fixtures {
            let output = HEIFTurnTests.bytes(Normalizer(options: options).normalize(try fixture.content()))
            try Data(output).write(to: folder[fixture.path.replacing("/", with: "-")])
        }
        let answer = try Command.run("exiftool", ["-j", "-G1", "-n", "-r", folder.path])
        let read = try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [[String: Any]] ?? []
        try #require(read.count == fixtures.count)
        let rotations = [3: 180, 5: 90, 6: 270, 7: 270, 8: 90]
        for tags in read {
            let name = URL(filePath: "\(tags["SourceFile"] ?? "")").lastPathComponent
            let fixture = try #require(fixtures.first { $0.path.replacing("/", with: "-") == name })
            #expect(abs((tags["GPS:GPSLatitude"] as? Double ?? 0) - 37.33182) < 1e-9, "\(name)")
            #expect(tags["XMP-dc:Title"] as? String == "A title", "\(name)")
            let stated = (tags["IFD0:Orientation"] ?? tags["XMP-tiff:Orientation"]) as? Int
            #expect(stated == fixture.orientation, "\(name)")
            guard fixture.tags.isEmpty, let orientation = fixture.orientation else { continue }
            #expect(tags["QuickTime:Rotation"] as? Int == rotations[orientation], "\(name)")
        }
    }
}
