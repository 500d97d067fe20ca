internal import UprightRewriting
internal import UprightFiles
internal import Foundation
internal import GRDB
internal import TestSupport
internal import Testing

@Suite("Journal")
struct JournalTests {
    let scratch: TemporaryFolder
    var state: RawPath { RawPath(scratch.path).appending("state") }

    init() throws { scratch = try TemporaryFolder() }

    private func status(size: Int = 10, modified: Int64 = 1, changed: Int64 = 1) -> FileStatus {
        FileStatus(kind: .regular, device: 1, inode: 2, size: size, modified: modified, changed: changed)
    }

    private func request(_ name: String = "a.jpg", _ status: FileStatus? = nil, replays: Bool = false)
        -> Journal.ClaimRequest
    {
        Journal.ClaimRequest(
            source: RawPath("/drop/\(name)"), folder: "/drop", status: status ?? self.status(), replays: replays)
    }

    private func finished(_ record: PictureRecord, _ outcome: Outcome) -> PictureRecord {
        var record = record
        record.state = .finished
        record.outcome = outcome
        record.finished = 5
        record.owner = nil
        if outcome == .normalized {
            record.output = "/out/a.jpg"
            record.outputSHA256 = [1, 2, 3]
            record.outputSize = 3
        }
        return record
    }

    private func granted(_ decision: Journal.Decision?) throws -> PictureRecord {
        guard case .granted(let record, _)? = decision else {
            Issue.record("expected a grant, found \(String(describing: decision))")
            throw CancellationError()
        }
        return record
    }

    @Test("commits are durable: the pragma is FULL after the journal is opened")
    func isDurable() async throws {
        let journal = try Journal.open(in: state).journal
        #expect(try await journal.synchronous() == 2)
    }

    @Test("two that work on a member at once leave the row of the delivery, unless something is different")
    func memberTwice() async throws {
        let journal = try Journal.open(in: state).journal
        var member = PictureRecord(source: "/drop/a.xmp", folder: "/drop", status: status())
        (member.isCompanion, member.picture, member.pictureSHA256) = (true, "/drop/a.jpg", [7])
        let delivered = finished(member, .normalized)
        try await journal.finish([delivered])
        var second = delivered
        (second.outcome, second.finished) = (.current, 9)
        try await journal.finish([second])
        #expect(try await journal.record(of: member.source)?.outcome == .normalized)
        #expect(try await journal.record(of: member.source)?.finished == 5)
        let changes: [(inout PictureRecord) -> Void] = [
            { $0.pictureSHA256 = [8] }, { $0.options = "others" }, { $0.outputSHA256 = [4] },
            { $0.status = self.status(changed: 2) },
        ]
        for change in changes {
            try await journal.finish([delivered])
            var other = second
            change(&other)
            try await journal.finish([other])
            #expect(try await journal.record(of: member.source)?.outcome == .current)
        }
    }

    @Test("a look at a file that finds nothing to do does not replace the row of its delivery")
    func resultAfterDelivery() async throws {
        let journal = try Journal.open(in: state).journal
        let record = PictureRecord(source: "/drop/a.mov", folder: "/drop", status: status())
        let delivered = finished(record, .normalized)
        try await journal.finish([delivered])
        var waiting = record
        (waiting.state, waiting.outcome, waiting.reason) = (.waiting, .deferred, "it waits for its picture")
        try await journal.finish([waiting])
        try await journal.finish([finished(record, .ignored)])
        try await journal.noteWaiting(waiting, now: 7)
        #expect(try await journal.record(of: record.source)?.outcome == .normalized)
        #expect(try await journal.record(of: record.source)?.state == .finished)
        // Other content is another file, and a rejection is a result.
        waiting.status.size += 1
        try await journal.finish([waiting])
        #expect(try await journal.record(of: record.source)?.state == .waiting)
        try await journal.finish([delivered])
        try await journal.finish([finished(record, .rejected)])
        #expect(try await journal.record(of: record.source)?.outcome == .rejected)
    }

