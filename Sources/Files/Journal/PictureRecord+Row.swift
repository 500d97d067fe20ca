internal import Foundation
internal import UprightRewriting
internal import GRDB

extension PictureRecord {
    /// A column of the table, and the part of a record that it holds.
    struct Column: Sendable {
        let name: String
        /// Returns the value to write.
        let value: @Sendable (PictureRecord) -> DatabaseValue
        /// Takes a value over. One that cannot be read, which only another writer or damage explains, leaves the default.
        let read: @Sendable (DatabaseValue, inout PictureRecord) -> Void
    }

    /// The columns, each with its place in a record: the only list of them besides the migrations.
    static let columns: [Column] = [
        path("source", \.source), path("folder", \.folder), word("kind", \.status.kind),
        bits("device", \.status.device), bits("inode", \.status.inode), plain("size", \.status.size),
        plain("modified", \.status.modified), plain("changed", \.status.changed), word("state", \.state),
        word("outcome", \.outcome), plain("reason", \.reason), plain("type", \.type),
        optional("orientation", \.orientation), bytes("source_sha256", \.sourceSHA256), path("output", \.output),
        bytes("output_sha256", \.outputSHA256), optional("output_size", \.outputSize), plain("report", \.report),
        optional("latitude", \.latitude), optional("longitude", \.longitude), optional("captured", \.captured),
        optional("captured_offset", \.capturedOffset), plain("options", \.options), plain("version", \.version),
        Column(name: "incomplete") {
            $0.isIncomplete.databaseValue
        } read: {
            if Bool.fromDatabaseValue($0) == true { $1.incompleteness = $1.incompleteness ?? "" }
        },
        Column(name: "lacks") {
            $0.incompleteness.databaseValue
        } read: {
            if let text = String.fromDatabaseValue($0) { $1.incompleteness = text }
        },
        plain("attempts", \.attempts), plain("interruptions", \.interruptions),
        optional("owner", \.owner), plain("next_try", \.nextTry), plain("first_seen", \.firstSeen),
        optional("finished", \.finished), plain("seconds", \.seconds), plain("provisional", \.isProvisional),
        Column(name: "made_from") {
            ($0.madeFrom?.text).databaseValue
        } read: {
            $1.madeFrom = String.fromDatabaseValue($0).flatMap { DeliveredSource($0) }
        },
        plain("needs_original", \.needsOriginal), word("original", \.original),
        plain("original_reason", \.originalReason), plain("original_try", \.originalTry),
        plain("original_tries", \.originalTries), plain("companion", \.isCompanion), path("picture", \.picture),
        bytes("picture_sha256", \.pictureSHA256), plain("other", \.isUnsupported),
        plain("owes_place", \.owesPlace),
        optional("content_identifier", \.contentIdentifier), optional("picture_digest", \.pictureDigest),
        Column(name: "copies") {
            OutputCopy.text($0.copies).databaseValue
        } read: {
            $1.copies = String.fromDatabaseValue($0).map { OutputCopy.copies($0) } ?? []
        },
        Column(name: "fate") {
            $0.fate.rawValue.databaseValue
        } read: {
            $1.fate = Int.fromDatabaseValue($0).flatMap { SourceFate(rawValue: $0) } ?? .unknown
        },
        Column(name: "name_key") {
            Data($0.source.key).databaseValue
        } read: { _, _ in
        },
    ]

    private typealias Field<Value> = WritableKeyPath<PictureRecord, Value> & Sendable

    private static func plain<Value: DatabaseValueConvertible & SendableMetatype>(
        _ name: String, _ field: any Field<Value>
    ) -> Column {
        Column(name: name) {
            $0[keyPath: field].databaseValue
        } read: {
            if let value = Value.fromDatabaseValue($0) { $1[keyPath: field] = value }
        }
    }

    private static func optional<Value: DatabaseValueConvertible & SendableMetatype>(
        _ name: String, _ field: any Field<Value?>
    ) -> Column {
        Column(name: name) {
            $0[keyPath: field]?.databaseValue ?? .null
        } read: {
            $1[keyPath: field] = Value.fromDatabaseValue($0)
        }
    }

    private static func word<Value: RawRepresentable<String> & SendableMetatype>(
        _ name: String, _ field: any Field<Value>
    ) -> Column {
        Column(name: name) {
            $0[keyPath: field].rawValue.databaseValue
        } read: {
            if let value = String.fromDatabaseValue($0).flatMap(Value.init) { $1[keyPath: field] = value }
        }
    }

