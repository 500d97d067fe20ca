internal import UprightFormats
internal import UprightWorker
internal import UprightRewriting
internal import UprightFiles
internal import UprightSteps

/// Outputs that are amended after their original has left.
extension PictureEngine {
    /// Checks, while the output is locked, that the journal still says of it what the work began with: no other work has amended it
    /// since, and no other file has the path of its source.
    func checkRow(of shot: Shot) async throws(Refusal) {
        guard let previous = shot.job.previous, history.journal != nil else { return }
        guard let row = try await known([previous.source]).first ?? nil, row.state == .finished,
            row.finished == previous.finished
        else { throw .notReady("its row in the journal has changed meanwhile") }
    }

    /// Why an output keeps its metadata, although steps have edits for it; nil if it is edited. Its original has left, so that nothing
    /// else has what an edit would take away.
    func reasonToKeepMetadata(of plan: Plan, _ picture: StepPicture) async throws(Refusal) -> String? {
        guard plan.job.amendment.isOfOutput else { return nil }
        if plan.shot.isModified {
            return "its output was changed by another program after its delivery, and keeps its metadata"
        }
        let strips = picture.edits.filter { $0.strip != nil }
        guard !strips.isEmpty else { return nil }
        let stripped = await normalized(plan, strips)
        try plan.job.folder.orRefuse(plan.output.file.truncate())
        // What was stripped at the delivery has nothing to lose.
        guard stripped.report.outcome != .unchanged else { return nil }
        return
            "its original has left, and the step strip would take away what nothing else has; upright tag --strip does it"
    }

    /// Records where outputs are about to be moved. They would not be found there if the process were killed before their rows say so,
    /// since nothing else makes them again.
    func announceMoves(
        of outputs: [ShotOutput], _ decisions: [OutputDecision], _ work: inout PictureWork
    ) async throws(Refusal) {
        guard work.job.amendment.isOfOutput else { return }
        var rows: [PictureRecord] = []
        for (output, decision) in zip(outputs, decisions) where decision.moving != nil && output.role != .copy {
            guard var row = output.plan.job.previous else { continue }
            row.copies.append(
                OutputCopy(
                    output: output.path(named: decision.found.name), sha256: output.plan.shot.digest,
                    bytes: output.plan.shot.status.size))
            rows.append(row)
        }
        guard !rows.isEmpty else { return }
        work.hasAnnouncedMoves = true
        try await asked(await history.finish(rows))
    }

    /// Returns the members of a delivered shot, so that their outputs go along to another path, as they are by now.
    func deliveredMembers(
        of work: PictureWork, with picture: Plan
    ) async throws(Refusal) -> [ShotMember] {
        guard let lead = work.job.previous, let digest = lead.sourceSHA256 else { return [] }
        let rows = try await asked(await history.members(of: lead.source, sha256: digest))
        var members: [ShotMember] = []
        var held: Set<FileIdentity> = []
        for row in rows where row.isDelivered {
            guard let relative = row.source.relative(to: work.job.folder.source) else { continue }
            var job = PictureJob(folder: work.job.folder, relative: relative, previous: row, replacesOwn: true)
            job.amendment = work.job.amendment
            let presence = job
            let present = await offTheCooperativePool {
                presence.presentOutput.flatMap { FileStore.exists($0) ? $0 : nil }
            }
            guard let output = present else { continue }
            let (ready, sourcesInUse) = (job, sourcesInUse)
            let plan = try await offTheCooperativePool { () throws(Refusal) in
                let shot = try Shot(outputOf: ready, sourcesInUse: sourcesInUse, type: ImageType(rawValue: row.type))
                return Plan(
                    shot, try OutputFile(of: shot.job, like: shot.source, in: picture.output.parent, isInMemory: false))
            }
            let shot = plan.shot
            guard held.insert(shot.status.identity).inserted else { continue }
            let prepared = PreparedOutput(
                name: output.name, bytes: shot.status.size, sha256: shot.digest,
                sourceSHA256: row.sourceSHA256 ?? shot.digest, isSource: true)
            var member = ShotMember(work: PictureWork(job, now: Self.milliseconds, version: version))
            member.work.record.outcome = .current
            member.output = ShotOutput(
                role: .member, plan: plan, prepared: prepared, member: (row.source.name, lead.source.name))
            member.work.stamp(now: Self.milliseconds())
            members.append(member)
        }
        return members
    }
}
