internal import UprightConfiguration
internal import UprightFiles
internal import UprightRewriting

extension PictureEngine {
    /// How often names are looked for, since other processes can take them meanwhile.
    private static let mostLooks = 20

    /// Commits a checked output and the rest of its shot under the names that are found for them, and journals them. In a dry
    /// run, only decides.
    ///
    /// - Parameter delivered: the record of its picture, if it is that of a member which comes later.
    func commit(
        _ made: Made, _ work: inout PictureWork, beside delivered: PictureRecord? = nil
    ) async throws(Refusal) -> Committed? {
        let picture = made.plan
        work.expect(made.prepared, of: picture)
        work.result.warn(made.warnings)
        let anchor = delivered.map { $0.output?.name ?? $0.source.name }
        var lead = ShotOutput(role: delivered == nil ? .lead : .member, plan: picture, prepared: made.prepared)
        lead.member = delivered.map { (picture.job.relative.name, $0.source.name) }
        // Where a step says where outputs go, their numbers say nothing about sources.
        lead.numbersOriginal = anchor == nil && picture.placement == nil
        lead.captured = work.record.captured
        var search = try await NameSearch(of: lead, made.found, beside: anchor, by: self)
        let outcome = work.record.outcome
        var outputs = [lead] + (try await furtherOutputs(of: work, with: picture, made.prepared))
        work.record.owesPlace = work.record.owesPlace || outputs.contains(where: \.owesPlace)
        if let sidecar = try await writtenSidecar(of: work, with: picture, made.prepared) { outputs.append(sidecar) }
        let members =
            if isDryRun {
                [ShotMember]()
            } else if work.job.amendment.isOfOutput {
                try await deliveredMembers(of: work, with: picture)
            } else {
                try await members(of: &work, with: picture, search)
            }
        for _ in 1...Self.mostLooks {
            let decisions = try await search.decisions(about: outputs + members.compactMap(\.output))
            try work.expect(outputs, decisions)
            work.record.outcome = decisions.prefix(outputs.count).allSatisfy(\.isCurrent) ? .current : outcome
            work.stamp(now: Self.milliseconds())
            guard !isDryRun else { return nil }
            var decided = members
            decide(about: &decided, beside: &work, Array(decisions.dropFirst(outputs.count)))
            let parts = outputs + members.compactMap(\.output)
            try await announceMoves(of: parts, decisions, &work)
            let deliveries = try await deliveries(of: parts, decisions, &work)
            let failure = await commit(deliveries, of: &work, with: &decided)
            work.result.stages[.delivering] = ContinuousClock.now - made.readAt
            switch failure {
            case nil:
                work.isCommitted = true
                work.members = decided
                return Committed(work, made.plan.shot, trustsTimes: !revisitsOriginals)
            // Another process has taken a name, or has changed what was to be replaced: the names are looked for once more.
            case .exists: search = try await NameSearch(of: lead, nil, beside: anchor, by: self)
            case .file(let error): throw Refusal(error, in: work.job.folder)
            case .record(let reason): throw .unrecorded(reason)
            }
        }
        throw .notReady("other processes are writing the output \(work.outputPath), or one beside it")
    }

    /// Commits the row of work that has delivered nothing.
    func commitRecord(_ work: inout PictureWork) async {
        guard !isDryRun else { return }
        var none: [ShotMember] = []
        if case .record(let reason)? = await commit([.none], of: &work, with: &none) {
            work.finish(with: .unrecorded(reason))
        } else {
            work.isCommitted = true
        }
    }

    /// Commits the deliveries of a shot, the picture's first, with their rows: all of them or none.
    ///
    /// - Returns: the failure; nil if there was none.
    private func commit(
        _ deliveries: [Delivery], of work: inout PictureWork, with members: inout [ShotMember]
    ) async -> Delivery.Failure? {
        if history.journal != nil, work.result.isAmended {
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
                Array(deliveries.dropFirst()) + deliveries.prefix(1),
                records: work.departed + members.map(\.work.record) + [work.record],
                isAnnounced: isAnnounced)
            for index in members.indices { members[index].work.isCommitted = true }
            return nil
        } catch {
            return error
        }
    }

    /// Completes the hidden files, and moves earlier outputs to their new names.
    private func deliveries(
        of outputs: [ShotOutput], _ decisions: [OutputDecision], _ work: inout PictureWork
    ) async throws(Refusal) -> [Delivery] {
        let ready: @Sendable () throws(Refusal) -> [(Delivery, warnings: [String])] = { () throws(Refusal) in
            try zip(outputs, decisions).map { (output, decision) throws(Refusal) in
                try output.plan.delivery(of: output.prepared, decision)
            }
        }
        // To hand nothing but names over to another thread takes longer than to look at them.
        let isComplete = zip(outputs, decisions).allSatisfy { output, decision in
            output.prepared.isComplete && decision.verdict == .deliver && decision.moving == nil
        }
        let all = if isComplete { try ready() } else { try await offTheCooperativePool(throwing: ready) }
        work.result.warn(all.flatMap(\.warnings))
        work.departed = zip(outputs, decisions).compactMap { output, decision in
            output.role == .copy ? nil : output.plan.departed(decision)
        }
        return all.map(\.0)
    }

    /// Takes over what was decided about members, in their order. One that is refused keeps nothing else from being delivered.
    private func decide(
        about members: inout [ShotMember], beside work: inout PictureWork, _ decisions: [OutputDecision]
    ) {
        var decisions = decisions[...]
        var decided: [ShotMember] = []
        for var member in members {
            if let output = member.output, let decision = decisions.popFirst() {
                if case .refuse(let obstacle) = decision.verdict {
                    let path = output.path(named: decision.found.name)
                    let refusal = output.plan.refusal(obstacle, at: path)
                    guard !member.isCopy else {
                        work.result.warn(["\(path) could not be delivered: \(refusal.reason)"])
                        continue
                    }
                    member.reject(refusal, beside: work.record)
                    if decision.moving != nil { member.work.record.output = path }
                } else {
                    member.work.expect(output, decision)
                }
            }
            decided.append(member)
        }
        members = decided
    }
}

extension PictureWork {
    /// Takes over what was decided about the output of a picture, its further outputs and its sidecar.
    fileprivate mutating func expect(_ outputs: [ShotOutput], _ decisions: [OutputDecision]) throws(Refusal) {
        record.copies = []
        for index in outputs.indices {
            let (output, decision) = (outputs[index], decisions[index])
            let path = output.path(named: decision.found.name)
            if case .refuse(let obstacle) = decision.verdict {
                var refusal = output.plan.refusal(obstacle, at: path)
                if index > 0 { refusal.reason = "its output in \(output.plan.job.folder.output): \(refusal.reason)" }
                throw refusal
            }
            guard index > 0 else {
                expect(output, decision)
                continue
            }
            result.warn(output.warnings)
            record.copies.append(
                OutputCopy(output: path, sha256: output.prepared.sha256, bytes: output.prepared.bytes))
        }
    }
}
