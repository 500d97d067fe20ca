public import UprightFiles
internal import Foundation
internal import GRDB

extension Journal {
    /// Which rows to return. The default is all.
    public struct Selection: Sendable, Hashable {
        /// Only rows that were rejected or deferred.
        public var failed = false
        /// Only rows whose last try ended at this time or later, in milliseconds since 1970.
        public var since: Int64?
        /// Only rows that were delivered with options or a version other than these.
        public var changedFrom: Fingerprint?
        /// Only rows with an output.
        public var delivered = false

        /// The options and the version that an output was made with.
        public struct Fingerprint: Sendable, Hashable {
            /// The digest of the options.
            public var options: String
            /// The product's version.
            public var version: String

            /// Creates a fingerprint.
            public init(options: String, version: String) {
                self.options = options
                self.version = version
            }
        }

        /// Selects all rows.
        public init() {}

        var condition: (sql: String, arguments: StatementArguments) {
            var parts = ["1"]
            var arguments = StatementArguments()
            if failed { parts.append("(outcome = 'rejected' OR state = 'waiting' OR outcome = 'deferred')") }
            if delivered { parts.append("output IS NOT NULL AND output_sha256 IS NOT NULL") }
            if let since {
                parts.append("finished >= ?")
                arguments += [since]
            }
            if let changedFrom {
                parts.append("output IS NOT NULL AND (options <> ? OR version <> ?)")
                arguments += [changedFrom.options, changedFrom.version]
            }
            return (parts.joined(separator: " AND "), arguments)
        }
    }

    /// Returns the record of a source; nil if there is none.
    public func record(of source: RawPath) async throws(JournalError) -> PictureRecord? {
        try await read { db in try Self.record(of: source, db) }
    }

    /// Returns the records of sources, in their order.
    public func records(of sources: [RawPath]) async throws(JournalError) -> [PictureRecord?] {
        try await read { db in try sources.map { try Self.record(of: $0, db) } }
    }

    /// Returns the records with an output path.
    public func records(withOutput output: RawPath) async throws(JournalError) -> [PictureRecord] {
        try await read { db in
            try PictureRecord.fetch(db, "WHERE output = ?", [databaseValue(output)])
        }
    }

    /// Returns the members of a shot besides its picture: those that came with a picture of this path and digest.
    public func members(of picture: RawPath, sha256: [UInt8]) async throws(JournalError) -> [PictureRecord] {
        try await read { db in
            try PictureRecord.fetch(
                db, "WHERE picture = ? AND picture_sha256 = ?", [databaseValue(picture), Data(sha256)])
        }
    }

    /// Returns the companions that are owed: their picture was delivered, and they were not delivered with it yet.
    public func owedCompanions(limit: Int = 10_000) async throws(JournalError) -> [PictureRecord] {
        try await read { db in
            try PictureRecord.fetch(
                db, "WHERE companion = 1 AND state <> 'finished' AND picture IS NOT NULL LIMIT ?", [limit])
        }
    }

    /// Returns a page of rows in the order of their ids.
    ///
    /// - Parameters:
    ///   - selection: which rows to return.
    ///   - after: the id of the last row on the previous page; 0 for the first page.
    ///   - limit: the maximum number of rows.
    /// - Returns: the rows, and the id to continue from; nil at the end.
    public func page(
        _ selection: Selection = Selection(), after: Int64 = 0, limit: Int = 500
    ) async throws(JournalError) -> (records: [PictureRecord], next: Int64?) {
        try await read { db in
            let (condition, arguments) = selection.condition
            let page = try Self.entries(
                db, "WHERE \(condition) AND id > ? ORDER BY id LIMIT ?", arguments + [after, limit])
            return (page.entries.map(\.record), page.count < limit ? nil : page.last)
        }
    }

    /// Requests a retry of failed files, with their tries counted from zero. The retry happens after the next call of
    /// ``asked()`` or the next scan.
    ///
    /// - Returns: the number of files. Files that are held, being worked on, or delivered by now are left alone.
    @discardableResult
    public func askAgain(for sources: [RawPath]) async throws(JournalError) -> Int {
        try await write { db in
            var asked = 0
            for source in sources {
                try db.execute(
                    sql: """
                        UPDATE pictures SET state = 'waiting', outcome = 'deferred', attempts = 0, interruptions = 0,
                            next_try = \(Self.asked)
                        WHERE source = ? AND state NOT IN ('claimed', 'held') AND outcome IN ('rejected', 'deferred')
                        """, arguments: [databaseValue(source)])
                asked += db.changesCount
            }
            return asked
        }
    }

