internal import UprightFiles
internal import Foundation
internal import Synchronization
internal import TestSupport
internal import Testing

/// Collects the events of a source, and lets a test wait for them.
private final class Gatherer: Sendable {
    private struct State {
        var found: Set<String> = []
        var removed: Set<String> = []
        var ignored: Set<String> = []
        var isWatching = 0
        var losses = 0
        var overflows = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func take(_ events: [SourceEvent]) {
        let waiting = state.withLock { state in
            for event in events {
                switch event {
                case .found(let path, _, _): state.found.insert(path.description)
                case .removed(let path): state.removed.insert(path.description)
                case .ignored(let path, _): state.ignored.insert(path.description)
                case .watching: state.isWatching += 1
                case .lost: state.losses += 1
                case .overflow: state.overflows += 1
                case .failed, .scanned, .rights: break
                }
            }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private func wait(_ condition: @Sendable (State) -> Bool) async {
        while true {
            let isMet = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
                let isMet = state.withLock { condition($0) }
                continuation.resume(returning: isMet)
            }
            if isMet { return }
            guard state.withLock({ $0.overflows == 0 }) else {
                Issue.record("notifications were lost: is fs.inotify.max_queued_events set low?")
                return
            }
            await withCheckedContinuation { continuation in
                let isMet = state.withLock { state in
                    let isMet = condition(state) || state.overflows > 0
                    if !isMet { state.waiting.append(continuation) }
                    return isMet
                }
                if isMet { continuation.resume() }
            }
        }
    }

    func untilWatching(times: Int = 1) async { await wait { $0.isWatching >= times } }
    func untilLost() async { await wait { $0.losses > 0 } }
    func until(found names: Set<String>) async { await wait { $0.found.isSuperset(of: names) } }
    func until(ignored names: Set<String>) async { await wait { $0.ignored.isSuperset(of: names) } }
    var found: Set<String> { state.withLock { $0.found } }
}

/// The sources that must behave alike.
private enum Kind: String, CaseIterable, Sendable {
    case inotify, polling

    func source(_ folder: WatchedFolder) -> any EventSource {
        switch self {
        case .inotify: InotifySource(folder, pause: .milliseconds(20))
        case .polling: PollingSource(folder, interval: .milliseconds(20))
        }
    }
}

@Suite("EventSource", .timeLimit(.minutes(5)))
struct EventSourceTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try FileManager.default.createDirectory(at: scratch["drop"], withIntermediateDirectories: true)
    }

    private func watching(
        _ kind: Kind, recursive: Bool = true, _ body: (Gatherer) async throws -> Void
    ) async throws {
        let folder = WatchedFolder(
            path: RawPath(scratch.path).appending("drop"), recursive: recursive,
            rules: IgnoreRules([".*", "*.part", "@eaDir"]), excluded: [RawPath(scratch.path).appending("drop/out")])
        let gatherer = Gatherer()
        let source = kind.source(folder)
        let task = Task { await source.run { gatherer.take($0) } }
        await gatherer.untilWatching()
        try await body(gatherer)
        task.cancel()
        #expect(await task.value == nil)
    }

    @Test("existing files are reported", arguments: Kind.allCases)
    fileprivate func standing(_ kind: Kind) async throws {
        try scratch.write([1], to: "drop/a")
        try scratch.write([1], to: "drop/x/y/b")
        try await watching(kind) { await $0.until(found: ["a", "x/y/b"]) }
    }

