internal import UprightBase
internal import UprightFiles
internal import UprightFormats
internal import UprightRewriting
internal import UprightSteps
internal import UprightWorker

/// An output that was made and checked, and what has its name.
struct Made: Sendable {
    var plan: Plan
    var prepared: PreparedOutput
    /// What has its first name; nil if the journal knows an earlier output of the source, which counts first.
    private(set) var found: FoundName?
    /// What could not be carried over to the hidden file.
    private(set) var warnings: [String] = []
    /// When the output had been read back.
    let readAt = ContinuousClock.now

    /// Looks at the name of an output and, if that is free, completes the hidden file. Blocks.
    init(_ plan: Plan, _ prepared: PreparedOutput) throws(Refusal) {
        (self.plan, self.prepared) = (plan, prepared)
        guard plan.job.previous?.output == nil else { return }
        let found = try plan.look(at: prepared.name, prepared)
        self.found = found
        guard found.taken == .free, plan.output.atomic != nil else { return }
        warnings = try plan.complete(prepared)
        self.prepared.isComplete = true
    }
}

/// What a processor has done with a plan.
struct Attempt: Sendable {
    let plan: Plan
    var processed: ProcessedPicture
    /// When the work began, when the source was open, and when the processor was done.
    let times: (start: ContinuousClock.Instant, open: ContinuousClock.Instant, done: ContinuousClock.Instant)
    /// What was made, if that was checked on the processor's thread.
    var made: Result<Made, Refusal>?
}

extension PictureEngine {
    /// A source of fewer bytes is small: checking its output takes less time than handing it over to another thread.
    static let smallBytes = 1 << 18

    /// Opens a shot, plans what is made of it, and makes it, when its turn comes.
    ///
    /// If nothing has to be known of the picture before, all is done on the thread of a worker, which waits while an output is checked:
    /// unless there are as many workers as processors, a large one is therefore checked later, by another thread.
    func attempt(
        _ work: inout PictureWork,
        opening open: @escaping @Sendable () throws(Refusal) -> Shot
    ) async throws(Refusal) -> Attempt {
        let job = work.job
        let isStopped = EventFlag(false)
        let awaitsPlacement = steps.placesOutputs && job.amendment.moves
        let begin = { @Sendable () throws(Refusal) -> (Plan, ContinuousClock.Instant, ContinuousClock.Instant) in
            // It may have waited for a slot, or for a thread.
            guard !isStopped.isSet else { throw .stopped }
            let start = ContinuousClock.now
            return (try basePlan(try open(), awaitsPlacement: awaitsPlacement), start, .now)
        }
        await job.ticket?.waitForStart()
        await slots.acquire()
        job.ticket?.start()
        let result: Result<Attempt, Refusal> = await withTaskCancellationHandler {
            guard steps.isEmpty, job.position == nil, !job.folder.options.readsSidecars,
                !Self.canBeMask(job)
            else {
                do throws(Refusal) {
                    let (base, start, open) = try await offTheCooperativePool(throwing: begin)
                    let plan = try await plan(base)
                    let processed = try await produce(plan)
                    return .success(Attempt(plan: plan, processed: processed, times: (start, open, .now)))
                } catch { return .failure(error) }
            }
            let processor = processor(for: job)
            let checked = job.isInMemory ? 0 : processor.occupiesAllProcessors ? Int.max : Self.smallBytes
            return await processor.perform { normalize in
                Result { () throws(Refusal) in
                    let (plan, start, open) = try begin()
                    let processed = normalize(plan.shot.source.descriptor, plan.output.file.descriptor, plan.options)
                    var attempt = Attempt(plan: plan, processed: processed, times: (start, open, .now))
                    if plan.shot.status.size < checked {
                        attempt.made = Result { () throws(Refusal) in try Made(plan, plan.checked(processed)) }
                    }
                    return attempt
                }
            }
        } onCancel: {
            isStopped.set()
        }
        slots.release()
        let attempt = try result.get()
        work.startedAt = attempt.times.start
        work.result.stages[.opening, default: .zero] += attempt.times.open - attempt.times.start
        work.result.stages[.processing, default: .zero] += attempt.times.done - attempt.times.open
        work.apply(attempt.processed, of: attempt.plan)
        return attempt
    }

    /// Makes what is planned. If the steps' edits cannot be written, leaves those out that the picture need not have.
    func produce(_ plan: Plan) async throws(Refusal) -> ProcessedPicture {
        func rejected(_ reason: String) -> ProcessedPicture {
            var processed = ProcessedPicture(outcome: .rejected, reason: reason)
            processed.report.type = plan.shot.type
            processed.sourceBytes = plan.shot.status.size
            return processed
        }
        func recorded(_ processed: ProcessedPicture, of picture: StepPicture?) -> ProcessedPicture {
            guard let picture else { return processed }
            var recorded = processed
            recorded.facts = picture.recordedFacts(processed.facts)
            if processed.isDone { recorded.report.changes += picture.findings }
            return recorded
        }
        if let reason = plan.rejection { return rejected(reason) }
        var made = await normalized(plan, plan.edits)
        guard let picture = plan.steps, let indispensable = plan.indispensable else {
            return recorded(made, of: plan.recorded)
        }
        made.report.warnings += picture.warnings
        let problem = made.isDone ? picture.problem(in: made.facts) : made.report.reason
        guard picture.hasWork, let problem else { return recorded(made, of: picture) }
        // With nothing to leave out, another attempt would give the same.
        if picture.edits.count > indispensable.edits.count {
            try plan.job.folder.orRefuse(plan.output.file.truncate())
            made = await normalized(plan, indispensable.edits)
            made.report.warnings += made.isDone ? indispensable.warnings : []
        }
        // If the picture cannot be normalized without the other edits either, they are not the reason.
        guard made.isDone else { return made }
        if let problem = indispensable.problem(in: made.facts) { return rejected(problem) }
        made.report.warnings.append(picture.unwritten(problem))
        return recorded(made, of: indispensable)
    }

    /// Has the processor normalize a picture with edits.
    func normalized(_ plan: Plan, _ edits: [MetadataEdit]) async -> ProcessedPicture {
        var options = plan.options
        options.edits += edits
        var processed = await processor(for: plan.job).process(
            source: plan.shot.source.descriptor, into: plan.output.file.descriptor, options: options)
        processed.report.warnings += plan.warnings
        return processed
    }

    /// The processor for a picture: one in memory is in files that are used again, which no other process may get.
    func processor(for job: PictureJob) -> any PictureProcessor {
        job.isInMemory ? processor.copying : processor
    }
}

extension ProcessedPicture {
    /// Whether there is an output.
    var isDone: Bool { [.normalized, .unchanged].contains(report.outcome) }
}