    @Test("a file that is not ready is noted, unless it is being worked on")
    func notesWaiting() async throws {
        let journal = try Journal.open(in: state).journal
        var record = PictureRecord(source: "/drop/a.jpg", folder: "/drop", status: status())
        record.reason = "it is incomplete"
        try await journal.noteWaiting(record, now: 7)
        let noted = try await journal.record(of: record.source)
        #expect(noted?.state == .waiting && noted?.firstSeen == 7 && noted?.reason == "it is incomplete")
        _ = try granted(try await journal.claim([request()], now: 8).first)
        try await journal.noteWaiting(record, now: 9)
        #expect(try await journal.record(of: record.source)?.state == .claimed)
    }

    @Test("a file that was left and is worked on again is not forgotten")
    func workedOnAgain() async throws {
        let journal = try Journal.open(in: state).journal
        var left = finished(PictureRecord(source: "/drop/b.txt", folder: "/drop", status: status()), .ignored)
        left.isUnsupported = true
        try await journal.finish([left])
        let row = try #require(try await journal.leftFiles().entries.first)
        #expect(row.record.source == left.source)
        _ = try granted(try await journal.claim([request("b.txt", status(size: 11))], now: 8).first)
        try await journal.removeLeft([row.id])
        #expect(try await journal.record(of: left.source)?.state == .claimed)
    }

    @Test("a source is known again by its inode if nothing has written to it since, and only if it was delivered")
    func knownAgain() async throws {
        let journal = try Journal.open(in: state).journal
        let record = finished(PictureRecord(source: "/drop/a.jpg", folder: "/drop", status: status()), .normalized)
        var rejected = finished(
            PictureRecord(source: "/drop/b.jpg", folder: "/drop", status: status(size: 11)), .rejected)
        rejected.output = nil
        try await journal.finish([record, rejected])
        #expect(try await journal.record(ofSourceWith: status(size: 11), in: "/drop") == nil)
        #expect(try await journal.record(ofSourceWith: status(changed: 2), in: "/drop")?.source == record.source)
        #expect(try await journal.record(ofSourceWith: status(modified: 2), in: "/drop") == nil)
        #expect(try await journal.record(ofSourceWith: status(), in: "/other") == nil)
    }

    @Test("pictures are found by content identifiers and by stems, many records in one call")
    func lookups() async throws {
        let journal = try Journal.open(in: state).journal
        func picture(_ name: String, identifier: String? = nil, isCompanion: Bool = false) -> PictureRecord {
            var record = finished(
                PictureRecord(source: RawPath("/drop/\(name)"), folder: "/drop", status: status()), .normalized)
            (record.contentIdentifier, record.isCompanion) = (identifier, isCompanion)
            return record
        }
        var left = picture("x.mov", identifier: "one")
        (left.outcome, left.output, left.isUnsupported) = (.ignored, nil, true)
        func video(_ name: String, _ identifier: String) -> PictureRecord {
            var video = left
            (video.source, video.contentIdentifier) = (RawPath("/drop/\(name)"), identifier)
            return video
        }
        var rejected = finished(picture("r.jpg", identifier: "three"), .rejected)
        rejected.output = nil
        try await journal.finish([
            picture("a.jpg", identifier: "one"), picture("a.b.jpg"), picture("ab.jpg", identifier: "two"),
            picture("a.xmp", isCompanion: true), left, rejected, video("r.mov", "three"), video("sub/ab.mov", "two"),
        ])
        #expect(try await journal.pictures(identifiedBy: "one", in: "/drop").map(\.source) == ["/drop/a.jpg"])
        #expect(try await journal.pictures(identifiedBy: "one", in: "/other").isEmpty)
        // Not those of a picture that was rejected, or that is in another folder.
        let videos: [RawPath] = ["/drop/x.mov", "/drop/a.xmp", "/drop/r.mov", "/drop/sub/ab.mov"]
        #expect(try await journal.videos(withPictures: videos) == ["/drop/x.mov"])
        let names: [RawPath] = ["/drop/A.", "/drop/ab", "/drop/c", "/drop"]
        let found = try await journal.sources(beginningWith: names, ofDeliveredPictures: true)
        #expect(found.map { Set($0) } == [["/drop/a.jpg", "/drop/a.b.jpg"], ["/drop/ab.jpg"], [], []])
        #expect(try await journal.sources(beginningWith: ["/drop/a.X"]) == [["/drop/a.xmp"]])
        let many = (0..<1_200).map { RawPath("/drop/\($0).jpg") } + ["/drop/ab.jpg"]
        let records = try await journal.records(of: many)
        #expect(records.count == 1_201 && records.last??.contentIdentifier == "two")
        #expect(records.dropLast().allSatisfy { $0 == nil })
    }

