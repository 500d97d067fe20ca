internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightFormats
internal import UprightRewriting
internal import UprightEngine
internal import UprightFiles
internal import UprightService
internal import UprightSteps
internal import UprightWorker

/// A picture's companions: when they are delivered, beside which picture, and what happens to the originals.
@Suite("Companions")
struct CompanionDeliveryTests {
    private static func xmp(_ attributes: String) -> String {
        """
        <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
         xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
         \(attributes)/></rdf:RDF></x:xmpmeta>
        <?xpacket end="w"?>
        """
    }

    /// A QuickTime video: its type, its index and its data.
    private static let video: [UInt8] =
        [0, 0, 0, 16] + Array("ftypqt  ".utf8) + [0, 0, 0, 0] + [0, 0, 0, 12] + Array("moov".utf8) + [1, 2, 3, 4]
        + [0, 0, 1, 8] + Array("mdat".utf8) + [UInt8](repeating: 7, count: 256)

    private func moving(
        onChange: FolderConfiguration.OnChange = .reject, keeping: Bool = false
    ) throws -> Bench {
        try Bench { folder, scratch in
            if !keeping { folder.originals = .move(to: scratch["originals"].path()) }
            folder.onChange = onChange
            // An incomplete companion is delivered as it is after five times this, which no pass of a test reaches.
            folder.settle = .seconds(600)
        }
    }

