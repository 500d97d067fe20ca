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
        "companion", "picture", "picture_sha256",
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
            isCompanion, databaseValue(picture), pictureSHA256.map { Data($0) },
        ]
        return StatementArguments(values)
    }

    /// Creates a record from a row; nil if its paths cannot be read, which only another writer or damage explains.
    init?(_ row: Row) {
        // A missing column, which only damage explains, must not crash the process.
        func value(_ column: String) -> DatabaseValue { row.hasColumn(column) ? row[column] : .null }
        func integer(_ column: String) -> Int64 { Int64.fromDatabaseValue(value(column)) ?? 0 }
        func text(_ column: String) -> String? { String.fromDatabaseValue(value(column)) }
        func bytes(_ column: String) -> [UInt8]? { Data.fromDatabaseValue(value(column)).map { Array($0) } }
        guard let source = RawPath(value("source")), let folder = RawPath(value("folder")) else { return nil }
        let status = FileStatus(
            kind: FileStatus.Kind(rawValue: text("kind") ?? "") ?? .other,
            device: UInt64(bitPattern: integer("device")), inode: UInt64(bitPattern: integer("inode")),
            size: Int(integer("size")), modified: integer("modified"), changed: integer("changed"))
        self.init(source: source, folder: folder, status: status)
        state = State(rawValue: text("state") ?? "") ?? .waiting
        outcome = text("outcome")
        reason = text("reason") ?? ""
        type = text("type") ?? ""
        orientation = Int.fromDatabaseValue(value("orientation"))
        sourceSHA256 = bytes("source_sha256")
        output = RawPath(value("output"))
        outputSHA256 = bytes("output_sha256")
        outputSize = Int.fromDatabaseValue(value("output_size"))
        report = text("report") ?? ""
        latitude = Double.fromDatabaseValue(value("latitude"))
        longitude = Double.fromDatabaseValue(value("longitude"))
        captured = text("captured")
        capturedOffset = text("captured_offset")
        options = text("options") ?? ""
        version = text("version") ?? ""
        isIncomplete = integer("incomplete") != 0
        attempts = Int(clamping: integer("attempts"))
        interruptions = Int(clamping: integer("interruptions"))
        owner = text("owner")
        nextTry = integer("next_try")
        firstSeen = integer("first_seen")
        finished = Int64.fromDatabaseValue(value("finished"))
        seconds = Double.fromDatabaseValue(value("seconds")) ?? 0
        isProvisional = integer("provisional") != 0
        madeFrom = text("made_from").flatMap { DeliveredSource($0) }
        needsOriginal = integer("needs_original") != 0
        original = OriginalState(rawValue: text("original") ?? "") ?? .none
        originalReason = text("original_reason") ?? ""
        originalTry = integer("original_try")
        originalTries = Int(clamping: integer("original_tries"))
        isCompanion = integer("companion") != 0
        picture = RawPath(value("picture"))
        pictureSHA256 = bytes("picture_sha256")
    }
}