    @Test("files that are written, moved in, linked or arrive in a folder are reported", arguments: Kind.allCases)
    fileprivate func arriving(_ kind: Kind) async throws {
        try scratch.write([1], to: "elsewhere/moved")
        try scratch.write([1], to: "elsewhere/tree/deep/inside")
        try scratch.write([1], to: "elsewhere/linked")
        try await watching(kind) { gatherer in
            try scratch.write([1], to: "drop/written")
            try FileManager.default.moveItem(at: scratch["elsewhere/moved"], to: scratch["drop/moved"])
            try FileManager.default.moveItem(at: scratch["elsewhere/tree"], to: scratch["drop/tree"])
            try FileManager.default.linkItem(at: scratch["elsewhere/linked"], to: scratch["drop/linked"])
            try scratch.write([1], to: "drop/n/e/s/t/nested")
            await gatherer.until(found: ["written", "moved", "tree/deep/inside", "linked", "n/e/s/t/nested"])
        }
    }

    @Test("all files in folders that are being created are reported", arguments: Kind.allCases)
    fileprivate func races(_ kind: Kind) async throws {
        try await watching(kind) { gatherer in
            var names: Set<String> = []
            for index in 0..<200 {
                try scratch.write([1], to: "drop/\(index)/\(index % 7)/file")
                names.insert("\(index)/\(index % 7)/file")
            }
            await gatherer.until(found: names)
        }
    }

    @Test("files in a renamed folder are reported under its new name", arguments: Kind.allCases)
    fileprivate func renames(_ kind: Kind) async throws {
        try scratch.write([1], to: "drop/old/a")
        try await watching(kind) { gatherer in
            try FileManager.default.moveItem(at: scratch["drop/old"], to: scratch["drop/new"])
            await gatherer.until(found: ["new/a"])
            try scratch.write([1], to: "drop/new/b")
            await gatherer.until(found: ["new/b"])
            #expect(!gatherer.found.contains("old/b"))
        }
    }

    @Test("ignored names and the output folder are skipped", arguments: Kind.allCases)
    fileprivate func ignores(_ kind: Kind) async throws {
        try scratch.write([1], to: "drop/out/made")
        try await watching(kind) { gatherer in
            try scratch.write([1], to: "drop/a.part")
            try scratch.write([1], to: "drop/@eaDir/thumbnail")
            try scratch.write([1], to: "drop/.hidden/x")
            try scratch.write([1], to: "drop/last")
            await gatherer.until(found: ["last"])
            await gatherer.until(ignored: ["a.part", "@eaDir", ".hidden"])
            #expect(gatherer.found == ["last"])
        }
    }

    @Test("subfolders are skipped if not recursive", arguments: Kind.allCases)
    fileprivate func flat(_ kind: Kind) async throws {
        try scratch.write([1], to: "drop/inside/a")
        try await watching(kind, recursive: false) { gatherer in
            try scratch.write([1], to: "drop/inside/b")
            try scratch.write([1], to: "drop/c")
            await gatherer.until(found: ["c"])
            #expect(gatherer.found == ["c"])
        }
    }

    @Test("a folder that disappears and returns is watched again", arguments: Kind.allCases)
    fileprivate func comesBack(_ kind: Kind) async throws {
        try scratch.write([1], to: "drop/a")
        try await watching(kind) { gatherer in
            try FileManager.default.removeItem(at: scratch["drop"])
            await gatherer.untilLost()
            try scratch.write([1], to: "drop/b")
            await gatherer.until(found: ["b"])
            try scratch.write([1], to: "drop/sub/c")
            await gatherer.until(found: ["sub/c"])
        }
    }

    @Test("links are not followed, including circular ones", arguments: Kind.allCases)
    fileprivate func links(_ kind: Kind) async throws {
        try scratch.write([1], to: "elsewhere/secret")
        for (name, target) in [
            ("drop/loop", "."), ("drop/out-link", "../elsewhere"), ("drop/file", "../elsewhere/secret"),
        ] {
            try FileManager.default.createSymbolicLink(atPath: scratch[name].path(), withDestinationPath: target)
        }
        try await watching(kind) { gatherer in
            try scratch.write([1], to: "drop/last")
            await gatherer.until(found: ["last"])
            await gatherer.until(ignored: ["loop", "out-link", "file"])
            #expect(gatherer.found == ["last"])
        }
    }
}
