internal import GRDB
internal import GRDBSQLite
internal import Glibc
internal import UprightRewriting

extension Journal {
    /// Returns the rows of sources, in their order, with no other columns than those that say whether a file is done. Sources in
    /// the order of their bytes take a fraction of the time of others: the rows of a folder's files are read one after the other.
    package func known(_ sources: [RawPath]) async throws(JournalError) -> [PictureRecord?] {
        try await read { db in
            var rows = try RowsBySource(db)
            defer { rows.end() }
            return try sources.map { try rows.row(of: $0) }
        }
    }
}

/// Reads rows in the order of their sources.
///
/// SQLite's own functions: a scan reads a row for each file that is done, and almost all that GRDB does for a value would be
/// overhead.
package struct RowsBySource {
    /// The rows at a source and after it, with the columns that ``known`` reads by their place.
    package static let query = """
        SELECT source, kind, device, inode, size, modified, changed, state, outcome, output, output_size, incomplete,
            needs_original, original, picture, other, content_identifier, copies,
            substr(reason, 1, \(PictureRecord.deletion.utf8.count)), finished
        FROM pictures WHERE source >= ? ORDER BY source
        """
    /// How many rows of other sources are passed before a search is quicker. There are such rows for files that have left,
    /// and for the files of subfolders, whose paths lie between those of the folder.
    private static let reach = 3

    private let statement: Statement
    private var hasRow = false
    /// The row is the first at or after this source; nil before the first search.
    private var floor: Key?

    /// A source as the database compares it: text comes before bytes that are not UTF-8.
    private struct Key {
        let path: RawPath
        let isText: Bool

        init(_ path: RawPath) {
            self.path = path
            // Almost all paths are ASCII, which needs no string.
            isText = path.bytes.allSatisfy { $0 < 0x80 } || String(validating: path.bytes, as: UTF8.self) != nil
        }

        /// Less than 0 if this key comes before the other, 0 if they are equal.
        func order(to other: Key) -> Int {
            guard isText == other.isText else { return isText ? -1 : 1 }
            return path.bytes.withUnsafeBytes { own in
                other.path.bytes.withUnsafeBytes { RowsBySource.order(of: own, to: $0) }
            }
        }
    }

    init(_ db: Database) throws {
        statement = try db.cachedStatement(sql: Self.query)
    }

    /// Ends the reading, so that the transaction can end.
    func end() { sqlite3_reset(statement.sqliteStatement) }

    /// Returns the row of a source; nil if there is none.
    mutating func row(of source: RawPath) throws -> PictureRecord? {
        let key = Key(source)
        if let floor, floor.order(to: key) <= 0 {
            var passed = 0
            while hasRow, passed < Self.reach, order(to: key) < 0 {
                try step()
                passed += 1
            }
            guard hasRow, order(to: key) < 0 else {
                self.floor = key
                return hasRow && order(to: key) == 0 ? known(source) : nil
            }
        }
        statement.setUncheckedArguments([databaseValue(source)])
        floor = key
        try step()
        return hasRow && order(to: key) == 0 ? known(source) : nil
    }

    private mutating func step() throws {
        let code = sqlite3_step(statement.sqliteStatement)
        guard code == SQLITE_ROW || code == SQLITE_DONE else {
            hasRow = false
            throw DatabaseError(
                resultCode: ResultCode(rawValue: code),
                message: String(cString: sqlite3_errmsg(sqlite3_db_handle(statement.sqliteStatement))),
                sql: Self.query)
        }
        hasRow = code == SQLITE_ROW
    }

    /// Less than 0 if the row's source comes before a key, 0 if it is that source.
    private func order(to key: Key) -> Int {
        let isText = type(0) == SQLITE_TEXT
        guard isText == key.isText else { return isText ? -1 : 1 }
        return key.path.bytes.withUnsafeBytes { Self.order(of: bytes(0), to: $0) }
    }

    private static func order(of one: UnsafeRawBufferPointer, to other: UnsafeRawBufferPointer) -> Int {
        guard let first = one.baseAddress, let second = other.baseAddress else { return one.count - other.count }
        let order = memcmp(first, second, min(one.count, other.count))
        return order == 0 ? one.count - other.count : Int(order)
    }

    // MARK: Columns

    private func known(_ source: RawPath) -> PictureRecord {
        var known = PictureRecord(
            source: source, folder: source.parent,
            status: FileStatus(
                kind: text(1).flatMap { FileStatus.Kind(rawValue: $0) } ?? .other,
                device: UInt64(bitPattern: integer(2)), inode: UInt64(bitPattern: integer(3)),
                size: Int(integer(4)), modified: integer(5), changed: integer(6)))
        known.state = text(7).flatMap { PictureRecord.State(rawValue: $0) } ?? .waiting
        known.outcome = text(8).flatMap { Outcome(rawValue: $0) }
        known.output = path(9)
        known.outputSize = isNull(10) ? nil : Int(integer(10))
        known.incompleteness = integer(11) == 0 ? nil : ""
        known.needsOriginal = integer(12) != 0
        known.original = text(13).flatMap { OriginalState(rawValue: $0) } ?? .none
        known.picture = path(14)
        known.isUnsupported = integer(15) != 0
        known.contentIdentifier = text(16)
        if let text = text(17), !text.isEmpty { known.copies = OutputCopy.copies(text) }
        known.reason = text(18) ?? ""
        known.finished = isNull(19) ? nil : integer(19)
        return known
    }

    private func type(_ column: Int32) -> Int32 { sqlite3_column_type(statement.sqliteStatement, column) }

    private func isNull(_ column: Int32) -> Bool { type(column) == SQLITE_NULL }

    private func path(_ column: Int32) -> RawPath? { isNull(column) ? nil : RawPath(bytes: Array(bytes(column))) }

    private func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement.sqliteStatement, column) }

    private func text(_ column: Int32) -> String? {
        type(column) == SQLITE_TEXT ? String(decoding: bytes(column), as: UTF8.self) : nil
    }

    /// The bytes of a text or of bytes, valid until the next step.
    private func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        // In this order: the count is that of the form that the first call asked for.
        let start = sqlite3_column_blob(statement.sqliteStatement, column)
        return UnsafeRawBufferPointer(
            start: start, count: Int(sqlite3_column_bytes(statement.sqliteStatement, column)))
    }
}
