internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import Glibc
internal import UprightWatching
internal import UprightJournal
internal import Logging
internal import UprightRewriting

/// The way from one drop folder to its output: takes in what comes, has it worked on, and sees to it that everything ends.
actor Lane {
    let folder: DropFolder
    private let dispatcher: Dispatcher
    private let log: DaemonLog
    private let metrics: Metrics
    private let freeSpace: Int
    private nonisolated let stopping = StopSignal()
    private nonisolated let relay: NoticeRelay
    private let intake: FolderIntake
    /// More pictures than slots may be under way, so that the syncs of some go on while others are worked on.
    private let outstanding: ConcurrencyLimit
    private var inHand: [RawPath: ContinuousClock.Instant] = [:]
    /// What was ignored and told of, so that a scan does not tell of it again.
    private var ignored: Set<Int> = []
    private var pausedReason: PauseReason?
    private var unwatchedReason: String?
    private var isReady = false

    init(
        _ folder: DropFolder, of configuration: Configuration, dispatcher: Dispatcher, log: DaemonLog, metrics: Metrics
    ) {
        self.folder = folder
        self.dispatcher = dispatcher
        self.log = log
        self.metrics = metrics
        freeSpace = configuration.freeSpace
        outstanding = ConcurrencyLimit(configuration.parallelJobs * 2 + 24)
        let relay = NoticeRelay()
        self.relay = relay
        intake = Self.intake(folder, state: configuration.state, dispatcher: dispatcher, relay: relay)
    }

    private static func intake(
        _ folder: DropFolder, state: String, dispatcher: Dispatcher, relay: NoticeRelay
    ) -> FolderIntake {
        let settings = folder.configuration
        var excluded = [settings.output, state]
        if let rejected = settings.rejected { excluded.append(rejected) }
        if case .move(let originals) = settings.originals { excluded.append(originals) }
        let watched = WatchedFolder(
            path: folder.source, recursive: settings.recursive, rules: IgnoreRules(settings.ignore),
            excluded: excluded.filter { !$0.isEmpty }.map { RawPath($0) })
        let polling = PollingSource(watched, interval: settings.pollInterval)
        let isPolled: Bool
        switch settings.backend {
        case .poll: isPolled = true
        case .inotify: isPolled = false
        case .auto:
            do { isPolled = try folder.openSource().fileSystemType().needsPolling } catch { isPolled = false }
        }
        var settle = SettleMachine.Settings(quiet: settings.settle)
        settle.completionTimeout = max(settings.settle * 5, .seconds(30))
        return FolderIntake(
            watched, source: isPolled ? polling : InotifySource(watched), fallback: isPolled ? nil : polling,
            settings: settle, scanInterval: settings.scanInterval,
            examine: { root, path in Self.examine(root, path) },
            known: { files in await dispatcher.known(files, in: folder) },
            notice: { notice in await relay.tell(notice) })
    }

    /// Looks whether a file is ready: status, structure, and whether somebody has it open for writing.
    private static func examine(_ root: OpenFolder, _ path: RawPath) -> SettleMachine.Examination {
        do throws(FileError) {
            let status = try root.status(of: path)
            guard status.kind == .regular else { return .present(status, missing: nil, isBeingWritten: nil) }
            let file = try root.file(path)
            if status.size == 0 {
                return .present(status, missing: "all content: it is empty", isBeingWritten: file.isBeingWritten)
            }
            var missing: String?
            if case .missing(let what) = try StructuralEnd.of(file) { missing = what }
            return .present(try file.status(), missing: missing, isBeingWritten: file.isBeingWritten)
        } catch {
            if error.isAbsence { return .vanished }
            // What cannot be read is taken, so that the work on it says why.
            do { return .present(try root.status(of: path), missing: nil, isBeingWritten: nil) } catch {
                return .vanished
            }
        }
    }

    /// Works until it is stopped; what is in hand then is finished.
    func run() async {
        await relay.connect { notice in await self.take(notice) }
        let intake = intake
        let intaking = Task { await intake.run() }
        let stopper = Task { [stopping] in
            await stopping.wait()
            intaking.cancel()
        }
        await withDiscardingTaskGroup { group in
            while !stopping.isSet {
                let arrivals = await intake.next(limit: 16)
                guard !arrivals.isEmpty, !stopping.isSet else { break }
                await waitForRoom()
                guard !stopping.isSet else { break }
                await take(arrivals, &group)
            }
        }
        stopper.cancel()
        stopping.set()
        await stopper.value
        intaking.cancel()
        await intaking.value
    }

    nonisolated func stop() { stopping.set() }

    /// Has the whole source looked at again.
    func scanSoon() async { await intake.scanSoon() }

    private func take(_ arrivals: [FolderIntake.Arrival], _ group: inout DiscardingTaskGroup) async {
        var pictures: [FolderIntake.Arrival] = []
        for arrival in arrivals {
            metrics.observe(.settling, arrival.waited)
            if folder.configuration.companions, CompanionNames.isCompanion(arrival.path.name) {
                await outstanding.acquire()
                group.addTask { await self.workOnCompanion(arrival) }
            } else {
                pictures.append(arrival)
            }
        }
        guard !pictures.isEmpty else { return }
        let candidates = pictures.map {
            Dispatcher.Candidate(folder: folder, relative: $0.path, status: $0.status)
        }
        let plans: [Dispatcher.Plan]
        do { plans = try await dispatcher.plan(candidates) } catch {
            log.limited("journal", .error, "\(error)")
            for arrival in pictures { await intake.again(arrival.path, after: .seconds(5)) }
            return
        }
        for (arrival, plan) in zip(pictures, plans) {
            switch plan {
            case .settled(let result):
                end(result, isNew: false)
                await intake.finished(arrival.path)
            case .queued: await intake.again(arrival.path, after: .milliseconds(100))
            case .later(let milliseconds):
                await intake.again(arrival.path, after: .milliseconds(max(milliseconds, 100)))
            case .work(let job, let alone):
                await outstanding.acquire()
                if alone {
                    await work(on: job, alone: true)
                } else {
                    group.addTask { await self.work(on: job) }
                }
            }
        }
    }

    private func work(on job: PictureJob, alone: Bool = false) async {
        let start = ContinuousClock.now
        inHand[job.relative] = start
        do throws(JournalError) {
            let (results, again) = try await dispatcher.attempt(job, alone: alone)
            metrics.observe(.picture, ContinuousClock.now - start)
            for result in results { end(result, isNew: true) }
            if let again {
                metrics.countRetry()
                await intake.again(job.relative, after: .milliseconds(again))
            } else {
                await intake.finished(job.relative)
            }
        } catch {
            log.limited("journal", .error, "\(error)")
            await intake.again(job.relative, after: .seconds(5))
        }
        inHand[job.relative] = nil
        await outstanding.release()
    }

    private func workOnCompanion(_ arrival: FolderIntake.Arrival) async {
        let job = PictureJob(folder: folder, relative: arrival.path)
        let journal = dispatcher.journal
        let result = await dispatcher.engine.workOnCompanion(job) { sources in
            do { return try await journal?.records(of: sources) ?? [] } catch { return sources.map { _ in nil } }
        }
        end(result, isNew: true)
        if result.isTransient {
            await intake.again(arrival.path, after: .seconds(5))
        } else {
            await intake.finished(arrival.path)
        }
        await outstanding.release()
    }

    private func end(_ result: PictureResult, isNew: Bool) {
        let report = result.report
        if isNew {
            metrics.count(report)
            for (stage, duration) in result.stages { metrics.observe(stage, duration) }
        }
        let level: Logger.Level =
            switch report.outcome {
            case .normalized, .unchanged: .info
            case .current, .ignored: .debug
            case .deferred: .info
            case .rejected: isNew ? .warning : .debug
            }
        let reason = report.reason.isEmpty ? "" : ": \(report.reason)"
        log.limited(
            report.outcome.rawValue, level, "\(report.outcome.rawValue) \(report.source)\(reason)",
            metadata: [
                "source": "\(report.source)", "output": "\(report.output ?? "")",
                "outcome": "\(report.outcome.rawValue)", "seconds": "\(report.seconds)",
            ])
        for warning in report.warnings {
            log.limited("warning", .info, "\(report.source): \(warning)", metadata: ["source": "\(report.source)"])
        }
    }

    // MARK: Notices

    private func take(_ notice: FolderIntake.Notice) async {
        switch notice {
        case .ignored(let path, let reason): noteIgnored(path, reason)
        case .waiting(let path, let status, let reason): await noteWaiting(path, status, reason)
        case .failed(let path, let error):
            log.limited("failed", .warning, "\(folder.source.appending(path)): \(error)")
        case .overflow:
            log.limited("overflow", .warning, "\(folder.source): notifications were lost; everything is scanned")
        case .lost(let error):
            isReady = false
            unwatchedReason = error.description
            log.limited("lost", .error, "\(folder.source) cannot be watched: \(error); it is looked for")
        case .watching:
            if unwatchedReason != nil { log.notice("\(folder.source) is watched again") }
            (isReady, unwatchedReason) = (true, nil)
        case .polling(let error):
            log.limited("polling", .warning, "\(error); \(folder.source) is polled from now on")
        }
    }

    /// What is not looked at is told of once, and not with every scan.
    private func noteIgnored(_ path: RawPath, _ reason: String) {
        var hasher = Hasher()
        hasher.combine(path)
        hasher.combine(reason)
        if ignored.count >= Self.mostIgnored { ignored = [] }
        guard ignored.insert(hasher.finalize()).inserted else { return }
        metrics.countIgnored()
        log.limited("ignored", .info, "ignored \(folder.source.appending(path)): \(reason)")
    }

    private static let mostIgnored = 16_384

    /// A file that is not ready stays visible: `upright status` shows it with its reason.
    private func noteWaiting(_ path: RawPath, _ status: FileStatus, _ reason: String) async {
        let source = folder.source.appending(path)
        log.limited("deferred", .info, "deferred \(source): \(reason)")
        do throws(JournalError) {
            guard let journal = dispatcher.journal else { return }
            var record =
                try await journal.record(of: source)
                ?? PictureRecord(source: source, folder: folder.source, status: status)
            guard record.state != .claimed, !record.isDelivered else { return }
            if record.firstSeen == 0 { record.firstSeen = PictureEngine.milliseconds() }
            record.status = status
            record.state = .waiting
            record.outcome = Outcome.deferred.rawValue
            record.reason = reason
            try await journal.finish([record])
        } catch {
            log.limited("journal", .error, "\(error)")
        }
    }

    // MARK: Room

    /// Waits until the output's file system has the room that must stay free.
    private func waitForRoom() async {
        while !stopping.isSet {
            // The journal needs room as the outputs do.
            let places = [folder.output] + (dispatcher.journal.map { [$0.path.parent] } ?? [])
            let least = freeSpace
            let full = await offTheCooperativePool {
                places.lazy.compactMap { Self.lack(of: least, at: $0) }.first
            }
            guard let full else {
                if pausedReason != nil { log.notice("\(folder.output): there is room again; going on") }
                pausedReason = nil
                return
            }
            if pausedReason == nil {
                log.warning("\(full); paused until there is room")
                pausedReason = PauseReason(.noSpace, full)
            }
            do { try await Task.sleep(for: .seconds(1)) } catch { return }
        }
    }

    /// What is short on a folder's file system; nil where there is room.
    private static func lack(of bytes: Int, at path: RawPath) -> String? {
        do {
            let space = try OpenFolder(path).freeSpace()
            if space.inodes < leastInodes { return "\(path): \(space.inodes) inodes free, less than \(leastInodes)" }
            guard space.bytes < UInt64(max(bytes, 0)) else { return nil }
            return "\(path): \(space.bytes) bytes free, less than limits.free-space (\(bytes))"
        } catch {
            // The work itself says what is wrong with the folder.
            return nil
        }
    }

    private static let leastInodes: UInt64 = 64

    // MARK: Status

    func snapshot(longest: Duration) async -> GenerationSnapshot {
        var snapshot = GenerationSnapshot()
        let figures = await intake.currentFigures
        snapshot.waiting = max(figures.waiting - inHand.count, 0)
        snapshot.inHand = inHand.count
        snapshot.oldestWaiting = figures.oldest.map {
            Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18
        }
        snapshot.overflows = figures.overflows
        snapshot.scans = figures.scans
        snapshot.isPaused = pausedReason != nil
        snapshot.isReady = isReady
        snapshot.folders = [state(snapshot)]
        let now = ContinuousClock.now
        let limit = longest * 2 + .seconds(60)
        snapshot.isAlive = inHand.values.allSatisfy { now - $0 < limit }
        return snapshot
    }

    private func state(_ snapshot: GenerationSnapshot) -> FolderState {
        var state = FolderState(source: folder.configuration.source, output: folder.configuration.output)
        state.isWatched = isReady
        state.unwatchedReason = unwatchedReason
        state.pausedReason = pausedReason
        state.waiting = snapshot.waiting
        state.inHand = snapshot.inHand
        state.oldestWaiting = snapshot.oldestWaiting
        return state
    }
}

/// Hands notices on to a lane that does not exist yet when its intake is made.
actor NoticeRelay {
    private var receiver: (@Sendable (FolderIntake.Notice) async -> Void)?

    func connect(_ receiver: @escaping @Sendable (FolderIntake.Notice) async -> Void) { self.receiver = receiver }

    func tell(_ notice: FolderIntake.Notice) async { await receiver?(notice) }
}