    @Test("a file is claimed once, and is finished with its outcome")
    func claims() async throws {
        let journal = try Journal.open(in: state).journal
        let record = try granted(try await journal.claim([request()], now: 1).first)
        #expect(record.attempts == 1)
        #expect(try await journal.claim([request()], now: 2) == [.inUse])
        try await journal.finish([finished(record, .normalized)])
        guard case .finished(let known)? = try await journal.claim([request()], now: 3).first else {
            Issue.record("a finished file is not worked on again")
            return
        }
        #expect(known.isDelivered)
        #expect(known == finished(record, .normalized))
        _ = try granted(try await journal.claim([request(replays: true)], now: 4).first)
    }

    @Test("other content under the same name is another file")
    func changes() async throws {
        let journal = try Journal.open(in: state).journal
        let record = try granted(try await journal.claim([request()], now: 1).first)
        try await journal.finish([finished(record, .normalized)])
        let again = try granted(try await journal.claim([request("a.jpg", status(size: 11))], now: 2).first)
        #expect(again.outputSHA256 == [1, 2, 3], "the earlier delivery is still recorded")
    }

    @Test("a rejected file is tried again after its permissions have changed; a delivered file is not")
    func rights() async throws {
        let journal = try Journal.open(in: state).journal
        for outcome in [Outcome.rejected, .normalized] {
            let name = outcome.rawValue + ".jpg"
            let record = try granted(try await journal.claim([request(name)], now: 1).first)
            try await journal.finish([finished(record, outcome)])
            let decision = try await journal.claim([request(name, status(changed: 2))], now: 2).first
            if case .granted? = decision { #expect(outcome == .rejected) } else { #expect(outcome == .normalized) }
        }
    }

    @Test("after five tries a file that always fails is given up, stays visible, and can be replayed")
    func limits() async throws {
        let journal = try Journal.open(in: state).journal
        for attempt in 1...5 {
            var record = try granted(try await journal.claim([request()], now: Int64(attempt * 100)).first)
            #expect(record.attempts == attempt)
            record.state = .waiting
            record.owner = nil
            record.reason = "the disk failed"
            record.outcome = .deferred
            record.nextTry = Int64(attempt * 100 + 50)
            try await journal.finish([record])
            #expect(
                try await journal.claim([request()], now: Int64(attempt * 100 + 49)) == [.early(until: record.nextTry)])
        }
        guard case .givenUp(let record)? = try await journal.claim([request()], now: 1_000).first else {
            Issue.record("not given up")
            return
        }
        #expect(record.outcome == .rejected)
        #expect(record.reason.contains("5 attempts"))
        #expect(record.reason.contains("the disk failed"))
        #expect(try await journal.summary().failures.map(\.source) == [RawPath("/drop/a.jpg")])
        _ = try granted(try await journal.claim([request(replays: true)], now: 2_000).first)
    }

