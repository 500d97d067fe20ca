internal import UprightFiles
internal import UprightConfiguration
internal import UprightEngine
internal import Glibc
internal import Logging
internal import UprightRewriting
internal import UprightBase

/// The lane from one drop folder to its output: takes the files that arrive, has them processed, and ends each with an
/// outcome.
actor Lane {
    let folder: DropFolder
    let dispatcher: Dispatcher
    let log: DaemonLog
    let metrics: Metrics
    private let hook: FailureHook?
    nonisolated let stopping = EventFlag(false)
    /// Set when the drop folder has been watched for the first time.
    private nonisolated let firstWatching = EventFlag(false)
    private nonisolated let relay: NoticeRelay
    nonisolated let requestedPause = RequestedPause()
    /// What is known of the writers of files.
    nonisolated let evidence = WriterEvidence()
    let intake: FolderIntake
    let health: LaneHealth
    /// Limits the pictures in progress. More than there are jobs, so that some are synced while others are processed.
    let outstanding: ConcurrencyLimit
    /// Since when each picture has been worked on; of a large file, from when its copy ends at the latest.
    var busySince: [RawPath: ContinuousClock.Instant] = [:]
    var companions = WaitingCompanions()
    /// The types of the files that were left since the start.
    var leftTypes: Set<String> = []
    /// What was logged of the files that are not worked on.
    private var told = ToldReasons()
    /// The pictures that wait for a member of their shot.
    private var shots = WaitingShots()
    var unwatchedReason: String?
    /// Since when each file that was taken away has been noticed, in milliseconds since 1970; nil if that is not so.
    var watchedSince: Int64?
    var polledReason: String?
    /// When the oldest of the arrivals that wait for the folder's health was first seen; nil if none waits.
    var delayedSince: ContinuousClock.Instant?
    /// Whether an original could not be moved or deleted, so that a change of rights is worth another try.
    var hasStuckOriginals = false
    /// The result of the trial picture; nil without a trial.
    var trial: (isWorkedOn: Bool, fault: Fault?)?
    var isReady = false

    init(
        _ folder: DropFolder, of configuration: Configuration, dispatcher: Dispatcher, log: DaemonLog, metrics: Metrics,
        in surroundings: LaneHealth.Surroundings, hook: FailureHook?
    ) {
        self.folder = folder
        self.dispatcher = dispatcher
        self.log = log
        self.metrics = metrics
        self.hook = hook
        outstanding = ConcurrencyLimit(configuration.parallelJobs * 2 + 24)
        let relay = NoticeRelay()
        self.relay = relay
        let intake = Self.intake(
            folder, state: configuration.state, dispatcher: dispatcher, relay: relay, evidence: evidence)
        self.intake = intake
        health = LaneHealth(
            folder, in: surroundings, log: log,
            hasWork: { await intake.currentFigures.waiting > 0 },
            // Files that arrived during the pause may have caused no notification.
            resumed: { reason in
                guard reason.kind == .notMounted || reason.kind == .source else { return }
                await intake.scanSoon()
                await intake.readAgain()
            })
    }

    /// Runs until it is stopped and the pictures in progress are finished.
    func run() async {
        await relay.connect { notice in await self.handle(notice) }
        let ahead = lookAhead
        await withDiscardingTaskGroup { group in
            group.addTask { [health] in await health.run() }
            group.addTask { await self.watchOutputs() }
            group.addTask { await self.retireOriginalsWhenDue() }
            group.addTask { await self.forgetGoneFiles() }
            group.addTask { await self.receive(ahead) }
            await workOnArrivals(ahead)
            stopping.set()
            firstWatching.set()
            group.cancelAll()
        }
    }

    /// Has files found and looked up ahead until the lane is stopped.
    private func receive(_ ahead: LookAhead<FolderIntake.Arrival>?) async {
        let intake = intake
        await withDiscardingTaskGroup { group in
            group.addTask { await intake.run() }
            if let ahead {
                group.addTask { [stopping] in
                    while !stopping.isSet {
                        let arrivals = await intake.next(limit: 16)
                        guard !arrivals.isEmpty else { break }
                        for arrival in arrivals { await ahead.add(arrival) }
                    }
                    ahead.finish(discarding: true)
                }
            }
            await stopping.wait()
            requestedPause.stop()
            await health.stop()
            ahead?.finish(discarding: true)
            group.cancelAll()
        }
    }

    /// Works on the files that arrive until the lane is stopped and the pictures in progress are finished.
    private func workOnArrivals(_ ahead: LookAhead<FolderIntake.Arrival>?) async {
        await withDiscardingTaskGroup { group in
            while !stopping.isSet {
                let arrivals = if let ahead { await ahead.next(limit: 16) } else { await intake.next(limit: 16) }
                guard !arrivals.isEmpty, !stopping.isSet else { break }
                await takeInTurn(arrivals, &group)
            }
            ahead?.finish(discarding: true)
        }
    }

    /// Takes arrivals as soon as the folders are healthy; during a trial, one at a time.
    private func takeInTurn(_ arrivals: [FolderIntake.Arrival], _ group: inout DiscardingTaskGroup) async {
        var rest = arrivals[...]
        delayedSince = arrivals.map(\.waited).max().map { .now - $0 }
        defer { delayedSince = nil }
        while let first = rest.first {
            guard await requestedPause.waitUntilOver() else { return }
            switch await health.admission() {
            case .stopped: return
            case .open:
                guard await requestedPause.waitUntilOver(), !stopping.isSet else { return }
                await work(on: Array(rest), &group)
                return
            case .trial:
                rest.removeFirst()
                await runTrial(first, &group)
            }
        }
    }

    /// Processes one picture as a trial of whether a fault has passed.
    private func runTrial(_ arrival: FolderIntake.Arrival, _ group: inout DiscardingTaskGroup) async {
        trial = (isWorkedOn: false, fault: nil)
        await work(on: [arrival], &group, isTrial: true)
        let (isWorkedOn, fault) = trial ?? (false, nil)
        trial = nil
        await health.trialEnded(isConclusive: isWorkedOn, fault: fault)
    }

    /// Reports a fault that keeps the lane's pictures from being processed.
    func report(_ fault: Fault) async {
        trial?.fault = fault
        await health.report(fault)
    }

    nonisolated func stop() { stopping.set() }

    /// Watches for deleted outputs, once the drop folder has its watches.
    private func watchOutputs() async {
        let folder = folder
        guard let journal = dispatcher.journal else { return }
        await firstWatching.wait()
        guard !stopping.isSet, await offTheCooperativePool({ DeletedOutputs.canWatch(folder) }) else { return }
        await DeletedOutputs(folder, journal: journal, intake: intake, log: log).run()
    }

    /// Queries servers about pictures before they are claimed; nil if no step queries a server.
    private var lookAhead: LookAhead<FolderIntake.Arrival>? {
        let engine = dispatcher.engine
        guard engine.lookAhead > 0 else { return nil }
        return LookAhead(capacity: engine.lookAhead) { [folder] arrival in
            await engine.lookAhead(at: arrival.relative, in: folder)
        }
    }

    /// Requests a scan of the whole source.
    func scanSoon() async { await intake.scanSoon() }

    private func work(
        on arrivals: [FolderIntake.Arrival], _ group: inout DiscardingTaskGroup, isTrial: Bool = false
    ) async {
        let folder = await health.folder
        var pictures: [FolderIntake.Arrival] = []
        for arrival in arrivals {
            metrics.observe(.settling, arrival.waited)
            for picture in shots.settled(arrival.relative) where busySince[picture] == nil {
                await intake.again(picture, after: .zero)
            }
            if folder.configuration.companions, ShotTable.kind(of: arrival.relative.name) != nil {
                await outstanding.acquire()
                if isTrial {
                    await workOnCompanion(arrival, in: folder)
                } else {
                    group.addTask { await self.workOnCompanion(arrival, in: folder) }
                }
            } else {
                pictures.append(arrival)
            }
        }
        guard !pictures.isEmpty else { return }
        let candidates = pictures.map { arrival in
            Dispatcher.Candidate(
                folder: folder, relative: arrival.relative, status: arrival.status, isClosed: arrival.isClosed)
        }
        let claims: [Dispatcher.Claim]
        do { claims = try await dispatcher.claim(candidates) } catch {
            await report(Fault(.journal, error.description))
            for arrival in pictures { await intake.again(arrival.relative, after: .seconds(1)) }
            return
        }
        for (arrival, claim) in zip(pictures, claims) {
            await follow(claim, of: arrival, waits: isTrial) { work in group.addTask(operation: work) }
        }
    }

    /// Does what a claim says.
    ///
    /// - Parameters:
    ///   - waits: whether work is waited for.
    ///   - start: starts work that is not waited for.
    func follow(
        _ claim: Dispatcher.Claim, of arrival: FolderIntake.Arrival, waits: Bool,
        _ start: (@escaping @Sendable () async -> Void) -> Void
    ) async {
        let (relative, size) = (arrival.relative, arrival.status.size)
        switch claim {
        case .settled(let result):
            end(result, isNew: false)
            await intake.finished(relative)
        case .queued: await intake.again(relative, after: .milliseconds(100))
        case .later(let milliseconds): await intake.again(relative, after: .milliseconds(max(milliseconds, 100)))
        case .retire(let job):
            await outstanding.acquire()
            if waits { await retire(job) } else { start { await self.retire(job) } }
        case .work(let job, let alone):
            await outstanding.acquire()
            if alone || waits {
                await work(on: job, of: size, alone: alone)
            } else {
                start { await self.work(on: job, of: size) }
            }
        }
    }

    /// - Parameter bytes: the file's size.
    func work(on picture: PictureJob, of bytes: Int, alone: Bool = false) async {
        var job = picture
        job.writers = writers
        job.watchedSince = watchedSince
        let start = ContinuousClock.now
        // A file that is passed on can have any size, and a slow disk.
        busySince[job.relative] = start + .seconds(bytes / Self.slowestDisk)
        do throws(JournalError) {
            let (results, again, fault) = try await dispatcher.attempt(job, alone: alone)
            trial?.isWorkedOn = true
            if let fault { await report(fault) }
            metrics.observe(.picture, ContinuousClock.now - start)
            for result in results { end(result, isNew: true) }
            if let again {
                metrics.countRetry()
                let member = fault == nil ? results.first?.awaited : nil
                let pause = member.map { shots.wait(job.relative, for: $0) }
                await intake.again(job.relative, after: pause ?? .milliseconds(again))
            } else {
                shots.remove(job.relative)
                await intake.finished(job.relative)
                await lookAtCompanions(
                    of: job, results.first?.companions ?? [], identifier: results.first?.record.contentIdentifier)
            }
        } catch {
            await report(Fault(.journal, error.description))
            await intake.again(job.relative, after: .seconds(1))
        }
        busySince[job.relative] = nil
        outstanding.release()
    }

    /// The bytes per second that the copy of a large file writes at least.
    private static let slowestDisk = 2_000_000

    func retire(_ job: PictureJob) async {
        await retireOriginal(job)
        await intake.finished(job.relative)
        await lookAtCompanions(of: job, [])
        outstanding.release()
    }

    func end(_ result: PictureResult, isNew: Bool) {
        let report = result.report
        if isNew {
            metrics.count(report, folder: folder.configuration.source, isCompanion: result.record.isCompanion)
            if report.outcome == .rejected { hook?.add(result.record.exportJSON) }
            for (stage, duration) in result.stages { metrics.observe(stage, duration) }
        }
        let level: Logger.Level =
            switch report.outcome {
            case .normalized, .unchanged, .passed: result.record.isIncomplete ? .warning : .info
            case .current, .ignored: .debug
            case .deferred: .info
            case .rejected: isNew ? .warning : .debug
            }
        let path = result.record.source.relative(to: folder.source) ?? result.record.source
        let remark = result.record.remark ?? report.reason
        if report.outcome != .deferred { told.forget(path) }
        if report.outcome != .deferred || told.isNews(remark, of: path) {
            log.limited(
                report.outcome.rawValue, level,
                "\(report.outcome.rawValue) \(report.source)\(remark.isEmpty ? "" : ": \(remark)")",
                metadata: [
                    "source": "\(report.source)", "output": "\(report.output ?? "")",
                    "outcome": "\(report.outcome.rawValue)", "seconds": "\(report.seconds)",
                ])
        }
        noteLeft(result)
        noteOriginal(result)
        for warning in report.warnings {
            log.limited("warning", .info, "\(report.source): \(warning)", metadata: ["source": "\(report.source)"])
        }
    }

    // MARK: Notices

    private func handle(_ notice: FolderIntake.Notice) async {
        switch notice {
        case .ignored(let path, let reason): noteIgnored(path, reason)
        case .removed(let paths): await noteGone(paths)
        case .waiting(let path, let status, let reason): await noteWaiting(path, status, reason)
        case .failed(let path, let error):
            log.limited("failed", .warning, "\(folder.source.appending(path)): \(error)")
            await health.failed(error, at: path)
        case .unreadable(let path, let error): await noteUnreadable(path, error)
        case .readable(let paths): await noteReadable(paths)
        case .rights: await retryOriginals()
        case .overflow:
            watchedSince = PictureEngine.milliseconds()
            log.limited("overflow", .warning, "\(folder.source): notifications were lost; scanning everything")
        case .lost(let error):
            (isReady, watchedSince) = (false, nil)
            unwatchedReason = error.description
            log.limited("lost", .error, "\(folder.source) cannot be watched: \(error); trying again until it can")
        case .watching:
            if unwatchedReason != nil { log.notice("\(folder.source) is watched again") }
            (isReady, unwatchedReason) = (true, nil)
            if intake.isNotified, polledReason == nil { watchedSince = watchedSince ?? PictureEngine.milliseconds() }
            firstWatching.set()
        case .polling(let error):
            watchedSince = nil
            polledReason = error.description
            log.limited("polling", .warning, "\(error); \(folder.source) is polled until it can be watched")
        case .notified:
            (polledReason, watchedSince) = (nil, PictureEngine.milliseconds())
            log.notice("\(folder.source) is watched by notifications again")
        }
    }

    /// Logs an ignored file.
    private func noteIgnored(_ path: RawPath, _ reason: String) {
        guard told.isNews(reason, of: path) else { return }
        metrics.countIgnored()
        log.limited("ignored", .info, "ignored \(folder.source.appending(path)): \(reason)")
    }

    /// Records a file that is not ready in the journal, so that `upright status` shows it with its reason.
    func noteWaiting(_ path: RawPath, _ status: FileStatus, _ reason: String) async {
        let source = folder.source.appending(path)
        if told.isNews(reason, of: path) { log.limited("deferred", .info, "deferred \(source): \(reason)") }
        do throws(JournalError) {
            guard let journal = dispatcher.journal else { return }
            var record = PictureRecord(source: source, folder: folder.source, status: status)
            record.isCompanion = folder.configuration.companions && ShotTable.kind(of: path.name) != nil
            record.reason = reason
            try await journal.noteWaiting(record, now: PictureEngine.milliseconds())
        } catch {
            log.limited("journal", .error, "\(error)")
        }
    }
}
