internal import Foundation
internal import GRDB
internal import TestSupport
internal import Testing
internal import UprightFiles
internal import UprightRewriting

/// A journal that is opened by a command that only reads.
@Suite("Reading the journal")
struct JournalReadingTests {
    private let scratch: TemporaryFolder
    private var state: RawPath { RawPath(scratch.path).appending("state") }

    init() throws { scratch = try TemporaryFolder() }

    private func record(_ name: String) -> PictureRecord {
        let status = FileStatus(kind: .regular, device: 1, inode: 2, size: 3, modified: 4, changed: 5)
        var record = PictureRecord(source: RawPath("/drop/" + name), folder: "/drop", status: status)
        (record.state, record.outcome, record.finished) = (.finished, .rejected, 6)
        return record
    }

    private func files() throws -> [String: Date?] {
        Dictionary(
            uniqueKeysWithValues: try scratch.files.map { name in
                let attributes = try FileManager.default.attributesOfItem(atPath: scratch[name].path())
                return (name, attributes[.modificationDate] as? Date)
            })
    }

    @Test("nothing is written, with and without a process that writes")
    func writesNothing() async throws {
        let writer = try Journal.open(in: state).journal
        try await writer.finish([record("a.jpg")])
        let withWriter = try files()
        let reader = try Journal.openExisting(in: state)
        #expect(try await reader.count() == 1)
        #expect(try files().keys == withWriter.keys, "no lock, no file of SQLite's")
        try await writer.finish([record("b.jpg")])
        #expect(try await reader.count() == 2, "commits are seen")
        await #expect(throws: JournalError.self) { try await reader.finish([record("c.jpg")]) }
    }

    @Test(
        "a journal that nobody has open gets no files beside it, and its reader notices when somebody begins to write")
    func still() async throws {
        do { try await Journal.open(in: state).journal.finish([record("a.jpg")]) }
        let before = try files()
        #expect(before.keys.sorted() == ["state/journal.sqlite"])
        let reader = try Journal.openExisting(in: state)
        #expect(try await reader.count() == 1)
        #expect(try await reader.page().records.map(\.source) == ["/drop/a.jpg"])
        #expect(try files() == before)
        let writer = try Journal.open(in: state).journal
        try await writer.finish([record("b.jpg")])
        await #expect { _ = try await reader.count() } throws: { ($0 as? JournalError)?.kind == .busy }
        #expect(try await Journal.openExisting(in: state).count() == 2)
    }

    @Test("a journal of an earlier version is not migrated, and the message says what does it")
    func older() async throws {
        do { try await Journal.open(in: state).journal.finish([record("a.jpg")]) }
        do {
            let database = try DatabaseQueue(path: scratch["state/journal.sqlite"].path())
            try await database.write { db in
                try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = 'keys of names'")
            }
        }
        let before = try files()
        #expect {
            try Journal.openExisting(in: state)
        } throws: { error in
            guard let error = error as? JournalError else { return false }
            return error.kind == .older && error.description.contains("upright reprocess") && !error.isPassing
        }
        #expect(try files() == before)
    }

    @Test("a full disk has its own words, and may pass")
    func full() {
        let error = JournalError(.database(code: 13), path: "/s/journal.sqlite", message: "database or disk is full")
        #expect(error.isPassing && error.isFull && error.description.contains("make room"))
        #expect(!JournalError(.damaged, path: "/s", message: "").isPassing)
    }

    @Test(
        "a delivery in the future, which a clock had that was set back, ends in the present when its original is looked at"
    )
    func future() async throws {
        let journal = try Journal.open(in: state).journal
        var record = record("a.jpg")
        (record.outcome, record.output, record.sourceSHA256) = (.normalized, "/out/a.jpg", [1])
        let day: Int64 = 86_400_000
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        record.finished = now + day
        (record.original, record.originalTry) = (.waiting, now + day)
        try await journal.finish([record])
        #expect(try await journal.dueOriginals(in: "/drop", at: now).isEmpty)
        try await journal.retryOriginals(in: "/drop")
        #expect(try await journal.dueOriginals(in: "/drop", at: now).count == 1)
        try await journal.noteOriginal(of: record)
        let noted = try #require(try await journal.record(of: record.source))
        #expect((noted.finished ?? .max) < now + day / 2)
    }

    @Test("what is incomplete is in the queue until it is whole or rejected")
    func incomplete() async throws {
        let journal = try Journal.open(in: state).journal
        var record = record("a.jpg")
        (record.outcome, record.output, record.incompleteness) = (.normalized, "/out/a.jpg", "it lacks EOI")
        try await journal.finish([record, self.record("b.jpg")])
        let entries = try await journal.queue().entries.map(\.record)
        #expect(entries.map(\.source) == ["/drop/a.jpg", "/drop/b.jpg"])
        #expect(entries[0].remark == "delivered so far, incomplete: it lacks EOI" && entries[1].remark == nil)
        #expect(try await journal.queueRows(after: 0).map(\.isRejected) == [false, true])
        record.incompleteness = nil
        try await journal.finish([record])
        #expect(try await journal.queue().entries.map(\.record.source) == ["/drop/b.jpg"])
    }
}
