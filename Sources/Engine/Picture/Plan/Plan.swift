internal import UprightBase
internal import UprightConfiguration
package import UprightFiles
internal import UprightFormats
internal import UprightRewriting
internal import UprightSteps
internal import UprightWorker

/// What is made of a shot's picture: how it is turned and edited, where the output goes, and what may be left out.
struct Plan: Sendable {
    var shot: Shot
    var output: OutputFile
    /// How the normalizer turns the picture, without the steps' edits.
    var options: NormalizationOptions
    /// What is written into the picture.
    var edits: [MetadataEdit] = []
    /// What goes into its sidecar instead (`sidecar: xmp`).
    var sidecarEdits: [MetadataEdit] = []
    /// The picture as the steps have left it; nil if there are none.
    var steps: StepPicture?
    /// What is recorded of the steps' findings.
    var recorded: StepPicture?
    /// The picture with what the steps insist on; nil if what is written need not be checked.
    var indispensable: StepPicture?
    /// What says where the output goes, if that is not the source's own path; keeps other pictures of the same path waiting.
    var placement: (path: Placement, hold: PlacementOrder.Hold)?
    /// Whether extended attributes are carried over: not to what has been stripped.
    var carriesAttributes = true
    var warnings: [String] = []
    /// Why nothing is made, if a step says so.
    var rejection: String?

    var job: PictureJob {
        get { shot.job }
        _modify { yield &shot.job }
    }

    init(_ shot: Shot, _ output: OutputFile, options: NormalizationOptions? = nil) {
        (self.shot, self.output, self.options) = (shot, output, options ?? shot.job.folder.options)
    }

    /// Plans a further output, which is made from the bytes of a first one. Blocks.
    ///
    /// - Parameters:
    ///   - job: the job, with the further output's folder and name.
    ///   - content: the first one's bytes, open for reading.
    init(_ job: PictureJob, madeFrom first: Plan, content: OpenFile) throws(Refusal) {
        let (source, output) = (first.shot.source, first.output)
        self.init(
            try Shot(job, madeFrom: first.shot, content: content),
            try OutputFile(
                of: job, like: source, in: output.parent, wanted: output.wantedParent, isInMemory: output.atomic == nil)
        )
        carriesAttributes = false
    }

    /// The path of the output's folder.
    var outputParent: RawPath { job.folder.output.appending(output.parent) }

    /// The output's name.
    ///
    /// - Parameter number: tells apart what would have the same path; 1 for the first.
    func outputName(_ number: Int = 1) -> [UInt8] {
        var name = job.outputName ?? job.relative.name
        if let placement {
            let suffix = NumberedName.split(name).suffix
            name = placement.path.path(number).name + (suffix.map { [OutputName.dot] + $0 } ?? [])
        }
        name = OutputName.name(of: name, type: shot.type, correcting: job.folder.configuration.correctExtension)
        return placement == nil ? NumberedName.of(name, number) : name
    }
}

extension PictureEngine {
    /// The plan of a shot before its steps: the picture is only turned. Blocks.
    ///
    /// - Parameter awaitsPlacement: whether a step says where the output goes.
    func basePlan(_ shot: Shot, awaitsPlacement: Bool) throws(Refusal) -> Plan {
        if let files = shot.job.memory { return Plan(shot, try OutputFile(of: shot.job, from: files)) }
        return Plan(
            shot, try OutputFile(of: shot.job, like: shot.source, isInMemory: isDryRun || awaitsPlacement))
    }

