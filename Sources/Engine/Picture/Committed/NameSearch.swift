internal import UprightFormats
internal import UprightFiles
internal import UprightRewriting
internal import UprightWorker

/// Finds the names of the outputs of a shot, by ``OutputNaming``: one number for all of them. If the picture has its output
/// already, the others get names beside it.
struct NameSearch: Sendable {
    private let engine: PictureEngine
    /// The earlier output of the shot's picture.
    private let own: OutputDecision?
    /// What has the first name of the picture's output.
    private let first: FoundName?
    /// The name of the picture's output, if it has one already.
    let anchor: [UInt8]?

    /// Begins with the picture's output.
    ///
    /// - Parameters:
    ///   - first: what has its first name, if that is known.
    ///   - anchor: the name of the picture's output, if the first output is that of a member that comes later.
    /// - Throws: a refusal if the output is not to be delivered.
    init(of lead: ShotOutput, _ first: FoundName?, beside anchor: [UInt8]?, by engine: PictureEngine)
        async throws(Refusal)
    {
        (self.engine, self.first) = (engine, first)
        own = try await Self.own(lead, engine, isBesideOwn: anchor != nil)
        if let own, case .refuse(let obstacle) = own.verdict, let path = own.found.path {
            throw lead.plan.refusal(obstacle, at: path)
        }
        self.anchor = anchor ?? own.flatMap { $0.keepsPlace && lead.plan.isPlace(of: $0.found) ? $0.found.name : nil }
    }

    /// The length of a time that is known to the second, in Exif's format.
    private static let secondBytes = "2024:05:17 18:03:09".utf8.count

    /// Whether an earlier output of the same source is replaced, whose companions stay with it.
    var continues: Bool { own?.verdict == .replace }

    /// Decides about all outputs of the shot, the picture's first. Of a member, the decision can be to refuse it.
    func decisions(about outputs: [ShotOutput]) async throws(Refusal) -> [OutputDecision] {
        let isOwn = anchor != nil || own?.keepsPlace == true
        var known = [own]
        for output in outputs.dropFirst() { known.append(try await Self.own(output, engine, isBesideOwn: isOwn)) }
        let all = Array(zip(outputs, known))
        guard anchor != nil else { return try await decisions(aboutAll: all) }
        var decisions: [OutputDecision] = []
        for one in all { decisions += try await self.decisions(aboutAll: [one]) }
        return decisions
    }

    /// Decides about outputs that get one number, each with what is known of its earlier one. Beside a picture that has its name, an
    /// output gets a number of its own if that of the shot is another's.
    private func decisions(
        aboutAll outputs: [(output: ShotOutput, own: OutputDecision?)]
    ) async throws(Refusal) -> [OutputDecision] {
        guard let (lead, own) = outputs.first else { return [] }
        if anchor != nil, let own, own.verdict != .next, !own.keepsPlace || lead.plan.isFolder(of: own.found) {
            return [own]
        }
        var left: [Int: FoundName] = [:]
        search: for number in 1...NumberedName.most {
            var decisions: [OutputDecision] = []
            let all = try await look(with: number, outputs.map(\.output))
            for (found, (output, own)) in zip(all, outputs) {
                let isBesideOwn = anchor != nil || decisions.first?.isCurrent == true
                var decision = try await decision(found, output, own, isBesideOwn: isBesideOwn)
                guard decision.verdict != .next else {
                    for (index, found) in all.enumerated() where outputs[index].own == nil {
                        if try await isLeft(found, by: outputs[index].output) { left[index] = found }
                    }
                    continue search
                }
                if decision.verdict == .deliver, let earlier = left[decisions.count] {
                    (decision.verdict, decision.moving) = (.current, earlier)
                }
                decisions.append(decision)
            }
            let taken = zip(decisions, outputs).map { decision, one in
                (one.output.path(named: decision.found.name), one.output.prepared.sha256)
            }
            guard !decisions.isEmpty, promised?.take(taken) ?? true else { continue }
            return decisions
        }
        let path = lead.path(named: anchor ?? lead.prepared.name)
        throw Refusal(
            .rejected, "there are \(NumberedName.most) files of the name \(path) already", type: lead.plan.shot.type)
    }

    /// Whether a file is the output already, and no row says so: a process that was killed has left it. It goes along when the shot
    /// gets another number.
    private func isLeft(_ found: FoundName, by output: ShotOutput) async throws(Refusal) -> Bool {
        let mark = SourceMark(path: FileStore.absolute(output.plan.job.source), sha256: output.prepared.sourceSHA256)
        guard found.taken == .same, engine.history.journal != nil, let path = found.path, found.file?.sourceMark == mark
        else { return false }
        return try await engine.asked(await engine.history.records(withOutput: path)).isEmpty
    }

    /// The outputs that the run has announced, if they count.
    private var promised: PromisedNames? { anchor == nil && engine.promises ? engine.promised : nil }

