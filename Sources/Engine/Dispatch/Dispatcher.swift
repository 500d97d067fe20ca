internal import UprightBase
package import UprightConfiguration
package import UprightFiles
internal import UprightFormats
internal import UprightRewriting

/// Decides for each file whether there is work to do, claims it, has the engine do the work, and schedules retries or
/// gives up.
package struct Dispatcher: Sendable {
    /// Works on the files.
    package let engine: PictureEngine
    /// Keeps claims and outcomes; nil if nothing is journaled.
    package var journal: Journal? { engine.history.journal }
    /// How often, and after what delay, transient failures are retried.
    package let retry: RetryConfiguration
    /// Keeps a picture that is worked on alone apart from the pictures of all lanes.
    let isolation = Isolation()
    let kills = KillTally()

    package init(engine: PictureEngine, retry: RetryConfiguration) { (self.engine, self.retry) = (engine, retry) }

    /// A file that may need work.
    package struct Candidate: Sendable {
        /// What is to be done. If a delivery is amended after its original has left, it has the record of that: there is no file to
        /// claim.
        package var job: PictureJob
        /// The file's status.
        package let status: FileStatus
        /// Whether to work on the file even if it is done.
        package var replays = false
        /// Whether to retry the file now, before its back-off has passed.
        package var retriesNow = false

        /// - Parameter isClosed: whether all writers of the file were known to have closed it when it had this status.
        package init(folder: DropFolder, relative: RawPath, status: FileStatus, isClosed: Bool = false) {
            (job, self.status) = (PictureJob(folder: folder, relative: relative), status)
            if isClosed { job.closed = status }
        }
    }

    /// What to do with a candidate.
    package enum Claim: Sendable {
        /// Work on it; `alone` if no other picture should be worked on at the same time.
        case work(PictureJob, alone: Bool)
        /// Move or delete the original of a picture that was delivered before (``Dispatcher/retire(_:)``).
        case retire(PictureJob)
        /// Nothing: this is its result.
        case settled(PictureResult)
        /// Plan it again when the file before it is done: both have to be worked on alone.
        case queued
        /// Plan it again after this number of milliseconds, or when the process that holds the claim has ended.
        case later(milliseconds: Int64)
    }

    /// Claims candidates and returns what to do with each. The claims are durable when this returns.
    package func claim(_ candidates: [Candidate]) async throws(JournalError) -> [Claim] {
        guard let journal, !engine.isDryRun else { return candidates.map { .work($0.job, alone: false) } }
        guard !candidates.contains(where: \.job.amendment.isOfOutput) else {
            var claims: [Claim] = []
            for candidate in candidates {
                claims +=
                    candidate.job.amendment.isOfOutput
                    ? [.work(candidate.job, alone: false)] : try await claim([candidate])
            }
            return claims
        }
        let now = PictureEngine.milliseconds()
        let limits = Journal.RetryLimits(
            attempts: retry.attempts, longestWait: max(retry.longestDelay, retry.delay).milliseconds)
        let requests = candidates.map {
            Journal.ClaimRequest(
                source: $0.job.source, folder: $0.job.folder.source, status: $0.status, replays: $0.replays,
                retriesNow: $0.retriesNow)
        }
        var claims: [Claim] = []
        for (candidate, decision) in zip(candidates, try await journal.claim(requests, now: now, limits: limits)) {
            func job(_ record: PictureRecord) -> PictureJob {
                var job = candidate.job
                job.previous = record
                return job
            }
            switch decision {
            case .granted(let record, let alone): claims.append(.work(job(record), alone: alone))
            case .finished(let record):
                switch await offTheCooperativePool({ candidate.job.folder.due(record) }) {
                case .nothing: claims.append(.settled(settled(record)))
                case .departure: claims.append(.retire(job(record)))
                case .note:
                    var noted = record
                    noted.reason = DropFolder.deletion
                    try await journal.noteDeletion(of: [record.source], DropFolder.deletion)
                    claims.append(.settled(settled(noted)))
                case .work:
                    // Repeat the work, which decides what to do.
                    var again = candidate
                    again.replays = true
                    claims += try await claim([again])
                }
            case .queued: claims.append(.queued)
            case .inUse: claims.append(.later(milliseconds: 5_000))
            case .early(let until): claims.append(.later(milliseconds: until - now))
            case .givenUp(let record), .onHold(let record): claims.append(.settled(settled(record)))
            }
        }
        return claims
    }

    /// The result of a file that is already done.
    func settled(_ record: PictureRecord) -> PictureResult {
        var settled = record
        if record.type.isEmpty { settled.type = ImageType.unknown.rawValue }
        settled.outcome = record.isDelivered ? .current : record.outcome ?? .rejected
        if record.state == .held {
            (settled.outcome, settled.reason) = (.deferred, "held on request; upright queue release lets it go on")
        }
        settled.sourceBytes = record.status.size
        settled.seconds = 0
        return PictureResult(settled)
    }

    /// Works on a claimed picture once, and journals a failure that will be retried.
    ///
    /// - Parameter alone: whether no other picture may be worked on meanwhile, in any lane, so that this picture is
    ///   known to be the cause if the process ends again.
    /// - Returns: the results; for a transient failure of the picture, the milliseconds until the next try; and the
    ///   fault behind the failure, if it affects all pictures of the folder.
    package func attempt(
        _ job: PictureJob, alone: Bool = false
    ) async throws(JournalError) -> (results: [PictureResult], again: Int64?, fault: Fault?) {
        var results = await isolation.run(
            alone: alone, by: engine.processor, isKilled: { $0.first?.isKill == true },
            {
                // A journal that fails now fails again at the result, which says so.
                if alone { try? await journal?.beginAlone(job.source) }
                return await engine.work(on: job)
            })
        for result in results where !engine.isDryRun && result.isAmended {
            try await recordRetirement(result, of: result.record)
        }
        guard let picture = results.first, picture.isTransient else {
            await kills.reset()
            return (results, nil, nil)
        }
        let fault = await fault(behind: picture, in: job.folder)
        // A file that cannot be read in a folder that can is tried for ever: the device may be mended.
        let counts = fault == nil && picture.counts
        var record = picture.record
        record.attempts = max((job.previous?.attempts ?? 1) - (counts ? 0 : 1), 0)
        let isLast = counts && record.attempts >= retry.attempts
        let waitsForShot = picture.awaited != nil && fault == nil && !counts
        let usual =
            waitsForShot
            ? Self.memberPause : delay(of: record, by: picture.fault, counts: counts, isPaused: fault != nil)
        let delay = isLast ? nil : usual
        record.outcome = .deferred
        record.state = .waiting
        if let delay {
            // The scan that finds the member finds the picture, too.
            let isSoon = fault != nil || waitsForShot
            record.nextTry = isSoon ? 0 : PictureEngine.milliseconds() + delay
        }
        if isLast {
            let reason = "gave up after \(record.attempts) attempts; the last error: \(picture.record.reason)"
            results[0].isTransient = false
            record.state = .finished
            record.outcome = .rejected
            record.reason = reason
        }
        record.report = FileReport(record).serialized
        results[0].record = record
        if !engine.isDryRun { try await journal?.finish([record]) }
        return (results, delay, fault)
    }

    /// The first wait of a picture for a member of its shot, in milliseconds.
    package static let memberPause: Int64 = 500

    /// The fault behind a result, if it affects all pictures of the folder; otherwise nil.
    package func fault(behind result: PictureResult, in folder: DropFolder) async -> Fault? {
        if let fault = result.fault {
            let relative = result.record.source.relative(to: folder.source)
            return await offTheCooperativePool { FolderInspection(folder).confirmed(fault, besides: relative) }
        }
        guard result.isKill, await kills.killed(result.record.source) else { return nil }
        return Fault(
            .process,
            "\(result.record.reason); so were the workers of \(KillTally.most - 1) pictures before it: too little memory for the "
                + "decoders; give the machine or the unit (MemoryMax) more, or work on fewer pictures at a time (jobs)")
    }

    /// The wait before the next try of a picture, in milliseconds.
    private func delay(of record: PictureRecord, by fault: Fault?, counts: Bool, isPaused: Bool) -> Int64 {
        // The pause decides when work on the folder resumes.
        if isPaused { return 1_000 }
        guard fault != nil, !counts else { return delay(afterTry: record.attempts) }
        // A part of a folder fails, and such tries do not count: the delay grows with the age of the failure.
        let age = PictureEngine.milliseconds().subtractingSaturated(record.firstSeen)
        return min(max(age / 4, retry.delay.milliseconds), max(retry.longestDelay, retry.delay).milliseconds)
    }

    /// The wait after a try, in milliseconds: it doubles with each try, up to `retry.longest-delay`.
    func delay(afterTry attempt: Int) -> Int64 {
        let first = retry.delay.milliseconds
        let longest = retry.longestDelay.milliseconds
        let doublings = min(max(attempt - 1, 0), 40)
        return min(first.multipliedSaturated(by: 1 << Int64(doublings)), longest)
    }
}

extension Duration {
    /// The duration in whole milliseconds.
    package var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds.multipliedSaturated(by: 1_000).addingSaturated(attoseconds / 1_000_000_000_000_000)
    }
}
