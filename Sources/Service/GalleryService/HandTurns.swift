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
        let lock = try await self.lock()
        defer { withExtendedLifetime(lock) {} }
        guard try await journal.records(withOutput: photo.path).contains(where: { $0.source != photo.path }) else {
            throw OperationError("\(photo.path) is no output of upright; upright turn turns other files")
        }
        let folders = configuration.pictureFolders
        let earlier = try await offTheCooperativePool { () throws(FileError) in try folders.regularFile(photo.path) }
        let before = try await offTheCooperativePool { () throws(FileError) in try earlier.contentDigest() }
        // If this process is killed, the next one has the rows follow.
        try library.setNote(Self.note + "\(photo.id)", to: hexadecimal(before.sha256))
        let workers = try await workers()
        let run = TagRun(workers, destination: .inPlace(backup: false))
        let hasKept = FileStore.exists(TagRun.backup(of: photo.path))
        let turned = TurnedPictures(RawPath(configuration.state))
        let report =
            isUndo && hasKept
            ? await run.undoTurn(photo.path)
            : await run.turn(
                photo.path, by: direction, restoring: isUndo ? await turned.earlier(than: before, direction) : nil)
        await workers.shutDown()
        let now = try await follow(photo, from: before.sha256)
        if !isUndo, now.sha256 != before.sha256 { await turned.keep(earlier, before, until: now, direction) }
        return report
    }

    /// Has journal and albums follow the turns of a process that was killed.
    package func resume() async throws {
        let lock = try await self.lock()
        defer { withExtendedLifetime(lock) {} }
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

    /// One turn at a time, of all processes with this state: each finds what the one before it did, in the file and in its row.
    private func lock() async throws -> LockFile {
        let path = RawPath(configuration.state).appending("turning.lock")
        while true {
            do { return try await offTheCooperativePool { () throws(LockFile.Failure) in try LockFile(path) } } catch {
                guard case .held = error else { throw error }
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @discardableResult private func follow(_ photo: AlbumPhoto, from before: [UInt8]) async throws -> ContentDigest {
        let now = try await content(of: photo)
        if now.sha256 != before {
            try await journal.noteTurn(
                from: before, to: OutputCopy(output: photo.path, sha256: now.sha256, bytes: now.bytes))
            try library.noteChange(of: photo.id)
        }
        try library.removeNote(Self.note + "\(photo.id)")
        return now
    }

    private func content(of photo: AlbumPhoto) async throws -> ContentDigest {
        let folders = configuration.pictureFolders
        return try await offTheCooperativePool { () throws(FileError) in
            try folders.regularFile(photo.path).contentDigest()
        }
    }
}
