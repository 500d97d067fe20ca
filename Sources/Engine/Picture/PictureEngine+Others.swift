internal import UprightBase
package import UprightConfiguration
internal import UprightFormats
internal import UprightFiles
internal import UprightRewriting
internal import UprightSteps
internal import UprightWorker

/// Files of types that are not handled (`others: copy` and `move`).
extension PictureEngine {
    /// Delivers a file as it is, with the checks, the durability and the record that pictures have. Nothing of it is decoded,
    /// and it is read in pieces, so it can have any size.
    func pass(
        _ work: inout PictureWork, as type: ImageType, start: inout ContinuousClock.Instant
    ) async throws(Refusal) {
        guard !leavesCompanions else {
            var refusal = Refusal(.ignored, "it stays behind: companions of the step strip is drop", type: type)
            refusal.isOther = true
            throw refusal
        }
        try await awaitMembers(of: work)
        // A group of deliveries must not wait for the copy of a large file.
        if work.isAnnounced { await committer.revoke() }
        work.isAnnounced = false
        let (job, isDryRun, sourcesInUse) = (work.job, isDryRun, sourcesInUse)
        let isDated = ReadableFormats.description(of: type) != nil
        let awaitsPlacement = isDated && steps.placesOutputs
        let opened = try await offTheCooperativePool { () throws(Refusal) in
            try OpenPicture(
                job, isDryRun: isDryRun, sourcesInUse: sourcesInUse, type: type, awaitsPlacement: awaitsPlacement)
        }
        let placed = isDated ? try await stepped(opened, &work) : opened
        await passSlots.acquire()
        start = ContinuousClock.now
        let passed: Result<CheckedOutput, Refusal>
        if Task.isCancelled {
            passed = .failure(.stopped)
        } else if steps.companions.strip != nil {
            do throws(Refusal) { passed = .success(try await stripped(placed, &work)) } catch {
                passed = .failure(error)
            }
        } else {
            passed = await offTheCooperativePool {
                Result { () throws(Refusal) in try CheckedOutput(placed.passed(), of: placed) }
            }
        }
        passSlots.release()
        let checked = try passed.get()
        // The file is locked by now: the work on a picture cannot take it along any more.
        if let row = try await deliveredMember(job, opened.status) {
            work.settle(as: row)
            (work.record.state, work.record.owner) = (.finished, nil)
            work.isCommitted = row.state == .finished
            return
        }
        work.take(other: placed)
        let file = try await followed(placed, checked.prepared, &work)
        if let format = try await labels(in: file) {
            work.result.warn([
                "it holds labels (\(format)) of no picture beside it; they stay as they are, and do not fit pictures that are "
                    + "turned: turn them with upright-batch annotations"
            ])
        }
        work.result.stages[.checking, default: .zero] += checked.readAt - start
        try await deliver(checked, of: file, &work, start: start)
        guard work.isCommitted else { return }
        await retire(&work, file)
    }

    /// Runs the steps on a video or a raw file: they say when it was taken and where it goes, and what they find out goes into a
    /// sidecar, since its container stays.
    ///
    /// - Returns: the file with the place of its output.
    private func stepped(_ file: OpenPicture, _ work: inout PictureWork) async throws(Refusal) -> OpenPicture {
        let facts = try await facts(of: file) ?? PictureFacts()
        var picture = file.stepPicture(facts, type: .xmp)
        do throws(StepError) { try await steps.run(on: &picture) } catch {
            throw Refusal(.rejected, error.description, type: file.type)
        }
        var placed = try await placed(file, at: picture.placement)
        let isFound =
            picture.facts.date != facts.date || picture.position != file.stepPicture(facts, type: .xmp).position
        if isFound, !picture.strips { placed.sidecarEdits = picture.sidecarEdits(since: facts) }
        work.take(facts: picture.recordedFacts(facts))
        work.result.warn(picture.warnings)
        return placed
    }

    /// Has a worker strip a file that a pipeline passes on whose step strips pictures.
    ///
    /// - Throws: a refusal also if it cannot be stripped.
    private func stripped(
        _ file: OpenPicture, _ work: inout PictureWork
    ) async throws(Refusal) -> CheckedOutput {
        let missing = try await offTheCooperativePool { () throws(Refusal) in try file.missingEnd() }
        work.record.type = file.type.rawValue
        let prepared = try await prepared(
            file, as: file.outputName(), beside: work.record, made: nil, missing: missing,
            turns: false,
            edits: [], &work)
        return try await offTheCooperativePool { () throws(Refusal) in try CheckedOutput(prepared, of: file) }
    }

    /// Returns the row of a file that was delivered with a picture since it was found to belong to none.
    private func deliveredMember(_ job: PictureJob, _ status: FileStatus) async throws(Refusal) -> PictureRecord? {
        guard job.folder.configuration.companions, ShotTable.kind(of: job.relative.name) != nil,
            let row = try await known([job.source]).first ?? nil, row.isCompanion, row.pictureSHA256 != nil,
            row.output != nil, row.outcome?.hasOutput == true, row.status.isSameContent(as: status), row.hasOutput
        else { return nil }
        return row
    }

