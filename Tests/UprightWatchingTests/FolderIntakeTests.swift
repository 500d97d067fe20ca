import Glibc
import Synchronization
import TestSupport
import Testing
import UprightFiles

/// Reports given events, and then waits until it is cancelled.
private struct ScriptedSource: EventSource {
    let events: [SourceEvent]

    func run(_ tell: @escaping @Sendable ([SourceEvent]) async -> Void) async -> FileError? {
        await tell(events)
        // Ended by cancellation, which is not a failure.
        do { try await Task.sleep(for: .seconds(3_600)) } catch { return nil }
        return nil
    }
}

/// Reports a given number of times that no watches are left; then reports the given events and waits for cancellation.
private final class ExhaustedSource: EventSource {
    private let failures: Mutex<Int>
    private let events: [SourceEvent]

    init(_ failures: Int, then events: [SourceEvent]) {
        self.failures = Mutex(failures)
        self.events = events
    }

    func run(_ tell: @escaping @Sendable ([SourceEvent]) async -> Void) async -> FileError? {
        let fails = failures.withLock { failures in
            failures -= 1
            return failures >= 0
        }
        if fails { return FileError(.watch, "/", code: 28) }
        return await ScriptedSource(events: events).run(tell)
    }
}

@Suite("The intake of a folder", .timeLimit(.minutes(5)))
struct FolderIntakeTests {
    private static func status(_ inode: UInt64) -> FileStatus {
        FileStatus(kind: .regular, device: 1, inode: inode, size: 10, modified: 1, changed: 1)
    }

    private static func intake(
        _ events: [SourceEvent], quiet: Duration = .milliseconds(20),
        known: @escaping FolderIntake.Known = { $0.map { _ in false } }
    ) -> FolderIntake {
        FolderIntake(
            WatchedFolder(path: "/"), source: ScriptedSource(events: events),
            settings: SettleMachine.Settings(quiet: quiet),
            examine: { _, path in
                .present(status(UInt64(path.name.count)), missing: nil, isBeingWritten: nil)
            }, known: known)
    }

    @Test("a file is returned once it has settled, and again for a retry")
    func handsOut() async {
        let intake = Self.intake([
            .found("a", Self.status(1), closed: true), .found("bb", Self.status(2), closed: false),
        ])
        let running = Task { await intake.run() }
        var names: Set<RawPath> = []
        while names.count < 2 { names.formUnion(await intake.next(limit: 1).map(\.relative)) }
        #expect(names == ["a", "bb"])
        await intake.again("a", after: .milliseconds(30))
        await intake.finished("bb")
        #expect(await intake.next(limit: 9).map(\.relative) == ["a"])
        running.cancel()
        await running.value
        #expect(await intake.next(limit: 1).isEmpty)
    }

    @Test("a file that is due soon does not wait for one that is due later")
    func earlierComesFirst() async {
        let intake = Self.intake([
            .found("a", Self.status(1), closed: true), .found("bb", Self.status(2), closed: true),
        ])
        let running = Task { await intake.run() }
        var names: Set<RawPath> = []
        while names.count < 2 { names.formUnion(await intake.next(limit: 9).map(\.relative)) }
        await intake.again("a", after: .seconds(3_600))
        await intake.again("bb", after: .milliseconds(30))
        #expect(await intake.next(limit: 9).map(\.relative) == ["bb"])
        running.cancel()
        await running.value
    }

    @Test(
        "the intake ends at once, no matter when the next file is due",
        arguments: [Duration.milliseconds(1), .seconds(3_600)])
    func ends(quiet: Duration) async {
        let intake = Self.intake([.found("a", Self.status(1), closed: true)], quiet: quiet)
        let running = Task { await intake.run() }
        while await intake.currentFigures.waiting == 0 { await Task.yield() }
        running.cancel()
        await running.value
        #expect(await intake.next(limit: 1).isEmpty)
    }

