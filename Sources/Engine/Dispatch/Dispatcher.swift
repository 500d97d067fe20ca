internal import UprightJSON
public import UprightConfiguration
internal import UprightDigests
public import UprightFiles
internal import UprightContainers
public import UprightJournal
internal import UprightRewriting

/// Decides, file by file, whether there is work to be done, has it done and sees to what comes of it: claims, tries,
/// giving up.
public struct Dispatcher: Sendable {
    /// What files are worked on by.
    public let engine: PictureEngine
    /// Where claims and outcomes are kept; nil where nothing is journaled.
    public let journal: Journal?
    /// How often and when a transient failure is tried again.
    public let retry: RetryConfiguration
    /// Keeps a picture that is worked on alone apart from those of all lanes.
    let gate = IsolationGate()
    let kills = KillTally()

    /// A dispatcher.
    public init(engine: PictureEngine, journal: Journal?, retry: RetryConfiguration) {
        self.engine = engine
        self.journal = journal
        self.retry = retry
    }

    /// A file to be looked at.
    public struct Candidate: Sendable {
        /// The folder that it lies in.
        public var folder: DropFolder
        /// Its path below the folder's source.
        public var relative: RawPath
        /// What the file system says of it.
        public var status: FileStatus
        /// What the output is called; nil for the file's name.
        public var outputName: [UInt8]?
        /// Whether it is worked on even where it is done with.
        public var replays = false
        /// Whether one that waits for its next try is tried now.
        public var retriesNow = false
        /// Whether its own earlier output may be replaced.
        public var replacesOwn = false

        /// A file to be looked at.
        public init(folder: DropFolder, relative: RawPath, status: FileStatus) {
            self.folder = folder
            self.relative = relative
            self.status = status
        }

        /// The file's whole path.
        public var source: RawPath { folder.source.appending(relative) }
    }

    /// What is to be done with a candidate.
    public enum Plan: Sendable {
        /// Work on it; `alone` where nothing else should run beside it.
        case work(PictureJob, alone: Bool)
        /// Move or delete the original of a picture that was delivered before (``Dispatcher/retire(_:)``).
        case retire(PictureJob)
        /// Nothing: this is how it stands.
        case settled(PictureResult)
        /// When the file before it is done: it has to be worked on alone, as that one has.
        case queued
        /// Not now: after this number of milliseconds, or when the worker that has it has ended.
        case later(milliseconds: Int64)
    }

    /// Claims candidates and says what is to be done with each. The claims are durable when this returns.
    public func plan(_ candidates: [Candidate]) async throws(JournalError) -> [Plan] {
        guard let journal, !engine.isDryRun else {
            return candidates.map {
                var job = PictureJob(folder: $0.folder, relative: $0.relative, replacesOwn: $0.replacesOwn)
                job.outputName = $0.outputName
                return .work(job, alone: false)
            }
        }
        let now = PictureEngine.milliseconds()
        let limits = Journal.RetryLimits(
            attempts: retry.attempts, longestWait: max(retry.longestDelay, retry.delay).milliseconds)
        let requests = candidates.map {
            Journal.ClaimRequest(
                source: $0.source, folder: $0.folder.source, status: $0.status, replays: $0.replays,
                retriesNow: $0.retriesNow)
        }
        var plans: [Plan] = []
        for (candidate, decision) in zip(candidates, try await journal.claim(requests, now: now, limits: limits)) {
            switch decision {
            case .granted(let record, let alone): plans.append(work(candidate, record, alone: alone))
            case .finished(let record):
                guard record.isDelivered, await !stands(record) else {
                    let isLeft = record.isDelivered && candidate.folder.configuration.originals != .keep
                    plans.append(isLeft ? .retire(job(candidate, record)) : .settled(settled(record)))
                    continue
                }
                // The output is gone, or is not what was delivered: the work is done again, and judges.
                var again = candidate
                again.replays = true
                plans += try await plan([again])
            case .queued: plans.append(.queued)
            case .held: plans.append(.later(milliseconds: 5_000))
            case .early(let until): plans.append(.later(milliseconds: until - now))
            case .givenUp(let record), .onHold(let record): plans.append(.settled(settled(record)))
            }
        }
        return plans
    }

    private func work(_ candidate: Candidate, _ record: PictureRecord, alone: Bool) -> Plan {
        .work(job(candidate, record), alone: alone)
    }

    private func job(_ candidate: Candidate, _ record: PictureRecord) -> PictureJob {
        PictureJob(
            folder: candidate.folder, relative: candidate.relative, previous: record,
            replacesOwn: candidate.replacesOwn)
    }

    /// Moves or deletes the original of a picture that was delivered before, as its process was kept from doing.
    public func retire(_ job: PictureJob) async -> PictureResult {
        guard let record = job.previous else { return engine.refusing(job, .deferred, "it is not on record") }
        var result = settled(record)
        result.report.warnings = await engine.retireLeftOriginal(of: job, record).map { [$0] } ?? []
        return result
    }

