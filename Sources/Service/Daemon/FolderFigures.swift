internal import UprightEngine
package import UprightFiles

/// The figures of one drop folder that its lane does not know.
package struct FolderFigures: Sendable, Hashable {
    /// Rejected files that are still in the folder.
    package var rejected = 0
    /// Files waiting for a retry that are still in the folder.
    package var deferred = 0
    /// Held files that are still in the folder.
    package var held = 0
    /// Files that are still in the folder and were delivered although they are incomplete.
    package var incomplete = 0
    /// Originals of delivered pictures that could not be moved or deleted.
    package var stuckOriginals = 0
    /// Originals that are moved or deleted later, when it is known that nobody writes to them.
    package var waitingOriginals = 0
    /// Originals that stay, because they are incomplete or hold what their outputs lack.
    package var keptOriginals = 0
    /// Delivered pictures whose place is owed by a geocoder.
    package var owedPlaces = 0
    /// The files that are left in the folder, by type.
    package var leftFiles: [LeftFiles] = []
    /// Free bytes on the output's file system; nil if unknown.
    package var freeBytes: Int?

    package init() {}

    /// The most rows to count; the figures stop there.
    private static let maximumRows = 50_000

    /// Counts the files of drop folders. Checks every file of the queue, because deleted files do not count.
    ///
    /// - Parameter folders: The sources and outputs.
    /// - Returns: The figures by source.
    package static func current(
        _ folders: [(source: RawPath, output: RawPath)], journal: Journal?
    ) async throws(JournalError) -> [RawPath: FolderFigures] {
        var found: [RawPath: FolderFigures] = [:]
        for (source, output) in folders {
            found[source] = FolderFigures()
            found[source]?.freeBytes = await offTheCooperativePool { freeSpace(at: output) }
        }
        guard let journal else { return found }
        for (source, _) in folders {
            found[source]?.leftFiles = try await journal.leftTypes(in: source).map { LeftFiles($0) }
        }
        for (folder, count) in try await journal.owedPlaces() { found[folder]?.owedPlaces = count }
        let marked = try await MarkedFolders(journal)
        try await count(
            in: &found, marked, { (after) async throws(JournalError) in try await journal.queueRows(after: after) }
        ) {
            guard $1.original != .stuck else { return }
            switch $1.state {
            case .finished where $1.isRejected: $0.rejected += 1
            case .finished: $0.incomplete += 1
            case .held: $0.held += 1
            case .waiting, .claimed: $0.deferred += 1
            }
        }
        try await count(
            in: &found, marked, { (after) async throws(JournalError) in try await journal.originalRows(after: after) }
        ) {
            switch $1.original {
            case .none: break
            case .stuck: $0.stuckOriginals += 1
            case .waiting: $0.waitingOriginals += 1
            case .kept: $0.keptOriginals += 1
            }
        }
        return found
    }

    /// Counts the rows of the folders whose files exist.
    private static func count(
        in found: inout [RawPath: FolderFigures], _ marked: MarkedFolders,
        _ page: (Int64) async throws(JournalError) -> [Journal.QueueRow],
        _ count: (inout FolderFigures, Journal.QueueRow) -> Void
    ) async throws(JournalError) {
        var (after, rest): (Int64, Int) = (0, maximumRows)
        while rest > 0 {
            let rows = try await page(after)
            guard let last = rows.last else { break }
            (after, rest) = (last.id, rest - rows.count)
            let here = rows.filter { found[$0.folder] != nil }
            for (row, isThere) in zip(here, await offTheCooperativePool { areThere(here, marked) }) where isThere {
                count(&found[row.folder, default: FolderFigures()], row)
            }
        }
    }

    /// Whether the file of each row still exists. In a folder that is away or cannot be read, all count as existing.
    private static func areThere(_ rows: [Journal.QueueRow], _ marked: MarkedFolders) -> [Bool] {
        var roots: [RawPath: OpenFolder?] = [:]
        return rows.map { row in
            if roots[row.folder] == nil {
                // Nil in the table means that it cannot be opened.
                do { roots[row.folder] = .some(try marked.open(row.folder)) } catch { roots[row.folder] = .some(nil) }
            }
            guard let root = roots[row.folder] ?? nil, let relative = row.source.relative(to: row.folder) else {
                return true
            }
            do throws(FileError) { return try root.statusIfPresent(of: relative) != nil } catch {
                return !error.isAbsence
            }
        }
    }

    private static func freeSpace(at output: RawPath) -> Int? {
        do { return Int(clamping: try OpenFolder(output).freeSpace().bytes) } catch { return nil }
    }
}
