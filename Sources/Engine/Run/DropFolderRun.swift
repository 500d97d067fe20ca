package import UprightConfiguration
package import UprightSteps
package import UprightFiles
internal import UprightRewriting
internal import UprightBase

/// One pass over folders or files: what `upright reprocess` does.
///
/// The daemon uses the same ``Dispatcher`` and ``PictureEngine``.
package struct DropFolderRun: Sendable {
    /// What a run reports while it goes on.
    package enum Event: Sendable {
        /// The number of files found so far and their bytes; `isComplete` once all have been found.
        case found(files: Int, bytes: Int, isComplete: Bool)
        /// The work on a file has ended.
        case finished(PictureResult)
        /// This number of files is done and has not changed (``DropFolderRun/countsFinished``).
        case counted(files: Int)
    }

    /// Which files are worked on.
    package struct Selection: Sendable, Hashable {
        /// Only those that were rejected or deferred.
        package var failed = false
        /// Only those whose last try ended at this time or later, in milliseconds since 1970.
        package var since: Int64?
        /// Only those delivered with other options or by another version. Their outputs are replaced.
        package var changed = false
        /// Only those taken in a place of this name: a country or its code, a region, a city, a district. Their outputs
        /// are replaced.
        package var place: String?
        /// Only these sources, by absolute path; nil for any.
        package var sources: [RawPath]?

        /// Selects all files.
        package init() {}

        /// Whether outputs are made again for new settings or names.
        var replacesOwn: Bool { changed || place != nil }

        /// Whether all files are selected.
        package var isAll: Bool { !failed && since == nil && !changed && place == nil && sources == nil }
    }

    /// A folder, or some of its files.
    struct Part: Sendable {
        var folder: DropFolder
        /// The files, each with its output's name if that differs from the file's; nil for everything in the folder.
        var files: [(path: RawPath, outputName: [UInt8]?)]?
    }

    let dispatcher: Dispatcher
    private(set) var parts: [Part]
    let selection: Selection
    /// Whether files that are done, and have not changed, are only counted. Otherwise each has its own
    /// ``Event/finished(_:)``, which takes several times as long.
    package var countsFinished = false
    /// The files of a list, if the run is over a list.
    let listed: ListedFiles?
    /// Names positions, if the selection asks for a place.
    let geocoding: Geocoding?

    /// Creates a run over the paths that a user gives, without a journal.
    ///
    /// - Parameters:
    ///   - paths: files and folders. A file in a folder keeps its path relative to that folder. A symbolic link is
    ///     followed; the output of its target has the link's name.
    ///   - output: the folder that is written to; created if it is missing.
    ///   - configuration: how pictures are normalized; its folders are not used.
    ///   - others: what happens to files of unsupported types.
    ///   - engine: works on the files.
    package init(
        paths: [RawPath], output: RawPath, configuration: Configuration,
        others: FolderConfiguration.Others = .leave, engine: PictureEngine
    ) {
        dispatcher = Dispatcher(engine: engine, retry: configuration.retry)
        selection = Selection()
        listed = nil
        geocoding = nil
        func folder(_ source: RawPath) -> DropFolder {
            var settings = FolderConfiguration(source: source.exact, output: output.exact)
            settings.companions = true
            settings.others = others
            var folder = DropFolder(settings, of: configuration)
            folder.exactSource = source
            folder.exactOutput = output
            return folder
        }
        parts = paths.map { path in
            if FileStore.isFolder(path) { return Part(folder: folder(path), files: nil) }
            // A link whose target does not exist is reported under its own name.
            let whole = (try? path.followed()) ?? path
            let name = whole == path ? nil : path.name
            return Part(
                folder: folder(whole.parent.isEmpty ? "." : whole.parent),
                files: [(RawPath(bytes: whole.name), name)])
        }
    }

    /// Creates a run over the files of a list, without a journal. Their paths are mirrored below the output folder.
    package init(
        listed list: FileList, output: String, configuration: Configuration,
        others: FolderConfiguration.Others = .leave, engine: PictureEngine
    ) {
        dispatcher = Dispatcher(engine: engine, retry: configuration.retry)
        selection = Selection()
        geocoding = nil
        parts = []
        listed = ListedFiles(
            list: list, output: output, configuration: configuration, others: others, force: engine.force)
    }

    /// Creates a run over the configured folders, with the engine's journal.
    ///
    /// - Parameter geocoding: names positions; without it a selection by place finds nothing.
    package init(
        configuration: Configuration, selection: Selection = Selection(), geocoding: Geocoding? = nil,
        engine: PictureEngine
    ) {
        self.geocoding = geocoding
        listed = nil
        dispatcher = Dispatcher(engine: engine, retry: configuration.retry)
        self.selection = selection
        parts = configuration.dropFolders.map { Part(folder: $0, files: nil) }
    }

    /// How many pictures are in progress at a time: more than are processed, so that some can sync meanwhile.
    static let outstandingCount = 64

    /// Processes everything.
    ///
    /// - Parameter handle: receives the events, one call at a time.
    /// - Returns: the figures.
    /// - Throws: `JournalError` if the journal fails, `CancellationError` if the task is cancelled.
    package func run(_ handle: @escaping @Sendable (Event) async -> Void) async throws -> RunSummary {
        let progress = RunProgress(handle)
        do throws(JournalError) {
            try await dispatcher.journal?.releaseAbandonedClaims(now: PictureEngine.milliseconds())
        } catch { throw error }
        var run = self
        run.parts = try await markedParts(progress)
        return try await run.workThroughAll(progress)
    }

    /// The folders with their marks. A folder whose volume is not mounted is deferred as a whole.
    private func markedParts(_ progress: RunProgress) async throws -> [Part] {
        guard let journal = dispatcher.journal, !dispatcher.engine.isDryRun else { return parts }
        let marks = FolderMarks(journal)
        var marked: [Part] = []
        for part in parts {
            do {
                let folder = try await marks.established(part.folder)
                if let fault = await offTheCooperativePool({ FolderInspection(folder).fault() }) { throw fault }
                marked.append(Part(folder: folder, files: part.files))
            } catch let fault as Fault {
                await progress.finished([dispatcher.engine.refused(part.folder, RawPath(""), Refusal(fault))])
            }
        }
        return marked
    }

    private func workThroughAll(_ progress: RunProgress) async throws -> RunSummary {
        if !dispatcher.engine.isDryRun { await clearLeftovers() }
        let outstanding = ConcurrencyLimit(Self.outstandingCount)
        let runner = Runner(run: self, progress: progress, outstanding: outstanding)
        let outputs =
            dispatcher.engine.lookAhead > 0 ? try await lookAhead(runner) : try await workDirectly(runner)
        try await runner.workThroughCompanions()
        if !dispatcher.engine.isDryRun { await tidy(outputs) }
        var summary = await progress.summary
        summary.geocoderFailure = await dispatcher.engine.steps.geocoderFailure()
        // The journal knows those of earlier runs, too.
        if let journal = dispatcher.journal, !dispatcher.engine.isDryRun {
            let owed = try await journal.owedPlaces()
            summary.owedPlaces = parts.reduce(0) { $0 + (owed[$1.folder.source] ?? 0) }
        }
        return summary
    }

    /// Dispatches each picture as it is found.
    private func workDirectly(_ runner: Runner) async throws -> Set<RawPath> {
        try await withThrowingDiscardingTaskGroup { group -> Set<RawPath> in
            try await findAll(runner) { candidates in
                try await runner.dispatch(candidates) { work in group.addTask(operation: work) }
            }
        }
    }

    /// Queries geocoding servers about the pictures that are found, and dispatches each once its answers are there.
    private func lookAhead(_ runner: Runner) async throws -> Set<RawPath> {
        let engine = dispatcher.engine
        let ahead = LookAhead<Dispatcher.Candidate>(capacity: engine.lookAhead) { candidate in
            await engine.lookAhead(at: candidate.job.relative, in: candidate.job.folder)
        }
        return try await withThrowingTaskGroup(of: Set<RawPath>.self) { group -> Set<RawPath> in
            group.addTask {
                do {
                    let outputs = try await findAll(runner) { candidates in
                        for candidate in candidates { await ahead.add(candidate) }
                    }
                    ahead.finish()
                    return outputs
                } catch {
                    ahead.finish(discarding: true)
                    throw error
                }
            }
            group.addTask {
                do { try await workThrough(ahead, runner) } catch {
                    ahead.finish(discarding: true)
                    throw error
                }
                return []
            }
            return try await withTaskCancellationHandler {
                var outputs: Set<RawPath> = []
                for try await found in group { outputs.formUnion(found) }
                return outputs
            } onCancel: {
                ahead.finish(discarding: true)
            }
        }
    }

    private func workThrough(_ ahead: LookAhead<Dispatcher.Candidate>, _ runner: Runner) async throws {
        try await withThrowingDiscardingTaskGroup { works in
            while true {
                let candidates = await ahead.next(limit: 32)
                if candidates.isEmpty { break }
                try await runner.dispatch(candidates) { work in works.addTask(operation: work) }
            }
            try Task.checkCancellation()
        }
    }

    private func findAll(_ runner: Runner, _ submit: Runner.Submit) async throws -> Set<RawPath> {
        var outputs: Set<RawPath> = []
        if let listed {
            outputs = try await runner.workThrough(listed, submit)
        } else if dispatcher.journal != nil, !selection.isAll {
            try await runner.workThroughJournal(submit)
        } else {
            try await runner.workThroughOwed()
            for part in parts { try await runner.workThrough(part, submit) }
        }
        await runner.progress.foundAll()
        return outputs
    }

    /// Clears up what earlier runs left behind when they were killed, before this one looks for files: some may have been about
    /// to leave their folder.
    private func clearLeftovers() async {
        for part in parts { _ = await Leftovers.clear(part.folder, subfolders: part.files == nil, for: dispatcher) }
    }

    /// Clears up the folders that the files of a list were written to, and removes empty ones.
    private func tidy(_ outputs: Set<RawPath>) async {
        let parts = parts
        await offTheCooperativePool {
            for output in outputs { Leftovers.clear(output) }
            for part in parts where part.files == nil { _ = EmptyFolders.remove(of: part.folder) }
        }
    }
}
