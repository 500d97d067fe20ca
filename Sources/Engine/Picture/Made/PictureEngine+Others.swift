internal import UprightBase
package import UprightConfiguration
internal import UprightFormats
internal import UprightFiles
internal import UprightRewriting
internal import UprightSteps
internal import UprightWorker

/// Files of unsupported types (`others: copy` and `move`).
extension PictureEngine {
    /// Makes the output of a file that is passed on as it is, with the checks that pictures have. Nothing of it is decoded, and it is
    /// read in pieces, so it can have any size.
    ///
    /// - Returns: nil if it was delivered meanwhile with a picture.
    func pass(_ work: inout PictureWork, as type: ImageType) async throws(Refusal) -> Made? {
        guard !leavesCompanions else {
            var refusal = Refusal(.ignored, "it stays behind: companions of the step strip is drop", type: type)
            refusal.isUnsupported = true
            throw refusal
        }
        try await awaitMembers(of: work)
        // A group of deliveries must not wait for the copy of a large file.
        if work.isAnnounced { await committer.revoke() }
        work.isAnnounced = false
        let (job, sourcesInUse) = (work.job, sourcesInUse)
        let isDated = ReadableFormats.description(of: type) != nil
        let awaitsPlacement = isDated && steps.placesOutputs
        var plan = try await offTheCooperativePool { () throws(Refusal) in
            try basePlan(try Shot(job, sourcesInUse: sourcesInUse, type: type), awaitsPlacement: awaitsPlacement)
        }
        if isDated { try await planOther(&plan, &work) }
        let planned = plan
        await passSlots.acquire()
        work.startedAt = .now
        let passed: Result<Made, Refusal>
        do throws(Refusal) {
            guard !Task.isCancelled else { throw .stopped }
            var stripped: PreparedOutput?
            if steps.companions.strip != nil { stripped = try await self.stripped(planned, &work) }
            let known = stripped
            passed = .success(
                try await offTheCooperativePool { () throws(Refusal) in
                    if let known { return try Made(planned, known) }
                    return try Made(planned, planned.passed())
                })
        } catch { passed = .failure(error) }
        passSlots.release()
        let made = try passed.get()
        // The file is locked by now: the work on a picture cannot take it along any more.
        if let row = try await deliveredMember(job, made.prepared.sourceSHA256) {
            work.adopt(row)
            (work.record.state, work.record.owner) = (.finished, nil)
            work.isCommitted = row.state == .finished
            return nil
        }
        work.passOn(plan)
        if let format = try await labels(in: plan.shot) {
            work.result.warn([
                "it holds labels (\(format)) of no picture beside it; they stay as they are, and do not fit pictures that are "
                    + "turned: turn them with upright-batch annotations"
            ])
        }
        work.result.stages[.checking, default: .zero] += made.readAt - work.startedAt
        return made
    }

    /// Runs the steps on a video or a raw file: they say when it was taken and where it goes, and what they find out goes into a
    /// sidecar, since its container stays.
    private func planOther(_ plan: inout Plan, _ work: inout PictureWork) async throws(Refusal) {
        let facts = try await facts(of: plan.shot) ?? PictureFacts()
        let before = plan.shot.stepPicture(facts, type: .xmp)
        var picture = before
        do throws(StepError) { try await steps.run(on: &picture) } catch {
            throw Refusal(.rejected, error.description, type: plan.shot.type)
        }
        try await place(&plan, at: picture.placement)
        let isFound = picture.facts.date != facts.date || picture.position != before.position
        if isFound, !picture.strips { plan.sidecarEdits = picture.sidecarEdits(since: facts) }
        work.apply(picture.recordedFacts(facts))
        work.result.warn(picture.warnings)
    }

    /// Has a worker strip a file that a pipeline passes on whose step strips pictures.
    ///
    /// - Throws: a refusal also if it cannot be stripped.
    private func stripped(_ plan: Plan, _ work: inout PictureWork) async throws(Refusal) -> PreparedOutput {
        let missing = try await offTheCooperativePool { () throws(Refusal) in try plan.shot.missingEnd() }
        work.record.type = plan.shot.type.rawValue
        return try await prepared(
            plan, as: plan.outputName(), beside: work.record, made: nil, missing: missing, turns: false, edits: [],
            &work)
    }

