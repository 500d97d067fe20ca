internal import UprightEngine
public import UprightFiles
public import UprightJournal

/// What operators count of one drop folder, beside what its lane knows.
public struct FolderFigures: Sendable, Hashable {
    /// Files that were rejected and still lie in the folder.
    public var rejected = 0
    /// Files that are to be tried again and still lie in the folder.
    public var deferred = 0
    /// Files that are held and still lie in the folder.
    public var held = 0
    /// Bytes that may still be written on the output's file system; nil where it cannot be told.
    public var freeBytes: Int?

    /// No file.
    public init() {}

    /// No more rows than this are looked at; the figures stop there.
    private static let mostRows = 50_000

    /// The figures of drop folders. It looks at every file of the queue, since one that was deleted counts no longer.
    ///
    /// - Parameter folders: sources and outputs.
    /// - Returns: figures by source.
    public static func current(
        _ folders: [(source: RawPath, output: RawPath)], journal: Journal?
    ) async throws(JournalError) -> [RawPath: FolderFigures] {
        var found: [RawPath: FolderFigures] = [:]
        for (source, output) in folders {
            found[source] = FolderFigures()
            found[source]?.freeBytes = await offTheCooperativePool { freeSpace(at: output) }
        }
        var after: Int64 = 0
        var rest = mostRows
        while let journal, rest > 0 {
            let rows = try await journal.queueRows(after: after)
            guard let last = rows.last else { break }
            (after, rest) = (last.id, rest - rows.count)
            let here = rows.filter { found[$0.folder] != nil }
            for (row, isThere) in zip(here, await offTheCooperativePool { areThere(here) }) where isThere {
                switch row.state {
                case .finished: found[row.folder]?.rejected += 1
                case .held: found[row.folder]?.held += 1
                case .waiting, .claimed: found[row.folder]?.deferred += 1
                }
            }
        }
        return found
    }

    /// Whether the files of rows still lie where they did. In a folder that cannot be looked at, all do.
    private static func areThere(_ rows: [Journal.QueueRow]) -> [Bool] {
        var roots: [RawPath: OpenFolder?] = [:]
        return rows.map { row in
            if roots[row.folder] == nil {
                // Nil in the table: it cannot be opened.
                do { roots[row.folder] = .some(try OpenFolder(row.folder)) } catch { roots[row.folder] = .some(nil) }
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
