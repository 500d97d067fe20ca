internal import Foundation
internal import Glibc
internal import Synchronization
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightFormats
internal import UprightRewriting
internal import UprightService
internal import UprightWorker

/// Records what is synced, and does something before an output gets its name.
private final class Recording: Durability {
    let synced = Mutex<[RawPath]>([])
    private let kernel = KernelDurability()
    private let onPublish: @Sendable () throws -> Void

    init(onPublish: @escaping @Sendable () throws -> Void = {}) { self.onPublish = onPublish }

    func synchronize(_ file: OpenFile) throws(FileError) {
        synced.withLock { $0.append(file.path) }
        try kernel.synchronize(file)
    }

    func publish(_ file: AtomicFile, as name: [UInt8], replacing: Bool) throws(FileError) {
        do { try onPublish() } catch { throw FileError(.rename, file.folder.path, code: EIO) }
        try kernel.publish(file, as: name, replacing: replacing)
    }

    func synchronize(_ folder: OpenFolder) throws(FileError) {
        synced.withLock { $0.append(folder.path) }
        try kernel.synchronize(folder)
    }
}

/// Reports no position in its outputs.
private struct Forgetful: BlockingProcessor {
    func normalize(_ source: CInt, _ output: CInt, _ options: NormalizationOptions) -> ProcessedPicture {
        var answer = InProcessProcessor.normalize(source, output, options)
        (answer.facts.latitude, answer.facts.longitude) = (nil, nil)
        return answer
    }
}

/// Each test breaks if one line that keeps a promise is removed.
@Suite("Promises of the engine")
struct PromiseTests {
    @Test(
        "an original is read again before it is removed, even if its size and time are those of before",
        arguments: ["move", "delete"])
    func originalDigestedAgain(originals: String) async throws {
        let bench = try Bench { folder, scratch in
            folder.originals = originals == "move" ? .move(to: scratch["originals"].path()) : .delete
        }
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        let tampering = Recording {
            try bench.changeUnseen("a.jpg")
        }
        let report = try await bench.pass(try bench.journal(), durability: tampering)["a.jpg"]
        #expect(bench.scratch.bytes(of: "drop/a.jpg") != nil)
        #expect(report?.warnings.isEmpty == false || report?.outcome == .deferred)
    }

