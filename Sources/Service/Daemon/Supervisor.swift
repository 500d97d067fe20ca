internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightSteps
internal import UprightRewriting
internal import Logging

/// Runs one generation of lanes after another. A reload, or a damaged or missing journal, ends one and starts the next.
actor Supervisor {
    private enum Order { case reload, reopenJournal }

    private var configuration: Configuration
    private let version: String
    private let log: DaemonLog
    private let reload: Daemon.Reload
    private let makeProcessor: Daemon.MakeProcessor
    private let notifier = ServiceNotifier()
    private let metrics = Metrics()
    private let reloads = ReloadRecord()
    private var lock: LockFile?
    private var threads: ThreadWatch?
    private var current: Generation?
    private var order: Order?
    private var isStopping = false
    /// The back-off before another attempt to create a generation.
    private var pause: Task<Void, any Error>?
    /// The valid configuration for the next generation, read while the current one still works.
    private var pending: Configuration?

    init(
        _ configuration: Configuration, version: String, log: DaemonLog, reload: @escaping Daemon.Reload,
        makeProcessor: @escaping Daemon.MakeProcessor
    ) {
        self.configuration = configuration
        self.version = version
        self.log = log
        self.reload = reload
        self.makeProcessor = makeProcessor
    }

    /// Locks the state folder and opens everything, so that problems are reported before the daemon reports that it runs.
    private func prepare() async throws -> Generation {
        guard !configuration.folders.isEmpty else {
            throw OperationError("no folder to watch is configured", .configuration)
        }
        guard !configuration.state.isEmpty else {
            throw OperationError("no state folder is configured", .configuration)
        }
        lock = try takeState(configuration.state)
        if configuration.status.listen != nil { HTTPServer.reserveThread() }
        threads = ThreadWatch(log)
        return try await makeGeneration(configuration)
    }

    private func takeState(_ path: String) throws -> LockFile {
        do throws(FileError) { _ = try OpenFolder.creating(RawPath(path), rights: .exactly(0o700)) } catch {
            throw OperationError(error.description)
        }
        do throws(LockFile.Failure) { return try LockFile(RawPath(path).appending("lock")) } catch {
            switch error {
            case .held(let holder):
                throw OperationError(
                    "another upright (process \(holder)) uses the state folder \(path): stop it, or give this one its own "
                        + "state folder")
            case .file(let error): throw OperationError(error.description)
            }
        }
    }

    private func makeGeneration(
        _ configuration: Configuration, damaged isDamaged: Bool = false
    ) async throws -> Generation {
        let opened: (journal: Journal, warnings: [String])
        do throws(JournalError) {
            opened = try Journal.open(in: RawPath(configuration.state), isDamaged: isDamaged)
            let freed = try await opened.journal.releaseAbandonedClaims(now: PictureEngine.milliseconds())
            if freed > 0 { log.notice("resuming \(freed) files that an earlier process had in progress") }
        } catch {
            // A restart does not help against a journal that a newer installation wrote.
            let isNewer = if case .newer = error.kind { true } else { false }
            throw OperationError(error.description, isNewer ? .configuration : .other)
        }
        for warning in opened.warnings { log.warning("\(warning)") }
        let managed: ManagedProcessor
        do { managed = try await makeProcessor(configuration) } catch {
            throw OperationError("pictures cannot be decoded: \(error)")
        }
        for warning in managed.warnings { log.warning("sandbox: \(warning)") }
        for warning in NetworkNeeds(configuration).lacking { log.warning("\(warning)") }
        do {
            let environment = stepEnvironment(configuration, managed)
            return try await Generation(
                configuration, journal: opened.journal, managed: managed, version: version, log: log, metrics: metrics,
                threads: threads, steps: try await configuration.preparedForService(environment), in: environment,
                reloads: reloads
            ) { [weak self] in await self?.requestReload() }
        } catch let error as ConfigurationError {
            await managed.shutDown()
            throw OperationError(error.description, .configuration)
        } catch {
            await managed.shutDown()
            throw OperationError("\(error)")
        }
    }

    private func stepEnvironment(_ configuration: Configuration, _ managed: ManagedProcessor) -> StepEnvironment {
        var environment = configuration.stepEnvironment(reader: managed.processor.reader)
        do { try environment.openPlaceCache() } catch { log.warning("\(error)") }
        return environment
    }

    /// Reloads the configuration. A valid one takes effect when the pictures in progress are finished; an invalid one
    /// changes nothing.
    ///
    /// - Returns: Why it is refused; nil if it is not, or if that turns out only when it takes effect (``ReloadRecord``).
    @discardableResult
    func requestReload() -> String? {
        notifier.send("RELOADING=1\nMONOTONIC_USEC=\(ServiceNotifier.monotonicMicroseconds)")
        let refusal: String
        do {
            let wanted = try reload()
            let problem = problem(of: wanted)
            guard let problem else {
                pending = wanted
                give(.reload)
                return nil
            }
            refusal = problem
        } catch { refusal = "\(error)" }
        refuse(refusal)
        notifier.send("READY=1")
        return refusal
    }

    private func refuse(_ reason: String) {
        log.error("the configuration was not reloaded, the old one stays: \(reason)")
        let line = reason.split(separator: "\n").joined(separator: "; ")
        reloads.decided(refusal: line)
        notifier.send("STATUS=the configuration was refused, the old one is in use: \(line)")
    }

    /// Why a configuration cannot take the place of the current one; nil if nothing is known to be wrong.
    private func problem(of wanted: Configuration) -> String? {
        guard wanted.state == configuration.state else {
            // The status socket and the albums are in the state folder, so half of the configuration would use the old one.
            return "state is \(wanted.state), expected \(configuration.state); another state folder needs a restart"
        }
        return FolderIdentity.loop(in: wanted.folders).map { wanted.problem($0).description }
            ?? notifier.invisibleFolder(of: wanted, after: configuration)
    }

    private func give(_ order: Order) {
        self.order = order
        current?.stop()
    }

    /// Ends the daemon when the pictures in progress are finished. This cannot be undone.
    func stop() {
        isStopping = true
        pause?.cancel()
        current?.stop()
    }

    /// Runs until it is stopped or its task is cancelled.
    func run() async throws {
        // A signal that arrives while everything is being opened also ends the daemon in order.
        var generation = try await prepare()
        notifier.send("READY=1\nSTATUS=watching")
        log.notice("watching \(configuration.folders.map(\.source).joined(separator: ", "))")
        while true {
            order = nil
            current = generation
            if isStopping { generation.stop() }
            await withTaskCancellationHandler {
                await self.live(generation)
            } onCancel: {
                Task { await self.stop() }
            }
            current = nil
            if order == nil || isStopping || Task.isCancelled { break }
            generation = await next(after: generation)
        }
        notifier.send("STOPPING=1\nSTATUS=stopping")
        await generation.end()
        threads?.end()
        log.flush()
        log.notice("stopped; all pictures in progress are finished")
    }

    private func live(_ generation: Generation) async {
        await withDiscardingTaskGroup { group in
            let heart = Task { await self.beat(generation) }
            let watching = Task { [threads] in await threads?.run { fault in await generation.report(fault) } }
            group.addTask { await generation.run() }
            group.addTask { await heart.value }
            await generation.waitUntilStopped()
            heart.cancel()
            watching.cancel()
        }
    }

    /// Sends the service manager the status and heartbeat, and watches the journal.
    private func beat(_ generation: Generation) async {
        while !Task.isCancelled {
            let snapshot = await generation.snapshot()
            if snapshot.isAlive { notifier.send("WATCHDOG=1\nSTATUS=\(snapshot.line)") }
            let isDamaged = generation.journal.isDamaged
            if isDamaged || !generation.journal.isInPlace {
                let what = isDamaged ? "is damaged" : "was deleted or replaced"
                log.warning("the journal \(what); starting a new one, which a scan fills")
                give(.reopenJournal)
                return
            }
            do { try await Task.sleep(for: notifier.heartbeat) } catch { return }
        }
    }

    /// Creates the next generation, with the new configuration if there is one that works, otherwise with the old one.
    private func next(after old: Generation) async -> Generation {
        var wanted = pending ?? configuration
        var isReload = pending != nil
        pending = nil
        // The new journal has the path of the old one: a damaged one must be moved away first, and only once.
        var isDamaged = old.journal.isDamaged && old.journal.isInPlace
        await old.end()
        var length = Duration.seconds(1)
        while true {
            do {
                let generation = try await makeGeneration(wanted, damaged: isDamaged)
                if isReload { reloads.decided(refusal: nil) }
                configuration = wanted
                notifier.send("READY=1")
                log.notice("watching \(configuration.folders.map(\.source).joined(separator: ", "))")
                return generation
            } catch {
                if isReload { refuse("\(error)") } else { log.error("\(error)") }
                isReload = false
                isDamaged = isDamaged && old.journal.isInPlace
                wanted = configuration
                // No file is lost in the meantime: the initial scan finds those that arrive.
                guard await wait(length), !isStopping else { return old }
                length = min(length * 2, .seconds(60))
            }
        }
    }
    /// Waits. Returns false if a stop ended the wait early.
    private func wait(_ length: Duration) async -> Bool {
        guard !isStopping else { return false }
        let sleep = Task { try await Task.sleep(for: length) }
        pause = sleep
        defer { pause = nil }
        let result = await withTaskCancellationHandler {
            await sleep.result
        } onCancel: {
            sleep.cancel()
        }
        if case .success = result { return true }
        return false
    }
}