    /// Looks at the names that outputs have with a number; returns none if another shot has that.
    private func look(with number: Int, _ outputs: [ShotOutput]) async throws(Refusal) -> [FoundName] {
        if anchor == nil, number == 1, outputs.count == 1, let first { return [first] }
        let (anchor, promised) = (anchor, promised)
        return try await offTheCooperativePool { () throws(Refusal) -> [FoundName] in
            let lead = outputs[0]
            let name = anchor.map { NumberedName.of($0, number) } ?? lead.plan.outputName(number)
            if anchor != nil, number > 1, try lead.plan.look(at: name, lead.prepared).taken != .free { return [] }
            var found: [FoundName] = []
            for output in outputs {
                found.append(try output.look(beside: name, anchor == nil ? number : nil, promised))
            }
            return found
        }
    }

    private func decision(
        _ found: FoundName, _ output: ShotOutput, _ own: OutputDecision?, isBesideOwn: Bool
    ) async throws(Refusal) -> OutputDecision {
        let isOwn = own?.found.path != nil && own?.found.path == found.path
        guard let own, own.keepsPlace else {
            return isOwn
                ? OutputDecision(found: found, verdict: .next)
                : try await Self.decided(found, output, engine, isBesideOwn: isBesideOwn)
        }
        if isOwn { return own }
        // The earlier output goes along.
        return switch found.taken {
        case .free: OutputDecision(found: found, verdict: own.verdict, moving: own.found)
        case .same: OutputDecision(found: found, verdict: .current)
        default: OutputDecision(found: found, verdict: .next)
        }
    }

    // MARK: What is known

    /// Decides about the output that the journal records of a source; nil if there is none.
    private static func own(
        _ output: ShotOutput, _ engine: PictureEngine, isBesideOwn: Bool
    ) async throws(Refusal) -> OutputDecision? {
        guard output.plan.job.previous?.output != nil else { return nil }
        let found = try await offTheCooperativePool { () throws(Refusal) in
            try output.plan.lookAtOwn(output.prepared)
        }
        guard let found else { return nil }
        return try await decided(found, output, engine, isBesideOwn: isBesideOwn)
    }

    private static func decided(
        _ found: FoundName, _ output: ShotOutput, _ engine: PictureEngine, isBesideOwn: Bool
    ) async throws(Refusal) -> OutputDecision {
        var found = found
        let job = output.plan.job
        if found.taken == .unknown, let path = found.path {
            let rows = try await engine.asked(await engine.history.records(withOutput: path))
            if rows.contains(where: { $0.source != job.source }) { found.taken = .another }
        }
        if found.taken == .unknown, let folder = found.folder {
            let name = found.name
            // A name in another case, or in another form of Unicode, is that of another file.
            let isExact = try await job.folder.blocking { () throws(FileError) in
                try !folder.entries(where: { $0 == name }, atMost: 1).isEmpty
            }
            if !isExact { found.taken = .another }
        }
        let rules = output.plan.rules(force: engine.force)
        var verdict = OutputNaming.decide(found.taken, nil, rules)
        if verdict == .compare {
            let likeness = try await likeness(of: found, to: output, engine, isBesideOwn: isBesideOwn)
            verdict = OutputNaming.decide(found.taken, likeness, rules)
        }
        return OutputDecision(found: found, verdict: verdict)
    }

    /// Compares what a file shows with what an output shows.
    ///
    /// - Parameter isBesideOwn: whether the output belongs beside an earlier one of the same picture, as a sidecar does: what was
    ///   made from its source's path then speaks of that picture.
    private static func likeness(
        of found: FoundName, to output: ShotOutput, _ engine: PictureEngine, isBesideOwn: Bool
    ) async throws(Refusal) -> OutputNaming.Likeness {
        let plan = output.plan
        guard let file = found.file else { return .other }
        // A camera takes one picture of a name in a second: this is an edit of it.
        if case .recorded(.unseen, _) = found.taken, let captured = output.captured,
            captured.utf8.count == Self.secondBytes, captured == plan.job.previous?.captured
        {
            return .same
        }
        if output.role != .member, PictureFormats.description(of: plan.shot.type) != nil,
            let other = try await engine.digests(of: file, plan).last
        {
            let digests = try await engine.digests(of: plan.shot.original.file, plan)
            return digests.last == other ? .same : digests.contains(other) ? .beginning : .other
        }
        let isOfPath = file.sourceMark?.path == FileStore.absolute(plan.job.source)
        return isBesideOwn && output.role != .lead && (found.taken != .unknown || isOfPath) ? .same : .other
    }
}

extension PictureEngine {
    /// The digests of what a file shows (``PictureFacts/beginnings`` and the whole); none if it is no picture that can be read.
    fileprivate func digests(of file: OpenFile, _ plan: Plan) async throws(Refusal) -> [String] {
        var options = plan.job.folder.options
        (options.digestsPicture, options.edits) = (true, [])
        let made = try plan.job.folder.orRefuse(OpenFile.inMemory())
        let processed = await processor(for: plan.job).process(
            source: file.descriptor, into: made.descriptor, options: options)
        guard processed.report.outcome != .deferred else { throw .notReady(processed.report.reason) }
        return processed.facts.beginnings + [processed.facts.pictureDigest].compactMap(\.self)
    }
}