    @Test("claims of an ended process are released, and those of a living process are not")
    func abandonedClaims() async throws {
        let path = state
        do {
            let first = try Journal.open(in: path).journal
            _ = try granted(try await first.claim([request()], now: 1).first)
            let second = try Journal.open(in: path).journal
            #expect(try await second.releaseAbandonedClaims(now: 2) == 0)
            #expect(try await second.claim([request()], now: 2) == [.inUse])
            withExtendedLifetime(first) {}
        }
        let third = try Journal.open(in: path).journal
        #expect(try await third.releaseAbandonedClaims(now: 2) == 1)
        let record = try granted(try await third.claim([request()], now: 3).first)
        #expect(record.interruptions == 1)
        #expect(record.attempts == 1, "a killed process does not count against the file")
    }

    @Test("a file whose tries end with their process is worked on alone, and finally given up")
    func interruptions() async throws {
        var decision: Journal.Decision?
        var time: Int64 = 1_000
        var waits: [Int64] = []
        for round in 0..<26 {
            let journal = try Journal.open(in: state).journal
            try await journal.releaseAbandonedClaims(now: time)
            let next = try await journal.record(of: RawPath("/drop/a.jpg"))?.nextTry ?? 0
            waits.append(max(0, next - time))
            // The longest back-off of a folder is that of failures.
            let limits = Journal.RetryLimits(longestWait: 5_000)
            if next > time {
                let early = try await journal.claim([request()], now: time, limits: limits)
                #expect(early == [.early(until: next)])
                #expect(try await journal.claim([request()], now: next - 1) == [.early(until: next)])
            }
            time = max(time, next)
            decision = try await journal.claim([request()], now: time).first
            if case .granted(_, let alone)? = decision {
                #expect(alone == (round >= 3))
                if alone { try await journal.beginAlone(request().source) }
            }
        }
        guard case .givenUp? = decision else {
            Issue.record("not given up: \(String(describing: decision))")
            return
        }
        let growing: [Int64] = [0, 0, 0, 0, 1, 2, 4, 8, 16, 32] + [Int64](repeating: 60, count: 16)
        #expect(waits == growing.map { $0 * 1_000 }, "other files go first, and an outage does not last as long")
    }

    @Test("a file that was only claimed when the process ended is not given up for that")
    func innocentInterruptions() async throws {
        let requests = (0..<10).map { request("\($0).jpg") }
        for round in 0..<25 {
            let journal = try Journal.open(in: state).journal
            try await journal.releaseAbandonedClaims(now: 0)
            let decisions = try await journal.claim(requests, now: Int64(round) * 60_000)
            if round < 3 {
                for decision in decisions { _ = try granted(decision) }
            } else {
                // From now on one file at a time is claimed, so that the others are not claimed when the process ends.
                _ = try granted(decisions.first)
                try await journal.beginAlone(requests[0].source)
                #expect(decisions.dropFirst().allSatisfy { $0 == .queued })
            }
        }
        let journal = try Journal.open(in: state).journal
        try await journal.releaseAbandonedClaims(now: 0)
        let decisions = try await journal.claim(requests, now: 25 * 60_000)
        guard case .givenUp? = decisions.first else {
            Issue.record("not given up: \(String(describing: decisions.first))")
            return
        }
        #expect(try granted(decisions[1]).interruptions == 3)
    }

    @Test("a claim whose work alone had not begun is not held against the file")
    func unbegunInterruptions() async throws {
        for round in 0..<40 {
            let journal = try Journal.open(in: state).journal
            try await journal.releaseAbandonedClaims(now: 0)
            let record = try granted(try await journal.claim([request()], now: 60_000).first)
            #expect(record.interruptions == min(round, 3))
            // Another file is begun by the same process.
            if round >= 3 { try await journal.beginAlone(request("other.jpg").source) }
        }
    }

