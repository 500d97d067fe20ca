internal import Foundation
internal import GRDB
internal import UprightRewriting

extension Journal {
    /// A file to claim.
    package struct ClaimRequest: Sendable, Hashable {
        /// The source's absolute path.
        package var source: RawPath
        /// The configured folder that contains the source.
        package var folder: RawPath
        /// The source's current status.
        package var status: FileStatus
        /// Whether to work on the file even if it is done: rejected and delivered files are worked on again.
        package var replays: Bool
        /// Whether to retry a waiting file now, with its tries counted from zero, because the user requested it.
        package var retriesNow: Bool

        package init(
            source: RawPath, folder: RawPath, status: FileStatus, replays: Bool = false, retriesNow: Bool = false
        ) {
            self.source = source
            self.folder = folder
            self.status = status
            self.replays = replays
            self.retriesNow = retriesNow
        }
    }

    /// Whether a file may be worked on.
    package enum Decision: Sendable, Hashable {
        /// This owner has claimed the file. `record` is the previous record, with this try counted. `alone` means that
        /// earlier tries ended with their process, so that no other file should be worked on at the same time.
        case granted(record: PictureRecord, alone: Bool)
        /// The file is done, and has not changed since.
        case finished(PictureRecord)
        /// Another process, or another task of this one, is working on the file.
        case inUse
        /// The file has to be worked on alone, and this owner is working on another such file.
        case queued
        /// A user holds the file: it is not worked on until it is released.
        case onHold(PictureRecord)
        /// The back-off has not passed yet.
        case early(until: Int64)
        /// The file has been tried too often, and is now finished as rejected.
        case givenUp(PictureRecord)
    }

    /// When to give up on a file.
    package struct RetryLimits: Sendable, Hashable {
        /// The maximum number of tries.
        package var attempts: Int
        /// How many tries may end with their process, next to other files, before the file is worked on alone.
        package var sharedInterruptions = 3
        /// How many tries may end with their process before giving up on the file. After ``sharedInterruptions`` of
        /// them the file is worked on alone (``beginAlone(_:)``), since a process can be killed for reasons that are not
        /// the file's, which interrupts all its claims. With the waits between them these tries take a quarter of an hour,
        /// which is longer than a machine that kills every process within a second stays like that.
        package var interruptions = 25
        /// The longest back-off, in milliseconds. A time further ahead was written before the clock was set back, and
        /// is ignored.
        package var longestWait = Int64.max

        package init(attempts: Int = 5, longestWait: Int64 = .max) {
            self.attempts = attempts
            self.longestWait = longestWait
        }
    }

    /// Claims files for this process in one durable transaction. Each claim counts as a try before the work starts, so
    /// that a file that crashes the process is not tried for ever.
    ///
    /// - Parameters:
    ///   - requests: the files.
    ///   - now: milliseconds since 1970.
    ///   - limits: when to give up.
    /// - Returns: a decision for each request, in their order.
    package func claim(
        _ requests: [ClaimRequest], now: Int64, limits: RetryLimits = RetryLimits()
    ) async throws(JournalError) -> [Decision] {
        let owner = owner
        let path = path
        return try await write { db in
            try requests.map { request in
                try Self.decide(request, db, owner: owner, now: now, limits: limits) { other in
                    LockFile.isHeld(Self.claimFile(of: other, beside: path))
                }
            }
        }
    }

    /// The longest wait of a file that was interrupted, in milliseconds.
    private static let longestPause: Int64 = 60_000

    private static func decide(
        _ request: ClaimRequest, _ db: Database, owner: String, now: Int64, limits: RetryLimits,
        isAlive: (String) -> Bool
    ) throws -> Decision {
        let known = try record(of: request.source, db)
        var record = known ?? PictureRecord(source: request.source, folder: request.folder, status: request.status)
        if known == nil { record.firstSeen = now }
        if record.state == .claimed, let other = record.owner, other == owner || isAlive(other) { return .inUse }
        if let known, known.state == .held { return .onHold(known) }
        if let known {
            // A change of permissions does not change the content, but can make a rejected file readable.
            let isSame =
                known.status.isSameContent(as: request.status)
                && (known.outcome != .rejected || known.status.changed == request.status.changed)
            if !isSame || request.replays {
                record.attempts = 0
                record.interruptions = 0
                record.nextTry = 0
            } else if known.state == .finished {
                return .finished(known)
            } else if request.retriesNow {
                record.attempts = 0
                record.nextTry = 0
            }
        }
        if record.nextTry > now {
            let (wait, overflow) = record.nextTry.subtractingReportingOverflow(now)
            if !overflow, wait <= max(limits.longestWait, longestPause) { return .early(until: record.nextTry) }
        }
        record.folder = request.folder
        record.status = request.status
        if record.attempts >= limits.attempts || record.interruptions >= limits.interruptions {
            return .givenUp(try giveUp(record, db, now: now))
        }
        let alone = record.interruptions >= limits.sharedInterruptions
        // Claim only one at a time; otherwise an interruption would count against files whose work had not started.
        if alone, try hasClaimedAlone(db, owner: owner, limits: limits) { return .queued }
        record.state = .claimed
        record.owner = owner
        record.attempts += 1
        try db.cachedStatement(sql: PictureRecord.insertion).execute(arguments: record.arguments)
        var granted = known ?? record
        granted.attempts = record.attempts
        granted.interruptions = record.interruptions
        return .granted(record: granted, alone: alone)
    }

