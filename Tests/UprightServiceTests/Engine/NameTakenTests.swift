internal import Foundation
internal import Glibc
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightRewriting
internal import UprightService

/// What has an output's name and cannot be made again is never replaced: the shot gets the next number.
@Suite("Names that are taken")
struct NameTakenTests {
    private static let pictures = ["samples/orientation-6.jpg", "samples/photo.jpg", "samples/odd-size.jpg"]

    private func files(_ bench: Bench, _ folder: String) -> [String] {
        bench.scratch.files.filter { $0.hasPrefix(folder + "/") && !$0.hasSuffix(".upright") }
            .map { String($0.dropFirst(folder.count + 1)) }.sorted()
    }

    enum End: CaseIterable { case move, delete }

    @Test(
        "a counter that begins anew loses nothing, whatever on-change says, also with --force",
        arguments: FolderConfiguration.OnChange.allCases, End.allCases)
    func rollover(onChange: FolderConfiguration.OnChange, end: End) async throws {
        let bench = try Bench { folder, scratch in
            folder.originals = end == .move ? .move(to: scratch["originals"].path()) : .delete
            folder.onChange = onChange
        }
        let journal = try bench.journal()
        for (index, picture) in Self.pictures.enumerated() {
            try bench.put(picture, as: "a.jpg")
            try bench.scratch.write("note \(index)", to: "drop/a.jpg.txt")
            let reports = try await bench.pass(journal, force: index == 2)
            #expect(reports["a.jpg"]?.outcome == .normalized || reports["a.jpg"]?.outcome == .unchanged, "\(reports)")
        }
        let names = ["a-2.jpg", "a-2.jpg.txt", "a-3.jpg", "a-3.jpg.txt", "a.jpg", "a.jpg.txt"]
        #expect(files(bench, "out") == names && files(bench, "drop").isEmpty)
        #expect(files(bench, "originals") == (end == .move ? names : []))
        for (index, name) in ["a", "a-2", "a-3"].enumerated() {
            #expect(bench.scratch.bytes(of: "out/\(name).jpg.txt") == Array("note \(index)".utf8))
        }
        // Each output has its row.
        let summary = try await VerifyRun(journal, jobs: 1).run { _ in }
        #expect(summary.isGood && summary.outputs == 6, "\(summary)")
        #expect(try await journal.count() == 6)
    }

    @Test("what comes to a shot that has its names gets them, whatever the folder of the originals has")
    func later() async throws {
        let bench = try Bench { folder, scratch in folder.originals = .move(to: scratch["originals"].path()) }
        let journal = try bench.journal()
        try bench.scratch.write("another's", to: "originals/a.jpg.txt")
        try bench.put("samples/photo.jpg", as: "a.jpg")
        let writer = open(bench.scratch["drop/a.jpg"].path(), O_WRONLY)
        try await bench.pass(journal)
        try bench.scratch.write("note", to: "drop/a.jpg.txt")
        try await bench.pass(journal, force: true)
        #expect(files(bench, "out") == ["a.jpg", "a.jpg.txt"] && files(bench, "drop") == ["a.jpg", "a.jpg.txt"])
        close(writer)
        try await bench.pass(journal)
        #expect(files(bench, "originals") == ["a-2.jpg", "a-2.jpg.txt", "a.jpg.txt"] && files(bench, "drop").isEmpty)
    }

    @Test("a scanner that writes one name three times leaves three files")
    func others() async throws {
        let bench = try Bench { folder, _ in folder.others = .move }
        let journal = try bench.journal()
        for number in 1...3 {
            try bench.scratch.write("%PDF-1.4\n\(number)\n%%EOF\n", to: "drop/scan.pdf")
            #expect(try await bench.pass(journal)["scan.pdf"]?.outcome == .passed)
        }
        #expect(files(bench, "out") == ["scan-2.pdf", "scan-3.pdf", "scan.pdf"] && files(bench, "drop").isEmpty)
    }

    @Test(
        "two pictures with one name after its correction both have an output", arguments: [false, true], [false, true])
    func corrected(journaled: Bool, force: Bool) async throws {
        let bench = try Bench()
        let journal = try bench.journal()
        try bench.put(Self.pictures[0], as: "a.png")
        try bench.put(Self.pictures[1], as: "a.jpg")
        for _ in 0..<3 {
            let reports =
                journaled ? try await bench.pass(journal, force: force) : try await bench.pass(force: force)
            #expect(reports.values.allSatisfy { $0.outcome.hasOutput }, "\(reports)")
            #expect(files(bench, "out") == ["a-2.jpg", "a.jpg"])
        }
        #expect(bench.scratch.bytes(of: "out/a.jpg") != bench.scratch.bytes(of: "out/a-2.jpg"))
    }

