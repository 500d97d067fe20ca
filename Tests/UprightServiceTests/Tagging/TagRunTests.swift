internal import Foundation
internal import Synchronization
internal import TestSupport
internal import Testing
internal import UprightFormats
internal import UprightRewriting
internal import UprightFiles
internal import UprightService
internal import UprightWorker

/// An edit replaces the file that it was made from, and no other.
@Suite struct TagRunTests {
    let folder: TemporaryFolder
    let workers: FileWorkers
    private let picture: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        workers = FileWorkers(
            WorkerPool(WorkerPoolConfiguration(program: Command.built("upright-codec").path())), limits: Limits())
        picture = try [UInt8](Data(contentsOf: Fixture.folder.appending(path: "samples/photo.jpg")))
        try folder.write(picture, to: "a.jpg")
    }

    private func path(_ name: String) -> RawPath { RawPath(folder[name].path()) }

    /// Edits that another program interferes with after the file was opened.
    private func tag(
        _ destination: TagRun.Destination, meanwhile: @escaping @Sendable () throws -> Void
    ) async -> TagReport {
        let report = await TagRun(workers, destination: destination).tag(path("a.jpg")) {
            try meanwhile()
            return MetadataEdit.position(latitude: "1.5", longitude: "2.5", altitude: nil, type: $0) ?? []
        }
        await workers.shutDown()
        return report
    }

    @Test(arguments: [false, true])
    func aFileThatIsReplacedMeanwhileStays(backup: Bool) async throws {
        let newer = picture + [1]
        let url = folder.url
        let report = await tag(.inPlace(backup: backup)) {
            try Data(newer).write(to: url.appending(path: "b"))
            guard rename(url.appending(path: "b").path(), url.appending(path: "a.jpg").path()) == 0 else {
                throw Failed()
            }
        }
        #expect(report.outcome == .rejected && report.reason.contains("changed by another program"), "\(report)")
        #expect(folder.bytes(of: "a.jpg") == newer)
        #expect(!folder.files.contains { $0.hasSuffix(".partial") })
    }

    @Test func aFileThatIsWrittenMeanwhileIsNotUsed() async throws {
        let url = folder.url
        let report = await tag(.folder(path("out"), replacing: false)) {
            let file = try FileHandle(forWritingTo: url.appending(path: "a.jpg"))
            try file.seekToEnd()
            try file.write(contentsOf: Data([1, 2, 3]))
        }
        #expect(report.outcome == .rejected && report.reason.contains("changed by another program"), "\(report)")
        #expect(folder.files == ["a.jpg"])
    }

    @Test func aFileThatStaysIsEdited() async throws {
        let report = await tag(.inPlace(backup: true)) {}
        #expect(report.outcome == .normalized && report.reason.isEmpty, "\(report)")
        #expect(folder.bytes(of: "a.jpg") != picture && folder.bytes(of: "a.jpg.orig") == picture)
    }

    /// The later of two edits finds what the earlier one did, whatever is done at the same time.
    @Test func editsOfAFileInOneRunFollowEachOther() async throws {
        try folder.write(picture, to: "b/a.jpg")
        let inside = Mutex<(now: Int, most: Int)>((0, 0))
        for destination in [TagRun.Destination.inPlace(backup: false), .folder(path("out"), replacing: true)] {
            let run = TagRun(workers, destination: destination)
            let sources = destination == .inPlace(backup: false) ? ["a.jpg", "a.jpg"] : ["a.jpg", "b/a.jpg"]
            await workers.run(sources.map(path), keys: run.keys) { _ in
                inside.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                try? await Task.sleep(for: .milliseconds(50))
                inside.withLock { $0.now -= 1 }
            } handle: {
                true
            }
        }
        #expect(inside.withLock { $0.most } == 1)
        await workers.shutDown()
    }

    @Test func resultsComeInTheOrderOfTheFiles() async {
        let sources = (0..<20).map { RawPath("\($0)") }
        var shown: [RawPath] = []
        await workers.run(sources) { source in
            // The first ones take longest.
            try? await Task.sleep(for: .milliseconds(source.name.count == 1 ? 20 : 1))
            return source
        } handle: {
            shown.append($0)
            return true
        }
        #expect(shown == sources)
        await workers.shutDown()
    }

    private struct Failed: Error {}
}
