public import UprightJSON
internal import UprightEngine
internal import UprightFiles
internal import UprightJournal

/// The files of one type that are left in a drop folder, because the type is not handled and `others` is `leave`.
public struct LeftFiles: Sendable, Hashable, Codable {
    /// The uniform type identifier.
    public var type: String
    /// The number of files.
    public var files: Int
    /// Their bytes.
    public var bytes: Int
    /// When the first of them was first seen, in milliseconds since 1970.
    public var oldest: Int64

    init(_ left: Journal.LeftType) {
        (type, files, bytes, oldest) = (left.type, left.files, left.bytes, left.oldest)
    }

    /// The object in `/status` and `upright status --json`.
    public var json: JSONValue {
        .object([
            ("type", .string(type)), ("files", .integer(files)), ("size", .integer(bytes)),
            ("oldest", .string(UTCTime(milliseconds: oldest).text)),
        ])
    }

    private static let page = 1_000

    /// Removes the rows of the files that are no longer in a folder.
    static func forgetGone(in folder: DropFolder, journal: Journal) async throws(JournalError) {
        var next: Int64? = 0
        while let after = next, !Task.isCancelled {
            let page = try await journal.left(in: folder.source, after: after, limit: page)
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