    private static func hasClaimedAlone(_ db: Database, owner: String, limits: RetryLimits) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT 1 FROM pictures WHERE state = 'claimed' AND owner = ? AND interruptions >= ? LIMIT 1")
        return try Row.fetchOne(statement, arguments: [owner, limits.sharedInterruptions]) != nil
    }

    private static func giveUp(_ record: PictureRecord, _ db: Database, now: Int64) throws -> PictureRecord {
        var record = record
        let last =
            record.reason.isEmpty
            ? "the process ended while it was working on the file" : "the last error: \(record.reason)"
        record.reason = "gave up after \(max(record.attempts, record.interruptions)) attempts; \(last)"
        record.state = .finished
        record.outcome = .rejected
        record.owner = nil
        record.finished = now
        try db.cachedStatement(sql: PictureRecord.insertion).execute(arguments: record.arguments)
        return record
    }

    static func record(of source: RawPath, _ db: Database) throws -> PictureRecord? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(PictureRecord.selected) FROM pictures WHERE id = (SELECT id FROM pictures WHERE source = ?)
                """)
        return try Row.fetchOne(statement, arguments: [databaseValue(source)]).flatMap { row in
            try PictureRecord(row)?.checked(isOf: [source])
        }
    }

    /// Writes the results of files in one durable transaction, and ends their claims. A result without an output does not
    /// replace the row of a delivery of the same content: another task has delivered the file meanwhile.
    package func finish(_ records: [PictureRecord]) async throws(JournalError) {
        try await write { db in
            let statement = try db.cachedStatement(sql: PictureRecord.result)
            for record in records {
                if let former = record.former {
                    try db.execute(
                        sql: """
                            UPDATE OR REPLACE pictures SET source = ?, name_key = ?
                            WHERE source = ? AND state = 'finished'
                            """,
                        arguments: [
                            databaseValue(record.source), Data(record.source.key).databaseValue, databaseValue(former),
                        ])
                }
                try statement.execute(arguments: record.arguments)
            }
        }
    }

    /// Records that a file is not ready to be worked on, unless it is being worked on, held, or delivered.
    ///
    /// - Parameter now: milliseconds since 1970.
    package func noteWaiting(_ record: PictureRecord, now: Int64) async throws(JournalError) {
        try await write { db in
            var noted = try Self.record(of: record.source, db) ?? record
            guard noted.state != .claimed, noted.state != .held, !noted.isDelivered else { return }
            if noted.firstSeen == 0 { noted.firstSeen = now }
            (noted.status, noted.isCompanion) = (record.status, record.isCompanion)
            (noted.state, noted.outcome, noted.reason) = (.waiting, .deferred, record.reason)
            try db.cachedStatement(sql: PictureRecord.insertion).execute(arguments: noted.arguments)
        }
    }

    /// Records that the work on a claimed file begins, with no other file beside it. Only then is the end of the process held
    /// against the file: a claim can wait long for the work on others to end.
    package func beginAlone(_ source: RawPath) async throws(JournalError) {
        let owner = owner
        try await write { db in
            try db.cachedStatement(sql: "INSERT OR REPLACE INTO alone VALUES (?, ?)")
                .execute(arguments: [owner, databaseValue(source)])
        }
    }

    /// Releases the claims of ended processes, and counts each as an interruption; of files that are worked on alone only the one
    /// whose work had begun. Such a file waits longer each time, up to a minute: what ends every process within seconds, such
    /// as a machine that is short of memory, is then not held against the file, and a file that ends them does not keep the
    /// others waiting.
    ///
    /// - Parameter now: milliseconds since 1970.
    /// - Returns: the number of claims released.
    @discardableResult
    package func releaseAbandonedClaims(now: Int64) async throws(JournalError) -> Int {
        let path = path
        let shared = RetryLimits().sharedInterruptions
        let own = owner
        return try await write { db in
            let owners = try String.fetchAll(
                db,
                sql: """
                    SELECT owner FROM pictures WHERE state = 'claimed' AND owner IS NOT NULL UNION SELECT owner FROM alone
                    """)
            var freed = 0
            for owner in owners where owner != own && !LockFile.isHeld(Self.claimFile(of: owner, beside: path)) {
                try db.execute(
                    sql: """
                        UPDATE pictures SET interruptions = interruptions + 1,
                            next_try = iif(interruptions < ?1, next_try,
                                ?2 + min(1000 << min(interruptions - ?1, 10), \(Self.longestPause)))
                        WHERE owner = ?3 AND state = 'claimed'
                            AND (interruptions < ?1 OR source = (SELECT source FROM alone WHERE owner = ?3))
                        """, arguments: [shared, now, owner])
                try db.execute(
                    sql: """
                        UPDATE pictures SET state = 'waiting', owner = NULL, attempts = max(attempts - 1, 0)
                        WHERE owner = ? AND state = 'claimed'
                        """, arguments: [owner])
                freed += db.changesCount
                try db.execute(sql: "DELETE FROM alone WHERE owner = ?", arguments: [owner])
            }
            return freed
        }
    }
}

extension PictureRecord {
    /// This record, which was looked for by its source. A damaged index leads to rows of other sources, and the check when the
    /// journal is opened does not compare it with them. The query has to find rows by their numbers, or SQLite would take the
    /// source from the index.
    ///
    /// - Throws: the damage, so that the journal is moved aside.
    func checked(isOf sources: Set<RawPath>) throws -> PictureRecord {
        guard sources.contains(source) else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT, message: "the index of sources leads to the row of another one")
        }
        return self
    }
}
