internal import Foundation
internal import GRDB

/// What commands read of the journal: by themselves, or by asking the daemon.
extension Journal {
    /// Which rows are asked for; those of lists in the order of their ids, a page at a time.
    package enum Query: Sendable, Codable {
        case queue(after: Int64)
        /// The files that were left.
        case left(after: Int64)
        /// All rows, or the rejected and deferred ones; only those whose last try ended since a time, in milliseconds since 1970.
        case all(failed: Bool, since: Int64?, after: Int64)
        case row(id: Int64)
        /// The row of a file, by the bytes of its path.
        case file([UInt8])
    }

    /// The answer to a query.
    package struct Page: Sendable, Codable {
        /// The rows, without their reports.
        package var entries: [QueueEntry]
        /// The id to continue from; nil at the end.
        package var next: Int64?
    }

    /// Answers a query.
    package func page(_ query: Query) async throws(JournalError) -> Page {
        // A page of the daemon's is one answer.
        let limit = 250
        switch query {
        case .queue(let after):
            let page = try await queue(after: after, limit: limit)
            return Page(entries: page.entries, next: page.next)
        case .left(let after):
            let page = try await leftFiles(after: after, limit: limit)
            return Page(entries: page.entries, next: page.next)
        case .all(let failed, let since, let after):
            var selection = Selection()
            (selection.failed, selection.since) = (failed, since)
            return try await entries(selection, after: after, limit: limit)
        case .row(let id): return Page(entries: try await entry(id).map { [$0] } ?? [])
        case .file(let path): return Page(entries: try await entry(of: RawPath(bytes: path)).map { [$0] } ?? [])
        }
    }
}

/// A row as an object: the values of its columns by their names, so that another version reads what it knows.
extension Journal.QueueEntry: Codable {
    private enum Value: Codable {
        case integer(Int64), number(Double), text(String), bytes(Data)
    }

    private enum Key: CodingKey { case id, columns }

    package func encode(to encoder: any Encoder) throws {
        var values: [String: Value] = [:]
        for column in PictureRecord.columns where column.name != "report" {
            switch column.value(record).storage {
            case .null: continue
            case .int64(let value): values[column.name] = .integer(value)
            case .double(let value): values[column.name] = .number(value)
            case .string(let value): values[column.name] = .text(value)
            case .blob(let value): values[column.name] = .bytes(value)
            }
        }
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        try container.encode(values, forKey: .columns)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let values = try container.decode([String: Value].self, forKey: .columns).mapValues { value -> DatabaseValue in
            switch value {
            case .integer(let value): value.databaseValue
            case .number(let value): value.databaseValue
            case .text(let value): value.databaseValue
            case .bytes(let value): value.databaseValue
            }
        }
        let nothing = FileStatus(kind: .other, device: 0, inode: 0, size: 0, modified: 0, changed: 0)
        var record = PictureRecord(source: RawPath(""), folder: RawPath(""), status: nothing)
        for column in PictureRecord.columns { column.read(values[column.name] ?? .null, &record) }
        self.init(id: try container.decode(Int64.self, forKey: .id), record: record)
    }
}

extension Journal.Query {
    /// Reads the form that ``serialized`` has; nil for anything else.
    package init?(_ bytes: [UInt8]) {
        do { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) } catch { return nil }
    }

    /// The query as JSON.
    package var serialized: [UInt8] { bytes(of: self) }
}

extension Journal.Page {
    /// Reads the form that ``serialized`` has; nil for anything else.
    package init?(_ bytes: [UInt8]) {
        do { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) } catch { return nil }
    }

    /// The page as JSON.
    package var serialized: [UInt8] { bytes(of: self) }
}

private func bytes(of value: some Encodable) -> [UInt8] {
    do { return Array(try JSONEncoder().encode(value)) } catch { return [] }
}
