internal import UprightWorker
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightJournal
internal import UprightSteps
internal import Logging
internal import Synchronization

/// The lanes that one configuration asks for, with what they share.
final class Generation: Sendable {
    let configuration: Configuration
    let journal: Journal
    let lanes: [Lane]
    private let environment: StepEnvironment
    private let managed: ManagedProcessor
    private let servers: [StatusServer]
    private let metrics: Metrics
    private let figures: FigureKeeper
    private let version: String
    /// Tells of rejected pictures; nil where nobody wants to know.
    let hook: FailureHook?
    let paused: PausedFolders
    let log: DaemonLog
    private let stopping = StopSignal()
    /// What this process lacks, by its own account.
    private let lacks: [String]

    init(
        _ configuration: Configuration, journal: Journal, managed: ManagedProcessor, version: String, log: DaemonLog,
        metrics: Metrics, steps environment: StepEnvironment
    ) async throws {
        self.configuration = configuration
        self.journal = journal
        self.environment = environment
        self.managed = managed
        self.metrics = metrics
        self.log = log
        self.version = version
        let hook = FailureHook(configuration.onFailure, version: version) { log.limited("on-failure", .error, "\($0)") }
        self.hook = hook
        let pauses = PausedFolders.reading(state: RawPath(configuration.state))
        paused = pauses.folders
        if let warning = pauses.warning { log.error("\(warning)") }
        lacks = managed.warnings.map { "sandbox: " + $0 } + NetworkNeeds(configuration).lacking
        var engine = PictureEngine(
            processor: managed.processor, jobs: configuration.parallelJobs, version: version,
            recorder: { try await journal.finish($0) })
        engine.steps = try await PreparedSteps(environment)
        let dispatcher = Dispatcher(engine: engine, journal: journal, retry: configuration.retry)
        let folders = configuration.folders
        let marked = try await journal.markedFolders()
        try await offTheCooperativePool { () throws(FileError) in
            // Where one that was marked is missing, its volume is.
            for path in folders.flatMap({ [RawPath($0.source), RawPath($0.output)] }) where !marked.contains(path) {
                _ = try OpenFolder.creating(path)
            }
        }
        var surroundings = LaneHealth.Surroundings()
        surroundings.state = journal.path.parent
        surroundings.freeSpace = configuration.freeSpace
        surroundings.marks = FolderMarks(journal)
        surroundings.processorProblem = managed.problem
        surroundings.startProblem = managed.startProblem
        let health = surroundings
        lanes = folders.map { folder in
            Lane(
                DropFolder(folder, of: configuration), of: configuration, dispatcher: dispatcher, log: log,
                metrics: metrics, in: health, hook: hook)
        }
        let status = configuration.status
        servers = Set([status.listen, status.control].compactMap { $0 }).map { StatusServer($0, log: log) }
        figures = FigureKeeper {
            do throws(JournalError) {
                return try await FolderFigures.current(
                    folders.map { (RawPath($0.source), RawPath($0.output)) }, journal: journal)
            } catch { return nil }
        }
        do {
            let last = try await journal.lastSuccesses()
            metrics.succeeded(Dictionary(uniqueKeysWithValues: last.map { ($0.key.description, $0.value) }))
        } catch { log.error("when pictures came out last is not known: \(error)") }
        await takeOverPauses()
    }

    /// Works until it is stopped and what is in hand is done.
    func run() async {
        await withDiscardingTaskGroup { group in
            for lane in lanes { group.addTask { await lane.run() } }
            let serving = servers.map { server in Task { await server.run(self) } }
            let telling = Task { await self.hook?.run() }
            let keeping = Task { await self.keepHouse() }
            let attending = Task { await self.attend() }
            let showing = Task { await self.serveGallery() }
            let asking = Task { await self.takeRetryRequests() }
            await stopping.wait()
            for lane in lanes { lane.stop() }
            for task in [keeping, attending, showing, asking] { task.cancel() }
            await showing.value
            for task in serving { task.cancel() }
            for task in serving { await task.value }
            telling.cancel()
            await telling.value
        }
    }

    /// Whether it has been told to stop.
    var isStopping: Bool { stopping.isSet }

