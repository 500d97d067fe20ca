internal import Foundation
internal import UprightFiles
internal import GRDB

extension PictureRecord {
    static let columns = [
        "source", "folder", "kind", "device", "inode", "size", "modified", "changed", "state", "outcome", "reason",
        "type",
        "orientation", "source_sha256", "output", "output_sha256", "output_size", "report", "latitude", "longitude",
        "captured", "captured_offset", "options", "version", "incomplete", "attempts", "interruptions", "owner",
        "next_try", "first_seen", "finished", "seconds", "provisional", "made_from", "needs_original", "original",
        "original_reason", "original_try", "original_tries",
        "companion", "picture", "picture_sha256", "other",
    ]

    static let insertion = """
        INSERT INTO pictures (\(columns.joined(separator: ", "))) \
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", "))) \
        ON CONFLICT (source) DO UPDATE SET \(columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
        """

    var arguments: StatementArguments {
        let values: [(any DatabaseValueConvertible)?] = [
            databaseValue(source), databaseValue(folder), status.kind.rawValue, Int64(bitPattern: status.device),
            Int64(bitPattern: status.inode), status.size, status.modified, status.changed, state.rawValue, outcome,
            reason, type, orientation, sourceSHA256.map { Data($0) }, databaseValue(output),
            outputSHA256.map { Data($0) }, outputSize, report, latitude, longitude, captured, capturedOffset, options,
            version, isIncomplete, attempts, interruptions, owner, nextTry, firstSeen, finished, seconds,
            isProvisional, madeFrom?.text, needsOriginal, original.rawValue, originalReason, originalTry, originalTries,
            isCompanion, databaseValue(picture), pictureSHA256.map { Data($0) }, isOther,
        ]
        return StatementArguments(values)
    }

    /// The columns in the order in which ``init(_:)`` reads them.
    static let selected = columns.joined(separator: ", ")

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
    init?(_ row: Row) {
        // By place: SQLite returns a column's name as text, and with forty columns the search for it takes most of the time.
        var place = 0
        func value() -> DatabaseValue {
            defer { place += 1 }
            return row[place]
        }
        func integer() -> Int64 { Int64.fromDatabaseValue(value()) ?? 0 }
        func number() -> Int { Int(clamping: integer()) }
        func flag() -> Bool { integer() != 0 }
        func text() -> String? { String.fromDatabaseValue(value()) }
        func bytes() -> [UInt8]? { Data.fromDatabaseValue(value()).map { Array($0) } }
        guard let source = RawPath(value()), let folder = RawPath(value()) else { return nil }
        let kind = FileStatus.Kind(rawValue: text() ?? "") ?? .other
        let (device, inode) = (UInt64(bitPattern: integer()), UInt64(bitPattern: integer()))
        let status = FileStatus(
            kind: kind, device: device, inode: inode, size: number(), modified: integer(), changed: integer())
        self.init(source: source, folder: folder, status: status)
        state = State(rawValue: text() ?? "") ?? .waiting
        outcome = text()
        reason = text() ?? ""
        type = text() ?? ""
        orientation = Int.fromDatabaseValue(value())
        sourceSHA256 = bytes()
        output = RawPath(value())
        outputSHA256 = bytes()
        outputSize = Int.fromDatabaseValue(value())
        report = text() ?? ""
        latitude = Double.fromDatabaseValue(value())
        longitude = Double.fromDatabaseValue(value())
        captured = text()
        capturedOffset = text()
        options = text() ?? ""
        version = text() ?? ""
        isIncomplete = flag()
        attempts = number()
        interruptions = number()
        owner = text()
        nextTry = integer()
        firstSeen = integer()
        finished = Int64.fromDatabaseValue(value())
        seconds = Double.fromDatabaseValue(value()) ?? 0
        isProvisional = flag()
        madeFrom = text().flatMap { DeliveredSource($0) }
        needsOriginal = flag()
        original = OriginalState(rawValue: text() ?? "") ?? .none
        originalReason = text() ?? ""
        originalTry = integer()
        originalTries = number()
        isCompanion = flag()
        picture = RawPath(value())
        pictureSHA256 = bytes()
        isOther = flag()
    }
}