    @Test("of two shots with equal pictures and different sidecars, none loses its sidecar")
    func equalPictures() async throws {
        let bench = try Bench { folder, _ in folder.originals = .delete }
        let journal = try bench.journal()
        func xmp(_ rating: Int) -> String {
            "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rating>\(rating)</rating></x:xmpmeta>"
        }
        for rating in 1...2 {
            try bench.put(Self.pictures[1], as: "a.jpg")
            try bench.scratch.write(xmp(rating), to: "drop/a.xmp")
            try await bench.pass(journal)
        }
        #expect(files(bench, "out") == ["a-2.jpg", "a-2.xmp", "a.jpg", "a.xmp"] && files(bench, "drop").isEmpty)
        #expect(bench.scratch.bytes(of: "out/a.xmp") == Array(xmp(1).utf8))
        #expect(bench.scratch.bytes(of: "out/a-2.xmp") == Array(xmp(2).utf8))
    }

    @Test("without a journal, an output says whose it is: another picture gets a number, the same one is rejected")
    func withoutJournal() async throws {
        let bench = try Bench()
        try bench.put(Self.pictures[0], as: "a.jpg")
        try await bench.pass()
        let first = bench.scratch.bytes(of: "out/a.jpg")
        try bench.put(Self.pictures[1], as: "a.jpg")
        for force in [false, true, false] {
            let report = try await bench.pass(force: force)["a.jpg"]
            #expect(report?.outcome.hasOutput == true && report?.output?.hasSuffix("/a-2.jpg") == true)
            #expect(files(bench, "out") == ["a-2.jpg", "a.jpg"] && bench.scratch.bytes(of: "out/a.jpg") == first)
        }
        let output = try OpenFolder(RawPath(bench.folder.output)).file("a-2.jpg")
        #expect(output.sourceMark?.path == RawPath(bench.folder.source).appending("a.jpg"))
        // What somebody has changed in the output of this source waits for --force.
        var bytes = try #require(bench.scratch.bytes(of: "out/a-2.jpg"))
        bytes += Array("changed".utf8)
        try bench.scratch.write(bytes, to: "out/a-2.jpg")
        #expect(try await bench.pass()["a.jpg"]?.reason.contains("--force makes it anew") == true)
        #expect(try await bench.pass(force: true)["a.jpg"]?.outcome.hasOutput == true)
        #expect(files(bench, "out") == ["a-2.jpg", "a.jpg"] && bench.scratch.bytes(of: "out/a.jpg") == first)
    }