    @Test("a dry run writes no row and no file, for any outcome")
    func dryRun() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try bench.put("bad/header-only.jpg", as: "b.jpg")
        let journal = try bench.journal()
        var engine = PictureEngine(processor: InProcessProcessor(), jobs: 1, version: "1", history: journal)
        engine.isDryRun = true
        let run = DropFolderRun(configuration: bench.configuration, engine: engine)
        let summary = try await run.run { _ in }
        #expect(summary.count(.normalized) == 1 && summary.count(.rejected) == 1)
        #expect(try await journal.count() == 0)
        #expect(!bench.scratch.files.contains { $0.hasPrefix("out/") })
    }

    @Test("a dry run takes away no original, although that of a delivered shot is due")
    func dryRunKeepsOriginals() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try bench.scratch.write(#"<x:xmpmeta xmlns:x="adobe:ns:meta/"/>"#, to: "drop/a.xmp")
        let journal = try bench.journal()
        try await bench.pass(journal)
        var configuration = bench.configuration
        configuration.folders[0].originals = .delete
        configuration.folders[0].retireAfter = .zero
        var engine = PictureEngine(processor: InProcessProcessor(), jobs: 1, version: "1", history: journal)
        for isDry in [true, false] {
            engine.isDryRun = isDry
            _ = try await DropFolderRun(configuration: configuration, engine: engine).run { _ in }
            for name in ["a.jpg", "a.xmp"] {
                #expect((bench.scratch.bytes(of: "drop/" + name) != nil) == isDry, "\(name)")
            }
        }
    }

    @Test("what a run repeats counts, and what was stopped is not repeated")
    func repeated() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        let journal = try bench.journal()
        #expect(try await bench.pass(journal, processor: Lying())["a.jpg"]?.outcome == .deferred)
        let record = try #require(try await journal.record(of: RawPath(bench.folder.source).appending("a.jpg")))
        #expect(record.attempts == 4)
        var failed = PictureResult(record)
        failed.isTransient = true
        for isStopped in [true, false] {
            let tries = Mutex(0)
            _ = await RetriedWork(processor: InProcessProcessor()).result(unless: { isStopped }) { [failed] in
                tries.withLock { $0 += 1 }
                return failed
            }
            #expect(tries.withLock { $0 } == (isStopped ? 1 : 4))
        }
    }

    @Test("a run works on what a process that has ended had claimed")
    func endedClaim() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        let folder = RawPath(bench.folder.source)
        do {
            let ended = try bench.journal()
            let status = try OpenFolder(folder).status(of: "a.jpg")
            _ = try await ended.claim(
                [Journal.ClaimRequest(source: folder.appending("a.jpg"), folder: folder, status: status)],
                now: PictureEngine.milliseconds())
        }
        let journal = try bench.journal()
        #expect(try await bench.pass(journal, processor: Lying())["a.jpg"]?.outcome == .deferred)
        #expect(try await journal.record(of: folder.appending("a.jpg"))?.interruptions == 1)
        #expect(try await bench.pass(journal)["a.jpg"]?.outcome == .normalized)
    }

    @Test("a source that another process has locked is not worked on, and is when the lock is gone")
    func locked() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        var holder: OpenFile? = try OpenFolder(RawPath(bench.folder.source)).file("a.jpg")
        #expect(try holder?.tryLock() == true)
        let report = try await bench.pass()["a.jpg"]
        #expect(report?.outcome == .deferred && report?.reason.contains("lock") == true)
        #expect(bench.scratch.files == ["drop/a.jpg"])
        holder = nil
        #expect(try await bench.pass()["a.jpg"]?.outcome == .normalized)
    }

    @Test(
        "an existing output with the right bytes is synced with its folder: its writer may have been killed before it did"
    )
    func currentIsSynced() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try await bench.pass()
        let recording = Recording()
        #expect(try await bench.pass(durability: recording)["a.jpg"]?.outcome == .current)
        let output = RawPath(bench.folder.output)
        #expect(recording.synced.withLock { $0 } == [output.appending("a.jpg"), output])
    }

    @Test("after a transient failure, the next try waits for the configured delay, which doubles")
    func backOff() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        var retry = RetryConfiguration()
        retry.delay = .seconds(60)
        retry.longestDelay = .seconds(100)
        let journal = try bench.journal()
        let processor = Lying()
        let engine = PictureEngine(processor: processor, jobs: 1, version: "1", history: journal)
        let dispatcher = Dispatcher(engine: engine, retry: retry)
        var job = PictureJob(folder: DropFolder(bench.folder, of: bench.configuration), relative: "a.jpg")
        var waits: [Int64?] = []
        for _ in 0..<3 {
            let before = PictureEngine.milliseconds()
            let (results, again, _) = try await dispatcher.attempt(job)
            waits.append(again)
            let record = try #require(results.first?.record)
            #expect(record.nextTry >= before + (again ?? 0))
            job.previous = record
            job.previous?.attempts += 1
        }
        #expect(waits == [60_000, 100_000, 100_000])
    }

    @Test("a position that does not read back as written is not delivered as written")
    func positionReadBack() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        var job = PictureJob(folder: DropFolder(bench.folder, of: bench.configuration), relative: "a.jpg")
        job.position = Position(latitude: 48.1, longitude: 11.5)
        let sound = PictureEngine(processor: InProcessProcessor(), jobs: 1, version: "1")
        let forgetful = PictureEngine(processor: Forgetful(), jobs: 1, version: "1")
        let refused = try #require(await forgetful.work(on: job).first)
        #expect(refused.outcome == .normalized)
        #expect(refused.report.warnings.contains { $0.contains("does not read back as written") })
        try FileManager.default.removeItem(at: bench.scratch["out/a.jpg"])
        let written = try #require(await sound.work(on: job).first)
        #expect(written.outcome == .normalized && written.record.latitude == 48.1 && written.report.warnings.isEmpty)
    }

    @Test("pruning removes only rows whose last try ended longer ago than the given age")
    func pruning() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        let journal = try bench.journal()
        try await bench.pass(journal)
        try FileManager.default.removeItem(at: bench.scratch["drop/a.jpg"])
        #expect(try await JournalPruning(journal).prune(olderThan: .seconds(3_600)).removed == 0)
        #expect(try await journal.count() == 1)
        #expect(try await JournalPruning(journal).prune(olderThan: .seconds(-60)).removed == 1)
        #expect(try await journal.count() == 0)
    }
}
