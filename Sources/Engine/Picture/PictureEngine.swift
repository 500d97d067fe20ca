internal import UprightConfiguration
internal import CUprightLinux
internal import UprightWorker
package import UprightFiles
internal import Glibc
internal import UprightFormats
internal import UprightPlaces
internal import UprightRewriting
package import UprightSteps
internal import UprightBase

/// Does all the work on a picture: opens, identifies, processes, checks, delivers and journals it.
///
/// The daemon and `upright reprocess` both call ``work(on:)``; nothing else writes an output.
package struct PictureEngine: Sendable {
    /// Works on the pictures' bytes.
    package let processor: any PictureProcessor
    /// Makes outputs and journal rows durable.
    package let committer: GroupCommitter<PictureRecord>
    /// Whether existing outputs with other bytes are replaced.
    package var force = false
    /// Whether to write nothing, and only report what would be done.
    package var isDryRun = false
    /// The steps that write into pictures, besides turning. Default: none.
    package var steps = PreparedSteps()
    /// Whether a later visit of the caller moves or deletes the originals that cannot be retired yet, so that their
    /// timestamps, which can be a server's, need not be trusted. Default: false.
    package var revisitsOriginals = false
    /// The product's version, for the journal.
    package var version: String
    /// Whether each companion arrives by itself and is worked on then (``workOnCompanion(_:)``). Otherwise it is delivered
    /// with its picture.
    package var companionsArrive = false
    /// What has happened before; nil if nothing is recorded.
    package var history: Journal?
    /// How many pictures are worked on, or wait for the processor's threads, at a time.
    let slots: ConcurrencyLimit
    /// How many files are passed on at a time: they keep the disks busy, and no processor.
    let passSlots = ConcurrencyLimit(2)
    /// How many pictures are surveyed by the look-ahead at a time.
    let readings: ConcurrencyLimit
    /// The outputs that this run has announced, if ``promises``.
    let promised = PromisedNames()
    /// Whether outputs are announced: nothing else may tell whose they are, or that they would be there.
    var promises: Bool { isDryRun || force && history == nil }
    /// The paths of outputs that steps place, and whose turn it is to get one.
    let placements = PlacementOrder()
    /// The pictures of folders that skip duplicates.
    let shown = ShownPictures()
    /// The sources that are being worked on.
    let sourcesInUse = SourcesInUse()
    /// Whether rows are written; otherwise they need no report.
    private let isRecorded: Bool
    /// The names of the files of shots.
    let shotNames = ShotNames()
    /// The content identifiers of films.
    let films = FilmIdentifiers()

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - processor: works on the pictures' bytes.
    ///   - jobs: how many pictures are worked on at a time.
    ///   - version: the product's version.
    ///   - durability: syncs and renames files.
    ///   - recorder: writes journal rows durably; nil if there is no journal.
    package init(
        processor: any PictureProcessor, jobs: Int, version: String,
        durability: any Durability = KernelDurability(),
        recorder: GroupCommitter<PictureRecord>.Recorder? = nil
    ) {
        isRecorded = recorder != nil
        self.processor = processor
        self.version = version
        slots = ConcurrencyLimit(jobs + processor.waiting)
        readings = ConcurrencyLimit(jobs)
        committer = GroupCommitter(durability: durability, recorder: recorder ?? { _ in })
    }

    /// Works on a picture. When this returns, the result is final, and durable if something was delivered. Only a
    /// transient failure is not in the journal yet.
    ///
    /// - Returns: the result for the picture, then one for each companion.
    package func work(on job: PictureJob) async -> [PictureResult] {
        var start = ContinuousClock.now
        let now = Self.milliseconds
        var work = PictureWork(job, now: now, version: version)
        while true {
            await committer.announce()
            work.isAnnounced = true
            do throws(Refusal) {
                try await carryOutOrPass(&work, start: &start)
                break
            } catch {
                // One that has its place among others must not wait for one that waits for its place.
                guard let source = error.sourceInUse, job.ticket == nil else {
                    work.end(as: error)
                    break
                }
                // The deliveries of the other name must not wait for this one.
                if work.isAnnounced { await committer.revoke() }
                await sourcesInUse.waitUntilReleased(source)
                work = PictureWork(job, now: now, version: version)
                start = .now
            }
        }
        // A retry must not keep those behind it waiting.
        job.ticket?.place()
        if job.amendment != .none, !work.isCommitted, !isDryRun || !work.result.outcome.hasOutput {
            work.leaveDelivery()
        }
        work.stamp(seconds: ContinuousClock.now - start, now: now())
        if !work.isCommitted, !work.result.isTransient { await commitRecord(&work) }
        if work.isAnnounced { await committer.revoke() }
        if work.result.outcome == .rejected { await copyToRejectedFolder(&work) }
        let members = work.members.filter { !$0.isCopy }.map(\.work.result)
        guard deliversCompanions(of: job), !companionsArrive, work.canHaveMembers else {
            return [work.result] + members
        }
        if work.outputName == nil { work.late = await presentMembers(of: work).map(\.relative) }
        return [work.result] + members + (await deliverLateMembers(of: work))
    }

    /// Whether what belongs to the shot of a picture is delivered with it.
    func deliversCompanions(of job: PictureJob) -> Bool {
        job.folder.configuration.companions && !leavesCompanions
    }

    /// Whether a step has companions stay behind.
    var leavesCompanions: Bool { steps.companions == .drop }

    private func carryOutOrPass(
        _ work: inout PictureWork, start: inout ContinuousClock.Instant
    ) async throws(Refusal) {
        do throws(Refusal) {
            try await carryOut(&work, start: &start)
        } catch {
            let job = work.job
            guard error.isOther, job.folder.configuration.others != .leave, !job.isInMemory else { throw error }
            try await pass(&work, as: error.type, start: &start)
        }
    }

    private func carryOut(
        _ work: inout PictureWork, start: inout ContinuousClock.Instant
    ) async throws(Refusal) {
        let (job, isDryRun, sourcesInUse) = (work.job, isDryRun, sourcesInUse)
        let awaitsPlacement = steps.placesOutputs
        let attempt = try await processed(&work, start: &start) { () throws(Refusal) in
            guard job.amendment.isOfOutput else {
                return try OpenPicture(
                    job, isDryRun: isDryRun, sourcesInUse: sourcesInUse, awaitsPlacement: awaitsPlacement)
            }
            return try OpenPicture(
                outputOf: job, isDryRun: isDryRun, sourcesInUse: sourcesInUse,
                awaitsPlacement: awaitsPlacement && job.amendment.moves)
        } checking: { picture, processed throws(Refusal) in
            try CheckedOutput(picture.checked(processed), of: picture)
        }
        let checked =
            if let checked = attempt.checked {
                try checked.get()
            } else {
                try await offTheCooperativePool { () throws(Refusal) in
                    try CheckedOutput(attempt.picture.checked(attempt.processed), of: attempt.picture)
                }
            }
        work.result.stages[.checking, default: .zero] += checked.readAt - attempt.processedAt
        let picture = try await followed(attempt.picture, checked.prepared, &work)
        let claim = try await job.amendment.isOfOutput ? nil : claimPicture(work)
        try await deliver(checked, of: picture, &work, start: start)
        if work.isCommitted, !job.amendment.isOfOutput { await retire(&work, picture) }
        // Rows say the same where they are written.
        if isDryRun || work.isCommitted && history == nil { shown.note(work.record) }
        withExtendedLifetime(claim) {}
    }

    /// Opens and processes the picture when its turn comes; may check its output too, if there is a check.
    func processed(
        _ work: inout PictureWork, start: inout ContinuousClock.Instant,
        opening open: @escaping @Sendable () throws(Refusal) -> OpenPicture,
        checking check: PictureCheck? = nil
    ) async throws(Refusal) -> PictureAttempt {
        let stop = StopMark()
        await work.job.ticket?.waitForStart()
        await slots.acquire()
        work.job.ticket?.start()
        let result = await withTaskCancellationHandler {
            await attempt(work.job, checking: check) { () throws(Refusal) in
                // It may have waited for a slot, or for a thread.
                guard !stop.isSet else { throw .stopped }
                return try open()
            }
        } onCancel: {
            stop.set()
        }
        slots.release()
        let done = try result.get()
        start = done.startedAt
        work.result.stages[.opening, default: .zero] += done.openedAt - done.startedAt
        work.result.stages[.processing, default: .zero] += done.processedAt - done.openedAt
        work.take(done.processed, of: done.picture)
        return done
    }

    /// Opens and normalizes a picture, with the steps' edits if there are steps.
    private func attempt(
        _ job: PictureJob, checking check: PictureCheck?,
        opening open: @escaping @Sendable () throws(Refusal) -> OpenPicture
    ) async -> Result<PictureAttempt, Refusal> {
        guard !steps.isEmpty || job.position != nil || job.folder.options.readsSidecars else {
            return await normalized(job, options: job.folder.options, checking: check, opening: open)
        }
        do throws(Refusal) {
            let startedAt = ContinuousClock.now
            let picture = try await offTheCooperativePool(throwing: open)
            let openedAt = ContinuousClock.now
            let (placed, processed) = try await process(picture)
            return .success(
                PictureAttempt(
                    startedAt: startedAt, picture: placed, processed: processed, openedAt: openedAt,
                    processedAt: .now))
        } catch {
            return .failure(error)
        }
    }

    /// Opens and normalizes a picture, and checks its output if there is a check.
    ///
    /// A worker waits while its thread checks an output. Unless there are as many workers as processors, a large one is
    /// therefore checked later, by another thread.
    func normalized(
        _ job: PictureJob, options: NormalizationOptions, checking check: PictureCheck? = nil,
        opening open: @escaping @Sendable () throws(Refusal) -> OpenPicture
    ) async -> Result<PictureAttempt, Refusal> {
        let processor = processor(for: job)
        let smallBytes = processor.occupiesAllProcessors ? Int.max : PictureAttempt.smallBytes
        let task = PictureTask(options: options) { () throws(Refusal) -> OpenedPicture in
            let startedAt = ContinuousClock.now
            return OpenedPicture(picture: try open(), startedAt: startedAt, openedAt: .now)
        } files: {
            ($0.picture.source.descriptor, $0.picture.made.descriptor)
        } finish: { opened, processed in
            let picture = opened.picture
            var attempt = PictureAttempt(
                startedAt: opened.startedAt, picture: picture, processed: processed, openedAt: opened.openedAt,
                processedAt: .now)
            if let check, picture.status.size < smallBytes {
                attempt.checked = Result { () throws(Refusal) in try check(picture, processed) }
            }
            return attempt
        }
        return await processor.perform(task)
    }

    /// The processor for a picture: one in memory is in files that are used again, which no other process may get.
    func processor(for job: PictureJob) -> any PictureProcessor {
        job.isInMemory ? processor.copying : processor
    }

    /// Warns of an original that is still there, unless a later visit moves or deletes it.
    func noteRemark(on work: inout PictureWork) {
        let original = work.result.original
        if let remark = original.remark, !revisitsOriginals || !original.isLater { work.result.warn([remark]) }
    }

    func commitRecord(_ work: inout PictureWork) async {
        guard !isDryRun else { return }
        if case .record(let reason)? = await commit(.none, of: &work) {
            work.end(as: .unrecorded(reason))
        } else {
            work.isCommitted = true
        }
    }

    /// Commits a delivery with the row of the finished work, and returns the failure; nil if there was none.
    func commit(_ delivery: Delivery, of work: inout PictureWork) async -> Delivery.Failure? {
        var none: [ShotMember] = []
        return await commit(delivery, [], of: &work, with: &none)
    }

    /// Commits the deliveries of a shot with their rows, all of them or none.
    func commit(
        _ delivery: Delivery, _ others: [Delivery], of work: inout PictureWork, with members: inout [ShotMember]
    ) async -> Delivery.Failure? {
        if isRecorded, work.result.isAmended {
            work.record.report = work.result.report.serialized
            for index in members.indices {
                members[index].work.record.report = members[index].work.result.report.serialized
            }
        }
        let isAnnounced = work.isAnnounced
        work.isAnnounced = false
        do throws(Delivery.Failure) {
            // The picture last: while it lacks its name, nobody takes the shot for delivered.
            try await committer.commit(
                others + [delivery],
                records: work.departed + members.map(\.work.record) + [work.record],
                isAnnounced: isAnnounced)
            for index in members.indices { members[index].work.isCommitted = true }
            return nil
        } catch {
            return error
        }
    }

    /// Returns the milliseconds since 1970.
    package static let milliseconds: @Sendable () -> Int64 = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
