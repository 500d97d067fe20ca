internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightRewriting
internal import UprightService
internal import UprightSteps

/// Files of unsupported types: left, copied or moved.
@Suite("Others")
struct OthersTests {
    /// A complete video: its type, its index and its data.
    private static let video: [UInt8] =
        [0, 0, 0, 16] + Array("ftypqt  ".utf8) + [0, 0, 0, 0] + [0, 0, 0, 12] + Array("moov".utf8) + [1, 2, 3, 4]
        + [0, 0, 1, 8] + Array("mdat".utf8) + [UInt8](repeating: 7, count: 256)

    private func bench(
        _ others: FolderConfiguration.Others,
        _ change: (inout FolderConfiguration, TemporaryFolder) -> Void = { _, _ in }
    ) throws -> Bench {
        try Bench { folder, scratch in
            folder.others = others
            // What lacks something is delivered as it is after five times this, which no pass of a test reaches.
            folder.settle = .seconds(600)
            change(&folder, scratch)
        }
    }

    @Test("without others, a file is left, and the journal counts it by type and age")
    func left() async throws {
        let bench = try bench(.leave)
        let journal = try bench.journal()
        try bench.scratch.write(Self.video, to: "drop/a.mp4")
        try bench.scratch.write("x", to: "drop/deep/b.txt")
        let reports = try await bench.pass(journal)
        #expect(reports["a.mp4"]?.outcome == .ignored)
        let left = try await journal.leftTypes(in: RawPath(bench.folder.source))
        #expect(left.map(\.type) == ["com.apple.quicktime-movie", "public.plain-text"])
        #expect(left.map(\.files) == [1, 1] && left.map(\.bytes) == [Self.video.count, 1])
        #expect(left.allSatisfy { $0.oldest > 0 })
        let entries = try await journal.leftFiles().entries.map(\.record.source.name)
        #expect(Set(entries) == [Array("a.mp4".utf8), Array("b.txt".utf8)])
        let figures = try await FolderFigures.current(
            [(RawPath(bench.folder.source), RawPath(bench.folder.output))], journal: journal)
        #expect(figures[RawPath(bench.folder.source)]?.leftFiles.map(\.files) == [1, 1])
    }

    @Test("a file that was left is passed on as soon as the configuration says so", arguments: [false, true])
    func changed(counting: Bool) async throws {
        let first = try bench(.leave)
        let journal = try first.journal()
        try first.scratch.write(Self.video, to: "drop/a.mp4")
        try await first.pass(journal)
        var configuration = first.configuration
        configuration.folders[0].others = .copy
        let engine = PictureEngine(processor: InProcessProcessor(), jobs: 2, version: "1", history: journal)
        var run = DropFolderRun(configuration: configuration, engine: engine)
        run.countsFinished = counting
        let summary = try await run.run { _ in }
        #expect(summary.count(.passed) == 1)
        #expect(first.scratch.bytes(of: "out/a.mp4") == Self.video)
        #expect(try await journal.leftTypes(in: RawPath(first.folder.source)).isEmpty)
    }

    @Test(
        "a file with a raw file's name that is TIFF by its content is no picture to turn",
        arguments: ["a.NEF", "a.fff"])
    func rawByName(name: String) async throws {
        let bench = try bench(.copy)
        let tiff = try #require(Fixture.named("tiff/orientation-6.tif")).content()
        try bench.scratch.write(tiff, to: "drop/\(name)")
        try bench.scratch.write(tiff, to: "drop/b.tif")
        let reports = try await bench.pass(try bench.journal())
        #expect(reports[name]?.outcome == .passed)
        #expect(bench.scratch.bytes(of: "out/\(name)") == tiff)
        #expect(reports["b.tif"]?.outcome == .normalized)
    }

