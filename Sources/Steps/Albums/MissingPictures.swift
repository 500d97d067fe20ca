package import UprightAlbums
package import UprightFiles

/// Takes pictures whose file was deleted or moved out of the albums, a part of them at a time.
///
/// A picture stays while its folder is away, such as a volume that is not mounted. Nothing is deleted from disk.
package struct MissingPictures: Sendable {
    private let journal: Journal
    private let library: AlbumLibrary
    /// The last picture that was looked for.
    private var after: Int64 = 0

    /// How many pictures are looked for at a time.
    private static let batch = 2000

    /// Creates a check of a library's pictures.
    package init(journal: Journal, library: AlbumLibrary) {
        self.journal = journal
        self.library = library
    }

    /// Looks for the files of the next pictures.
    ///
    /// - Returns: how many pictures were taken out, how many are in folders that are away, and whether the end was reached; the
    ///   next call then begins with the first picture.
    package mutating func next() async throws -> (removed: Int, away: Int, isAtEnd: Bool) {
        let pictures = try library.paths(after: after, limit: Self.batch)
        after = pictures.count < Self.batch ? 0 : pictures.last?.id ?? 0
        let folders = try await MarkedFolders(journal)
        if after == 0 { try await removeParts(in: folders) }
        guard !pictures.isEmpty else { return (0, 0, true) }
        let findings = await offTheCooperativePool { folders.findings(pictures.map(\.path)) }
        let gone = zip(pictures, findings).filter { $0.1 == .gone }.map(\.0.path)
        if !gone.isEmpty {
            try library.remove(paths: gone)
            try library.settle()
        }
        return (gone.count, findings.count { $0 == .away }, after == 0)
    }

    /// Takes the parts of shots out whose files are gone.
    private func removeParts(in folders: MarkedFolders) async throws {
        var last: RawPath?
        while true {
            let paths = try library.partPaths(after: last, limit: Self.batch)
            guard let end = paths.last else { return }
            let findings = await offTheCooperativePool { folders.findings(paths) }
            let gone = zip(paths, findings).filter { $0.1 == .gone }.map(\.0)
            if !gone.isEmpty { try library.remove(parts: gone) }
            last = end
        }
    }

    /// Whether no picture's file is gone. Changes nothing.
    package func areNone() async throws -> Bool {
        let folders = try await MarkedFolders(journal)
        var after: Int64 = 0
        while true {
            let pictures = try library.paths(after: after, limit: Self.batch)
            guard let last = pictures.last else { return true }
            if await offTheCooperativePool({ folders.findings(pictures.map(\.path)) }).contains(.gone) { return false }
            after = last.id
        }
    }

    /// Looks for the files of all pictures.
    ///
    /// - Returns: how many pictures were taken out, and how many are in folders that are away.
    package mutating func all() async throws -> (removed: Int, away: Int) {
        after = 0
        var total = (removed: 0, away: 0)
        while true {
            let part = try await next()
            total = (total.removed + part.removed, total.away + part.away)
            if part.isAtEnd { return total }
        }
    }
}
