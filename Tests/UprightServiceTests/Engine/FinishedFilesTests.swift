internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightRewriting
internal import UprightService

@Suite("Files that are done")
struct FinishedFilesTests {
    private let photo = "samples/orientation-6.jpg"

    private func bench(_ change: (inout FolderConfiguration, TemporaryFolder) -> Void = { _, _ in }) throws -> Bench {
        let bench = try Bench(change)
        for name in ["a.jpg", "b/a.jpg", "b/c.jpg"] { try bench.put(photo, as: name) }
        try bench.scratch.write("not a picture", to: "drop/notes.txt")
        try bench.scratch.write([0xFF, 0xD8, 0xFF, 0xD9], to: "drop/broken.jpg")
        return bench
    }

    @Test("a run that only counts them has the figures of one that reports each")
    func counted() async throws {
        let bench = try bench()
        let journal = try bench.journal()
        try await bench.pass(journal)
        let each = try await bench.pass(journal)
        let (summary, reported) = try await bench.countingPass(journal)
        for outcome in Set(each.values.map(\.outcome)) {
            #expect(summary.count(outcome) == each.values.count { $0.outcome == outcome }, "\(outcome)")
        }
        #expect(summary.count(.current) == 3 && summary.files == each.count)
        #expect(summary.bytes.source == each.values.reduce(0) { $0 + ($1.bytes.source ?? 0) })
        #expect(summary.bytes.output == each.values.reduce(0) { $0 + ($1.bytes.output ?? 0) })
        // What was rejected is tried again, by itself.
        #expect(reported.isDisjoint(with: ["a.jpg", "c.jpg"]) && reported.contains("broken.jpg"))
    }

    @Test("failures in a folder that is away are still counted, and those whose file is gone are not")
    func away() async throws {
        let bench = try bench()
        let journal = try bench.journal()
        try await bench.pass(journal)
        func rejected() async throws -> Int? {
            let source = RawPath(bench.folder.source)
            return try await FolderFigures.current([(source, RawPath(bench.folder.output))], journal: journal)[source]?
                .rejected
        }
        #expect(try await rejected() == 1)
        try FileManager.default.moveItem(at: bench.scratch["drop"], to: bench.scratch["away"])
        #expect(try await rejected() == 1)
        try FileManager.default.moveItem(at: bench.scratch["away"], to: bench.scratch["drop"])
        try FileManager.default.removeItem(at: bench.scratch["drop/broken.jpg"])
        #expect(try await rejected() == 0)
    }

    @Test("members of shots and what was passed on by itself are counted, too, as long as nothing has changed")
    func members() async throws {
        let bench = try bench { folder, _ in (folder.others, folder.deletedOutputs) = (.copy, .restore) }
        try bench.scratch.write("sidecar", to: "drop/a.xmp")
        try bench.scratch.write("raw", to: "drop/b/c.NEF")
        try bench.scratch.write(LivePhoto.video("AB"), to: "drop/video.mov")
        try bench.scratch.write(LivePhoto.video("CD"), to: "drop/late.mov")
        let journal = try bench.journal()
        try await bench.pass(journal)
        let each = try await bench.pass(journal)
        var (summary, reported) = try await bench.countingPass(journal)
        #expect(summary.files == each.count && summary.count(.current) == each.values.count { $0.outcome == .current })
        #expect(summary.bytes.source == each.values.reduce(0) { $0 + ($1.bytes.source ?? 0) })
        #expect(summary.bytes.output == each.values.reduce(0) { $0 + ($1.bytes.output ?? 0) })
        #expect(reported.isSubset(of: ["broken.jpg"]), "\(reported)")

        try FileManager.default.removeItem(at: bench.scratch["out/b/c.NEF"])
        try bench.scratch.write("another sidecar", to: "drop/a.xmp")
        // Its picture comes.
        try bench.put("samples/orientation-3.jpg", as: "late.jpg")
        (summary, reported) = try await bench.countingPass(journal)
        #expect(reported.isSuperset(of: ["a.xmp", "c.NEF", "late.jpg", "late.mov"]), "\(reported)")
        #expect(bench.scratch.bytes(of: "out/a.xmp") != nil && bench.scratch.bytes(of: "out/b/c.NEF") != nil)
    }