    private static func word<Value: RawRepresentable<String> & SendableMetatype>(
        _ name: String, _ field: any Field<Value?>
    ) -> Column {
        Column(name: name) {
            ($0[keyPath: field]?.rawValue).databaseValue
        } read: {
            $1[keyPath: field] = String.fromDatabaseValue($0).flatMap(Value.init)
        }
    }

    private static func bits(_ name: String, _ field: any Field<UInt64>) -> Column {
        Column(name: name) {
            Int64(bitPattern: $0[keyPath: field]).databaseValue
        } read: {
            $1[keyPath: field] = UInt64(bitPattern: Int64.fromDatabaseValue($0) ?? 0)
        }
    }

    private static func bytes(_ name: String, _ field: any Field<[UInt8]?>) -> Column {
        Column(name: name) {
            $0[keyPath: field].map { Data($0) }.databaseValue
        } read: {
            $1[keyPath: field] = Data.fromDatabaseValue($0).map { Array($0) }
        }
    }

    private static func path(_ name: String, _ field: any Field<RawPath>) -> Column {
        Column(name: name) {
            UprightFiles.databaseValue($0[keyPath: field])
        } read: {
            if let path = RawPath($0) { $1[keyPath: field] = path }
        }
    }

    private static func path(_ name: String, _ field: any Field<RawPath?>) -> Column {
        Column(name: name) {
            UprightFiles.databaseValue($0[keyPath: field])
        } read: {
            $1[keyPath: field] = RawPath($0)
        }
    }

    // MARK: Statements

    /// The columns in the order in which ``init(_:)`` reads them.
    static let selected = columns.map(\.name).joined(separator: ", ")

    static let insertion = """
        INSERT INTO pictures (\(selected)) VALUES (\(columns.map { _ in "?" }.joined(separator: ", "))) \
        ON CONFLICT (source) DO UPDATE SET \
        \(columns.dropFirst().map { "\($0.name) = excluded.\($0.name)" }.joined(separator: ", "))
        """

    /// The same, unless the row says that the file was delivered with the content that this record has no delivery of: the
    /// work on a picture may have delivered a member while a look at the member alone found that it has to wait, or found the
    /// output that had just got its name.
    static let result = """
        \(insertion) WHERE NOT (pictures.state = 'finished' AND pictures.output IS NOT NULL \
        AND pictures.outcome IN (\(delivered)) AND pictures.inode = excluded.inode \
        AND pictures.size = excluded.size AND pictures.modified = excluded.modified \
        AND (excluded.outcome IN ('ignored', 'deferred') OR excluded.outcome = 'current' AND excluded.companion = 1 \
        AND \(sameDelivery.map { "pictures.\($0) IS excluded.\($0)" }.joined(separator: " AND "))))
        """

    /// What a member was delivered from, with and to.
    private static let sameDelivery = [
        "changed", "source_sha256", "picture", "picture_sha256", "output", "output_sha256", "options", "version",
        "copies",
    ]

    static let delivered = Outcome.allCases.filter(\.hasOutput).map { "'\($0.rawValue)'" }.joined(
        separator: ", ")

    var arguments: StatementArguments { StatementArguments(Self.columns.map { $0.value(self) }) }

    /// Reads records from a statement.
    ///
    /// - Parameter rest: what follows `SELECT … FROM pictures`.
    static func fetch(
        _ db: Database, _ rest: String, _ arguments: StatementArguments = []
    ) throws -> [PictureRecord] {
        let rows = try Row.fetchCursor(db, sql: "SELECT \(selected) FROM pictures \(rest)", arguments: arguments)
        var records: [PictureRecord] = []
        while let row = try rows.next() {
            if let record = PictureRecord(row) { records.append(record) }
        }
        return records
    }

    /// Creates a record from a row that begins with the columns of ``selected``; nil if its paths cannot be read, which
    /// only another writer or damage explains.
    ///
    /// By place: SQLite returns a column's name as text, and with forty columns the search for it takes most of the time.
    init?(_ row: Row) {
        guard let source = RawPath(row[0] as DatabaseValue), let folder = RawPath(row[1] as DatabaseValue) else {
            return nil
        }
        let nothing = FileStatus(kind: .other, device: 0, inode: 0, size: 0, modified: 0, changed: 0)
        self.init(source: source, folder: folder, status: nothing)
        for (place, column) in Self.columns.enumerated() { column.read(row[place], &self) }
    }
}
