internal import UprightConfiguration
internal import CUprightLinux
internal import UprightWorker
public import UprightFiles
internal import Glibc
internal import UprightContainers
public import UprightJournal
internal import UprightPlaces
internal import UprightRewriting
public import UprightSteps

/// Does all the work on a picture: opens, identifies, processes, checks, delivers and journals it.
///
/// The daemon and `upright reprocess` both call ``work(on:)``; nothing else writes an output.
public struct PictureEngine: Sendable {
    /// Works on the pictures' bytes.
    public let processor: any PictureProcessor
    /// Makes outputs and journal rows durable.
    public let committer: GroupCommitter<PictureRecord>
    /// Whether existing outputs with other bytes are replaced.
    public var force = false
    /// Whether to write nothing, and only report what would be done.
    public var isDryRun = false
    /// The steps that write into pictures, besides turning. Default: none.
    public var steps = PreparedSteps()
    /// Whether a later visit of the caller moves or deletes the originals that cannot be retired yet, so that their
    /// timestamps, which can be a server's, need not be trusted. Default: false.
    public var revisitsOriginals = false
    /// The product's version, for the journal.
    public var version: String
    /// Whether each companion arrives by itself and is worked on then (``workOnCompanion(_:)``). Otherwise it is delivered
    /// with its picture.
    public var companionsArrive = false
    /// Returns the journal's records of sources; nil if there is no journal.
    package var records: (@Sendable ([RawPath]) async throws(JournalError) -> [PictureRecord?])?
    /// How many pictures are worked on at a time.
    let slots: ConcurrencyLimit
    /// How many pictures are worked on, or wait for the processor's threads, at a time.
    let threadSlots: ConcurrencyLimit
    /// How many files are passed on at a time: they keep the disks busy, and no processor.
    let passSlots = ConcurrencyLimit(2)
    /// How many pictures are surveyed by the look-ahead at a time.
    let readings: ConcurrencyLimit
    /// The outputs that this run has written with `force`: a run does not replace its own outputs.
    let written = WrittenNames()
    /// The sources that are being worked on.
    let held = SourcesInUse()
    /// Whether rows are written; otherwise they need no report.
    private let isRecorded: Bool
    /// The names of possible companions in the pictures' folders.
    let companionNames = FolderNames(where: CompanionNames.isCompanion)

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - processor: works on the pictures' bytes.
    ///   - jobs: how many pictures are worked on at a time.
    ///   - version: the product's version.
    ///   - durability: syncs and renames files.
    ///   - recorder: writes journal rows durably; nil if there is no journal.
    public init(
        processor: any PictureProcessor, jobs: Int, version: String,
        durability: any Durability = KernelDurability(),
        recorder: GroupCommitter<PictureRecord>.Recorder? = nil
    ) {
        isRecorded = recorder != nil
        self.processor = processor
        self.version = version
        slots = ConcurrencyLimit(jobs)
        threadSlots = ConcurrencyLimit(jobs + processor.waiting)
        readings = ConcurrencyLimit(jobs)
        committer = GroupCommitter(durability: durability, recorder: recorder ?? { _ in })
    }

    /// Works on a picture. When this returns, the result is final, and durable if something was delivered. Only a
    /// transient failure is not in the journal yet.
    ///
    /// - Returns: the result for the picture, then one for each companion.
    public func work(on job: PictureJob) async -> [PictureResult] {
        var start = ContinuousClock.now
        let now = Self.milliseconds
        var work = PictureWork(job, now: now, version: version)
        await committer.announce()
        work.isAnnounced = true
        do throws(Refusal) {
            do throws(Refusal) {
                try await carryOut(&work, start: &start)
            } catch {
                guard error.isOther, job.folder.configuration.others != .leave, !job.isInMemory else { throw error }
                try await pass(&work, as: error.type, start: &start)
            }
        } catch {
            work.end(as: error)
        }
        work.stamp(seconds: ContinuousClock.now - start, now: now())
        if !work.isCommitted, !work.isTransient { await commitRecord(&work) }
        if work.isAnnounced { await committer.revoke() }
        if case .rejected = work.report.outcome { await copyToRejectedFolder(&work) }
        guard job.folder.configuration.companions, !companionsArrive, !work.record.isOther else { return [work.result] }
        if work.outputName == nil { work.companions = await presentCompanions(of: work).map(\.relative) }
        return [work.result] + (await deliverCompanions(of: work))
    }