    @Test(
        "a deleted output stays away with all of its shot, the journal says so, and a run with --force makes it again")
    func deletions() async throws {
        let bench = try bench()
        try bench.scratch.write("raw", to: "drop/b/c.NEF")
        let journal = try bench.journal()
        try await bench.pass(journal)
        let outputs = bench.scratch.files.filter { $0.hasPrefix("out/") }
        for name in ["c.jpg", "c.NEF"] { try FileManager.default.removeItem(at: bench.scratch["out/b/" + name]) }
        for _ in 0..<2 {
            let (summary, _) = try await bench.countingPass(journal)
            #expect(summary.count(.normalized) == 0 && bench.scratch.bytes(of: "out/b/c.jpg") == nil)
            #expect(bench.scratch.bytes(of: "out/b/c.NEF") == nil)
            // As the daemon does, which works on each file that is not known to be done.
            try await bench.pass(journal)
            #expect(bench.scratch.bytes(of: "out/b/c.NEF") == nil, "a member stays away as its picture does")
        }
        let source = RawPath(bench.scratch["drop/b/c.jpg"].path())
        #expect(try await journal.record(of: source)?.reason == DropFolder.deletion)
        #expect(try await journal.known([source]).first??.isDeletionNoted == true)
        #expect(try await VerifyRun(journal, jobs: 2).run { _ in }.count(.deleted) == 2)
        try await bench.pass(journal, force: true)
        #expect(bench.scratch.files.filter { $0.hasPrefix("out/") } == outputs)
        #expect(try await journal.known([source]).first??.isDeletionNoted == false)
    }

    @Test("with restore, a deleted output is written again, and one of another size is reported")
    func outputs() async throws {
        let bench = try bench { folder, _ in folder.deletedOutputs = .restore }
        let journal = try bench.journal()
        try await bench.pass(journal)
        let output = try #require(bench.scratch.bytes(of: "out/b/c.jpg"))
        try FileManager.default.removeItem(at: bench.scratch["out/b/c.jpg"])
        var (summary, reported) = try await bench.countingPass(journal)
        #expect(summary.count(.current) == 2 && summary.count(.normalized) == 1)
        #expect(reported.contains("c.jpg") && bench.scratch.bytes(of: "out/b/c.jpg") == output)
        try bench.scratch.write(output + [0], to: "out/b/c.jpg")
        (summary, reported) = try await bench.countingPass(journal)
        #expect(summary.count(.current) == 2 && reported.contains("c.jpg"))
        // A link is not the output, whatever it leads to.
        try FileManager.default.removeItem(at: bench.scratch["out/b/c.jpg"])
        try FileManager.default.createSymbolicLink(
            atPath: bench.scratch["out/b/c.jpg"].path(), withDestinationPath: "../a.jpg")
        (summary, reported) = try await bench.countingPass(journal)
        #expect(summary.count(.current) == 2 && reported.contains("c.jpg"))
    }

    @Test("a changed source is worked on again")
    func changedSource() async throws {
        let bench = try bench()
        let journal = try bench.journal()
        try await bench.pass(journal)
        try bench.put("samples/orientation-3.jpg", as: "b/c.jpg")
        let (summary, reported) = try await bench.countingPass(journal)
        #expect(summary.count(.current) == 2 && reported.contains("c.jpg"))
    }

    @Test("an original that is to be moved is moved, although its picture was delivered")
    func owedOriginals() async throws {
        let bench = try bench { folder, scratch in folder.originals = .move(to: scratch["originals"].path()) }
        let journal = try bench.journal()
        try await bench.pass(journal)
        #expect(bench.scratch.bytes(of: "drop/a.jpg") == nil)
        // As after a crash between the delivery and the move.
        let kept = try self.bench()
        let other = try kept.journal()
        try await kept.pass(other)
        let moving = kept.folder(originals: .move(to: kept.scratch["originals"].path()))
        let dispatcher = Dispatcher(
            engine: PictureEngine(processor: InProcessProcessor(), jobs: 1, version: "1", history: other),
            retry: RetryConfiguration())
        for (configuration, isKnown) in [(kept.folder, true), (moving, false)] {
            let folder = DropFolder(configuration, of: kept.configuration)
            let status = try folder.openSource().status(of: "b/c.jpg")
            #expect(await dispatcher.known([("b/c.jpg", status)], in: folder) == [isKnown])
        }
    }
}

extension Bench {
    fileprivate func folder(originals: FolderConfiguration.Originals) -> FolderConfiguration {
        var folder = folder
        folder.originals = originals
        return folder
    }
}