    /// Returns the files whose retry was requested and has not started.
    public func asked() async throws(JournalError) -> [PictureRecord] {
        try await read { db in
            try PictureRecord.fetch(db, "WHERE state = 'waiting' AND next_try = \(Self.asked) LIMIT 1000")
        }
    }

    /// The time of the next try that marks a retry requested by the user: long past, and never used otherwise.
    static var asked: Int { 1 }

    /// Returns the number of rows in a selection.
    public func count(_ selection: Selection = Selection()) async throws(JournalError) -> Int {
        try await read { db in
            let (condition, arguments) = selection.condition
            return try Int.fetchOne(
                db, sql: "SELECT count(*) FROM pictures WHERE \(condition)", arguments: arguments) ?? 0
        }
    }

    /// The queries of ``summary(failures:)``. Each needs only an index, or few rows, because the table is large.
    package enum SummaryQuery {
        package static let counts = """
            SELECT state, outcome, type, companion, count(*) AS files FROM pictures
            GROUP BY state, outcome, type, companion
            """
        package static let owed =
            "SELECT count(*) FROM pictures WHERE companion = 1 AND state <> 'finished' AND picture IS NOT NULL"
        package static let oldest = "SELECT min(first_seen) FROM pictures WHERE state IN ('waiting', 'claimed')"
        package static let failures = "WHERE outcome IN ('rejected', 'deferred') ORDER BY finished DESC LIMIT ?"
    }

    /// Returns the journal's figures.
    public func summary(failures: Int = 20) async throws(JournalError) -> Summary {
        try await read { db in
            var summary = Summary()
            for row in try Row.fetchAll(db, sql: SummaryQuery.counts) {
                let state = PictureRecord.State(rawValue: String.fromDatabaseValue(row["state"]) ?? "") ?? .waiting
                let isFinished = state == .finished
                let ending = isFinished ? String.fromDatabaseValue(row["outcome"]) ?? "" : "deferred"
                let type = String.fromDatabaseValue(row["type"]) ?? ""
                let files = Int.fromDatabaseValue(row["files"]) ?? 0
                if Bool.fromDatabaseValue(row["companion"]) == true {
                    summary.companions[ending, default: 0] += files
                    continue
                }
                summary.outcomes[ending, default: 0] += files
                if !type.isEmpty { summary.types[type, default: 0] += files }
                switch state {
                case .waiting, .claimed: summary.waiting += files
                case .held: summary.held += files
                case .finished: break
                }
            }
            summary.owed = try Int.fetchOne(db, sql: SummaryQuery.owed) ?? 0
            summary.oldestWaiting = try Int64.fetchOne(db, sql: SummaryQuery.oldest)
            summary.failures = try PictureRecord.fetch(db, SummaryQuery.failures, [failures])
            return summary
        }
    }

    /// The journal's figures.
    public struct Summary: Sendable, Hashable {
        /// Pictures by outcome.
        public var outcomes: [String: Int] = [:]
        /// Companions of pictures by outcome.
        public var companions: [String: Int] = [:]
        /// Companions that have not been delivered, although their picture was.
        public var owed = 0
        /// Pictures by uniform type identifier.
        public var types: [String: Int] = [:]
        /// Pictures that are waiting or being worked on.
        public var waiting = 0
        /// Pictures that are held on request.
        public var held = 0
        /// When the file that has waited longest was first seen, in milliseconds since 1970.
        public var oldestWaiting: Int64?
        /// The last failures, the latest first.
        public var failures: [PictureRecord] = []

        /// Creates empty figures.
        public init() {}
    }

    /// Removes rows. Keep rows whose output still exists: without its row, an output cannot be verified.
    ///
    /// - Returns: the number of rows removed.
    @discardableResult
    public func remove(_ sources: [RawPath]) async throws(JournalError) -> Int {
        try await write { db in
            var removed = 0
            for source in sources {
                try db.execute(
                    sql: "DELETE FROM pictures WHERE source = ? AND state <> 'claimed'",
                    arguments: [databaseValue(source)])
                removed += db.changesCount
            }
            return removed
        }
    }
}
