internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightRewriting
internal import UprightService

/// The video of a Live Photo belongs to the picture with its content identifier, whatever their names.
@Suite("Content identifiers")
struct ContentIdentifierTests {
    private func bench(
        _ originals: FolderConfiguration.Originals? = nil, others: FolderConfiguration.Others = .leave
    ) throws -> Bench {
        try Bench { folder, scratch in
            folder.originals = originals ?? .move(to: scratch["originals"].path())
            folder.others = others
        }
    }

    private func files(_ bench: Bench, _ folder: String) -> [String] {
        bench.scratch.files.filter { $0.hasPrefix(folder + "/") && !$0.hasSuffix(".upright") }
            .map { String($0.dropFirst(folder.count + 1)) }.sorted()
    }

    @Test("a video with another name is of the shot, under the shot's name")
    func otherName() async throws {
        let bench = try bench()
        let journal = try bench.journal()
        try bench.scratch.write(LivePhoto.picture("identifier-1"), to: "drop/a.jpg")
        try bench.scratch.write(LivePhoto.video("identifier-1"), to: "drop/IMG_9.MOV")
        let reports = try await bench.pass(journal)
        #expect(reports.count == 2 && reports.values.allSatisfy { $0.outcome.hasOutput })
        #expect(files(bench, "out") == ["a.MOV", "a.jpg"] && files(bench, "drop").isEmpty)
        #expect(files(bench, "originals") == ["IMG_9.MOV", "a.jpg"])
        let source = RawPath(bench.folder.source)
        let video = try #require(try await journal.record(of: source.appending("IMG_9.MOV")))
        #expect(video.picture == source.appending("a.jpg") && video.contentIdentifier == "identifier-1")
        #expect(try await VerifyRun(journal, jobs: 1).run { _ in }.isGood)
    }

    @Test("a video finds its picture after that has left, and a video that came first waits for nothing else")
    func eitherOrder() async throws {
        let bench = try bench()
        let journal = try bench.journal()
        try bench.scratch.write(LivePhoto.picture("identifier-1"), to: "drop/a.jpg")
        try await bench.pass(journal)
        #expect(files(bench, "drop").isEmpty)
        try bench.scratch.write(LivePhoto.video("identifier-1"), to: "drop/x.mov")
        try bench.scratch.write(LivePhoto.video("identifier-2"), to: "drop/y.mov")
        try await bench.pass(journal)
        #expect(files(bench, "out") == ["a.jpg", "a.mov"] && files(bench, "drop") == ["y.mov"])
        try bench.scratch.write(LivePhoto.picture("identifier-2"), to: "drop/b.jpg")
        try await bench.pass(journal)
        #expect(files(bench, "out") == ["a.jpg", "a.mov", "b.jpg", "b.mov"] && files(bench, "drop").isEmpty)
    }

    @Test("videos whose names are exchanged go to their own pictures")
    func exchanged() async throws {
        let bench = try bench(.keep)
        try bench.scratch.write(LivePhoto.picture("identifier-1"), to: "drop/a.jpg")
        try bench.scratch.write(LivePhoto.picture("identifier-2"), to: "drop/b.jpg")
        try bench.scratch.write(LivePhoto.video("identifier-2"), to: "drop/a.mov")
        try bench.scratch.write(LivePhoto.video("identifier-1"), to: "drop/b.mov")
        try await bench.pass(try bench.journal())
        #expect(bench.scratch.bytes(of: "out/a.mov") == LivePhoto.video("identifier-1"))
        #expect(bench.scratch.bytes(of: "out/b.mov") == LivePhoto.video("identifier-2"))
    }

    @Test("a run without a journal pairs by the identifier, too")
    func withoutJournal() async throws {
        let bench = try bench(.keep)
        try bench.scratch.write(LivePhoto.picture("identifier-1"), to: "drop/a.jpg")
        try bench.scratch.write(LivePhoto.video("identifier-1"), to: "drop/x.mov")
        let reports = try await bench.pass()
        #expect(files(bench, "out") == ["a.jpg", "a.mov"] && reports.count == 2)
        #expect(reports["x.mov"]?.outcome == .unchanged)
    }

    @Test("a video that was passed on before its picture came keeps its place")
    func passedBefore() async throws {
        let bench = try bench(.keep, others: .copy)
        let journal = try bench.journal()
        try bench.scratch.write(LivePhoto.video("identifier-1"), to: "drop/x.mov")
        try await bench.pass(journal)
        try bench.scratch.write(LivePhoto.picture("identifier-1"), to: "drop/a.jpg")
        let reports = try await bench.pass(journal)
        #expect(files(bench, "out") == ["a.jpg", "x.mov"])
        #expect(reports["x.mov"]?.outcome == .current)
    }

    @Test("a video is not passed on by itself while a picture beside it, which can be its own, has no result")
    func unfinishedPicture() async throws {
        let bench = try bench(.keep, others: .move)
        let journal = try bench.journal()
        try bench.scratch.write(LivePhoto.picture("identifier-1"), to: "drop/a.jpg")
        try bench.scratch.write(LivePhoto.video("identifier-1"), to: "drop/x.mov")
        let picture = try OpenFolder(RawPath(bench.folder.source)).file("a.jpg")
        #expect(try picture.tryLock())
        let reports = try await bench.pass(journal)
        #expect(reports["a.jpg"]?.outcome == .deferred && reports["x.mov"]?.outcome == .deferred)
        #expect(reports["x.mov"]?.reason.contains("perhaps of a.jpg, which has no result yet") == true)
        #expect(files(bench, "out").isEmpty && files(bench, "drop") == ["a.jpg", "x.mov"])
        // The row of a picture that was taken away keeps nothing waiting.
        try FileManager.default.removeItem(at: bench.scratch["drop/a.jpg"])
        #expect(try await bench.pass(journal)["x.mov"]?.outcome == .passed)
        withExtendedLifetime(picture) {}
    }

    @Test("an identifier that an edit removes from the output still tells")
    func removed() async throws {
        let bench = try bench()
        let journal = try bench.journal()
        try bench.scratch.write(
            LivePhoto.picture("identifier-1", fixture: "samples/orientation-6.jpg"), to: "drop/a.jpg")
        try await bench.pass(journal)
        let row = try await journal.record(of: RawPath(bench.folder.source).appending("a.jpg"))
        #expect(row?.contentIdentifier == "identifier-1")
    }
}
