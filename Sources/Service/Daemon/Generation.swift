internal import UprightWorker
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightSteps
internal import Logging
internal import Synchronization
internal import UprightBase

/// The lanes of one configuration, with the objects that they share.
final class Generation: Sendable {
    let configuration: Configuration
    let journal: Journal
    let lanes: [Lane]
    let environment: StepEnvironment
    private let managed: ManagedProcessor
    private let servers: [StatusServer]
    private let metrics: Metrics
    private let figures: FigureKeeper
    private let version: String
    /// Reports rejected pictures; nil if no hook is configured.
    let hook: FailureHook?
    let paused: PausedFolders
    let log: DaemonLog
    private let stopping = EventFlag(false)
    /// What this process lacks, such as sandbox layers or the network.
    private let lacks: [String]
    private let threads: ThreadWatch?
    private let latest = Mutex(GenerationSnapshot())
    private let reloads: ReloadRecord
    /// Requests that the configuration be reloaded; returns why it is refused at once.
    let reload: @Sendable () async -> String?

    init(
        _ configuration: Configuration, journal: Journal, managed: ManagedProcessor, version: String, log: DaemonLog,
        metrics: Metrics, threads: ThreadWatch?, steps: PreparedSteps, in environment: StepEnvironment,
        reloads: ReloadRecord,
        reload: @escaping @Sendable () async -> String?
    ) async throws {
        self.reloads = reloads
        self.reload = reload
        self.configuration = configuration
        self.journal = journal
        self.environment = environment
        self.managed = managed
        self.metrics = metrics
        self.threads = threads
        self.log = log
        self.version = version
        let hook = FailureHook(configuration.onFailure, version: version) { log.limited("on-failure", .error, "\($0)") }
        self.hook = hook
        let pauses = PausedFolders.reading(state: RawPath(configuration.state))
        paused = pauses.folders
        if let warning = pauses.warning { log.error("\(warning)") }
        lacks = managed.warnings.map { "sandbox: " + $0 } + NetworkNeeds(configuration).lacking
        var engine = PictureEngine(
            processor: managed.processor, jobs: configuration.parallelJobs, version: version, history: journal)
        engine.companionsArrive = true
        engine.revisitsOriginals = true
        engine.steps = steps
        let dispatcher = Dispatcher(engine: engine, retry: configuration.retry)
        let folders = configuration.folders
        let marked = try await journal.markedFolders()
        try await offTheCooperativePool { () throws(FileError) in
            // A marked folder that is missing means that its volume is not mounted.
            for folder in folders {
                let paths = ([folder.source] + folder.outputs).map { RawPath($0) }
                for path in paths where !marked.contains(path) {
                    _ = try DropFolder.creating(path, like: paths[0], folder)
                }
            }
        }
        var surroundings = LaneHealth.Surroundings()
        surroundings.state = journal.path.parent
        surroundings.freeSpace = configuration.freeSpace
        surroundings.marks = FolderMarks(journal)
        surroundings.processorProblem = managed.problem
        surroundings.startProblem = managed.startProblem
        let health = surroundings
        // Reads the files that outputs depend on.
        let dropFolders = await offTheCooperativePool { configuration.dropFolders }
        lanes = dropFolders.map { folder in
            Lane(
                folder, of: configuration, dispatcher: dispatcher, log: log,
                metrics: metrics, in: health, hook: hook)
        }
        let status = configuration.status
        let own = Set([status.listen, status.control].compactMap { $0 })
        let shared = Set([status.listen == nil ? nil : SharedSocket.served].compactMap { $0 }).subtracting(own)
        servers = own.map { StatusServer($0, log: log) } + shared.map { StatusServer($0, isShared: true, log: log) }
        figures = FigureKeeper {
            do throws(JournalError) {
                return try await FolderFigures.current(
                    folders.map { (RawPath($0.source), RawPath($0.output)) }, journal: journal)
            } catch { return nil }
        }
        do {
            let last = try await journal.lastSuccesses()
            metrics.succeeded(Dictionary(last.map { ($0.key.exact, $0.value) }) { max($0, $1) })
        } catch { log.error("the times of the last deliveries are not known: \(error)") }
        await takeOverPauses()
    }