    private func carryOut(
        _ work: inout PictureWork, start: inout ContinuousClock.Instant
    ) async throws(Refusal) {
        let (job, isDryRun, held, force, written) = (work.job, isDryRun, held, force, written)
        let begun = try await processed(&work, start: &start) { () throws(Refusal) in
            try OpenPicture(job, isDryRun: isDryRun, held: held)
        } checking: { picture, processed throws(Refusal) in
            try CheckedOutput(of: picture, processed, force: force, written: written)
        }
        try await finish(&work, begun, start: start)
    }

    /// Opens and processes the picture when its turn comes; may check its output too, if there is a check.
    func processed(
        _ work: inout PictureWork, start: inout ContinuousClock.Instant,
        opening open: @escaping @Sendable () throws(Refusal) -> OpenPicture,
        checking check: (@Sendable (OpenPicture, ProcessedPicture) throws(Refusal) -> CheckedOutput)? = nil
    ) async throws(Refusal) -> BegunPicture {
        let begun: BegunPicture
        if let whole = await processedOnOneThread(work.job, start: &start, opening: open, checking: check) {
            begun = try whole.get()
        } else {
            begun = try await processedByTurns(start: &start, opening: open)
        }
        start = begun.startedAt
        work.stages[.opening, default: .zero] += begun.openedAt - begun.startedAt
        work.stages[.processing, default: .zero] += begun.processedAt - begun.openedAt
        work.take(begun.processed, from: begun.picture)
        return begun
    }

    /// Waits for a slot, then opens and processes a picture, with a change of threads before and after each.
    private func processedByTurns(
        start: inout ContinuousClock.Instant, opening open: @escaping @Sendable () throws(Refusal) -> OpenPicture
    ) async throws(Refusal) -> BegunPicture {
        await slots.acquire()
        do throws(Refusal) {
            guard !Task.isCancelled else { throw .stopped }
            start = ContinuousClock.now
            let picture = try await offTheCooperativePool(throwing: open)
            let openedAt = ContinuousClock.now
            let processed = try await process(picture)
            await slots.release()
            return BegunPicture(
                startedAt: start, picture: picture, processed: processed, openedAt: openedAt,
                processedAt: ContinuousClock.now)
        } catch {
            await slots.release()
            throw error
        }
    }

    /// Opens and processes a picture, and checks its output, without a change of threads; nil if the
    /// processor cannot, or if steps need more than that.
    ///
    /// The worker waits while its thread checks an output. Unless there are as many workers as processors, a large one is
    /// therefore checked by another thread.
    private func processedOnOneThread(
        _ job: PictureJob, start: inout ContinuousClock.Instant,
        opening open: @escaping @Sendable () throws(Refusal) -> OpenPicture,
        checking check: (@Sendable (OpenPicture, ProcessedPicture) throws(Refusal) -> CheckedOutput)?
    ) async -> Result<BegunPicture, Refusal>? {
        guard steps.isEmpty, job.position == nil else { return nil }
        await threadSlots.acquire()
        start = ContinuousClock.now
        let stop = StopMark()
        let whole = await withTaskCancellationHandler {
            await performed(job, stop, opening: open, checking: check)
        } onCancel: {
            stop.set()
        }
        await threadSlots.release()
        return whole
    }