    @Test("a file that waits for its next try is tried at once with retriesNow")
    func retriesNow() async throws {
        let journal = try Journal.open(in: state).journal
        var record = try granted(try await journal.claim([request()], now: 1).first)
        record.state = .waiting
        record.outcome = .deferred
        record.attempts = 4
        record.nextTry = 1_000_000
        record.owner = nil
        try await journal.finish([record])
        #expect(try await journal.claim([request()], now: 2) == [.early(until: 1_000_000)])
        let sooner = Journal.RetryLimits(longestWait: 600_000)
        let afterClockJump = try await journal.claim([request()], now: 3, limits: sooner)
        record = try granted(afterClockJump.first)
        record.state = .waiting
        record.nextTry = 1_000_000
        record.owner = nil
        try await journal.finish([record])
        var insistent = request()
        insistent.retriesNow = true
        #expect(try granted(try await journal.claim([insistent], now: 2).first).attempts == 1)
    }

    @Test("damage that is found in use is reported, and a journal that is opened as damaged is created again")
    func damagedInUse() async throws {
        let writer = try Journal.open(in: state).journal
        let journal = try Journal.open(in: state).journal
        _ = try await writer.claim((0..<500).map { request("\($0).jpg") }, now: 1)
        #expect(try await journal.count() == 500)
        for name in ["journal.sqlite", "journal.sqlite-wal"] {
            let file = try FileHandle(forUpdating: scratch["state/" + name])
            let size = Int(try file.seekToEnd())
            try file.seek(toOffset: 100)
            try file.write(contentsOf: Data(repeating: 0xA5, count: max(size - 100, 0)))
            try file.close()
        }
        #expect(!journal.isDamaged)
        // A write by another connection makes this one read everything again.
        _ = try? await writer.claim([request("new.jpg")], now: 2)
        await #expect(throws: JournalError.self) { try await journal.summary() }
        #expect(journal.isDamaged)
        let next = try Journal.open(in: state, isDamaged: true)
        #expect(next.warnings.count == 1)
        #expect(try await next.journal.count() == 0)
        #expect(scratch.files.contains { $0.contains("journal.sqlite.damaged-") }, "nothing is deleted")
        withExtendedLifetime((writer, journal)) {}
    }

    @Test("paths that are not UTF-8 are read back unchanged")
    func rawPaths() async throws {
        let journal = try Journal.open(in: state).journal
        let source = RawPath(bytes: [0x2F, 0xFF, 0xE9, 0x2E, 0x6A])
        var record = PictureRecord(source: source, folder: "/", status: status())
        record.output = RawPath(bytes: [0x2F, 0x80])
        (record.latitude, record.sourceSHA256, record.seconds) = (-1.5, [UInt8](0..<32), 3)
        try await journal.finish([record])
        #expect(try await journal.record(of: source) == record)
        let page = try await journal.page(.file(source.bytes))
        #expect(Journal.Page(page.serialized)?.entries.map(\.record) == [record], "also from the daemon")
    }

    @Test("rows keep their ids when they are written again, so that paging ends")
    func paging() async throws {
        let journal = try Journal.open(in: state).journal
        try await journal.finish(
            (0..<25).map { PictureRecord(source: RawPath("/drop/\($0)"), folder: "/drop", status: status()) })
        var seen: [RawPath] = []
        var next: Int64? = 0
        while let after = next {
            let page = try await journal.page(after: after, limit: 10)
            try await journal.finish(page.records)
            seen += page.records.map(\.source)
            next = page.next
        }
        #expect(seen.count == 25)
        #expect(Set(seen).count == 25)
    }

    @Test("each selection returns its rows")
    func selections() async throws {
        let journal = try Journal.open(in: state).journal
        for (name, outcome) in [("a", Outcome.normalized), ("b", .rejected), ("c", .ignored)] {
            let record = try granted(try await journal.claim([request(name)], now: 1).first)
            try await journal.finish([finished(record, outcome)])
        }
        var failed = Journal.Selection()
        failed.failed = true
        #expect(try await journal.page(failed).records.map(\.source) == [RawPath("/drop/b")])
        var delivered = Journal.Selection()
        delivered.delivered = true
        #expect(try await journal.count(delivered) == 1)
        var since = Journal.Selection()
        since.since = 6
        #expect(try await journal.count(since) == 0)
        #expect(try await journal.summary().outcomes == ["normalized": 1, "rejected": 1, "ignored": 1])
        #expect(try await journal.remove([RawPath("/drop/c")]) == 1)
    }