    /// Runs until it is stopped and the pictures in progress are finished.
    func run() async {
        await withDiscardingTaskGroup { reporting in
            // It ends last, with what the lanes reject until they end.
            reporting.addTask { await self.hook?.run() }
            await runLanes()
            reporting.cancelAll()
        }
    }

    private func runLanes() async {
        await withDiscardingTaskGroup { working in
            for lane in lanes { working.addTask { await lane.run() } }
            await withDiscardingTaskGroup { serving in
                for server in servers { serving.addTask { await server.run(self) } }
                serving.addTask { await self.serveGallery() }
                serving.addTask { await self.amendOwed() }
                // Nothing waits for these: a folder whose server has gone can hold them for as long as it likes.
                let housekeeping = [
                    Task { await self.runMaintenance() }, Task { await self.removeKeptOriginals() },
                    Task { await self.attend() }, Task { await self.takeRetryRequests() },
                ]
                await stopping.wait()
                for lane in lanes { lane.stop() }
                for task in housekeeping { task.cancel() }
                serving.cancelAll()
            }
        }
    }

    /// Whether ``stop()`` was called.
    var isStopping: Bool { stopping.isSet }

    /// Stops the lanes after the pictures in progress.
    func stop() { stopping.set() }

    func waitUntilStopped() async { await stopping.wait() }

    /// Reports a fault that affects all lanes.
    func report(_ fault: Fault) async {
        for lane in lanes { await lane.report(fault) }
    }

    /// Ends the processor. Call it after the lanes have ended.
    func end() async {
        // Counters continue after a reload; gauges do not.
        for lane in lanes { metrics.carry(await lane.snapshot(longest: configuration.worker.limits.time)) }
        var workers = GenerationSnapshot()
        workers.workerRestarts = managed.restarts()
        metrics.carry(workers)
        await managed.shutDown()
    }

    /// Runs the background tasks of the steps.
    private func attend() async {
        await withDiscardingTaskGroup { group in
            for step in configuration.steps {
                do throws(StepError) {
                    guard let attendant = try step.attendant(in: environment, journal: journal) else { continue }
                    let log = log
                    group.addTask {
                        await attendant.run { message, isError in
                            if isError { log.error("\(message)") } else { log.warning("\(message)") }
                        }
                    }
                } catch { log.error("\(error)") }
            }
        }
    }

    /// Serves the gallery from a separate process, if the configuration has one.
    private func serveGallery() async {
        await GalleryProcess(configuration, log: log, metrics: metrics)?.run()
    }

    /// Scans when a user has requested retries.
    private func takeRetryRequests() async {
        var seen: Set<RawPath> = []
        while !Task.isCancelled {
            do {
                let asked = Set(try await journal.asked().map(\.source))
                if !asked.isSubset(of: seen) {
                    for lane in lanes { await lane.scanSoon() }
                }
                seen = asked
            } catch {
                // A query that is interrupted at the end is no fault of the journal.
                if !Task.isCancelled { log.limited("journal", .error, "\(error)") }
            }
            do { try await Task.sleep(for: .seconds(2)) } catch { return }
        }
    }

    /// Removes the leftovers of killed processes and prunes the journal, once an hour.
    private func runMaintenance() async {
        while !Task.isCancelled {
            await clearLeftovers()
            await prune()
            do { try await Task.sleep(for: .seconds(3_600)) } catch { return }
        }
    }

