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
        guard let lead = outputs.first else { return [] }
        var owned = [(lead, own)]
        let isOwn = anchor != nil || own?.keepsPlace == true
        for output in outputs.dropFirst() {
            owned.append((output, try await Self.own(output, engine, isBesideOwn: isOwn)))
        }
        if let anchor {
            var decisions: [OutputDecision] = []
            for (output, own) in owned { decisions.append(try await decision(about: output, own, beside: anchor)) }
            return decisions
        }
        search: for number in 1...NumberedName.most {
            let name = lead.plan.outputName(number)
            var decisions: [OutputDecision] = []
            for (found, (output, own)) in zip(try await look(at: name, number, outputs), owned) {
                let isBesideOwn = decisions.first?.isCurrent == true
                let decision = try await decision(found, output, own, isBesideOwn: isBesideOwn)
                if decision.verdict == .next { continue search }
                decisions.append(decision)
            }
            let paths = zip(decisions, outputs).map { ($1.path(named: $0.found.name), $1.prepared.sha256) }
            guard !engine.promises || engine.promised.take(paths) else { continue }
            return decisions
        }
        let path = lead.plan.outputParent.appending(name: lead.prepared.name)
        throw Refusal(
            .rejected, "there are \(NumberedName.most) outputs of the name \(path) already", type: lead.plan.shot.type)
    }

    /// Looks at the names that the outputs have with a number.
    private func look(
        at name: [UInt8], _ number: Int, _ outputs: [ShotOutput]
    ) async throws(Refusal) -> [FoundName] {
        if number == 1, outputs.count == 1, let first { return [first] }
        let promised = engine.promises ? engine.promised : nil
        return try await offTheCooperativePool { () throws(Refusal) -> [FoundName] in
            var found: [FoundName] = []
            for output in outputs { found.append(try output.look(beside: name, number, promised)) }
            return found
        }
    }

    /// Decides about an output beside one that has its name: if that of the shot is another's, it gets a number of its own.
    private func decision(
        about output: ShotOutput, _ own: OutputDecision?, beside anchor: [UInt8]
    ) async throws(Refusal) -> OutputDecision {
        if let own, own.verdict != .next, !own.keepsPlace || output.plan.isFolder(of: own.found) { return own }
        for number in 1...NumberedName.most {
            // No other shot has the number.
            let picture = NumberedName.of(anchor, number)
            let found = try await offTheCooperativePool { () throws(Refusal) -> FoundName? in
                if number > 1, try output.plan.look(at: picture, output.prepared).taken != .free { return nil }
                return try output.plan.look(at: output.name(picture), output.prepared)
            }
            guard let found else { continue }
            let decision = try await decision(found, output, own, isBesideOwn: true)
            if decision.verdict != .next { return decision }
        }
        throw Refusal(.rejected, "there are \(NumberedName.most) files beside \(RawPath(bytes: anchor)) with its name")
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

extension ShotOutput {
    /// Its path under a name.
    func path(named name: [UInt8]) -> RawPath { plan.outputParent.appending(name: name) }

    /// Looks at the name that the output gets beside a picture's, and at the one that its original gets with a number. Blocks.
    ///
    /// - Parameter promised: the outputs that a dry run has announced.
    func look(beside picture: [UInt8], _ number: Int, _ promised: PromisedNames?) throws(Refusal) -> FoundName {
        var found = try plan.look(at: name(picture), prepared)
        if let sha256 = promised?.sha256(at: path(named: found.name)) {
            if sha256 != prepared.sha256 { found.taken = .another } else if found.taken == .free { found.taken = .same }
        } else if found.taken == .free, let original {
            let job = plan.job
            let isFree = try job.folder.orRefuse(job.isFree(original: original(number), prepared.sourceSHA256))
            if !isFree { found.taken = .another }
        }
        return found
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
