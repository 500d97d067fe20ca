package import UprightAlbums
internal import UprightBase
package import UprightEngine
package import UprightFiles

/// Turns outputs by hand, as `upright turn` does, and has journal and albums follow. An original is never turned.
package struct HandTurns: Sendable {
    private let configuration: Configuration
    private let journal: Journal
    private let library: AlbumLibrary
    private let workers: @Sendable () async throws -> FileWorkers
    /// One after the other, so that each finds what the one before it did.
    private let slots = ConcurrencyLimit(1)

    /// The beginning of the keys of notes about turns: whose rows do not follow yet, with the digests before them.
    private static let note = "turning/"

    /// - Parameter workers: starts the workers of a turn; nil for those of the configuration.
    package init(
        _ configuration: Configuration, _ journal: Journal, _ library: AlbumLibrary,
        workers: (@Sendable () async throws -> FileWorkers)? = nil
    ) {
        (self.configuration, self.journal, self.library) = (configuration, journal, library)
        self.workers = workers ?? { try await FileWorkers.starting(configuration) }
    }

    /// Turns a picture.
    ///
    /// - Parameter isUndo: whether this undoes a turn, so that a copy which that has kept (`.orig`) is restored.
    package func turn(_ photo: AlbumPhoto, by direction: TurnDirection, isUndo: Bool) async throws -> TagReport {
        await slots.acquire()
        defer { slots.release() }
        guard try await journal.records(withOutput: photo.path).contains(where: { $0.source != photo.path }) else {
            throw OperationError("\(photo.path) is no output of upright; upright turn turns other files")
        }
        let before = try await content(of: photo)
        // If this process is killed, the next one has the rows follow.
        try library.setNote(Self.note + "\(photo.id)", to: hexadecimal(before.sha256))
        let workers = try await workers()
        let run = TagRun(workers, destination: .inPlace(backup: false))
        let hasKept = FileStore.exists(TagRun.backup(of: photo.path))
        let report =
            isUndo && hasKept ? await run.undoTurn(photo.path) : await run.turn(photo.path, by: direction)
        await workers.shutDown()
        try await follow(photo, from: before.sha256)
        return report
    }

    /// Has journal and albums follow the turns of a process that was killed.
    package func resume() async throws {
        for (key, value) in try library.notes(beginning: Self.note) {
            guard let id = Int64(key.dropFirst(Self.note.count)), let before = bytes(hexadecimal: value),
                let photo = try library.photo(id) ?? library.hiddenPhoto(id)
            else {
                try library.removeNote(key)
                continue
            }
            do { try await follow(photo, from: before) } catch let error as FileError where error.isAbsence {
                try library.removeNote(key)
            }
        }
    }

    private func follow(_ photo: AlbumPhoto, from before: [UInt8]) async throws {
        let now = try await content(of: photo)
        if now.sha256 != before {
            try await journal.noteTurn(
                from: before, to: OutputCopy(output: photo.path, sha256: now.sha256, bytes: now.bytes))
            try library.noteChange(of: photo.id)
        }
        try library.removeNote(Self.note + "\(photo.id)")
    }

    private func content(of photo: AlbumPhoto) async throws -> ContentDigest {
        let folders = configuration.pictureFolders
        return try await offTheCooperativePool { () throws(FileError) in
            try folders.regularFile(photo.path).contentDigest()
        }
    }
}
