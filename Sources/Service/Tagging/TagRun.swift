internal import UprightBase
package import UprightRewriting
package import UprightFiles
internal import UprightWorker
package import UprightFormats
package import UprightSteps

/// Edits the metadata of single files, or turns them: a sandboxed worker reads and edits, this process checks and writes durably.
package struct TagRun: Sendable {
    /// Where edited files go.
    package enum Destination: Sendable, Hashable {
        /// In place of the source, atomically; with `backup`, a copy of the source is kept next to it.
        case inPlace(backup: Bool)
        /// Into a folder, under the source's name; `replacing` allows an existing file to be replaced.
        case folder(RawPath, replacing: Bool)
    }

    /// How long to wait for another process that has the file locked.
    private static let lockTimeout = Duration.seconds(10)
    /// The worker writes the output of a source of so many bytes to a hidden file, otherwise to memory.
    private static let minimumOnDisk = 16 << 20
    /// The suffix of a backup's name.
    package static let backupSuffix = ".orig"

    let workers: FileWorkers
    var destination: Destination
    let isDry: Bool
    private let keepsTime: Bool
    private let journal: EditJournal?
    /// Steps of a pipeline that add their edits to each file. Default: none.
    package var steps = PreparedSteps()
    /// A table whose values the files get before the other edits. Default: none.
    package var table: TagSheet?
    /// Whether edits go to the XMP sidecar of each picture, and the pictures stay as they are. Default: no.
    package var writesSidecars = false
    private let committer = GroupCommitter<Void> { _ in }
    private let cleaned = CleanedFolders()
    let names = ShotNames()

    /// The path of a file's backup.
    static func backup(of path: RawPath) -> RawPath { RawPath(bytes: path.bytes + Array(backupSuffix.utf8)) }

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - destination: where edited files go.
    ///   - isDry: whether to write nothing.
    ///   - keepsTime: whether files keep their modification time.
    ///   - journal: records edits in place, so that they can be undone.
    package init(
        _ workers: FileWorkers, destination: Destination, isDry: Bool = false, keepsTime: Bool = false,
        journal: EditJournal? = nil
    ) {
        self.journal = journal
        self.workers = workers
        self.destination = destination
        self.isDry = isDry
        self.keepsTime = keepsTime
    }

    /// What the edits of a file read and write (``FileWorkers/run(_:keys:begins:_:handle:)``).
    package func keys(of path: RawPath) -> Set<[UInt8]> {
        var keys: Set<[UInt8]> = []
        do {
            let identity = try FileStore.status(of: path).identity
            keys.insert(Array("\(identity.device):\(identity.inode)".utf8))
        } catch {
            // Without a file there is nothing that another edit could change.
        }
        switch destination {
        // A turn keeps a backup without being told to if it is not exact.
        case .inPlace: keys.formUnion([path.bytes, path.bytes + Array(Self.backupSuffix.utf8)])
        case .folder: keys.insert(path.name)
        }
        return keys
    }

    /// Edits one file. If anything fails, the existing file is unchanged.
    ///
    /// - Parameter edits: the edits for a file of a type.
    package func tag(
        _ path: RawPath, edits: @Sendable (ImageType) throws -> [MetadataEdit]
    ) async -> TagReport {
        if writesSidecars {
            return await tagSidecar(of: path) { try (table?.edits(of: path, type: $0) ?? []) + edits($0) }
        }
        return await change(path) { source, made in
            let picture = try await stepped(source, as: path)
            var own: [MetadataEdit] = []
            if let table {
                let present =
                    table.compares(path)
                    ? try await workers.pool.inspect(
                        source: source.file.descriptor, table.scope, limits: workers.limits
                    ).values : nil
                own = try table.edits(of: path, type: source.type, present: present ?? [:])
            }
            var edited = try await workers.pool.edit(
                source: source.file.descriptor, output: made.descriptor,
                edits: (picture?.edits ?? []) + own + edits(source.type), limits: workers.limits)
            edited.warnings += picture?.warnings ?? []
            return edited
        }
    }

    /// Runs the steps on a file; nil if there are none.
    ///
    /// - Parameter type: the type that the steps see. Default: the type of the file.
    func stepped(_ source: TaggedFile, as path: RawPath, type: ImageType? = nil) async throws -> StepPicture? {
        guard !steps.isEmpty else { return nil }
        let facts = try await workers.reader.facts(source: source.file.descriptor, limits: workers.limits)
        var picture = StepPicture(
            type: type ?? source.type, facts: facts, folder: source.folder, name: path.name, source: "")
        picture.subfolder = path.parent
        picture.content = source.file
        picture.modified = source.status.modified
        try await steps.runAll(on: &picture)
        return picture
    }

    typealias Work = (_ source: TaggedFile, _ made: OpenFile) async throws -> EditedPicture

    /// Has a worker write the new file, and puts it where it belongs.
    ///
    /// - Parameters:
    ///   - keeps: whether a copy of the source is kept beside its result, also without ``Destination/inPlace(backup:)``.
    ///   - isTurn: whether this is a turn, which ``undoTurn(_:)`` undoes.
    ///   - direction: how a picture is turned whose sidecars follow, while it is locked.
    func change(
        _ path: RawPath, keeps: Bool = false, isTurn: Bool = false, by direction: TurnDirection? = nil, _ work: Work
    ) async -> TagReport {
        var report = TagReport(source: path)
        do {
            try await change(path, keeps, isTurn, direction, work, &report)
        } catch { report.reject(error) }
        return report
    }

    private func change(
        _ named: RawPath, _ keeps: Bool, _ isTurn: Bool, _ direction: TurnDirection?, _ work: Work,
        _ report: inout TagReport
    ) async throws {
        let source = try await opened(named)
        defer { withExtendedLifetime(source) {} }
        report.type = source.type
        await finishTurn(of: source, &report)
        let isInMemory = isDry || source.status.size < Self.minimumOnDisk
        let scratch = try isInMemory ? nil : AtomicFile(in: folder(for: source), rights: .exactly(0o600))
        defer { withExtendedLifetime(scratch) {} }
        let made = try scratch?.file ?? OpenFile.inMemory()
        let edited = try await work(source, made)
        report.changes += edited.changes
        report.warnings += edited.warnings
        if let reason = edited.reason { throw OperationError(reason) }
        guard try source.file.status().isSameContent(as: source.status) else { throw OperationError.changed(named) }
        report.outcome = report.changes.isEmpty ? .unchanged : .normalized
        var mark: TurnMark?
        if let direction { mark = await self.mark(source, edited, by: direction, &report) }
        switch destination {
        case .inPlace(let backup):
            report.output = source.path
            let losses = backup ? [] : edited.losses
            func noteOriginal(_ verb: String) {
                guard !losses.isEmpty else { return }
                report.warnings.append(
                    "the original \(verb) kept as \(Self.backup(of: source.path)), since "
                        + losses.joined(separator: "; "))
            }
            guard !edited.changes.isEmpty else { return }
            guard !isDry else {
                noteOriginal("would be")
                return await follow(mark, source, &report)
            }
            let links = try source.file.linkCount()
            if links > 1 {
                report.warnings.append(
                    "the file has \(links) names (hard links): this one refers to the edited file now, the others to "
                        + "the old one")
            }
            let (output, warnings) = try await hidden(in: source.folder, edited, made, of: source, mark)
            report.warnings += warnings
            let original = KeptOriginal(source, isTurn: isTurn, isNeeded: !edited.losses.isEmpty)
            let isKept = try await keep(original, keeps || backup, output, &report.warnings)
            noteOriginal("is")
            if let journal { try await record(source, output, in: journal) }
            // A program that takes no lock may have written the file since it was read; its version must not be lost.
            output.replacesOnly(source.status)
            try await commit(.publish(output, as: source.path.name, replacing: true), orElse: .changed(named))
            await follow(mark, source, keeps: isKept, marked: output.file, &report)
        case .folder(let target, let replacing):
            let name = named.name
            let path = target.appending(name: name)
            let outputExists = OperationError.outputExists(path)
            report.output = path
            guard !isDry else { return await follow(mark, source, &report) }
            let folder = try OpenFolder.creating(target)
            if !replacing, let status = try folder.statusIfPresent(of: RawPath(bytes: name)) {
                guard status.kind == .regular else { throw outputExists }
                let present = try folder.file(RawPath(bytes: name))
                let content = edited.bytes == nil ? source.file : made
                let (one, other) = try await offTheCooperativePool { () throws(FileError) in
                    (try present.contentDigest(), try content.contentDigest())
                }
                try check(other, edited)
                guard one == other else { throw outputExists }
                // A run that was killed may have written it without making it durable.
                try await commit(.confirm(present, in: folder), orElse: outputExists)
                return await follow(mark, source, &report)
            }
            let (output, warnings) = try await hidden(in: folder, edited, made, of: source)
            report.warnings += warnings
            try await commit(.publish(output, as: name, replacing: replacing), orElse: outputExists)
            await follow(mark, source, &report)
        }
    }

    /// The folder that an output goes to.
    private func folder(for source: TaggedFile) throws(FileError) -> OpenFolder {
        switch destination {
        case .inPlace: source.folder
        case .folder(let target, _): try OpenFolder.creating(target)
        }
    }

    /// Writes an edit to the journal, before it is made.
    private func record(_ source: TaggedFile, _ output: AtomicFile, in journal: EditJournal) async throws {
        let path = FileStore.absolute(source.path)
        try await offTheCooperativePool { () throws in
            let before = try source.file.readAll(limit: source.status.size)
            let after = try output.file.readAll(limit: .max)
            try journal.append(EditRecord(path: path, modified: source.status.modified, before: before, after: after))
        }
    }

    /// Opens a file. If it is to be replaced, locks it, so that of two edits at the same time each sees the other's result.
    func opened(_ named: RawPath) async throws -> TaggedFile {
        // A symbolic link that the user names is followed, as by other tools.
        let path = try named.followed()
        let locks: Bool
        if case .inPlace = destination { locks = !isDry } else { locks = false }
        let deadline = ContinuousClock.now + Self.lockTimeout
        while true {
            let file = try await offTheCooperativePool { () throws in try TaggedFile(path, locks: locks) }
            if let file { return file }
            guard ContinuousClock.now < deadline else { throw OperationError.locked(named) }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Writes a hidden file with the edited bytes, and with the rights and attributes of the source.
    func hidden(
        in folder: OpenFolder, _ edited: EditedPicture, _ made: OpenFile, of source: TaggedFile, _ mark: TurnMark? = nil
    ) async throws -> (AtomicFile, warnings: [String]) {
        try await offTheCooperativePool { () throws in
            var warnings: [String] = []
            // Hidden files of runs that were killed in this folder.
            if cleaned.insert(folder.path) {
                do throws(FileError) { try HiddenName.clear(folder) } catch {
                    warnings.append("hidden files of ended runs stay in the folder: \(error)")
                }
            }
            let output = try AtomicFile(in: folder, rights: .exactly(0o600))
            // The worker still has the file that it wrote; this one it never had.
            try (edited.bytes == nil ? source.file : made).copy(to: output.file)
            let content = try output.file.contentDigest()
            try check(content, edited)
            // The rights can be to read alone.
            warnings += source.file.copyUserAttributes(to: output.file)
            if var mark {
                mark.picture = content.sha256
                output.file.turnMark = mark
            }
            try output.file.copyRights(of: source.file)
            if keepsTime { try output.file.setModified(source.status.modified) }
            return (output, warnings)
        }
    }

    /// Checks that a file has the bytes that the worker has written.
    func check(_ content: ContentDigest, _ edited: EditedPicture) throws {
        guard let bytes = edited.bytes else { return }
        guard content.bytes == bytes, content.crc32 == edited.crc32 else {
            throw OperationError.writtenDifferently(found: content.bytes, expected: bytes)
        }
    }

    /// - Parameter failure: what is thrown if another file has the name meanwhile.
    func commit(_ delivery: Delivery, orElse failure: OperationError) async throws {
        do throws(Delivery.Failure) { try await committer.commit(delivery, record: ()) } catch {
            // The group that it was in may hold it for longer than its caller waits.
            if case .publish(let file, _, _) = delivery { file.discard() }
            switch error {
            case .exists: throw failure
            case .file(let error): throw error.condition == .changed ? failure : error
            case .record(let reason): throw OperationError(reason)
            }
        }
    }
}
