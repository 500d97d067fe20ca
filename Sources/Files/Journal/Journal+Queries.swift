internal import Foundation
internal import GRDB

extension Journal {
    /// Which rows to return. The default is all.
    package struct Selection: Sendable, Hashable {
        /// Only rows that were rejected or deferred.
        package var failed = false
        /// Only rows whose last try ended at this time or later, in milliseconds since 1970.
        package var since: Int64?
        /// Only rows with an output, and those of pictures in a folder that no daemon keeps albums of, which are their own.
        package var delivered = false
        /// Only rows of pictures that steps may have something for.
        package var owed: Owed?

        /// Selects all rows.
        package init() {}

        var condition: (sql: String, arguments: StatementArguments) {
            var parts = ["1"]
            var arguments = StatementArguments()
            if failed { parts.append("(outcome = 'rejected' OR state = 'waiting' OR outcome = 'deferred')") }
            if delivered { parts.append("output IS NOT NULL AND (output_sha256 IS NOT NULL OR output = source)") }
            if let owed {
                parts.append(owed.condition)
                if let times = owed.unplaced { arguments += [times.lowerBound, times.upperBound] }
            }
            if let since {
                parts.append("finished >= ?")
                arguments += [since]
            }
            return (parts.joined(separator: " AND "), arguments)
        }
    }

    /// The pictures that steps may have something for: those of either kind.
    package struct Owed: Sendable, Hashable {
        /// Those without a position that were taken at these times by local clocks, in Exif's form.
        package var unplaced: ClosedRange<String>?
        /// Those that are owed a place.
        package var places = false

        /// Creates a selection of none.
        package init() {}

        /// Whether there can be any.
        package var isEmpty: Bool { unplaced == nil && !places }

        fileprivate var condition: String {
            let track = "latitude IS NULL AND companion = 0 AND captured BETWEEN ? AND ?"
            let kinds = [unplaced == nil ? nil : track, places ? "owes_place = 1" : nil].compactMap { $0 }
            return "(\(kinds.isEmpty ? "0" : kinds.joined(separator: " OR ")))"
        }
    }

    /// Returns the number of delivered pictures that are owed a place, by folder.
    package func owedPlaces() async throws(JournalError) -> [RawPath: Int] {
        try await read { db in
            let sql = "SELECT folder, count(*) FROM pictures WHERE owes_place = 1 GROUP BY folder"
            return try Row.fetchAll(db, sql: sql).reduce(into: [:]) { found, row in
                if let folder = RawPath(row[0] as DatabaseValue) { found[folder] = row[1] as Int }
            }
        }
    }

    /// Notes that a picture is owed no place any more: its output is no longer what was delivered.
    package func forgetOwedPlace(of source: RawPath) async throws(JournalError) {
        try await write { db in
            try db.execute(
                sql: "UPDATE pictures SET owes_place = 0 WHERE source = ? AND owes_place = 1",
                arguments: [databaseValue(source)])
        }
    }

    /// Returns the record of a source; nil if there is none.
    package func record(of source: RawPath) async throws(JournalError) -> PictureRecord? {
        try await read { db in try Self.record(of: source, db) }
    }

    /// Returns the records of sources, in their order.
    package func records(of sources: [RawPath]) async throws(JournalError) -> [PictureRecord?] {
        guard sources.count > 2 else { return try await read { db in try sources.map { try Self.record(of: $0, db) } } }
        return try await read { db in
            // One statement for all: most of them have no row.
            var found: [RawPath: PictureRecord] = [:]
            for start in stride(from: 0, to: sources.count, by: Self.sourcesOfStatement) {
                let part = sources[start..<min(start + Self.sourcesOfStatement, sources.count)]
                let asked = Set(part)
                let marks = part.map { _ in "?" }.joined(separator: ", ")
                let arguments = StatementArguments(part.map { databaseValue($0) })
                for record in try PictureRecord.fetch(
                    db, "WHERE id IN (SELECT id FROM pictures WHERE source IN (\(marks)))", arguments)
                {
                    found[record.source] = try record.checked(isOf: asked)
                }
            }
            return sources.map { found[$0] }
        }
    }

    private static let sourcesOfStatement = 500

    package static let named = "SELECT source FROM pictures WHERE name_key >= ? AND name_key < ?"

    /// Without the signs, SQLite would read all finished rows for each name, since their index comes first.
    package static let pictures = """
        \(named) AND +companion = 0 AND +other = 0 AND +state = 'finished' AND output IS NOT NULL
        """

    /// Returns the sources whose names begin with each of some names, compared by their keys (``NameKey``).
    ///
    /// - Parameters:
    ///   - names: the beginnings of names, with the paths of their folders.
    ///   - isDelivered: whether only those of pictures that were delivered are returned.
    package func sources(
        beginningWith names: [RawPath], ofDeliveredPictures isDelivered: Bool = false
    ) async throws(JournalError) -> [[RawPath]] {
        try await read { db in
            let statement = try db.cachedStatement(sql: isDelivered ? Self.pictures : Self.named)
            return try names.map { name in
                let start = name.key
                // No name in UTF-8 has this byte, and no key of another begins as one in UTF-8 does.
                let range = [Data(start).databaseValue, Data(start + [0xFF]).databaseValue]
                return try Row.fetchAll(statement, arguments: StatementArguments(range)).compactMap {
                    RawPath($0[0] as DatabaseValue)
                }
            }
        }
    }

    package func records(withOutput output: RawPath) async throws(JournalError) -> [PictureRecord] {
        try await read { db in
            try PictureRecord.fetch(db, "WHERE output = ?", [databaseValue(output)])
        }
    }

