import TestJPEG
import TestRaster
import Testing
import UprightBase
import UprightFormats
import UprightRewriting

/// What every format in the registry promises, on small files of each.
@Suite struct PictureFormatConformanceTests {
    /// Small files by their names, at least one for each format; HEIC stands for its family.
    static let samples: [String: @Sendable () throws -> [UInt8]] = [
        "JPEG": {
            let picture = try JPEGSampling.all[0].picture(Size(width: 16, height: 8))
            return try JPEGBuilder.file(
                picture, JPEGProcess.baseline.coding(JPEGSampling.all[0]),
                segments: [MetadataRecipe.exif(TestMetadata.tiff(6))])
        },
        "PNG": {
            var png = TestPNG(Size(width: 5, height: 4))
            png.before = [(.exif, TestMetadata.tiff(6))]
            return png.file
        },
        "APNG": { APNGNormalizationTests.Animation(isDefaultImageAFrame: false, orientation: 7).png.file },
        "GIF": {
            TestGIF(
                Size(width: 9, height: 6),
                [
                    TestGIF.Frame(Rect(x: 0, y: 0, width: 9, height: 6)),
                    TestGIF.Frame(Rect(x: 3, y: 1, width: 5, height: 4), interlaced: true, palette: true, seed: 2),
                ]
            ).file
        },
        "WebP": {
            WebPDocumentTests.file([
                ("VP8X", WebPTurnTests.header(0x0C, Size(width: 5, height: 4))),
                ("VP8L", TestWebP(Size(width: 5, height: 4)).coded), ("EXIF", TestMetadata.tiff(6)),
                ("XMP ", TestMetadata.xmp(6)),
            ])
        },
        "WebP, animated": {
            WebPTurnTests.animation(
                Size(width: 5, height: 4),
                [
                    WebPTurnTests.Frame(picture: TestWebP(Size(width: 5, height: 4))),
                    WebPTurnTests.Frame(picture: TestWebP(Size(width: 2, height: 2), seed: 2), x: 2, isCleared: true),
                ], 6)
        },
        "WebP with loss": {
            try WebPLossyTests.file(Size(width: 33, height: 21), .left, hasAlpha: true, index: 12)
        },
        "TIFF": {
            var page = TestTIFF.Page(width: 11, height: 9, tile: 16)
            page.extra[700] = (1, TestMetadata.xmp(6).map { Int($0) })
            return TestTIFF(pages: [page, TestTIFF.Page(width: 9, height: 7, orientation: 3)]).bytes
        },
        "BigTIFF": { TestTIFF(isLittle: false, isBig: true, pages: [TestTIFF.Page(width: 11, height: 9)]).bytes },
        "HEIC": {
            var sample = HEIFSample(orientation: 7)
            sample.items.append(
                HEIFSample.Item(
                    id: 3, type: "hvc1", data: [0, 0, 0, 2, 0x26, 1], properties: [1, -2], place: .itemData))
            sample.references.append(("thmb", 3, [1]))
            return sample.bytes
        },
    ]

    private static let names = samples.keys.sorted()

    @Test func everyFormatHasASample() throws {
        let found = try Set(Self.samples.values.compactMap { PictureFormats.format(of: try $0())?.description.name })
        let expected = PictureFormats.all.map(\.description.name)
        // The others of the family differ from HEIC in their brands alone.
        let family: Set = ["AVIF", "HEIF", "HEIC sequence", "HEIF sequence", "AVCI"]
        #expect(found == Set(expected).subtracting(family))
    }

    @Test("Parts cover a file from its first byte to its last", arguments: names)
    func parts(_ name: String) throws {
        let bytes = try #require(try Self.samples[name]?())
        var end = 0
        for part in FileStructure(of: bytes).parts {
            #expect(part.offset == end)
            end = part.offset + part.length
        }
        #expect(end == bytes.count)
        #expect(PictureFormats.format(of: bytes)?.blocks(of: bytes)?.isEmpty == false)
    }

    @Test("An edit is read back, and the same edit changes nothing", arguments: names)
    func edits(_ name: String) throws {
        let bytes = try #require(try Self.samples[name]?())
        let editor = MetadataEditor([try .set("XMP:dc:title", to: ["A title"])])
        let edited = try editor.edited(bytes).bytes
        let title = try #require(XMPName(qualified: "dc:title"))
        #expect(try ImageProperties(reading: edited).xmp?[title] != nil)
        #expect(try editor.edited(edited).bytes == edited)
        let strip = MetadataEditor([.strip(try MetadataStrip(.all))])
        let stripped = try strip.edited(edited).bytes
        #expect(try ImageProperties(reading: stripped).xmp?[title] == nil)
        #expect(try strip.edited(stripped).bytes == stripped)
    }

    @Test("An upright output stays as it is", arguments: names)
    func isStable(_ name: String) throws {
        let bytes = try #require(try Self.samples[name]?())
        guard case .bytes(let output) = Normalizer().normalize(bytes).output else { return }
        #expect(Normalizer().normalize(output).report.outcome == .unchanged)
    }

    /// A turn of pixels coded with loss loses more, and frames of a WebP at odd places are enlarged.
    private static let turned = names.filter { !["WebP with loss", "WebP, animated"].contains($0) }