    /// Whether a delivered output stands, as far as its name and size tell; `upright verify` reads it.
    func stands(_ record: PictureRecord) async -> Bool {
        await offTheCooperativePool { Self.outputStands(record) }
    }

    /// The result of a file that was done with before.
    func settled(_ record: PictureRecord) -> PictureResult {
        let isDelivered = record.isDelivered
        var report = FileReport(
            source: record.source.description, type: record.type.isEmpty ? ImageType.unknown.rawValue : record.type,
            outcome: isDelivered ? .current : Outcome(rawValue: record.outcome ?? "") ?? .rejected,
            reason: record.reason)
        if record.state == .held {
            report.outcome = .deferred
            report.reason = "held on request; upright queue release has it worked on"
        }
        report.orientation = record.orientation
        report.bytes.source = record.status.size
        if isDelivered {
            report.output = record.output?.description
            report.bytes.output = record.outputSize
        }
        report.sha256.source = record.sourceSHA256.map { hexadecimal($0) }
        report.sha256.output = isDelivered ? record.outputSHA256.map { hexadecimal($0) } : nil
        return PictureResult(report: report, record: record)
    }

    /// Works on a claimed picture once, and writes down a failure that will be tried again.
    ///
    /// - Parameter alone: whether no other picture may be worked on meanwhile, in any lane: if the process ends again, there
    ///   is no doubt why.
    /// - Returns: the results, and for a transient failure of the picture, after how many milliseconds to try again; with
    ///   the fault behind it, where it keeps all pictures of the folder from being worked on.
    public func attempt(
        _ job: PictureJob, alone: Bool = false
    ) async throws(JournalError) -> (results: [PictureResult], again: Int64?, fault: Fault?) {
        await gate.enter(alone: alone)
        var results = await engine.work(on: job)
        await gate.leave()
        guard let picture = results.first, picture.isTransient else {
            await kills.reset()
            return (results, nil, nil)
        }
        let fault = await fault(behind: picture, in: job.folder)
        // A drop folder that can be read has a file that cannot: the picture's own failure.
        let counts = fault == nil && (picture.counts || picture.fault?.kind == .source)
        var record = picture.record
        record.attempts = max((job.previous?.attempts ?? 1) - (counts ? 0 : 1), 0)
        let isLast = counts && record.attempts >= retry.attempts
        let delay = isLast ? nil : delay(of: record, by: picture.fault, counts: counts, isPaused: fault != nil)
        record.outcome = Outcome.deferred.rawValue
        record.state = .waiting
        if let delay { record.nextTry = fault == nil ? PictureEngine.milliseconds() + delay : 0 }
        if isLast {
            let reason = "given up after \(record.attempts) tries; the last: \(picture.report.reason)"
            results[0].report.outcome = .rejected
            results[0].report.reason = reason
            results[0].isTransient = false
            record.state = .finished
            record.outcome = Outcome.rejected.rawValue
            record.reason = reason
        }
        record.report = results[0].report.json.serialized
        results[0].record = record
        if !engine.isDryRun { try await journal?.finish([record]) }
        return (results, delay, fault)
    }

    /// The fault that keeps all pictures of a folder from being worked on, where one is behind a result.
    public func fault(behind result: PictureResult, in folder: DropFolder) async -> Fault? {
        if let fault = result.fault {
            return await offTheCooperativePool { FolderInspection(folder).confirmed(fault) }
        }
        guard result.isKill, await kills.killed(result.record.source) else { return nil }
        return Fault(
            .process,
            "\(result.report.reason); so were those of \(KillTally.most - 1) pictures before it: expected memory for the decoders; "
                + "give the machine or the unit (MemoryMax) more, or work on fewer pictures at a time (jobs)")
    }

    /// The wait before the next try of a picture, in milliseconds.
    private func delay(of record: PictureRecord, by fault: Fault?, counts: Bool, isPaused: Bool) -> Int64 {
        // The pause decides when the folder goes on.
        if isPaused { return 1_000 }
        guard fault != nil, !counts else { return delay(afterTry: record.attempts) }
        // A part of the output fails, which counts for nothing: the waits grow with the time that it has lasted.
        let age = PictureEngine.milliseconds() - record.firstSeen
        return min(max(age / 4, retry.delay.milliseconds), max(retry.longestDelay, retry.delay).milliseconds)
    }

    /// The wait after a try, in milliseconds: doubled with each, up to the longest.
    func delay(afterTry attempt: Int) -> Int64 {
        let first = retry.delay.milliseconds
        let longest = retry.longestDelay.milliseconds
        let doublings = min(max(attempt - 1, 0), 40)
        let (product, overflow) = first.multipliedReportingOverflow(by: 1 << Int64(doublings))
        return overflow ? longest : min(product, longest)
    }
}

extension Duration {
    /// The duration in whole milliseconds.
    package var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        return overflow ? .max : product &+ attoseconds / 1_000_000_000_000_000
    }
}