    @Test("with the journal lost, another picture of the same name replaces nothing", arguments: [false, true])
    func lostJournal(force: Bool) async throws {
        let bench = try Bench { folder, _ in
            folder.originals = .delete
            folder.onChange = .replace
        }
        do {
            let journal = try bench.journal()
            try bench.put(Self.pictures[0], as: "a.jpg")
            try await bench.pass(journal)
        }
        let first = bench.scratch.bytes(of: "out/a.jpg")
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: bench.scratch["state/journal.sqlite"].path() + suffix)
        }
        try bench.put(Self.pictures[1], as: "a.jpg")
        try await bench.pass(bench.journal(), force: force)
        #expect(files(bench, "out") == ["a-2.jpg", "a.jpg"] && bench.scratch.bytes(of: "out/a.jpg") == first)
    }

    @Test("a source that was deleted by its user and comes again as another picture replaces nothing")
    func gone() async throws {
        let bench = try Bench { folder, _ in folder.onChange = .replace }
        let journal = try bench.journal()
        try bench.put(Self.pictures[0], as: "a.jpg")
        try await bench.pass(journal)
        let first = bench.scratch.bytes(of: "out/a.jpg")
        try FileManager.default.removeItem(at: bench.scratch["drop/a.jpg"])
        let source = RawPath(bench.folder.source).appending("a.jpg")
        try await journal.noteGone([source])
        #expect(try await journal.record(of: source)?.fate == .gone)
        try bench.put(Self.pictures[1], as: "keeps the inode taken.jpg")
        try bench.put(Self.pictures[1], as: "a.jpg")
        try await bench.pass(journal)
        #expect(bench.scratch.bytes(of: "out/a.jpg") == first && bench.scratch.bytes(of: "out/a-2.jpg") != nil)
    }

    enum Next: CaseIterable { case other, sameTime, samePicture, inPlace }

    @Test(
        "between two runs, what replaces the output of a source that stays is an edit of it, and nothing else",
        arguments: Next.allCases, [false, true])
    func between(next: Next, force: Bool) async throws {
        let bench = try Bench { folder, _ in folder.onChange = .replace }
        let journal = try bench.journal()
        try bench.put(Self.pictures[1], as: "a.jpg")
        try bench.scratch.write("first", to: "drop/a.jpg.txt")
        try await bench.pass(journal)
        let first = bench.scratch.bytes(of: "out/a.jpg")
        let source = bench.scratch["drop/a.jpg"]
        var edited = try Data(contentsOf: source)
        if next == .inPlace {
            edited = Data(try #require(Fixture.named(Self.pictures[0])).content())
            let handle = try FileHandle(forWritingTo: source)
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: edited)
            try handle.close()
        } else {
            // The inode stays in use, as with a program that replaces by rename.
            try FileManager.default.moveItem(at: source, to: bench.scratch["kept"])
            if next == .other { edited = Data(try #require(Fixture.named(Self.pictures[0])).content()) }
            // A comment, which changes neither what it shows nor when it was taken; and a picture that shows something else.
            if next == .samePicture { edited.insert(contentsOf: [0xFF, 0xFE, 0, 4, 65, 66], at: 2) }
            if next == .sameTime { edited = try turnedTable(edited) }
            try edited.write(to: source)
        }
        let report = try await bench.pass(journal, force: force)["a.jpg"]
        #expect(report?.outcome.hasOutput == true, "\(String(describing: report))")
        if next == .other {
            #expect(files(bench, "out") == ["a-2.jpg", "a.jpg", "a.jpg.txt"])
            #expect(bench.scratch.bytes(of: "out/a.jpg") == first)
            #expect(try await VerifyRun(journal, jobs: 1).run { _ in }.outputs == 3)
        } else {
            #expect(files(bench, "out") == ["a.jpg", "a.jpg.txt"] && bench.scratch.bytes(of: "out/a.jpg") != first)
        }
    }

    /// A JPEG with another quantization table: it has the same time, and shows something else.
    private func turnedTable(_ jpeg: Data) throws -> Data {
        var jpeg = jpeg
        let table = try #require(jpeg.range(of: Data([0xFF, 0xDB])))
        jpeg[table.upperBound + 4] ^= 1
        return jpeg
    }

    @Test("a source that was replaced by rename while it was watched was edited", arguments: [false, true])
    func watched(takenAway: Bool) async throws {
        let bench = try Bench { folder, _ in folder.onChange = .replace }
        let journal = try bench.journal()
        try bench.put(Self.pictures[0], as: "a.jpg")
        try await bench.pass(journal)
        let source = RawPath(bench.folder.source).appending("a.jpg")
        try FileManager.default.moveItem(at: bench.scratch["drop/a.jpg"], to: bench.scratch["kept"])
        try bench.put(Self.pictures[2], as: "a.jpg")
        if takenAway { try await journal.noteGone([source], .exchanged) }
        var job = PictureJob(
            folder: DropFolder(bench.folder, of: bench.configuration), relative: "a.jpg",
            previous: try await journal.record(of: source))
        job.watchedSince = 0
        let engine = PictureEngine(processor: InProcessProcessor(), jobs: 1, version: "1", history: journal)
        #expect(await engine.work(on: job).first?.outcome.hasOutput == true)
        #expect(files(bench, "out") == (takenAway ? ["a-2.jpg", "a.jpg"] : ["a.jpg"]))
    }

    @Test("the default and --force: an edited source that shows something else is delivered beside its output")
    func forced() async throws {
        let bench = try Bench()
        let journal = try bench.journal()
        try bench.put(Self.pictures[0], as: "a.jpg")
        try await bench.pass(journal)
        let first = bench.scratch.bytes(of: "out/a.jpg")
        try bench.put(Self.pictures[1], as: "a.jpg")
        #expect(try await bench.pass(journal)["a.jpg"]?.outcome == .rejected)
        #expect(try await bench.pass(journal, force: true)["a.jpg"]?.outcome.hasOutput == true)
        #expect(bench.scratch.bytes(of: "out/a.jpg") == first && bench.scratch.bytes(of: "out/a-2.jpg") != nil)
    }

    @Test("a subfolder that was renamed takes its outputs along, the whole shots")
    func moved() async throws {
        let bench = try Bench()
        let journal = try bench.journal()
        try bench.put(Self.pictures[0], as: "x/a.jpg")
        try bench.scratch.write("a note", to: "drop/x/a.jpg.txt")
        try await bench.pass(journal)
        try FileManager.default.moveItem(at: bench.scratch["drop/x"], to: bench.scratch["drop/y"])
        for _ in 0..<2 {
            let reports = try await bench.pass(journal)
            #expect(reports.values.allSatisfy { $0.outcome == .current }, "\(reports)")
            #expect(files(bench, "out") == ["y/a.jpg", "y/a.jpg.txt"])
            #expect(try await journal.count() == 2)
        }
    }

    @Test("a copy of a source that is still there is another source")
    func copied() async throws {
        let bench = try Bench()
        let journal = try bench.journal()
        for name in ["x/a.jpg", "y/a.jpg"] {
            try bench.put(Self.pictures[0], as: name)
            try await bench.pass(journal)
        }
        #expect(files(bench, "out") == ["x/a.jpg", "y/a.jpg"])
    }
}