    /// Plans what is made of a shot. The steps say it, from the facts in the source's metadata: the picture is therefore normalized
    /// once, and the output that is checked is the one that is delivered.
    func plan(_ base: Plan) async throws(Refusal) -> Plan {
        var plan = base
        let (shot, job) = (base.shot, base.job)
        if job.amendment.isOfOutput {
            plan.options.keepOrientation()
            plan.options.digestsPicture = false
        }
        let reader = processor(for: job).reader
        if plan.options.readsSidecars, let folder = shot.folder {
            let others = try await sidecarsOfOthers(shot)
            let search = SidecarOrientation(reader: reader, limits: plan.options.limits, names: shotNames)
            do throws(WorkerError) {
                let found = try await search.orientation(beside: job.relative.name, in: folder, without: others)
                (plan.options.sidecarOrientation, plan.warnings) = (found.orientation, found.warnings)
            } catch { throw shot.refusal(error) }
        }
        try await turnMask(&plan, by: reader)
        if job.amendment.isOfOutput { try await checkRow(of: shot) }
        guard !steps.isEmpty || job.position != nil else { return plan }
        var picture = try await shot.stepPicture(by: reader)
        picture.otherSidecars = try await sidecarsOfOthers(shot)
        if picture.position == nil, let position = job.position { picture.setPosition(position) }
        let before = picture
        let indispensable: StepPicture
        do throws(StepError) { indispensable = try await steps.run(on: &picture) } catch {
            plan.rejection = error.description
            return plan
        }
        try await place(&plan, at: picture.placement)
        (plan.steps, plan.recorded, plan.carriesAttributes) = (picture, picture, !picture.strips)
        if let reason = try await reasonToKeepMetadata(of: plan, picture) {
            plan.recorded = before
            if picture.hasWork { plan.warnings.append(reason) }
        } else if shot.writesSidecar {
            plan.warnings += picture.warnings
            plan.sidecarEdits = picture.sidecarEdits(since: before.facts)
            if picture.strips { plan.rejection = "a step strips pictures, which sidecar: xmp leaves as they are" }
        } else {
            plan.edits = picture.edits
            plan.indispensable = indispensable
        }
        return plan
    }

    /// Creates the file for an output where a step puts it. Pictures of a run get their paths in the order in which they were
    /// found, and of those with the same path one after the other.
    func place(_ plan: inout Plan, at placement: Placement?) async throws(Refusal) {
        let (job, source, isDryRun) = (plan.job, plan.shot.source, isDryRun)
        guard let placement, !job.isInMemory, job.amendment.moves else { return }
        await job.ticket?.waitForPlace()
        let first = placement.path(1)
        let hold = await placements.hold(job.folder.output.appending(first)) { job.ticket?.place() }
        plan.placement = (placement, hold)
        plan.output = try await offTheCooperativePool { () throws(Refusal) in
            try OutputFile(of: job, like: source, in: first.parent, isInMemory: isDryRun)
        }
    }

    /// Gives a picture of a run its turn, if steps say where outputs go.
    func ticketed(_ job: PictureJob) -> PictureJob {
        guard steps.placesOutputs else { return job }
        var job = job
        job.ticket = placements.ticket()
        return job
    }
}

extension NormalizationOptions {
    /// Whether a picture's sidecar can say how it is turned.
    var readsSidecars: Bool { turns && orientationFrom.contains(.sidecar) }

    /// Has a picture stay as it is turned: it has been, if it had to be.
    mutating func keepOrientation() { (turns, orientationFrom, sidecarOrientation) = (false, [.exif], nil) }
}

extension PictureEngine {
    /// How many pictures to look up ahead of the work on them; 0 if no step queries a server.
    package var lookAhead: Int { steps.lookAhead }

    /// Queries servers about a picture before the work on it.
    ///
    /// Problems of the picture are reported by the later work on it. While it waits for a server, it takes no slot and
    /// no descriptor.
    package func lookAhead(at relative: RawPath, in folder: DropFolder) async {
        let job = PictureJob(folder: folder, relative: relative)
        await readings.acquire()
        let picture = Task.isCancelled ? nil : await survey(job)
        readings.release()
        guard let picture else { return }
        await steps.ask(about: picture)
    }

    private func survey(_ job: PictureJob) async -> StepPicture? {
        do throws(Refusal) {
            let shot = try await offTheCooperativePool { () throws(Refusal) in try Shot(job, sourcesInUse: nil) }
            var picture = try await shot.stepPicture(by: processor.reader)
            picture.otherSidecars = try await sidecarsOfOthers(shot)
            await steps.survey(&picture)
            return picture
        } catch { return nil }
    }
}
