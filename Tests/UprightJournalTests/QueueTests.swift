internal import Foundation
internal import GRDB
internal import TestSupport
internal import Testing
internal import UprightRewriting
internal import UprightFiles

@Suite("The queue")
struct QueueTests {
    let scratch: TemporaryFolder
    var state: RawPath { RawPath(scratch.path).appending("state") }

    init() throws { scratch = try TemporaryFolder() }

    private let status = FileStatus(kind: .regular, device: 1, inode: 2, size: 10, modified: 1, changed: 1)

    private func request(_ name: String) -> Journal.ClaimRequest {
        Journal.ClaimRequest(source: RawPath("/drop/\(name)"), folder: "/drop", status: status)
    }

    /// A row in a state, with its id.
    private func put(
        _ name: String, _ state: PictureRecord.State, _ outcome: Outcome? = nil, in journal: Journal
    ) async throws -> Int64 {
        var record = PictureRecord(source: RawPath("/drop/\(name)"), folder: "/drop", status: status)
        record.state = state
        record.outcome = outcome
        record.reason = outcome == .rejected ? "it is empty" : ""
        if outcome == .normalized { record.output = RawPath("/out/\(name)") }
        try await journal.finish([record])
        return try #require(try await journal.entry(of: record.source)).id
    }

    @Test("a held file stays held across a restart, until it is released")
    func held() async throws {
        let id: Int64
        do {
            let journal = try Journal.open(in: state).journal
            id = try await put("a.jpg", .waiting, .deferred, in: journal)
            #expect(try await journal.change(.hold, [id], now: 1) == [id])
        }
        let journal = try Journal.open(in: state).journal
        try await journal.releaseAbandonedClaims(now: 0)
        guard case .onHold? = try await journal.claim([request("a.jpg")], now: 2).first else {
            Issue.record("a held file was claimed")
            return
        }
        var insistent = request("a.jpg")
        (insistent.retriesNow, insistent.replays) = (true, true)
        guard case .onHold? = try await journal.claim([insistent], now: 2).first else {
            Issue.record("a held file was claimed by a request to replay it")
            return
        }
        let summary = try await journal.summary()
        #expect(summary.held == 1 && summary.waiting == 0 && summary.oldestWaiting == nil)
        #expect(
            try await journal.change(.retry, of: ["/drop/a.jpg"], now: 2) == 0,
            "a retry from the gallery releases nothing")
        #expect(try await journal.change(.release, [id], now: 3) == [id])
        #expect(try await journal.asked().map(\.source) == [RawPath("/drop/a.jpg")])
        guard case .granted? = try await journal.claim([request("a.jpg")], now: 4).first else {
            Issue.record("a released file was not claimed")
            return
        }
    }

    @Test("each change affects its rows, and leaves claimed and delivered files alone")
    func changes() async throws {
        let rows: [(String, PictureRecord.State, Outcome?)] = [
            ("waiting", .waiting, .deferred), ("new", .waiting, nil), ("claimed", .claimed, nil),
            ("held", .held, .rejected), ("rejected", .finished, .rejected), ("ignored", .finished, .ignored),
            ("done", .finished, .normalized),
        ]
        let expected: [(Journal.QueueChange, Set<String>)] = [
            (.hold, ["waiting", "new", "held", "rejected"]), (.release, ["held"]),
            (.retry, ["waiting", "new", "rejected", "ignored"]), (.drop, ["waiting", "new", "held", "rejected"]),
        ]
        for (change, names) in expected {
            let folder = RawPath(scratch.path).appending(RawPath("\(change)"))
            let journal = try Journal.open(in: folder).journal
            var ids: [Int64: String] = [:]
            for (name, state, outcome) in rows { ids[try await put(name, state, outcome, in: journal)] = name }
            let changed = try await journal.change(change, Array(ids.keys), now: 7)
            #expect(Set(changed.compactMap { ids[$0] }) == names, "\(change)")
            for (id, name) in ids {
                let record = try #require(try await journal.entry(id)).record
                if name == "claimed" { #expect(record.state == .claimed) }
                if name == "done" { #expect(record.isDelivered) }
            }
        }
    }

    @Test("a retry on request begins with no tries and no interruptions, so that the file is not given up at once")
    func retried() async throws {
        let journal = try Journal.open(in: state).journal
        for (name, outcome) in [("waiting", Outcome.deferred), ("rejected", .rejected)] {
            var record = PictureRecord(source: RawPath("/drop/\(name)"), folder: "/drop", status: status)
            record.state = outcome == .rejected ? .finished : .waiting
            record.outcome = outcome
            (record.attempts, record.interruptions) = (99, 99)
            try await journal.finish([record])
            let id = try #require(try await journal.entry(of: record.source)).id
            #expect(try await journal.change(.retry, [id], now: 5) == [id])
            let asked = try #require(try await journal.entry(id)).record
            #expect(asked.attempts == 0 && asked.interruptions == 0)
            guard case .granted(let granted, let alone)? = try await journal.claim([request(name)], now: 6).first else {
                Issue.record("\(name) was given up")
                continue
            }
            #expect(granted.attempts == 1 && !alone)
        }
    }

    @Test("a dropped file is not worked on until it changes")
    func dropped() async throws {
        let journal = try Journal.open(in: state).journal
        let id = try await put("a.jpg", .finished, .rejected, in: journal)
        #expect(try await journal.change(.drop, [id], now: 5) == [id])
        let record = try #require(try await journal.entry(id)).record
        #expect(
            record.outcome == .ignored && record.reason == "dropped from the queue on request; before: it is empty")
        #expect(try await journal.claim([request("a.jpg")], now: 6) == [.finished(record)])
        #expect(try await journal.queue().entries.isEmpty)
        var changed = request("a.jpg")
        changed.status.size = 11
        guard case .granted? = try await journal.claim([changed], now: 7).first else {
            Issue.record("another file under the name was not worked on")
            return
        }
    }

    @Test("a file without a record is held, once")
    func heldAhead() async throws {
        let journal = try Journal.open(in: state).journal
        let record = PictureRecord(source: "/drop/a.jpg", folder: "/drop", status: status)
        let entries = try await journal.hold(new: [record])
        #expect(entries.map(\.record.state) == [.held])
        #expect(try await journal.entry(entries[0].id) == entries[0])
        #expect(try await journal.hold(new: [record]).isEmpty)
    }

    @Test("the pages contain the whole queue, and nothing else")
    func pages() async throws {
        let journal = try Journal.open(in: state).journal
        for index in 0..<25 {
            _ = try await put("w\(index)", .waiting, in: journal)
            _ = try await put("d\(index)", .finished, .normalized, in: journal)
        }
        var seen: [Int64] = []
        var next: Int64? = 0
        while let after = next {
            let page = try await journal.queue(after: after, limit: 10)
            seen += page.entries.map(\.id)
            next = page.next
        }
        #expect(seen.count == 25 && seen == seen.sorted())
    }

    @Test("a page of the queue reads only rows of the queue, regardless of the number of other rows")
    func plan() throws {
        _ = try Journal.open(in: state)
        let database = try DatabaseQueue(path: scratch["state/journal.sqlite"].path())
        let plan = try database.read { db in
            try Row.fetchAll(
                db, sql: "EXPLAIN QUERY PLAN SELECT * FROM pictures " + Journal.queuePage, arguments: [0, 10]
            )
            .map { $0["detail"] as String }
        }
        #expect(!plan.contains { $0.hasPrefix("SCAN pictures") }, "\(plan)")
        #expect(plan.contains { $0.contains("rowid=?") && !$0.contains("rowid>?)") }, "\(plan)")
    }

    // MARK: Space

    private func fill(_ journal: Journal, rows: Int = 2_000) async throws -> [RawPath] {
        let records = (0..<rows).map { index in
            var record = PictureRecord(source: RawPath("/drop/\(index).jpg"), folder: "/drop", status: status)
            record.report = String(repeating: "x", count: 1_000)
            return record
        }
        try await journal.finish(records)
        return records.map(\.source)
    }

    private var size: Int {
        get throws {
            try Int(
                FileManager.default.attributesOfItem(atPath: scratch["state/journal.sqlite"].path())[.size] as? UInt64
                    ?? 0)
        }
    }

    @Test("a compacted journal is a smaller file with the remaining rows")
    func compact() async throws {
        let journal = try Journal.open(in: state).journal
        let sources = try await fill(journal)
        _ = try await journal.compact()
        let full = try size
        try await journal.remove(Array(sources.dropFirst(100)))
        let (before, after) = try await journal.compact()
        let now = try size
        #expect(before > after * 5 && after == now && now < full / 5)
        #expect(try await journal.count() == 100)
        #expect(try await journal.synchronous() == 2)
    }

    @Test("unused pages are freed a few at a time, and only if there are many")
    func stepwise() async throws {
        let journal = try Journal.open(in: state).journal
        let sources = try await fill(journal)
        try await journal.remove(Array(sources.prefix(100)))
        #expect(try await journal.giveBackSomeSpace() == 0)
        try await journal.remove(Array(sources.dropFirst(100).dropLast(100)))
        #expect(try await journal.giveBackSomeSpace() > 1_000_000)
        #expect(try await journal.count() == 100)
        #expect(try await journal.giveBackSomeSpace() == 0)
    }

    // MARK: Versions

    @Test("the journal of a later version is refused with the version to use, and is not changed")
    func later() async throws {
        do {
            let journal = try Journal.open(in: state).journal
            _ = try await put("a.jpg", .finished, .rejected, in: journal)
        }
        let url = scratch["state/journal.sqlite"]
        let database = try DatabaseQueue(path: url.path())
        try await database.write { db in
            try db.execute(sql: "ALTER TABLE pictures RENAME COLUMN reason TO words")
            try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('words')")
            try db.execute(sql: "PRAGMA user_version = 3014015")
        }
        func content() throws -> [Row] {
            let pragma = "PRAGMA user_version"
            let queries = [
                "SELECT * FROM pictures", "SELECT * FROM grdb_migrations", "SELECT * FROM sqlite_schema", pragma,
            ]
            return try database.read { db in try queries.flatMap { try Row.fetchAll(db, sql: $0) } }
        }
        let before = try content()
        for open in [{ _ = try Journal.open(in: self.state) }, { _ = try Journal.openExisting(in: self.state) }] {
            #expect {
                try open()
            } throws: { error in
                guard let error = error as? JournalError, case .newer(["words"], let version) = error.kind else {
                    return false
                }
                return version == SchemaVersion(3, 14, 15)
                    && error.description.contains("use upright 3.14.15 or later")
            }
        }
        #expect(try content() == before)
        #expect(!scratch.files.contains { $0.contains("damaged") })
    }
}