    @Test("pages of old rows have each of them once, and none that is younger, waits or is worked on")
    func oldRows() async throws {
        let journal = try Journal.open(in: state).journal
        for number in 0..<25 {
            var record = finished(try granted(try await journal.claim([request("\(number)")], now: 1).first), .rejected)
            record.finished = Int64(number % 3)
            try await journal.finish([record])
        }
        #expect(try await journal.change(.retry, of: ["/drop/0"], now: 2) == 1)
        _ = try granted(try await journal.claim([request("1", status(size: 11))], now: 9).first)
        var seen: [RawPath] = []
        var next: Journal.FinishPlace? = .start
        while let after = next {
            let page = try await journal.sources(finishedBefore: 2, after: after, limit: 4)
            #expect(page.sources.count <= 4)
            seen += page.sources
            next = page.next
        }
        let old = (2..<25).filter { $0 % 3 < 2 }.sorted { ($0 % 3, $0) < ($1 % 3, $1) }
        #expect(seen == old.map { RawPath("/drop/\($0)") })
    }

    @Test("a row that has changed since it was read is not pruned")
    func pruningChangedRows() async throws {
        let journal = try Journal.open(in: state).journal
        for (name, outcome) in [("a", Outcome.normalized), ("b", .rejected)] {
            let record = try granted(try await journal.claim([request(name)], now: 1).first)
            try await journal.finish([finished(record, outcome)])
        }
        let finished = try #require(try await journal.record(of: "/drop/a")?.finished)
        #expect(try await journal.remove(["/drop/a"], finishedBefore: finished) == 0)
        #expect(try await journal.change(.retry, of: ["/drop/b"], now: 2) == 1)
        #expect(try await journal.remove(["/drop/b"], finishedBefore: .max) == 0)
        #expect(try await journal.remove(["/drop/a"], finishedBefore: finished + 1) == 1)
    }