    private func clearLeftovers() async {
        for lane in lanes {
            let cleared = await Leftovers.clear(lane.folder, for: lane.dispatcher)
            if cleared.removed > 0 { log.notice("removed \(cleared.removed) unfinished files of a killed process") }
            for path in cleared.putBack {
                log.notice("\(path): a killed process was taking it away; it has its name again")
            }
        }
    }

    /// Removes moved originals when they have been kept for long enough: once an hour, or more often if they are not kept long.
    private func removeKeptOriginals() async {
        let folders = lanes.map(\.folder)
        guard let shortest = folders.compactMap(\.configuration.originalsKept).min() else { return }
        while !Task.isCancelled {
            for folder in folders {
                do throws(JournalError) {
                    let (removed, problem) = try await KeptOriginals(of: folder, journal).remove()
                    if removed > 0 { log.notice("\(folder.source): removed \(removed) originals after originals-kept") }
                    if let problem {
                        log.limited("originals-kept", .warning, "an original could not be removed: \(problem)")
                    }
                } catch { if !Task.isCancelled { log.limited("journal", .error, "\(error)") } }
            }
            do { try await Task.sleep(for: max(.seconds(1), min(shortest / 10, .seconds(3_600)))) } catch { return }
        }
    }

    private func prune() async {
        guard let retention = configuration.journalRetention else { return }
        do {
            let pruned = try await JournalPruning(journal).prune(olderThan: retention)
            if pruned.removed > 0 {
                log.notice("the journal: removed \(pruned.removed) rows of files that no longer exist")
            }
            if pruned.away > 0 {
                log.notice("the journal: kept \(pruned.away) rows of files whose folder is away (not mounted?)")
            }
            let given = try await journal.giveBackSomeSpace()
            if given > 0 { log.notice("the journal: returned \(given) bytes to the file system") }
        } catch { log.error("the journal was not pruned: \(error)") }
    }

    /// The current state.
    ///
    /// - Parameter waitsForFigures: Whether to wait for new figures of the folders, for at most two seconds.
    func snapshot(waitsForFigures: Bool = false) async -> GenerationSnapshot {
        var snapshot = GenerationSnapshot()
        snapshot.workerRestarts = managed.restarts()
        snapshot.lacks = lacks
        snapshot.state = configuration.state
        snapshot.reloads = reloads.current.count
        snapshot.refusedConfiguration = reloads.current.refusal
        snapshot.isReady = true
        snapshot.folders = []
        for lane in lanes {
            let part = await lane.snapshot(longest: configuration.worker.limits.time)
            snapshot.folders? += part.folders ?? []
            snapshot.waiting += part.waiting
            snapshot.inProgress += part.inProgress
            snapshot.oldestWaiting = [snapshot.oldestWaiting, part.oldestWaiting].compactMap { $0 }.max()
            snapshot.overflows += part.overflows
            snapshot.scans += part.scans
            snapshot.isPaused = snapshot.isPaused || part.isPaused
            snapshot.isAlive = snapshot.isAlive && part.isAlive
            snapshot.isReady = snapshot.isReady && part.isReady
        }
        let figures = await waitsForFigures ? figures.current() : figures.atHand()
        for index in (snapshot.folders ?? []).indices { snapshot.folders?[index].add(figures) }
        metrics.complete(&snapshot)
        let complete = snapshot
        latest.withLock { $0 = complete }
        return complete.paused(by: threads?.reason)
    }

    /// The last snapshot, with the reason why none can be taken at present because threads are missing; nil where one can.
    var stalledSnapshot: GenerationSnapshot? {
        guard let reason = threads?.reason else { return nil }
        var snapshot = latest.withLock { $0 }
        if snapshot.folders?.isEmpty != false {
            snapshot.folders = configuration.folders.map { FolderState(source: $0.source, output: $0.output) }
        }
        return snapshot.paused(by: reason)
    }

    func metricsText(_ snapshot: GenerationSnapshot) -> String {
        metrics.text(snapshot, version: version, onFailure: hook?.counts)
    }
}