    /// Returns the members of a shot besides its picture: those that came with a picture of this path and digest.
    package func members(of picture: RawPath, sha256: [UInt8]) async throws(JournalError) -> [PictureRecord] {
        try await read { db in
            try PictureRecord.fetch(
                db, "WHERE picture = ? AND picture_sha256 = ?", [databaseValue(picture), Data(sha256)])
        }
    }

    /// Returns the pictures that were delivered before a sidecar or a description of theirs, and have not been worked on since.
    ///
    /// - Parameter time: only those whose sidecar was delivered after this time, in milliseconds since 1970.
    package func picturesBeforeSidecars(since time: Int64, limit: Int = 10_000) async throws(JournalError)
        -> [PictureRecord]
    {
        try await read { db in
            try PictureRecord.fetch(
                db,
                """
                WHERE id IN (SELECT p.id FROM pictures m JOIN pictures p ON p.source = m.picture
                    WHERE m.finished > ? AND m.companion = 1 AND m.type IN ('com.adobe.xmp', 'public.json')
                        AND +m.state = 'finished' AND m.outcome IN (\(PictureRecord.delivered))
                        AND p.source_sha256 = m.picture_sha256 AND +p.state = 'finished' AND p.finished < m.finished)
                LIMIT ?
                """, [time, limit])
        }
    }

    /// Returns the companions that are owed: their picture was delivered, and they were not delivered with it yet.
    package func owedCompanions(limit: Int = 10_000) async throws(JournalError) -> [PictureRecord] {
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
    package func page(
        _ selection: Selection = Selection(), after: Int64 = 0, limit: Int = 500
    ) async throws(JournalError) -> (records: [PictureRecord], next: Int64?) {
        let page = try await entries(selection, after: after, limit: limit)
        return (page.entries.map(\.record), page.next)
    }

    func entries(_ selection: Selection, after: Int64, limit: Int) async throws(JournalError) -> Page {
        try await read { db in
            let (condition, arguments) = selection.condition
            let page = try Self.entries(
                db, "WHERE \(condition) AND id > ? ORDER BY id LIMIT ?", arguments + [after, limit])
            return Page(entries: page.entries, next: page.count < limit ? nil : page.last)
        }
    }

    /// A place in the order in which the last tries of all files ended.
    package struct FinishPlace: Sendable {
        fileprivate var finished: Int64
        fileprivate var id: Int64

        /// Before all files.
        package static let start = FinishPlace(finished: .min, id: .min)
    }

    /// Returns a page of the sources whose last try ended before a time, in the order of these ends: the index has them side by
    /// side, so that rows that are younger are not read.
    ///
    /// - Returns: the sources, and the place to continue from; nil at the end.
    package func sources(
        finishedBefore time: Int64, after: FinishPlace = .start, limit: Int = 5_000
    ) async throws(JournalError) -> (sources: [RawPath], next: FinishPlace?) {
        try await read { db in
            // With the plus, SQLite does not look for the state, which almost all rows have, in an index.
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT source, finished, id FROM pictures
                    WHERE finished < ? AND (finished, id) > (?, ?) AND +state = 'finished' ORDER BY finished, id LIMIT ?
                    """, arguments: [time, after.finished, after.id, limit])
            let last = rows.count < limit ? nil : rows.last.map { FinishPlace(finished: $0[1], id: $0[2]) }
            return (rows.compactMap { RawPath($0[0] as DatabaseValue) }, last)
        }
    }

    /// Returns the files whose retry was requested and has not started.
    package func asked() async throws(JournalError) -> [PictureRecord] {
        try await read { db in
            try PictureRecord.fetch(db, "WHERE state = 'waiting' AND next_try = \(Self.asked) LIMIT 1000")
        }
    }

    /// The time of the next try that marks a retry requested by the user: long past, and never used otherwise.
    static var asked: Int { 1 }

    /// Returns the number of rows in a selection.
    package func count(_ selection: Selection = Selection()) async throws(JournalError) -> Int {
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
    package func summary(failures: Int = 20) async throws(JournalError) -> Summary {
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
    package struct Summary: Sendable, Hashable {
        /// Pictures by outcome.
        package var outcomes: [String: Int] = [:]
        /// Companions of pictures by outcome.
        package var companions: [String: Int] = [:]
        /// Companions that have not been delivered, although their picture was.
        package var owed = 0
        /// Pictures by uniform type identifier.
        package var types: [String: Int] = [:]
        /// Pictures that are waiting or being worked on.
        package var waiting = 0
        /// Pictures that are held on request.
        package var held = 0
        /// When the file that has waited longest was first seen, in milliseconds since 1970.
        package var oldestWaiting: Int64?
        /// The last failures, the latest first.
        package var failures: [PictureRecord] = []

        package init() {}
    }

    /// Removes rows, except those that are being worked on.
    ///
    /// - Parameter time: if given, only rows whose last try ended before this time, in milliseconds since 1970, and that are not
    ///   waiting again: rows can have changed since they were read.
    /// - Returns: the number of rows removed.
    @discardableResult
    package func remove(
        _ sources: [RawPath], finishedBefore time: Int64? = nil
    ) async throws(JournalError) -> Int {
        try await write { db in
            var removed = 0
            let statement = try db.cachedStatement(
                sql: """
                    DELETE FROM pictures WHERE source = ?1 AND state <> 'claimed'
                    AND (?2 IS NULL OR (finished < ?2 AND state = 'finished'))
                    """)
            for source in sources {
                try statement.execute(arguments: [databaseValue(source), time])
                removed += db.changesCount
            }
            return removed
        }
    }
}