    private func text(_ bench: Bench, _ path: String) -> String? {
        bench.scratch.bytes(of: path).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("a sidecar is turned with its picture, and reports what was changed")
    func turned() async throws {
        let bench = try Bench()
        let journal = try bench.journal()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        let original = Self.xmp(
            """
            tiff:Orientation="6" crs:HasCrop="True" crs:CropLeft="0.1" crs:CropTop="0.2" crs:CropRight="0.6"
             crs:CropBottom="0.9" crs:CropAngle="0" tiff:Make="Maker"
            """)
        try bench.scratch.write(original, to: "drop/a.xmp")
        let report = try #require(try await bench.pass(journal)["a.xmp"])
        #expect(report.outcome == .normalized)
        #expect(report.changes.map(\.what).contains("xmp.tiff:Orientation"))
        let turned = try #require(text(bench, "out/a.xmp"))
        #expect(turned.contains(#"tiff:Orientation="1""#) && turned.contains(#"tiff:Make="Maker""#))
        // A clockwise quarter turn: what was at the left is at the top, and what was at the bottom is at the left.
        #expect(turned.contains(#"crs:CropLeft="0.1" crs:CropTop="0.1" crs:CropRight="0.8""#))
        #expect(turned.contains(#"crs:CropBottom="0.6""#))
        #expect(text(bench, "drop/a.xmp") == original)
        #expect(try await bench.pass(journal)["a.xmp"]?.outcome == .current)
        let plain = try await bench.pass()
        #expect(plain["a.xmp"]?.outcome == .current, "without the journal, it is turned alike")
    }

    @Test("the sidecar of a picture that is not turned keeps its bytes; an orientation in it is a warning")
    func contradicting() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-1.jpg", as: "a.jpg")
        let sidecar = Self.xmp(#"tiff:Orientation="6""#)
        try bench.scratch.write(sidecar, to: "drop/a.xmp")
        let report = try #require(try await bench.pass(bench.journal())["a.xmp"])
        #expect(report.outcome == .unchanged)
        #expect(report.warnings.contains { $0.contains("tiff:Orientation is 6") })
        #expect(text(bench, "out/a.xmp") == sidecar)
    }

    @Test("a crop that is turned by an angle is moved by its corners", arguments: [3, 6, 8])
    func crops(orientation: Int) async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-\(orientation).jpg", as: "a.jpg")
        let crop = #"crs:HasCrop="True" crs:CropLeft="0.1" crs:CropTop="0.2" crs:CropRight="0.6" crs:CropBottom="0.9""#
        try bench.scratch.write(Self.xmp(crop + #" crs:CropAngle="10""#), to: "drop/a.xmp")
        let report = try #require(try await bench.pass(bench.journal())["a.xmp"])
        #expect(report.outcome == .normalized && report.warnings.isEmpty)
        #expect(report.changes.filter { $0.what.contains("crs:Crop") }.count == 4)
        #expect(text(bench, "out/a.xmp")?.contains(#"crs:CropAngle="10""#) == true)
    }

    @Test("companions leave the drop folder with their picture, and no later picture gets them")
    func retired() async throws {
        let bench = try moving(onChange: .version)
        let journal = try bench.journal()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try bench.scratch.write(Self.xmp(#"tiff:Make="one""#), to: "drop/a.xmp")
        try bench.scratch.write(Self.video, to: "drop/a.mov")
        try await bench.pass(journal)
        #expect(
            bench.scratch.files.filter { !$0.hasPrefix("state/") && !$0.hasSuffix(".upright") } == [
                "originals/a.jpg", "originals/a.mov", "originals/a.xmp", "out/a.jpg", "out/a.mov", "out/a.xmp",
            ])
        try bench.put("samples/orientation-3.jpg", as: "a.jpg")
        try await bench.pass(journal)
        #expect(bench.scratch.bytes(of: "out/a-2.jpg") != nil)
        #expect(bench.scratch.bytes(of: "out/a-2.xmp") == nil && bench.scratch.bytes(of: "out/a-2.mov") == nil)
    }

    @Test("a companion stays as long as a picture that it describes, and the next picture does not get it")
    func otherPicture() async throws {
        let bench = try moving(onChange: .version)
        let journal = try bench.journal()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try bench.scratch.write("8BPS", to: "drop/a.psd")
        try bench.scratch.write(
            Self.xmp(#"exif:GPSLatitude="48,8.22N" exif:GPSLongitude="11,34.5E""#), to: "drop/a.xmp")
        let reports = try await bench.pass(journal)
        #expect(reports["a.psd"]?.outcome == .ignored)
        #expect(reports["a.xmp"]?.outcome == .unchanged, "the report says what happened to it")
        #expect(bench.scratch.bytes(of: "drop/a.xmp") != nil)
        try bench.put("samples/orientation-3.jpg", as: "a.jpg")
        let engine = try await geotagging(journal)
        _ = try await DropFolderRun(configuration: bench.configuration, engine: engine).run { _ in }
        let later = try #require(
            try await journal.record(of: RawPath(bench.folder.source).appending("a.jpg")))
        #expect(later.output?.name == Array("a-2.jpg".utf8))
        #expect(later.latitude == nil, "the earlier picture's position is not written into it")
        #expect(bench.scratch.bytes(of: "out/a-2.xmp") == nil)
        // What is uploaded for the new picture is its own.
        try bench.put("samples/photo.jpg", as: "a.jpg")
        try bench.scratch.write(Self.xmp(#"tiff:Make="third""#), to: "drop/a.xmp")
        try await bench.pass(journal)
        #expect(text(bench, "out/a-3.xmp")?.contains("third") == true)
    }

    private func geotagging(_ journal: Journal) async throws -> PictureEngine {
        var engine = PictureEngine(processor: InProcessProcessor(), jobs: 2, version: "1", history: journal)
        engine.steps = try await PreparedSteps(
            StepEnvironment(steps: [GeotagStep()], reader: InProcessContentReader()))
        return engine
    }

    @Test("a sidecar that follows a picture that has left is the next picture's")
    func sidecarFirst() async throws {
        let bench = try moving(onChange: .version)
        let journal = try bench.journal()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try bench.scratch.write(Self.xmp(#"tiff:Make="one""#), to: "drop/a.xmp")
        try await bench.pass(journal)
        try bench.scratch.write(Self.xmp(#"tiff:Make="second""#), to: "drop/a.xmp")
        #expect(try await bench.pass(journal)["a.xmp"]?.outcome == .ignored)
        #expect(text(bench, "out/a.xmp")?.contains("one") == true)
        try bench.put("samples/orientation-3.jpg", as: "a.jpg")
        try await bench.pass(journal)
        #expect(text(bench, "out/a-2.xmp")?.contains("second") == true)
        #expect(text(bench, "out/a.xmp")?.contains("one") == true)
    }

    @Test("a picture that is edited in place keeps its sidecar, turned anew")
    func editedPicture() async throws {
        let bench = try moving(onChange: .replace, keeping: true)
        let journal = try bench.journal()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try bench.scratch.write(Self.xmp(#"tiff:Orientation="6""#), to: "drop/a.xmp")
        try await bench.pass(journal)
        #expect(text(bench, "out/a.xmp")?.contains(#"tiff:Orientation="1""#) == true)
        try bench.put("samples/orientation-1.jpg", as: "a.jpg")
        let report = try await bench.pass(journal)["a.xmp"]
        #expect(report?.outcome == .unchanged, "the picture is upright by now, and the sidecar keeps its bytes")
        #expect(text(bench, "out/a.xmp")?.contains(#"tiff:Orientation="6""#) == true)
    }

    @Test("a companion that two pictures share is delivered once and leaves with the last of them")
    func shared() async throws {
        let bench = try moving()
        let journal = try bench.journal()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try bench.put("samples/palette.png", as: "a.png")
        try bench.scratch.write(Self.xmp(#"tiff:Make="one""#), to: "drop/a.xmp")
        let reports = try await bench.pass(journal)
        #expect(reports["a.xmp"]?.outcome == .unchanged)
        #expect(bench.scratch.files.filter { $0.hasPrefix("drop/") && !$0.hasSuffix(".upright") }.isEmpty)
        #expect(bench.scratch.bytes(of: "originals/a.xmp") != nil)
    }

    @Test("an edited sidecar is delivered as its folder says", arguments: FolderConfiguration.OnChange.allCases)
    func editedSidecar(onChange: FolderConfiguration.OnChange) async throws {
        let bench = try moving(onChange: onChange, keeping: true)
        let journal = try bench.journal()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try bench.scratch.write(Self.xmp(#"tiff:Orientation="6" tiff:Make="one""#), to: "drop/a.xmp")
        try await bench.pass(journal)
        try bench.scratch.write(Self.xmp(#"tiff:Orientation="6" tiff:Make="second""#), to: "drop/a.xmp")
        let report = try #require(try await bench.pass(journal)["a.xmp"])
        let first = try #require(text(bench, "out/a.xmp"))
        let second = text(bench, "out/a-2.xmp")
        switch onChange {
        case .reject: #expect(report.outcome == .rejected && first.contains("one") && second == nil)
        case .replace: #expect(report.outcome == .normalized && first.contains("second") && second == nil)
        case .version: #expect(first.contains("one") && second?.contains("second") == true)
        }
        if onChange != .reject {
            #expect((second ?? first).contains(#"tiff:Orientation="1""#), "an edited sidecar is turned too")
        }
        #expect(try await bench.pass(journal)["a.xmp"]?.outcome == (onChange == .reject ? .rejected : .current))
    }

    @Test(
        "a video with the path of one that left with its shot is another one: passed on beside it, or left as others say",
        arguments: [FolderConfiguration.Others.copy, .leave])
    func pathOfOneThatLeft(others: FolderConfiguration.Others) async throws {
        let bench = try Bench { folder, _ in (folder.originals, folder.others) = (.delete, others) }
        let journal = try bench.journal()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try bench.scratch.write(Self.video, to: "drop/a.mov")
        try await bench.pass(journal)
        #expect(bench.scratch.bytes(of: "drop/a.mov") == nil)
        // As large as the first.
        let second = Self.video.dropLast() + [Self.video[Self.video.count - 1] ^ 1]
        try bench.scratch.write(Array(second), to: "drop/a.mov")
        let report = try await bench.pass(journal)["a.mov"]
        let path = bench.scratch["drop/a.mov"].path()
        #expect(bench.scratch.bytes(of: "out/a.mov") == Self.video)
        if others == .copy {
            #expect(report?.outcome == .passed, "\(String(describing: report))")
            #expect(bench.scratch.bytes(of: "out/a-2.mov") == Array(second))
        } else {
            #expect(report?.outcome == .ignored && bench.scratch.bytes(of: "drop/a.mov") == Array(second))
            #expect(try await journal.record(of: RawPath(path))?.outcome == .ignored)
        }
        #expect(try await VerifyRun(journal, jobs: 1).run { _ in }.count(.verified) == (others == .copy ? 3 : 2))
    }

    @Test("an incomplete companion is deferred, and delivered when the rest is there", arguments: [false, true])
    func incomplete(journaled: Bool) async throws {
        let bench = try moving(keeping: !journaled)
        let journal = try bench.journal()
        func pass() async throws -> [String: FileReport] {
            journaled ? try await bench.pass(journal) : try await bench.pass()
        }
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try bench.scratch.write(Array(Self.video.dropLast(100)), to: "drop/a.mov")
        var reports = try await pass()
        // Without a journal, the video can come to its turn before its picture's result is out, and is then left for the next pass.
        while !journaled, reports["a.mov"]?.reason.contains("which has no result yet") == true {
            reports = try await pass()
        }
        #expect(reports["a.mov"]?.outcome == .deferred)
        #expect(
            reports[journaled ? "a.jpg" : "a.mov"]?.reason.contains("mdat") == true, "\(reports.mapValues(\.reason))")
        #expect(bench.scratch.bytes(of: "out/a.mov") == nil && bench.scratch.bytes(of: "drop/a.mov") != nil)
        if journaled {
            #expect(bench.scratch.bytes(of: "out/a.jpg") == nil, "a shot is delivered as a whole")
            #expect(bench.scratch.bytes(of: "drop/a.jpg") != nil)
        }
        try bench.scratch.write(Self.video, to: "drop/a.mov")
        #expect(try await pass()["a.mov"]?.outcome == .unchanged)
        #expect(bench.scratch.bytes(of: "out/a.mov") == Self.video)
        #expect((bench.scratch.bytes(of: "drop/a.mov") == nil) == journaled)
        #expect(try await journal.owedCompanions().isEmpty)
    }

    @Test("a sidecar that was found before its picture is worked on when the picture is delivered")
    func foundFirst() async throws {
        let bench = try Bench()
        let journal = try bench.journal()
        try bench.scratch.write(Self.xmp(#"tiff:Make="one""#), to: "drop/a.xmp")
        #expect(try await bench.pass(journal)["a.xmp"]?.outcome == .ignored)
        let folder = DropFolder(bench.folder, of: bench.configuration)
        let engine = PictureEngine(processor: InProcessProcessor(), jobs: 1, version: "1", history: journal)
        let dispatcher = Dispatcher(engine: engine, retry: RetryConfiguration())
        let file = (path: RawPath("a.xmp"), status: try folder.openSource().status(of: "a.xmp"))
        #expect(await dispatcher.known([file], in: folder) == [true])
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        var picture = PictureRecord(
            source: folder.source.appending("a.jpg"), folder: folder.source, status: file.status)
        picture.state = .finished
        picture.outcome = .normalized
        picture.output = folder.output.appending("a.jpg")
        try await journal.finish([picture])
        #expect(await dispatcher.known([file], in: folder) == [false])
    }

    @Test("the journal counts companions apart from pictures")
    func counted() async throws {
        let bench = try Bench()
        let journal = try bench.journal()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try bench.scratch.write(Self.xmp(#"tiff:Make="one""#), to: "drop/a.xmp")
        try bench.scratch.write("{}", to: "drop/b.json")
        try await bench.pass(journal)
        let summary = try await journal.summary()
        #expect(summary.outcomes == ["normalized": 1])
        #expect(summary.companions == ["unchanged": 1, "ignored": 1])
        #expect(summary.types == ["public.jpeg": 1])
    }
}
