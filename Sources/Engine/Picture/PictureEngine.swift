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
    /// What has happened before, and where results are recorded.
    package let history: any PictureHistory
    /// How many pictures are worked on, or wait for the processor's threads, at a time.
    let slots: ConcurrencyLimit
    /// How many files are passed on at a time: they keep the disks busy, and no processor.
    let passSlots = ConcurrencyLimit(2)
    /// How many pictures are surveyed by the look-ahead at a time.
    let readings: ConcurrencyLimit
    /// The outputs that this run has announced, if ``promises``.
    let promised = PromisedNames()
    /// Whether outputs are announced: nothing else may tell whose they are, or that they would be there.
    var promises: Bool { isDryRun || force && history.journal == nil }
    /// The paths of outputs that steps place, and whose turn it is to get one.
    let placements = PlacementOrder()
    /// The pictures of folders that skip duplicates.
    let seenPictures = ShownPictures()
    /// The sources that are being worked on.
    let sourcesInUse = SourcesInUse()
    let shotNames = ShotNames()
    /// The content identifiers of videos.
    let videos = VideoIdentifiers()

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - processor: works on the pictures' bytes.
    ///   - jobs: how many pictures are worked on at a time.
    ///   - version: the product's version.
    ///   - durability: syncs and renames files.
    ///   - history: what has happened before, and where results are recorded.
    package init(
        processor: any PictureProcessor, jobs: Int, version: String,
        durability: any Durability = KernelDurability(), history: any PictureHistory = NoHistory()
    ) {
        self.processor = processor
        self.version = version
        slots = ConcurrencyLimit(jobs + processor.waiting)
        readings = ConcurrencyLimit(jobs)
        self.history = history
        committer = GroupCommitter(durability: durability) { try await history.finish($0) }
    }

    /// Works on a picture. When this returns, the result is final, and durable if something was delivered. Only a
    /// transient failure is not in the journal yet.
    ///
    /// - Returns: the result for the picture, then one for each companion.
    package func work(on job: PictureJob) async -> [PictureResult] {
        let now = Self.milliseconds
        var work = PictureWork(job, now: now, version: version)
        while true {
            await committer.announce()
            work.isAnnounced = true
            do throws(Refusal) {
                try await carryOut(&work)
                break
            } catch {
                // One that has its place among others must not wait for one that waits for its place.
                guard let source = error.sourceInUse, job.ticket == nil else {
                    work.finish(with: error)
                    break
                }
                // The deliveries of the other name must not wait for this one.
                if work.isAnnounced { await committer.revoke() }
                await sourcesInUse.waitUntilReleased(source)
                work = PictureWork(job, now: now, version: version)
            }
        }
        // A retry must not keep those behind it waiting.
        job.ticket?.place()
        if job.amendment != .none, !work.isCommitted, !isDryRun || !work.result.outcome.hasOutput {
            work.leaveDelivery()
        }
        work.stamp(now: now())
        if !work.isCommitted, !work.result.isTransient { await commitRecord(&work) }
        if work.isAnnounced { await committer.revoke() }
        if work.result.outcome == .rejected { await copyToRejectedFolder(&work) }
        let members = work.members.filter { !$0.isCopy }.map(\.work.result)
        guard deliversCompanions(of: job), !companionsArrive, work.canHaveMembers else {
            return [work.result] + members
        }
        if work.outputName == nil { work.result.companions = await presentMembers(of: work).map(\.relative) }
        return [work.result] + members + (await deliverLateMembers(of: work))
    }

    /// Whether what belongs to the shot of a picture is delivered with it.
    func deliversCompanions(of job: PictureJob) -> Bool {
        job.folder.configuration.companions && !leavesCompanions
    }

    /// Whether a step has companions stay behind.
    var leavesCompanions: Bool { steps.companions == .drop }

    /// The way of a picture, from its shot to the departure of its originals: found and planned (``Shot``, ``Plan``), made
    /// (``Made``), committed (``Committed``).
    private func carryOut(_ work: inout PictureWork) async throws(Refusal) {
        guard var made = try await makeOutput(&work) else { return }
        try await follow(&made, &work)
        let isUnsupported = work.record.isUnsupported
        let claim = isUnsupported || work.job.amendment.isOfOutput ? nil : try await claimPicture(work)
        if let committed = try await commit(made, &work), !work.job.amendment.isOfOutput {
            await depart(committed, &work)
        }
        // Rows say the same where they are written.
        if !isUnsupported, isDryRun || work.isCommitted && history.journal == nil { seenPictures.add(work.record) }
        withExtendedLifetime(claim) {}
    }

    /// Makes and checks the output of a picture or, if its type is not handled, of a file that is passed on.
    private func makeOutput(_ work: inout PictureWork) async throws(Refusal) -> Made? {
        let (job, sourcesInUse) = (work.job, sourcesInUse)
        let attempt: Attempt
        do throws(Refusal) {
            attempt = try await self.attempt(&work) { () throws(Refusal) in
                job.amendment.isOfOutput
                    ? try Shot(outputOf: job, sourcesInUse: sourcesInUse) : try Shot(job, sourcesInUse: sourcesInUse)
            }
        } catch {
            guard error.isUnsupported, job.folder.configuration.others != .leave, !job.isInMemory else { throw error }
            return try await pass(&work, as: error.type)
        }
        let made: Made
        if let known = attempt.made {
            made = try known.get()
        } else {
            made = try await offTheCooperativePool { () throws(Refusal) in
                try Made(attempt.plan, attempt.plan.checked(attempt.processed))
            }
        }
        work.result.stages[.checking, default: .zero] += made.readAt - attempt.times.done
        return made
    }

    /// Warns of an original that is still there, unless a later visit moves or deletes it.
    func noteRemark(on work: inout PictureWork) {
        let original = work.result.original
        if let remark = original.remark, !revisitsOriginals || !original.isLater { work.result.warn([remark]) }
    }

    /// Returns the milliseconds since 1970.
    package static let milliseconds: @Sendable () -> Int64 = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