    /// Has the lanes stop when what they have in hand is done.
    func stop() { stopping.set() }

    func waitUntilStopped() async { await stopping.wait() }

    /// Takes note of a fault that keeps all pictures from being worked on.
    func met(_ fault: Fault) async {
        for lane in lanes { await lane.met(fault) }
    }

    /// Ends the processor; the lanes have ended by then.
    func end() async {
        // Counters go on over a reload; what is only of the moment ends here.
        for lane in lanes { metrics.carry(await lane.snapshot(longest: configuration.worker.limits.time)) }
        var workers = GenerationSnapshot()
        workers.workerRestarts = managed.restarts()
        metrics.carry(workers)
        await managed.shutDown()
    }

    /// Runs what the steps do beside the pictures.
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

    /// Has the gallery served by a process of its own, where the configuration asks for it.
    private func serveGallery() async {
        await GalleryProcess(configuration, log: log)?.run()
    }

    /// Scans when somebody has asked for failures to be tried again.
    private func takeRetryRequests() async {
        var seen: Set<RawPath> = []
        while !Task.isCancelled {
            do {
                let asked = Set(try await journal.asked().map(\.source))
                if !asked.isSubset(of: seen) {
                    for lane in lanes { await lane.scanSoon() }
                }
                seen = asked
            } catch { log.limited("journal", .error, "\(error)") }
            do { try await Task.sleep(for: .seconds(2)) } catch { return }
        }
    }

    /// Clears what killed processes have left, and prunes the journal.
    private func keepHouse() async {
        while !Task.isCancelled {
            await removeLeftovers()
            await prune()
            do { try await Task.sleep(for: .seconds(3_600)) } catch { return }
        }
    }

    private func removeLeftovers() async {
        for folder in configuration.folders {
            let removed = await offTheCooperativePool { Leftovers.remove(of: folder) }
            if removed > 0 { log.notice("removed \(removed) unfinished files that a killed process had left") }
        }
    }

    private func prune() async {
        guard let retention = configuration.journalRetention else { return }
        do {
            let removed = try await JournalPruning(journal).prune(olderThan: retention)
            if removed > 0 { log.notice("the journal: \(removed) rows of files that are gone were removed") }
            let given = try await journal.giveBackSomeSpace()
            if given > 0 { log.notice("the journal: \(given) bytes were given back to the file system") }
        } catch { log.error("the journal was not pruned: \(error)") }
    }

    /// The state now.
    ///
    /// - Parameter isPatient: whether it waits for new figures of the folders, two seconds at most.
    func snapshot(isPatient: Bool = false) async -> GenerationSnapshot {
        var snapshot = GenerationSnapshot()
        snapshot.workerRestarts = managed.restarts()
        snapshot.lacks = lacks
        snapshot.isReady = true
        snapshot.folders = []
        for lane in lanes {
            let part = await lane.snapshot(longest: configuration.worker.limits.time)
            snapshot.folders? += part.folders ?? []
            snapshot.waiting += part.waiting
            snapshot.inHand += part.inHand
            snapshot.oldestWaiting = [snapshot.oldestWaiting, part.oldestWaiting].compactMap { $0 }.max()
            snapshot.overflows += part.overflows
            snapshot.scans += part.scans
            snapshot.isPaused = snapshot.isPaused || part.isPaused
            snapshot.isAlive = snapshot.isAlive && part.isAlive
            snapshot.isReady = snapshot.isReady && part.isReady
        }
        let figures = await isPatient ? figures.current() : figures.atHand()
        for index in (snapshot.folders ?? []).indices { snapshot.folders?[index].take(figures) }
        metrics.complete(&snapshot)
        return snapshot
    }

    func metricsText(_ snapshot: GenerationSnapshot) -> String {
        metrics.text(snapshot, version: version, onFailure: hook?.counts)
    }
}

/// A flag that is set once and can be waited for.
final class StopSignal: Sendable {
    private struct State {
        var isSet = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var isSet: Bool { state.withLock { $0.isSet } }

    func set() {
        let waiting = state.withLock { state in
            state.isSet = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isSet = state.withLock { state in
                if !state.isSet { state.waiting.append(continuation) }
                return state.isSet
            }
            if isSet { continuation.resume() }
        }
    }
}
