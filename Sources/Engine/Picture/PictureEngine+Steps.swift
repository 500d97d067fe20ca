internal import UprightRewriting
internal import UprightFiles
internal import UprightSteps
internal import UprightWorker

extension PictureEngine {
    /// Normalizes a picture with the steps' edits. If they cannot be written, delivers it without those that it need not have.
    ///
    /// The steps run first, on the facts in the source's metadata. The picture is therefore normalized once, and the
    /// output that is checked is the one that is delivered.
    ///
    /// - Returns: the picture with the file for its output, where the steps put it, and the processor's answer.
    func process(_ source: OpenPicture) async throws(Refusal) -> (OpenPicture, ProcessedPicture) {
        let (base, remarks) = try await options(for: source)
        func normalized(
            _ opened: OpenPicture, _ edits: [MetadataEdit]
        ) async throws(Refusal) -> ProcessedPicture {
            var options = base
            options.edits += edits
            var processed = try await self.normalized(opened.job, options: options, opening: { opened }).get().processed
            processed.report.warnings += remarks
            return processed
        }
        if source.job.amendment.isOfOutput { try await checkRow(of: source) }
        guard !steps.isEmpty || source.job.position != nil else { return (source, try await normalized(source, [])) }
        var picture = try await source.stepPicture(by: processor(for: source.job).reader)
        picture.otherSidecars = try await sidecarsOfOthers(source)
        if picture.position == nil, let position = source.job.position { picture.place(at: position) }
        let (facts, before) = (picture.facts, picture)
        let indispensable: StepPicture
        do throws(StepError) { indispensable = try await steps.run(on: &picture) } catch {
            return (source, source.rejected(error.description))
        }
        var placed = try await placed(source, at: picture.placement)
        (placed.stepped, placed.carriesAttributes) = (picture, !picture.strips)
        let opened = placed
        func recorded(_ processed: ProcessedPicture, of picture: StepPicture) -> (OpenPicture, ProcessedPicture) {
            var recorded = processed
            recorded.facts = picture.recordedFacts(processed.facts)
            if processed.isDone { recorded.report.changes += picture.findings }
            return (opened, recorded)
        }
        if let reason = try await reasonToKeepMetadata(of: opened, picture, base) {
            var kept = try await normalized(opened, [])
            if picture.hasWork { kept.report.warnings.append(reason) }
            return recorded(kept, of: before)
        }
        if source.writesSidecar {
            guard !picture.strips else {
                return (source, source.rejected("a step strips pictures, which sidecar: xmp leaves as they are"))
            }
            var untouched = try await normalized(opened, [])
            untouched.report.warnings += picture.warnings
            let (besides, recorded) = recorded(untouched, of: picture)
            var withSidecar = besides
            withSidecar.sidecarEdits = picture.sidecarEdits(since: facts)
            return (withSidecar, recorded)
        }
        var edited = try await normalized(opened, picture.edits)
        edited.report.warnings += picture.warnings
        guard picture.hasWork else { return recorded(edited, of: picture) }
        let problem = edited.isDone ? picture.problem(in: edited.facts) : edited.report.reason
        guard let problem else { return recorded(edited, of: picture) }
        // With nothing to leave out, another attempt would give the same.
        guard picture.edits.count > indispensable.edits.count else {
            guard edited.isDone else { return (opened, edited) }
            if let problem = indispensable.problem(in: edited.facts) { return (opened, opened.rejected(problem)) }
            edited.report.warnings.append(picture.unwritten(problem))
            return recorded(edited, of: indispensable)
        }
        do { try opened.made.truncate() } catch { throw Refusal(error, in: opened.job.folder) }
        var reduced = try await normalized(opened, indispensable.edits)
        // If the picture cannot be normalized without the other edits either, they are not the reason.
        guard reduced.isDone else { return (opened, reduced) }
        if let problem = indispensable.problem(in: reduced.facts) { return (opened, opened.rejected(problem)) }
        reduced.report.warnings += indispensable.warnings
        reduced.report.warnings.append(picture.unwritten(problem))
        return recorded(reduced, of: indispensable)
    }

    /// Gives a picture of a run its turn, if steps say where outputs go.
    func ticketed(_ job: PictureJob) -> PictureJob {
        guard steps.placesOutputs else { return job }
        var job = job
        job.ticket = placements.ticket()
        return job
    }

    /// Creates the file for an output where a step puts it. Pictures of a run get their paths in the order in which they were
    /// found, and of those with the same path one after the other.
    func placed(_ opened: OpenPicture, at placement: Placement?) async throws(Refusal) -> OpenPicture {
        guard let placement, !opened.job.isInMemory, opened.job.amendment.moves else { return opened }
        await opened.job.ticket?.waitForPlace()
        let path = opened.job.folder.output.appending(placement.path(1))
        let hold = await placements.hold(path) { opened.job.ticket?.place() }
        let isDryRun = isDryRun
        return try await offTheCooperativePool { () throws(Refusal) in
            var placed = opened
            try placed.put(at: placement, hold, isDryRun: isDryRun)
            return placed
        }
    }

    /// Returns the options for a picture, with the orientation in its sidecar if the folder's options ask for it, and warnings
    /// about sidecars.
    private func options(
        for opened: OpenPicture
    ) async throws(Refusal) -> (NormalizationOptions, warnings: [String]) {
        var options = opened.job.folder.options
        if opened.job.amendment.isOfOutput {
            (options.turns, options.orientationFrom, options.sidecarOrientation) = (false, [.exif], nil)
            options.digestsPicture = false
        }
        guard options.readsSidecars, let folder = opened.sourceFolder else { return (options, []) }
        let others = try await sidecarsOfOthers(opened)
        let search = SidecarOrientation(
            reader: processor(for: opened.job).reader, limits: options.limits, names: shotNames)
        do throws(WorkerError) {
            let found = try await search.orientation(beside: opened.job.relative.name, in: folder, without: others)
            options.sidecarOrientation = found.orientation
            return (options, found.warnings)
        } catch {
            throw opened.refusal(error)
        }
    }
}

extension NormalizationOptions {
    /// Whether a picture's sidecar can say how it is turned.
    var readsSidecars: Bool { turns && orientationFrom.contains(.sidecar) }
}

extension OpenPicture {
    /// The answer for a picture that must not be delivered.
    fileprivate func rejected(_ reason: String) -> ProcessedPicture {
        var processed = ProcessedPicture(outcome: .rejected, reason: reason)
        processed.report.type = type
        processed.sourceBytes = status.size
        return processed
    }
}

extension ProcessedPicture {
    /// Whether there is an output.
    fileprivate var isDone: Bool { [.normalized, .unchanged].contains(report.outcome) }
}
