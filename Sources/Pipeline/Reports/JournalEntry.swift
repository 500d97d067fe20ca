internal import Digests
internal import FileStore
internal import FoundationEssentials
public import Journal

/// A row of the journal as `upright journal export` prints it.
public struct JournalEntry: Sendable {
    /// The row.
    public let record: PictureRecord

    /// The entry of a row.
    public init(record: PictureRecord) { self.record = record }

    /// The object.
    public var json: JSONValue {
        func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
        func digest(_ bytes: [UInt8]?) -> JSONValue { bytes.map { .string(hexadecimal($0)) } ?? .null }
        return .object([
            ("source", .string(record.source.description)), ("folder", .string(record.folder.description)),
            ("state", .string(record.state.rawValue)), ("outcome", text(record.outcome)),
            ("reason", .string(record.reason)), ("type", .string(record.type)),
            ("orientation", record.orientation.map(JSONValue.integer) ?? .null),
            ("output", text(record.output?.description)),
            ("sha256", .object([("source", digest(record.sourceSHA256)), ("output", digest(record.outputSHA256))])),
            (
                "bytes",
                .object([
                    ("source", .integer(record.status.size)),
                    ("output", record.outputSize.map(JSONValue.integer) ?? .null),
                ])
            ),
            ("latitude", record.latitude.map(JSONValue.number) ?? .null),
            ("longitude", record.longitude.map(JSONValue.number) ?? .null), ("captured", text(record.captured)),
            ("attempts", .integer(record.attempts)), ("version", .string(record.version)),
            ("firstSeen", Self.time(record.firstSeen)), ("finished", Self.time(record.finished)),
            ("seconds", .number(record.seconds)),
        ])
    }

    /// A time in milliseconds since 1970 as ISO 8601 in UTC; null where there is none.
    public static func time(_ milliseconds: Int64?) -> JSONValue {
        guard let milliseconds, milliseconds > 0 else { return .null }
        return .string(Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(.iso8601))
    }
}