    @Test("A turn by hand and its inverse give the same picture", arguments: turned, Orientation.allCases.dropFirst())
    func inverses(_ name: String, _ orientation: Orientation) throws {
        func turned(_ bytes: [UInt8], _ turn: Orientation) -> [UInt8]? {
            var options = NormalizationOptions()
            options.furtherTurn = turn
            switch Normalizer(options: options).normalize(bytes).output {
            case .bytes(let output): return output
            case .source: return bytes
            case .none: return nil
            }
        }
        func digest(_ bytes: [UInt8]) -> String? { PictureDigest.of(bytes, limits: Limits()) }
        let bytes = try #require(try Self.samples[name]?())
        let upright = try #require(turned(bytes, .up))
        let output = try #require(turned(upright, orientation))
        #expect(digest(output) != digest(upright))
        let back = try #require(turned(output, orientation.inverse))
        #expect(digest(back) == digest(upright))
    }

    /// Limits that every sample exceeds, and the samples to which they do not apply.
    private static let limits: [(key: String, change: @Sendable (inout Limits) -> Void, others: Set<String>)] = [
        ("limits.pixels", { $0.pixels = 1 }, []), ("limits.file-size", { $0.fileSize = 20 }, []),
        // Nothing is decoded of these.
        ("limits.side", { $0.side = 2 }, ["GIF", "WebP with loss", "HEIC"]),
        ("limits.frames", { $0.frames = 0 }, ["JPEG", "WebP", "WebP with loss", "HEIC"]),
        ("limits.animation-pixels", { $0.animationPixels = 1 }, ["JPEG", "WebP", "WebP with loss", "HEIC"]),
        ("limits.chunk-size", { $0.chunkSize = 8 }, ["JPEG", "GIF", "TIFF", "BigTIFF"]),
    ]

    @Test("What exceeds a limit is rejected, and the limit named", arguments: names)
    func limitsReject(_ name: String) throws {
        let bytes = try #require(try Self.samples[name]?())
        for (key, change, others) in Self.limits {
            var options = NormalizationOptions()
            change(&options.limits)
            let report = Normalizer(options: options).normalize(bytes).report
            #expect((report.outcome == .rejected && report.reason.contains(key)) != others.contains(name), "\(key)")
        }
    }

    @Test("Every prefix has an outcome", arguments: names)
    func prefixes(_ name: String) throws {
        let bytes = try #require(try Self.samples[name]?())
        for count in 0..<bytes.count { expectOutcome(Array(bytes.prefix(count)), isEdited: count % 2 == 1) }
    }

    @Test("Every changed byte has an outcome", arguments: names)
    func changedBytes(_ name: String) throws {
        let bytes = try #require(try Self.samples[name]?())
        for index in bytes.indices {
            for (flip, isEdited) in [(1, false), (0x10, true), (0xFF, false)] as [(UInt8, Bool)] {
                var changed = bytes
                changed[index] ^= flip
                expectOutcome(changed, isEdited: isEdited)
            }
        }
    }

    private func expectOutcome(_ bytes: [UInt8], isEdited: Bool) {
        var options = NormalizationOptions()
        options.limits.pixels = 1 << 20
        options.verification = .structure
        if isEdited {
            options.heif = .miaf
            options.edits = [MetadataEdit(.setXMP(XMPName(.tiff, "Artist"), XMPNode(.simple("x"))))]
        }
        let result = Normalizer(options: options).normalize(bytes)
        switch (result.report.outcome, result.output) {
        case (.unchanged, .source): break
        case (.normalized, .bytes(let output)):
            let again = Normalizer(options: options).normalize(output).report
            #expect(isEdited || again.outcome == .unchanged, "\(again)")
        case (.rejected, .none), (.ignored, .none): #expect(!result.report.reason.isEmpty)
        default: Issue.record("\(result.report.outcome) does not match its output")
        }
        // The check of a damaged TIFF's turn can fail, so that it is refused.
        let isTIFF = bytes.starts(with: "II".utf8) || bytes.starts(with: "MM".utf8)
        #expect(isTIFF || !result.report.reason.contains("failed its check"), "\(result.report.reason)")
        _ = try? ImageProperties(reading: bytes)
        _ = PictureFormats.format(of: bytes)?.blocks(of: bytes)
    }

    @Test("An output in which a byte differs from the plan is refused", arguments: ["PNG", "APNG", "GIF", "TIFF"])
    func changedOutput(_ name: String) throws {
        let source = try #require(try Self.samples[name]?())
        let format = try #require(PictureFormats.format(of: source))
        try expectRefusals(format, source)
    }

    private func expectRefusals(_ format: some PictureFormat, _ source: [UInt8]) throws {
        var (bytes, options) = (source, NormalizationOptions())
        options.furtherTurn = .right
        var document = try format.document(of: source)
        try document.prepare(within: options.limits)
        let turn = PictureTurn(document.orientationToApply(options), of: document.size)
        try document.turnMetadata(
            by: MetadataTurn(turn) { (jpeg: [UInt8], _: Orientation) throws(FormatError) in Turned(bytes: jpeg) })
        _ = try document.turnPicture(by: turn, .onlyEdits)
        var output = try document.assemble(releasing: &bytes, .onlyEdits)
        try document.verify(output, options)
        // Nothing reads the bytes between the parts of a TIFF.
        let text = output.bytes.firstOffset(of: Array("<x:xmpmeta".utf8))
        for place in text.map({ $0..<$0 + 40 }) ?? output.bytes.indices {
            output.bytes[place] ^= 0x15
            #expect(throws: PictureRefusal.self, "byte \(place)") { try document.verify(output, options) }
            output.bytes[place] ^= 0x15
        }
        guard text == nil else { return }
        output.bytes.append(0)
        #expect(throws: PictureRefusal.self) { try document.verify(output, options) }
    }
}