    private func performed(
        _ job: PictureJob, _ stop: StopMark, opening open: @escaping @Sendable () throws(Refusal) -> OpenPicture,
        checking check: (@Sendable (OpenPicture, ProcessedPicture) throws(Refusal) -> CheckedOutput)?
    ) async -> Result<BegunPicture, Refusal>? {
        let processor = processor(for: job)
        let smallBytes = processor.occupiesAllProcessors ? Int.max : BegunPicture.smallBytes
        return await processor.perform { normalize in
            Result { () throws(Refusal) in
                // It may have waited for the thread.
                guard !stop.isSet else { throw .stopped }
                let startedAt = ContinuousClock.now
                let picture = try open()
                let openedAt = ContinuousClock.now
                let processed = normalize(picture.source.descriptor, picture.made.descriptor, job.folder.options)
                var begun = BegunPicture(
                    startedAt: startedAt, picture: picture, processed: processed, openedAt: openedAt,
                    processedAt: ContinuousClock.now)
                if let check, picture.status.size < smallBytes {
                    begun.checked = Result { () throws(Refusal) in try check(picture, processed) }
                }
                return begun
            }
        }
    }

    /// The processor for a picture: one in memory is in files that are used again, which no other process may get.
    func processor(for job: PictureJob) -> any PictureProcessor {
        job.isInMemory ? processor.copying : processor
    }

    private func finish(
        _ work: inout PictureWork, _ begun: BegunPicture, start: ContinuousClock.Instant
    ) async throws(Refusal) {
        let checked =
            if let checked = begun.checked {
                try checked.get()
            } else {
                try await offTheCooperativePool { [force, written] () throws(Refusal) in
                    try CheckedOutput(of: begun.picture, begun.processed, force: force, written: written)
                }
            }
        work.stages[.checking, default: .zero] += checked.readAt - begun.processedAt
        try await deliver(checked, of: begun.picture, &work, start: start)
        guard work.isCommitted else { return }
        work.original = await retireOriginal(work, begun.picture)
        if let remark = work.original.remark, !revisitsOriginals || !work.original.isLater { work.warn([remark]) }
    }

    /// Delivers a checked output as decided, and journals it. In a dry run, only decides.
    func deliver(
        _ checked: CheckedOutput, of picture: OpenPicture, _ work: inout PictureWork,
        start: ContinuousClock.Instant
    ) async throws(Refusal) {
        let prepared = checked.prepared
        work.expect(prepared)
        // Another process may create the output between this check and the rename; then it is checked once more.
        for look in 1...2 {
            var delivered = prepared
            let decision =
                if look == 1 {
                    try checked.decision.get()
                } else {
                    try await offTheCooperativePool { [force, written] () throws(Refusal) in
                        try picture.decision(prepared, force: force, written: written)
                    }
                }
            // By then, the first attempt's file has been discarded.
            if look > 1, case .publish = decision.delivery { break }
            if let name = decision.name {
                delivered.name = name
                work.expect(delivered)
            }
            work.warn(decision.warnings)
            if decision.isCurrent { work.report.outcome = .current }
            work.stamp(seconds: ContinuousClock.now - start, now: Self.milliseconds())
            guard !isDryRun else {
                decision.claim?.keep()
                return
            }
            try await noteCompanions(of: &work, continues: decision.continues)
            let failure = await commit(decision.delivery, of: &work)
            work.stages[.delivering] = ContinuousClock.now - checked.readAt
            switch failure {
            case nil:
                work.isCommitted = true
                decision.claim?.keep()
                return
            case .exists: continue
            case .file(let error): throw Refusal(error, in: work.job.folder)
            case .record(let reason): throw .unrecorded(reason)
            }
        }
        throw .notReady("another process is writing the output \(work.outputPath)")
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
        var record = work.finishedRecord
        if isRecorded { record.report = work.serializedReport }
        let isAnnounced = work.isAnnounced
        work.isAnnounced = false
        do throws(Delivery.Failure) {
            try await committer.commit(delivery, record: record, with: work.owed, isAnnounced: isAnnounced)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the milliseconds since 1970.
    public static let milliseconds: @Sendable () -> Int64 = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