    @Test("files that were lost when the kernel's queue overflowed are found by a scan")
    func scansAfterAnOverflow() async throws {
        let scratch = try TemporaryFolder()
        try scratch.write([1], to: "left-out")
        let intake = FolderIntake(
            WatchedFolder(path: RawPath(scratch.path)), source: ScriptedSource(events: [.overflow]),
            settings: SettleMachine.Settings(quiet: .milliseconds(20)),
            examine: { _, path in
                .present(Self.status(UInt64(path.name.count)), missing: nil, isBeingWritten: nil)
            })
        let running = Task { await intake.run() }
        // An intake that does not scan would never return a file: end it, so that it returns nothing.
        let deadline = Task {
            try await Task.sleep(for: .seconds(100))
            running.cancel()
        }
        #expect(await intake.next(limit: 9).map(\.relative) == ["left-out"])
        deadline.cancel()
        #expect(await intake.currentFigures.overflows == 1)
        running.cancel()
        await running.value
    }

    @Test(
        "a file that cannot be inspected for lack of descriptors, or because its device fails, is found again by a scan",
        arguments: [EMFILE, EIO, ESTALE])
    func scansAfterAFailure(code: CInt) async throws {
        let scratch = try TemporaryFolder()
        try scratch.write([1], to: "not-seen")
        let shortage = SourceEvent.failed("folder", FileError(.open, "folder", code: code))
        let intake = FolderIntake(
            WatchedFolder(path: RawPath(scratch.path)), source: ScriptedSource(events: [shortage]),
            settings: SettleMachine.Settings(quiet: .milliseconds(20)),
            examine: { _, path in
                .present(Self.status(UInt64(path.name.count)), missing: nil, isBeingWritten: nil)
            })
        let running = Task { await intake.run() }
        let deadline = Task {
            try await Task.sleep(for: .seconds(100))
            running.cancel()
        }
        #expect(await intake.next(limit: 9).map(\.relative) == ["not-seen"])
        deadline.cancel()
        running.cancel()
        await running.value
    }

    @Test("a folder that is polled because no watches are left is watched again when there are some")
    func watchesAgain() async {
        let (notices, told) = AsyncStream.makeStream(of: FolderIntake.Notice.self)
        let intake = FolderIntake(
            WatchedFolder(path: "/"),
            source: ExhaustedSource(3, then: [.watching, .found("bb", Self.status(2), closed: true)]),
            fallback: ScriptedSource(events: [.found("a", Self.status(1), closed: true), .watching]),
            fallbackTime: .milliseconds(10), settings: SettleMachine.Settings(quiet: .milliseconds(20)),
            examine: { _, path in
                .present(Self.status(UInt64(path.name.count)), missing: nil, isBeingWritten: nil)
            }, notice: { told.yield($0) })
        let running = Task { await intake.run() }
        var names: Set<RawPath> = []
        while names.count < 2 { names.formUnion(await intake.next(limit: 9).map(\.relative)) }
        #expect(names == ["a", "bb"])
        running.cancel()
        await running.value
        told.finish()
        var seen: [FolderIntake.Notice] = []
        for await notice in notices { seen.append(notice) }
        // The source is tried several times, but polling starts only once.
        #expect(seen.first == .polling(FileError(.watch, "/", code: 28)))
        #expect(seen.filter { $0 == .notified }.count == 1)
        #expect(seen.count == 4, "the fallback and the source each report that they watch: \(seen)")
    }

    @Test("a file that is already done does not settle")
    func leavesOutWhatIsKnown() async {
        let intake = Self.intake(
            [.found("a", Self.status(1), closed: false), .found("bb", Self.status(2), closed: false)],
            known: { $0.map { $0.path == "a" } })
        let running = Task { await intake.run() }
        #expect(await intake.next(limit: 9).map(\.relative) == ["bb"])
        #expect(await intake.currentFigures.waiting == 1)
        running.cancel()
        await running.value
    }
}