    @Test("a file that was dropped from the queue stays, whatever the configuration says")
    func dropped() async throws {
        let bench = try bench(.copy)
        let journal = try bench.journal()
        try bench.scratch.write(Array(Self.video.dropLast()), to: "drop/a.mp4")
        try await bench.pass(journal)
        let entry = try #require(try await journal.entry(of: RawPath(bench.scratch["drop/a.mp4"].path())))
        _ = try await journal.change(.drop, [entry.id], now: 1)
        let again = try await bench.pass(journal)["a.mp4"]
        #expect(again?.outcome == .ignored, "\(again.map { "\($0)" } ?? "none")")
        #expect(bench.scratch.bytes(of: "out/a.mp4") == nil)
    }

    enum End: CaseIterable { case keep, move, delete }

    @Test(
        "a file is delivered as it is, recorded, current the second time, and its original ends as configured",
        arguments: FolderConfiguration.Others.allCases.dropFirst(), End.allCases)
    func delivered(others: FolderConfiguration.Others, end: End) async throws {
        let bench = try bench(others) { folder, scratch in
            if end == .move { folder.originals = .move(to: scratch["originals"].path()) }
            if end == .delete { folder.originals = .delete }
        }
        let journal = try bench.journal()
        try bench.put("samples/orientation-6.jpg", as: "sub/a.jpg")
        try bench.scratch.write(Self.video, to: "drop/sub/b.mp4")
        let report = try #require(try await bench.pass(journal)["sub/b.mp4"])
        #expect(report.outcome == .passed && report.reason.isEmpty && report.type == "com.apple.quicktime-movie")
        #expect(report.sha256.source == report.sha256.output && report.bytes.output == Self.video.count)
        #expect(bench.scratch.bytes(of: "out/sub/b.mp4") == Self.video)
        let source = RawPath(bench.scratch["drop/sub/b.mp4"].path())
        let record = try #require(try await journal.record(of: source))
        #expect(record.isDelivered && record.isUnsupported && !record.isIncomplete && record.outcome == .passed)
        let stays = others == .copy && end == .keep
        #expect((bench.scratch.bytes(of: "drop/sub/b.mp4") != nil) == stays)
        #expect((bench.scratch.bytes(of: "originals/sub/b.mp4") != nil) == (others == .copy && end == .move))
        #expect((bench.scratch.bytes(of: "drop/sub/a.jpg") != nil) == (end == .keep), "others says nothing of pictures")
        let second = try await bench.pass(journal)
        #expect(second["sub/b.mp4"]?.outcome == (stays ? .current : nil))
    }