    /// Reads where and when a film or a raw file was recorded, for the journal and the albums; nil if its type is not read.
    private func facts(of file: OpenPicture) async throws(Refusal) -> PictureFacts? {
        guard ReadableFormats.description(of: file.type) != nil else { return nil }
        do throws(WorkerError) {
            return try await processor.reader.facts(
                source: file.source.descriptor, limits: file.job.folder.options.limits)
        } catch {
            // A file that no worker can read is passed all the same.
            guard error.cause != .picture else { return nil }
            var refusal = Refusal(.deferred, error.description)
            refusal.isTransient = true
            refusal.isKill = error.isKill
            throw refusal
        }
    }

    /// The format of the labels in a file that is passed on; nil if it holds none.
    private func labels(in file: OpenPicture) async throws(Refusal) -> String? {
        let suffix = ShotTable.split(file.job.relative.name).suffix.map {
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
            var refusal = Refusal(.deferred, error.description)
            refusal.isTransient = true
            refusal.isKill = error.isKill
            throw refusal
        }
    }

    /// How many milliseconds a file with a companion's name waits for its picture, from when it came.
    package static func waitForPicture(in folder: FolderConfiguration) -> Int64 {
        max(folder.retireAfter.milliseconds, CompanionCandidates.lateness / 1_000_000)
    }

    /// Finds out what becomes of a file with a companion's name that belongs to no picture.
    ///
    /// - Throws: ``Refusal/alone`` if it is a picture by its content, or is passed on; otherwise that it is left.
    func workAlone(_ job: PictureJob, _ status: FileStatus) async throws(Refusal) {
        let type: ImageType
        do throws(FileError) {
            type = try await offTheCooperativePool { () throws(FileError) in
                let file = try job.folder.openSource().file(job.relative)
                return PictureFormats.identify(
                    try file.read(ImageType.magicLength, at: 0), name: job.relative.name)
            }
        } catch { throw Refusal(error, in: job.folder) }
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

extension OpenPicture {
    /// Copies and checks a file that is passed on as it is.
    func passed() throws(Refusal) -> PreparedOutput {
        let missing = try missingEnd()
        let name = outputName()
        let isCopied: Bool
        do throws(FileError) { isCopied = try isFree(name) } catch { throw Refusal(error, in: job.folder) }
        if isCopied { try checkRoom() }
        let content: (bytes: Int, sha256: [UInt8])
        let after: FileStatus
        do throws(FileError) {
            content = try isCopied ? source.copyDigested(to: made) : source.digest()
            if isCopied, content.bytes >= PictureAttempt.smallBytes { made.beginWriting() }
            after = try source.status()
        } catch { throw Refusal(error, in: job.folder) }
        guard after.isSameContent(as: status), content.bytes == status.size else {
            throw .notReady("it changed while it was read")
        }
        var prepared = PreparedOutput(
            name: name, bytes: content.bytes, sha256: content.sha256, sourceSHA256: content.sha256, isSource: true,
            isCopied: isCopied)
        prepared.isProvisional = isProvisional
        if let missing {
            prepared.incompleteness = "it lacks \(missing)"
            prepared.warnings = ["it is incomplete: it lacks \(missing); it is delivered again when the rest arrives"]
        }
        return prepared
    }

    /// Has a file that is passed on wait for room for its copy; it can have any size, and the pictures beside it may have room.
    func checkRoom() throws(Refusal) {
        guard PictureFormats.description(of: type) == nil, let outputFolder else { return }
        let room: UInt64
        do throws(FileError) { room = try outputFolder.freeSpace().bytes } catch {
            throw Refusal(error, in: job.folder)
        }
        guard room <= UInt64(clamping: status.size) else { return }
        throw .notReady("its copy needs \(status.size) bytes, and \(room) are free in \(job.folder.output)")
    }

    /// Returns what the file lacks; nil if it is complete, or its type has no known end.
    ///
    /// - Throws: a refusal while a process writes it, and while what it lacks may still arrive.
    func missingEnd() throws(Refusal) -> String? {
        let (end, isBeingWritten): (StructuralEnd, Bool?)
        do throws(FileError) {
            isBeingWritten = source.isBeingWritten ?? (job.closed == status ? false : nil)
            if let hole = source.hole {
                end = .missing("the bytes of a hole at byte \(hole)")
            } else {
                end = try StructuralEnd.of(source, type: type)
            }
        } catch { throw Refusal(error, in: job.folder) }
        let missing: String? = if case .missing(let what) = end { what } else { nil }
        let arriving = ArrivingFile(
            missing: missing, isBeingWritten: isBeingWritten,
            age: PictureEngine.milliseconds() &- status.changed / 1_000_000, settle: job.folder.configuration.settle)
        if let reason = arriving.reasonToWait { throw .notReady(reason) }
        return missing
    }
}