    @Test("an index that leads to the row of another source is damage, and that row is not taken for the source's")
    func damagedIndex() async throws {
        let source = RawPath("/drop/a.jpg")
        do {
            let journal = try Journal.open(in: state).journal
            try await journal.finish([PictureRecord(source: source, folder: "/drop", status: status())])
        }
        let url = scratch["state/journal.sqlite"]
        let bytes = try [UInt8](Data(contentsOf: url))
        var found = 0
        // The path is in the table and in indexes; no check of SQLite compares them when the journal is opened.
        for offset in bytes.indices where bytes[offset...].starts(with: source.bytes) {
            var changed = bytes
            changed[offset + source.bytes.count - 5] = UInt8(ascii: "b")
            try Data(changed).write(to: url)
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path() + suffix) }
            for others in [[], ["/drop/c.jpg", "/drop/d.jpg"] as [RawPath]] {
                let (journal, warnings) = try Journal.open(in: state)
                guard warnings.isEmpty else { continue }
                do {
                    let records = try await journal.records(of: [source] + others)
                    #expect(records.allSatisfy { $0 == nil || $0?.source == source })
                } catch {
                    #expect(journal.isDamaged)
                    found += 1
                }
            }
        }
        #expect(found == 2, "one of a single source, one of several")
    }

    @Test("a damaged journal is moved aside with a warning, and a new one is created", arguments: [0, 1, 2])
    func damaged(kind: Int) async throws {
        do {
            let journal = try Journal.open(in: state).journal
            try await journal.finish(
                (0..<500).map { PictureRecord(source: RawPath("/drop/\($0)"), folder: "/drop", status: status()) })
        }
        let url = scratch["state/journal.sqlite"]
        var bytes = try [UInt8](Data(contentsOf: url))
        if kind == 0 {
            bytes = Array("this is not a database, despite its name".utf8)
        } else if kind == 1 {
            // One letter of a column's name, which SQLite does not detect.
            let name = try #require(bytes.firstRange(of: Array("interruptions".utf8)))
            bytes[name.upperBound - 1] = UInt8(ascii: "z")
        } else {
            for index in bytes.indices.dropFirst(200) { bytes[index] = UInt8(truncatingIfNeeded: index &* 7) }
        }
        try Data(bytes).write(to: url)
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path() + suffix) }
        let (journal, warnings) = try Journal.open(in: state)
        #expect(warnings.count == 1)
        #expect(try await journal.count() == 0)
        #expect(scratch.files.contains { $0.contains("journal.sqlite.damaged-") }, "nothing is deleted")
    }

    @Test("a journal opens with any byte of its header changed", arguments: [0x00, 0x03, 0xFF] as [UInt8])
    func damagedHeader(value: UInt8) async throws {
        do {
            let journal = try Journal.open(in: state).journal
            try await journal.finish([PictureRecord(source: RawPath("/drop/a"), folder: "/drop", status: status())])
        }
        let url = scratch["state/journal.sqlite"]
        let sound = try [UInt8](Data(contentsOf: url))
        var begunAnew = 0
        for index in 0..<100 where sound[index] != value {
            var bytes = sound
            bytes[index] = value
            for name in scratch.files where name.contains("journal.sqlite") {
                try FileManager.default.removeItem(at: scratch[name])
            }
            try Data(bytes).write(to: url)
            let (journal, warnings) = try Journal.open(in: state)
            #expect(try await journal.count() == (warnings.isEmpty ? 1 : 0), "byte \(index)")
            begunAnew += warnings.count
        }
        #expect(begunAnew > 10)
    }

    @Test("lock files that killed processes left behind are removed at the next start, even if they are new")
    func abandonedLocks() throws {
        let other = try Journal.open(in: state).journal
        try scratch.write("1\n", to: "state/claims-killed.lock")
        let journal = try Journal.open(in: state).journal
        let locks = Set(scratch.files.filter { $0.contains("claims-") })
        #expect(locks == [other, journal].reduce(into: []) { $0.insert("state/claims-\($1.owner).lock") })
    }

    @Test("damage that is found during an inspection is reported, and nothing is moved")
    func damageMetWhileLooking() throws {
        _ = try Journal.open(in: state)
        let journal = try Journal.openExisting(in: state)
        #expect(journal.isInPlace)
        try Data("this is not a database".utf8).write(to: scratch["state/journal.sqlite"])
        let before = scratch.files.filter { !$0.contains("claims-") }
        #expect { try Journal.openExisting(in: state) } throws: { ($0 as? JournalError)?.kind == .damaged }
        #expect(scratch.files.filter { !$0.contains("claims-") } == before)
    }

    @Test("figures come from indexes, regardless of the number of rows")
    func figuresComeFromIndices() throws {
        _ = try Journal.open(in: state)
        let database = try DatabaseQueue(path: scratch["state/journal.sqlite"].path())
        for (query, arguments, index) in [
            (Journal.SummaryQuery.counts, StatementArguments(), "USING COVERING INDEX pictures_by_state"),
            (Journal.SummaryQuery.oldest, StatementArguments(), "USING INDEX pictures_by_state"),
            (
                "SELECT * FROM pictures " + Journal.SummaryQuery.failures, StatementArguments([20]),
                "USING INDEX pictures_failed"
            ),
            (Journal.pictures, StatementArguments(["/a.", "/a/"]), "pictures_by_name"),
        ] {
            let plan = try database.read { db in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + query, arguments: arguments)
                    .map { $0["detail"] as String }
            }
            #expect(!plan.isEmpty && plan.allSatisfy { $0.contains(index) }, "\(plan)")
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }

    @Test("the deletion of an open journal is detected")
    func deleted() throws {
        let journal = try Journal.open(in: state).journal
        #expect(journal.isInPlace)
        try FileManager.default.removeItem(at: scratch["state/journal.sqlite"])
        #expect(!journal.isInPlace)
    }
}