    @Test("a video that is passed on is recorded with its time and position, and belongs to the albums")
    func videoFacts() async throws {
        func big(_ values: Int...) -> [UInt8] {
            values.flatMap { value in (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }
        }
        func box(_ type: [UInt8], _ content: [UInt8]) -> [UInt8] { big(content.count + 8) + type + content }
        // 2024-01-02 03:04:05 UTC, and a position in the user data.
        let header = box(Array("mvhd".utf8), big(0, 3_787_009_445, 0, 600, 600) + [UInt8](repeating: 0, count: 80))
        let place = Array("+48.5000-002.2500/".utf8)
        let user = box(Array("udta".utf8), box([0xA9] + Array("xyz".utf8), [0, UInt8(place.count), 0, 0] + place))
        let video =
            box(Array("ftyp".utf8), Array("qt  ".utf8) + big(0)) + box(Array("moov".utf8), header + user)
            + box(Array("mdat".utf8), [1, 2, 3])
        let bench = try bench(.copy)
        let journal = try bench.journal()
        try bench.scratch.write(video, to: "drop/a.mov")
        try await bench.pass(journal)
        let record = try #require(try await journal.record(of: RawPath(bench.scratch["drop/a.mov"].path())))
        #expect(record.isUnsupported && record.captured == "2024:01:02 03:04:05" && record.capturedOffset == "+00:00")
        #expect(record.latitude == 48.5 && record.longitude == -2.25)
        #expect(DeliveredPicture(record)?.captured == record.captured)
        var companion = record
        companion.isCompanion = true
        #expect(DeliveredPicture(companion) == nil, "the video of a Live Photo is no picture of its own")
        var document = record
        document.type = "com.adobe.pdf"
        #expect(DeliveredPicture(document) == nil)
    }

    @Test("a moved file whose process was killed before the original left is finished by the next run")
    func killedBeforeTheEnd() async throws {
        let first = try bench(.copy)
        let journal = try first.journal()
        try first.scratch.write(Self.video, to: "drop/a.mp4")
        try await first.pass(journal)
        #expect(first.scratch.bytes(of: "drop/a.mp4") != nil)
        var configuration = first.configuration
        configuration.folders[0].others = .move
        let engine = PictureEngine(processor: InProcessProcessor(), jobs: 2, version: "1", history: journal)
        _ = try await DropFolderRun(configuration: configuration, engine: engine).run { _ in }
        #expect(first.scratch.bytes(of: "drop/a.mp4") == nil)
        #expect(first.scratch.bytes(of: "out/a.mp4") == Self.video)
    }

    @Test("a moved file whose name is taken gets the next number")
    func taken() async throws {
        let bench = try bench(.move)
        let journal = try bench.journal()
        try bench.scratch.write("another file", to: "out/a.mp4")
        try bench.scratch.write(Self.video, to: "drop/a.mp4")
        let report = try #require(try await bench.pass(journal)["a.mp4"])
        #expect(report.outcome == .passed && bench.scratch.bytes(of: "drop/a.mp4") == nil)
        #expect(bench.scratch.bytes(of: "out/a.mp4") == Array("another file".utf8))
        #expect(bench.scratch.bytes(of: "out/a-2.mp4") == Self.video)
    }

    @Test("a video that is still uploaded is deferred, and passed on when it is complete")
    func uploading() async throws {
        let bench = try bench(.move)
        let journal = try bench.journal()
        // Without its index, and without the end of its data.
        for length in [16, 17, 40, Self.video.count - 1] {
            let part = Array(Self.video[..<length])
            try bench.scratch.write(part, to: "drop/a.mp4")
            let report = try #require(try await bench.pass(journal)["a.mp4"])
            #expect(report.outcome == .deferred && report.reason.hasPrefix("it is incomplete: it lacks "))
            #expect(bench.scratch.bytes(of: "drop/a.mp4") == part && bench.scratch.bytes(of: "out/a.mp4") == nil)
        }
        try bench.scratch.write(Self.video, to: "drop/a.mp4")
        #expect(try await bench.pass(journal)["a.mp4"]?.outcome == .passed)
        #expect(bench.scratch.bytes(of: "out/a.mp4") == Self.video && bench.scratch.bytes(of: "drop/a.mp4") == nil)
    }

    @Test("a video that a process has open for writing is deferred")
    func open() async throws {
        let bench = try bench(.move)
        try bench.scratch.write(Self.video, to: "drop/a.mp4")
        let writer = try FileHandle(forWritingTo: bench.scratch["drop/a.mp4"])
        let report = try #require(try await bench.pass(bench.journal())["a.mp4"])
        #expect(report.outcome == .deferred && report.reason == "a process has it open for writing")
        try writer.close()
    }

    @Test("limits.file-size is for what is decoded")
    func large() async throws {
        let bench = try bench(.copy)
        var configuration = bench.configuration
        configuration.normalization.limits.fileSize = 100
        try bench.scratch.write(Self.video, to: "drop/b.mp4")
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        let journal = try bench.journal()
        let engine = PictureEngine(processor: InProcessProcessor(), jobs: 2, version: "1", history: journal)
        let summary = try await DropFolderRun(configuration: configuration, engine: engine).run { _ in
        }
        #expect(summary.count(.passed) == 1 && summary.count(.rejected) == 1)
    }

    @Test("an edited file follows on-change", arguments: FolderConfiguration.OnChange.allCases)
    func edited(onChange: FolderConfiguration.OnChange) async throws {
        let bench = try bench(.copy) { folder, _ in folder.onChange = onChange }
        let journal = try bench.journal()
        try bench.scratch.write("one", to: "drop/a.txt")
        try await bench.pass(journal)
        // Another inode: an edit, and not the same upload that goes on.
        try FileManager.default.removeItem(at: bench.scratch["drop/a.txt"])
        try bench.scratch.write("keeps the inode taken", to: "drop/b.txt")
        try bench.scratch.write("second", to: "drop/a.txt")
        let report = try #require(try await bench.pass(journal)["a.txt"])
        switch onChange {
        case .reject: #expect(report.outcome == .rejected && bench.scratch.bytes(of: "out/a.txt") == Array("one".utf8))
        // For all that is known, it can be another file.
        case .replace, .version:
            #expect(report.outcome == .passed && bench.scratch.bytes(of: "out/a-2.txt") == Array("second".utf8))
            #expect(bench.scratch.bytes(of: "out/a.txt") == Array("one".utf8))
        }
    }

    @Test(
        "a JPEG called .mov is a JPEG, with and without others", arguments: [FolderConfiguration.Others.leave, .move])
    func misnamed(others: FolderConfiguration.Others) async throws {
        let bench = try bench(others)
        try bench.put("samples/orientation-6.jpg", as: "a.mov")
        let report = try #require(try await bench.pass(bench.journal())["a.mov"])
        #expect(report.outcome == .normalized && report.type == "public.jpeg")
        #expect(bench.scratch.bytes(of: "drop/a.mov") != nil)
    }

    @Test("a sidecar or a video of no picture is passed on by itself", arguments: ["a.mov", "a.xmp", "metadata.json"])
    func alone(name: String) async throws {
        let bench = try bench(.move)
        let journal = try bench.journal()
        let content = name == "a.mov" ? Self.video : name == "a.xmp" ? Array("<a/>".utf8) : Array("{}".utf8)
        try bench.scratch.write(content, to: "drop/" + name)
        #expect(try await bench.pass(journal)[name]?.outcome == .passed)
        #expect(bench.scratch.bytes(of: "out/" + name) == content && bench.scratch.bytes(of: "drop/" + name) == nil)
        // The journal is none of a run over paths.
        let other = try self.bench(.copy)
        try other.scratch.write(content, to: "drop/" + name)
        #expect(try await other.pass()[name]?.outcome == .passed)
        #expect(other.scratch.bytes(of: "out/" + name) == content)
    }

    /// A video with its thumbnail and its description, and a raw file with its sidecars.
    private static let led = ["a.AVI", "a.AVI.json", "a.THM", "b.NEF", "b.NEF.xmp", "b.xmp"]

    private func dropLed(_ bench: Bench) throws {
        try bench.scratch.write(
            Array("RIFF".utf8) + [12, 0, 0, 0] + Array("AVI LIST".utf8) + [0, 0, 0, 0], to: "drop/a.AVI")
        try bench.scratch.write("{}", to: "drop/a.AVI.json")
        try bench.put("samples/orientation-6.jpg", as: "a.THM")
        try bench.scratch.write(
            [0x49, 0x49, 42, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0], to: "drop/b.NEF")
        for name in ["b.xmp", "b.NEF.xmp"] { try bench.scratch.write("<a/>", to: "drop/" + name) }
    }

    @Test(
        "what belongs to a video or a raw file without a picture goes along with it",
        arguments: [FolderConfiguration.Others.copy, .move])
    func led(others: FolderConfiguration.Others) async throws {
        let bench = try bench(others)
        let journal = try bench.journal()
        try dropLed(bench)
        let reports = try await bench.pass(journal)
        #expect(Set(reports.keys) == Set(Self.led))
        #expect(reports.values.allSatisfy { $0.outcome == .passed })
        let thumbnail = try #require(Fixture.named("samples/orientation-6.jpg")).content()
        #expect(bench.scratch.bytes(of: "out/a.THM") == thumbnail, "it is not turned: it belongs to the video")
        for name in Self.led {
            #expect(bench.scratch.bytes(of: "out/" + name) != nil)
            #expect((bench.scratch.bytes(of: "drop/" + name) != nil) == (others == .copy), "\(name)")
            let row = try await journal.record(of: RawPath(bench.folder.source).appending(RawPath(name)))
            let isLead = ["a.AVI", "b.NEF"].contains(name)
            let lead = name.hasPrefix("a") ? "a.AVI" : "b.NEF"
            #expect(row?.picture == (isLead ? nil : RawPath(bench.folder.source).appending(RawPath(lead))), "\(name)")
            #expect(row?.isUnsupported == true && row?.isCompanion == !isLead)
        }
    }

    @Test("what belongs to a video that is left is left with it, and counted")
    func leftTogether() async throws {
        let bench = try bench(.leave)
        let journal = try bench.journal()
        try dropLed(bench)
        let reports = try await bench.pass(journal)
        #expect(reports.values.allSatisfy { $0.outcome == .ignored })
        #expect(reports["a.THM"]?.reason == "a companion of a.AVI, which is ignored")
        let left = try await journal.leftFiles().entries.map { String(decoding: $0.record.source.name, as: UTF8.self) }
        #expect(left.sorted() == Self.led)
        // They follow it when the configuration says so.
        var configuration = bench.configuration
        configuration.folders[0].others = .move
        let engine = PictureEngine(processor: InProcessProcessor(), jobs: 2, version: "1", history: journal)
        let summary = try await DropFolderRun(configuration: configuration, engine: engine).run { _ in
        }
        #expect(summary.count(.passed) == Self.led.count)
        #expect(bench.scratch.files.filter { $0.hasPrefix("drop/") && !$0.hasSuffix(".upright") }.isEmpty)
    }

    @Test("a video that is passed on waits for a member that is still written, and neither goes without the other")
    func ledWaits() async throws {
        let bench = try bench(.move)
        let journal = try bench.journal()
        try dropLed(bench)
        try bench.scratch.write("", to: "drop/a.AVI.json")
        let reports = try await bench.pass(journal)
        #expect(reports["a.AVI"]?.outcome == .deferred)
        #expect(reports["a.AVI"]?.reason.contains("its shot waits for a.AVI.json") == true)
        #expect(bench.scratch.files.filter { $0.hasPrefix("out/a") }.isEmpty)
        try bench.scratch.write("{}", to: "drop/a.AVI.json")
        try await bench.pass(journal)
        #expect(bench.scratch.files.filter { $0.hasPrefix("drop/") && !$0.hasSuffix(".upright") }.isEmpty)
    }

    @Test("a run over paths passes files on, and never removes the only copy")
    func paths() async throws {
        let bench = try bench(.move)
        try bench.scratch.write(Self.video, to: "drop/a.mp4")
        let report = try #require(try await bench.pass()["a.mp4"])
        #expect(report.outcome == .passed && bench.scratch.bytes(of: "out/a.mp4") == Self.video)
        #expect(bench.scratch.bytes(of: "drop/a.mp4") == nil)
        let own = try self.bench(.move) { folder, _ in folder.output = folder.source }
        try own.scratch.write(Self.video, to: "drop/a.mp4")
        let path = own.scratch["drop/a.mp4"].path()
        let second = try #require(try await own.pass(paths: [path])["a.mp4"])
        #expect(second.outcome == .current && own.scratch.bytes(of: "drop/a.mp4") == Self.video)
        #expect(second.warnings == ["the original is the output, and stays"])
    }

    @Test("a dry run passes nothing on")
    func dryRun() async throws {
        let bench = try bench(.move)
        try bench.scratch.write(Self.video, to: "drop/a.mp4")
        #expect(try await bench.pass(isDryRun: true)["a.mp4"]?.outcome == .passed)
        #expect(bench.scratch.bytes(of: "out/a.mp4") == nil && bench.scratch.bytes(of: "drop/a.mp4") == Self.video)
    }
}
