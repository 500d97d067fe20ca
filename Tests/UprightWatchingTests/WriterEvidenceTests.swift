internal import Foundation
internal import Synchronization
internal import TestSupport
internal import Testing
internal import UprightFiles

@Suite("Evidence of writers", .timeLimit(.minutes(5)))
struct WriterEvidenceTests {
    fileprivate enum Event { case created, opened, written, closedByWriter, closedByReader }

    @Test(
        "what the notifications of one file say",
        arguments: [
            ([.created, .opened, .written], .writing),
            ([.created, .opened, .written, .closedByWriter], .closed),
            ([.created, .opened, .written, .closedByWriter, .opened, .closedByReader], .closed),
            // One of two writers has closed it.
            ([.created, .opened, .written, .opened, .written, .closedByWriter], .unknown),
            ([.created, .opened, .written, .opened, .closedByWriter, .written], .writing),
            // Somebody has it open, perhaps to write to it.
            ([.created, .opened, .written, .closedByWriter, .opened], .unknown),
            ([.created, .opened, .written, .closedByWriter, .opened, .written, .closedByWriter], .closed),
            // An opening was merged with the one before it.
            ([.created, .opened, .written, .closedByReader, .closedByWriter], .unknown),
            // Its first writer may have opened it before it was watched.
            ([.opened, .written], .writing), ([.opened, .written, .closedByWriter], .unknown), ([.opened], .unknown),
            // A hard link has no writer.
            ([.created], .unknown),
        ] as [([Event], WriterEvidence.Answer)])
    fileprivate func sequences(_ events: [Event], _ answer: WriterEvidence.Answer) {
        let evidence = WriterEvidence()
        for event in events {
            switch event {
            case .created: evidence.created("a")
            case .opened: evidence.opened("a")
            case .written: evidence.written("a")
            case .closedByWriter: evidence.closed("a", byWriter: true)
            case .closedByReader: evidence.closed("a", byWriter: false)
            }
        }
        #expect(evidence.answer(for: "a") == answer)
        evidence.moved(from: "a", cookie: 7)
        #expect(evidence.answer(for: "a") == .unknown)
        evidence.moved(to: "d/b", cookie: 7)
        #expect(evidence.answer(for: "d/b") == answer)
        evidence.moved(to: "d/b", cookie: 8)
        #expect(evidence.answer(for: "d/b") == .unknown, "a file from elsewhere has replaced it")
        evidence.created("d/c")
        evidence.opened("d/c")
        evidence.forget(below: "d")
        #expect(evidence.answer(for: "d/c") == .unknown)
    }

    @Test("what is known is bounded, and forgotten when notifications are lost")
    func bounds() {
        let evidence = WriterEvidence()
        for number in 0..<100_000 { evidence.created(RawPath("\(number)")) }
        #expect(evidence.count <= 32_768)
        evidence.created("a")
        evidence.opened("a")
        #expect(evidence.answer(for: "a") == .writing)
        evidence.lost()
        #expect(evidence.answer(for: "a") == .unknown)
    }

    @Test("the kernel's notifications tell who writes")
    func notified() async throws {
        let scratch = try TemporaryFolder()
        let evidence = WriterEvidence()
        let folder = WatchedFolder(path: RawPath(scratch.url.path()), rules: IgnoreRules([".*"]))
        let watching = AsyncStream<Void>.makeStream()
        let source = InotifySource(folder, evidence: evidence)
        let task = Task {
            await source.run { events in if events.contains(.watching) { watching.continuation.yield() } }
        }
        var iterator = watching.stream.makeAsyncIterator()
        await iterator.next()
        func expect(_ name: RawPath, _ answer: WriterEvidence.Answer) async throws {
            for _ in 0..<6_000 where evidence.answer(for: name) != answer {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(evidence.answer(for: name) == answer, "\(name)")
        }
        let path = scratch["a"].path()
        let first = open(path, O_WRONLY | O_CREAT, 0o644)
        #expect(write(first, "12", 2) == 2)
        let second = open(path, O_WRONLY)
        try await expect("a", .writing)
        #expect(write(second, "3", 1) == 1)
        close(first)
        try await expect("a", .unknown)
        #expect(write(second, "4", 1) == 1)
        try await expect("a", .writing)
        close(second)
        try await expect("a", .closed)
        // As rsync writes.
        let hidden = open(scratch[".b.x"].path(), O_WRONLY | O_CREAT, 0o644)
        #expect(write(hidden, "12", 2) == 2)
        close(hidden)
        #expect(rename(scratch[".b.x"].path(), scratch["b"].path()) == 0)
        try await expect("b", .closed)
        task.cancel()
        _ = await task.value
        #expect(evidence.answer(for: "b") == .unknown, "without notifications, nothing is known")
    }

    @Test("a folder that cannot be read is reported until a scan reads it")
    func unreadable() async throws {
        let denied = FileError(.open, "/x", code: EACCES)
        let notices = Mutex<[FolderIntake.Notice]>([])
        let intake = FolderIntake(
            WatchedFolder(path: "/"),
            source: ScriptedEvents(events: [
                .scanned("", unreadable: ["x": denied, "y/z": denied]), .scanned("y", unreadable: [:]),
            ]), examine: { _, _ in .vanished }, notice: { notice in notices.withLock { $0.append(notice) } })
        let running = Task { await intake.run() }
        for _ in 0..<6_000 where notices.withLock({ $0.count }) < 4 { try await Task.sleep(for: .milliseconds(10)) }
        let found = notices.withLock { $0 }
        #expect(found.contains(.unreadable("x", denied)))
        #expect(found.contains(.unreadable("y/z", denied)))
        #expect(found.last == .readable(["y/z"]))
        #expect(await intake.currentFigures.unreadable == ["x": denied])
        running.cancel()
        await running.value
    }
}

private struct ScriptedEvents: EventSource {
    let events: [SourceEvent]

    func run(_ tell: @escaping @Sendable ([SourceEvent]) async -> Void) async -> FileError? {
        await tell(events)
        do { try await Task.sleep(for: .seconds(3_600)) } catch { return nil }
        return nil
    }
}