    /// Returns the row of a file that was delivered with a picture since it was found to belong to none. Its claim has its status, and
    /// may be that of another file that has its path.
    private func deliveredMember(_ job: PictureJob, _ sha256: [UInt8]) async throws(Refusal) -> PictureRecord? {
        guard job.folder.configuration.companions, ShotTable.kind(of: job.relative.name) != nil,
            let row = try await known([job.source]).first ?? nil, row.isCompanion, row.pictureSHA256 != nil,
            row.output != nil, row.outcome?.hasOutput == true, row.sourceSHA256 == sha256, row.hasOutput
        else { return nil }
        return row
    }

    /// Reads where and when a video or a raw file was recorded, for the journal and the albums; nil if its type is not read.
    private func facts(of file: Shot) async throws(Refusal) -> PictureFacts? {
        guard ReadableFormats.description(of: file.type) != nil else { return nil }
        do throws(WorkerError) {
            return try await processor.reader.facts(
                source: file.source.descriptor, limits: file.job.folder.options.limits)
        } catch {
            // A file that no worker can read is passed all the same.
            guard error.cause != .picture else { return nil }
            throw .unread(error)
        }
    }

    /// The format of the labels in a file that is passed on; nil if it holds none.
    private func labels(in file: Shot) async throws(Refusal) -> String? {
        let suffix = NumberedName.split(file.job.relative.name).suffix.map {
            String(decoding: $0, as: UTF8.self).lowercased()
        }
        guard file.job.folder.configuration.companions, let suffix, ["txt", "json", "xml", "csv"].contains(suffix),
            (1...SidecarFormat.largestSize).contains(file.status.size)
        else { return nil }
        var turn = SidecarTurn(orientation: 1, width: 1, height: 1, limits: file.job.folder.options.limits)
        (turn.labels, turn.type) = (LabelOptions(), "public.data")
        do throws(WorkerError) {
            // Labels of an upright picture stay as they are, so nothing is written.
            let found = try await processor.reader.turnedSidecar(
                source: file.source.descriptor, output: file.source.descriptor, turn: turn)
            return found.format.flatMap { PictureLabels.plainFormats.contains($0) ? nil : $0 }
        } catch {
            guard error.cause != .picture else { return nil }
            throw .unread(error)
        }
    }

    /// How many milliseconds a file with a companion's name waits for its picture, from when it came.
    package static func waitForPicture(in folder: FolderConfiguration) -> Int64 {
        max(folder.retireAfter.milliseconds, CompanionCandidates.lateness / 1_000_000)
    }

    /// Finds out what happens to a file with a companion's name that belongs to no picture.
    ///
    /// - Throws: ``Refusal/alone`` if it is a picture by its content, or is passed on; otherwise that it is left.
    func workAlone(_ job: PictureJob, _ status: FileStatus) async throws(Refusal) {
        let type = try await job.folder.blocking { () throws(FileError) in
            let file = try job.folder.openSource().file(job.relative)
            return PictureFormats.identify(try file.read(ImageType.magicLength, at: 0), name: job.relative.name)
        }
        let isPicture = PictureFormats.description(of: type) != nil
        guard isPicture || job.folder.configuration.others != .leave else {
            var refusal = Refusal.other(type)
            if ShotTable.kind(of: job.relative.name)?.isFileOfItsOwn != true {
                refusal.reason += "; it belongs to no picture"
            }
            throw refusal
        }
        // Its picture may follow, with which it would be turned. An empty file has nothing that can be.
        let wait = Self.waitForPicture(in: job.folder.configuration)
        let age = Self.milliseconds().subtractingSaturated(status.changed / 1_000_000)
        let mayFollow = status.size > 0 && (!isPicture || ShotTable.kind(of: job.relative.name) == .thumbnail)
        if companionsArrive, mayFollow, (0..<wait).contains(age) {
            let end = UTCTime(milliseconds: (status.changed / 1_000_000).addingSaturated(wait))
            var refusal = Refusal.notReady(
                "it belongs to no picture yet, and waits for one until \(end.text) (retire-after, in folders)")
            refusal.pause = .milliseconds(wait - age)
            throw refusal
        }
        throw .alone
    }
}
