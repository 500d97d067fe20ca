package import UprightBase
internal import UprightEngine
internal import UprightFiles

/// The files of one type that are left in a drop folder, because the type is not handled and `others` is `leave`.
package struct LeftFiles: Sendable, Hashable, Codable {
    /// The uniform type identifier.
    package var type: String
    package var files: Int
    package var bytes: Bytes
    /// When the first of them was first seen.
    package var firstSeen: UTCTime

    /// The bytes of files that have no outputs.
    package struct Bytes: Sendable, Hashable, Codable {
        package var source: Int
    }

    init(_ left: Journal.LeftType) {
        (type, files, bytes) = (left.type, left.files, Bytes(source: left.bytes))
        firstSeen = UTCTime(milliseconds: left.oldest)
    }

    /// The object in `/status` and `upright status --json`.
    package var json: JSONValue {
        .object([
            ("type", .string(type)), ("files", .integer(files)),
            ("bytes", .object([("source", .integer(bytes.source)), ("output", .null)])),
            ("firstSeen", .string(firstSeen.text)),
        ])
    }

    private static let page = 1_000

    /// Removes the rows of the files that are no longer in a folder.
    static func forgetGone(in folder: DropFolder, journal: Journal) async throws(JournalError) {
        var next: Int64? = 0
        while let after = next, !Task.isCancelled {
            let page = try await journal.leftFiles(in: folder.source, after: after, limit: page)
            next = page.next
            let entries = page.entries
            let missing = await offTheCooperativePool { gone(entries, folder) }
            if !missing.isEmpty { try await journal.removeLeft(missing) }
        }
    }

    /// The rows whose files do not exist; none if the folder cannot be opened.
    private static func gone(_ entries: [Journal.QueueEntry], _ folder: DropFolder) -> [Int64] {
        let root: OpenFolder
        do { root = try folder.openSource() } catch { return [] }
        return entries.compactMap { entry in
            guard let relative = entry.record.source.relative(to: folder.source) else { return nil }
            do throws(FileError) { return try root.statusIfPresent(of: relative) == nil ? entry.id : nil } catch {
                return nil
            }
        }
    }
}
