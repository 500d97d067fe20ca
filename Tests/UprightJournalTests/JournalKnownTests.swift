internal import Foundation
internal import GRDB
internal import TestSupport
internal import Testing
internal import UprightRewriting
internal import UprightFiles

@Suite("Known sources")
struct JournalKnownTests {
    let scratch: TemporaryFolder
    let journal: Journal

    init() throws {
        scratch = try TemporaryFolder()
        journal = try Journal.open(in: RawPath(scratch.path).appending("state")).journal
    }

    private func put(_ sources: [RawPath]) async throws {
        try await journal.finish(
            sources.enumerated().map { index, source in
                var record = PictureRecord(
                    source: source, folder: "/drop",
                    status: FileStatus(
                        kind: .regular, device: 1, inode: .max - UInt64(index), size: index, modified: 3, changed: 4))
                record.state = .finished
                record.outcome = .normalized
                record.output = RawPath(bytes: source.bytes + [0xFF])
                record.outputSize = index + 1
                return record
            })
    }

    /// Compares what one walk finds with what a search for each source finds.
    private func check(_ sources: [RawPath], _ comment: Comment) async throws {
        let found = try await journal.known(sources)
        let expected = try await journal.records(of: sources)
        #expect(found.map { $0?.status } == expected.map { $0?.status }, comment)
        #expect(found.map { $0?.output } == expected.map { $0?.output }, comment)
        #expect(found.map { $0?.isDelivered } == expected.map { $0?.isDelivered }, comment)
    }

    @Test("every source has its own row: bytes that are not UTF-8, wildcards, subfolders, names that begin alike")
    func names() async throws {
        var sources: [RawPath] = [
            "/drop/a", "/drop/a.jpg", "/drop/a.jpg.jpg", "/drop/a%b/c_d.jpg", "/drop/axb/cxd.jpg", "/drop/a*b?.jpg",
            "/drop/a'b\".jpg", "/drop/[a].jpg", "/drop/é.jpg", "/drop/😀.jpg", "/drop2/a.jpg", "/dro",
            RawPath(bytes: Array("/drop/".utf8) + [0xE9, 0x2E, 0x6A]), RawPath(bytes: Array("/drop/".utf8) + [0xFF]),
            RawPath(bytes: Array("/dr".utf8) + [0x80] + Array("op/a.jpg".utf8)),
        ]
        // The rows of a subfolder lie between those of the files beside it, and are more than a walk passes one by one.
        for number in 0..<40 { sources.append(RawPath("/drop/a.d/\(number).jpg")) }
        sources += ["/drop/a.c", "/drop/a.e"]
        try await put(sources)
        let absent: [RawPath] = [
            "", "/", "/drop/", "/drop/a%b", "/drop/a%", "/drop/a_jpg", "/drop/A.jpg", "/drop/a.d", "/drop/a.d/",
            "/drop/zzz",
            RawPath(bytes: Array("/drop/".utf8) + [0xFE]), RawPath(bytes: [0xFF, 0xFF]),
        ]
        let all = sources + absent
        let sorted = all.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        #expect(try await journal.known(sources).allSatisfy { $0 != nil })
        #expect(try await journal.known(absent).allSatisfy { $0 == nil })
        try await check(all, "in any order")
        try await check(sorted, "in the order of a scan")
        try await check(sorted.reversed(), "backwards")
        try await check(sorted.flatMap { [$0, $0] }, "each twice")
        for skip in 2..<9 {
            let some = sorted.indices.filter { $0 % skip == 0 }.map { sorted[$0] }
            try await check(some, "every \(skip)th")
        }
        try await check([], "none")
    }

    @Test("files that have left and new files are told apart, batch by batch")
    func batches() async throws {
        let names = (0..<1_000).map { RawPath(String(format: "/drop/%04d.jpg", $0)) }
        try await put(names.indices.filter { $0 % 7 != 0 && !(300..<400).contains($0) }.map { names[$0] })
        for start in stride(from: 0, to: names.count, by: 256) {
            try await check(Array(names[start..<min(start + 256, names.count)]), "from \(start)")
        }
        try await check(names.indices.filter { $0 % 3 == 0 }.map { names[$0] }, "most rows are of files that have left")
    }

    @Test("a row in use elsewhere is read as it is now")
    func changes() async throws {
        try await put(["/drop/a.jpg"])
        #expect(try await journal.known(["/drop/a.jpg"]).first??.state == .finished)
        let other = try Journal.openExisting(in: RawPath(scratch.path).appending("state"), isReadOnly: false)
        #expect(try await other.change(.retry, of: ["/drop/a.jpg"], now: 2) == 0)
        #expect(try await other.remove(["/drop/a.jpg"]) == 1)
        #expect(try await journal.known(["/drop/a.jpg"]) == [nil])
    }

    @Test("every column is read back into its own property")
    func columns() async throws {
        let status = FileStatus(kind: .folder, device: .max, inode: 2, size: 3, modified: -4, changed: 5)
        var record = PictureRecord(source: "/drop/a.jpg", folder: "/drop", status: status)
        (record.state, record.outcome, record.reason, record.type) = (.held, .rejected, "reason", "type")
        (record.orientation, record.sourceSHA256, record.output) = (6, [7], "/out/a.jpg")
        (record.outputSHA256, record.outputSize, record.report) = ([8], 9, "report")
        (record.latitude, record.longitude, record.captured, record.capturedOffset) = (
            10.5, -11.5, "captured", "offset"
        )
        (record.options, record.version, record.incompleteness, record.attempts) = ("options", "version", "EOI", 12)
        (record.interruptions, record.owner, record.nextTry, record.firstSeen) = (13, "owner", 14, 15)
        (record.finished, record.seconds, record.isCompanion, record.picture) = (16, 17.5, true, "/drop/b.jpg")
        (record.pictureSHA256, record.isProvisional, record.needsOriginal) = ([18], true, true)
        record.madeFrom = DeliveredSource(status, sha256: Array(repeating: 19, count: 32))
        (record.original, record.originalReason, record.originalTry) = (.kept, "original", 20)
        record.originalTries = 21
        try await journal.finish([record])
        #expect(try await journal.record(of: record.source) == record)
        #expect(try await journal.page().records == [record])
        #expect(try await journal.entry(of: record.source)?.record == record)
        let known = try #require(try await journal.known([record.source]).first ?? nil)
        var expected = PictureRecord(source: "/drop/a.jpg", folder: "/drop", status: status)
        (expected.state, expected.outcome, expected.output, expected.outputSize) = (.held, .rejected, "/out/a.jpg", 9)
        (expected.incompleteness, expected.needsOriginal, expected.original) = ("", true, .kept)
        (expected.picture, expected.finished, expected.reason) = ("/drop/b.jpg", 16, "reason")
        #expect(known == expected)
    }

    @Test("a walk searches the index of the sources and sorts nothing")
    func plan() throws {
        let database = try DatabaseQueue(path: scratch["state/journal.sqlite"].path())
        let plan = try database.read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + RowsBySource.query, arguments: ["/drop/a.jpg"])
                .map { $0["detail"] as String }
        }
        #expect(plan == ["SEARCH pictures USING INDEX sqlite_autoindex_pictures_1 (source>?)"])
    }
}
