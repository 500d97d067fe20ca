internal import UprightConfiguration
internal import UprightFormats
internal import UprightBase
internal import UprightFiles
internal import UprightRewriting

/// What an output finds under a name.
struct FoundName: Sendable {
    /// The name. If the file system refuses the one that was looked for, its ``PortableName``.
    let name: [UInt8]
    /// The folder; nil in a dry run that would have to make it.
    var folder: OpenFolder?
    var taken = OutputNaming.Taken.free
    /// The regular file that has the name, and its status before it was read.
    var file: OpenFile?
    var status: FileStatus?

    /// Its path; nil without a folder.
    var path: RawPath? { folder.map { $0.path.appending(name: name) } }
}

extension Plan {
    /// Looks at what has a name in the output's folder.
    func look(at name: [UInt8], _ prepared: PreparedOutput) throws(Refusal) -> FoundName {
        do throws(FileError) {
            let folder =
                if let known = output.folder { known } else {
                    try job.folder.open(job.folder.output).folder(output.parent)
                }
            return try look(at: folder.accepted(name, isTried: output.atomic != nil), in: folder, prepared)
        } catch {
            if error.isAbsence { return FoundName(name: name) }
            throw Refusal(error, in: job.folder)
        }
    }

    /// Looks at the output that the journal records of this source; nil if there is none.
    func lookAtOwn(_ prepared: PreparedOutput) throws(Refusal) -> FoundName? {
        guard let previous = job.previous, previous.outputSHA256 != nil,
            let relative = previous.output?.relative(to: job.folder.output)
        else { return nil }
        do throws(FileError) {
            let root = try job.folder.open(job.folder.output)
            let found = try look(at: relative.name, in: root.folder(relative.parent), prepared, isOwn: true)
            // Equal bytes that come after the source has left are another delivery.
            return found.taken == .free || found.taken == .same && shot.hasLeft(previous) ? nil : found
        } catch {
            if error.isAbsence { return nil }
            throw Refusal(error, in: job.folder)
        }
    }

    private func look(
        at name: [UInt8], in folder: OpenFolder, _ prepared: PreparedOutput, isOwn: Bool = false
    ) throws(FileError) -> FoundName {
        var found = FoundName(name: name, folder: folder)
        guard let status = try folder.statusIfPresent(of: RawPath(bytes: name)) else { return found }
        (found.status, found.taken) = (status, .another)
        guard status.kind == .regular else { return found }
        let file = try folder.file(RawPath(bytes: name))
        found.file = file
        found.taken = try taken(by: file, status, prepared, isOwn: isOwn)
        return found
    }

    private func taken(
        by file: OpenFile, _ status: FileStatus, _ prepared: PreparedOutput, isOwn: Bool
    ) throws(FileError) -> OutputNaming.Taken {
        if status.identity == shot.original.status.identity, !prepared.isSource, !job.amendment.isOfOutput {
            return .source
        }
        let previous = job.previous
        // Only a file of one of these sizes can have one of these digests.
        let isLikely = [prepared.bytes, previous?.outputSize].contains(status.size)
        let sha256 = try isLikely ? file.contentDigest().sha256 : []
        if sha256 == prepared.sha256 { return .same }
        let isUnmodified = sha256 == previous?.outputSHA256
        if let previous, isOwn || isUnmodified && !PictureRecord.exists(previous.output, size: previous.outputSize) {
            return .recorded(try source(of: previous, prepared), isUnmodified: isUnmodified)
        }
        let mark = file.sourceMark
        if let mark, mark.sha256 == prepared.sourceSHA256 { return .attributed }
        let isOfOther = mark.map { $0.path != FileStore.absolute(job.source) } ?? false
        return isOfOther || previous?.output != nil ? .another : .unknown
    }

    private func source(
        of previous: PictureRecord, _ prepared: PreparedOutput
    ) throws(FileError) -> OutputNaming.Source {
        // The row of an edited source that was rejected has the digest of the edit.
        if (previous.madeFrom?.sha256 ?? previous.sourceSHA256) == prepared.sourceSHA256 { return .unchanged }
        if shot.hasLeft(previous) { return .left }
        if try continues(previous) { return .continued }
        return wasSeen(previous) ? .edited : .unseen
    }

    /// Whether the source that an earlier output was made from is known to have been there until this one was: it is the same
    /// file, or nobody has taken it away.
    private func wasSeen(_ previous: PictureRecord) -> Bool {
        if previous.isMadeFrom(shot.original.status, born: shot.original.file.born) { return true }
        guard previous.fate != .exchanged, let watched = job.watchedSince else { return false }
        return watched <= previous.finished ?? .min
    }

    /// Whether the source is what an earlier output was made from, written further by its writers, and not an edit.
    ///
    /// If it was not known at the delivery that they had closed it, or if it was incomplete, it may have grown at any time, and
    /// have changed as long as it was young or incomplete. A source that they had closed may only have grown while it was young.
    private func continues(_ previous: PictureRecord) throws(FileError) -> Bool {
        guard let made = previous.madeFrom else { return false }
        let isSameFile = previous.isMadeFrom(shot.original.status, born: shot.original.file.born)
        if isSameFile, previous.isIncomplete || previous.isProvisional && isYoung(since: made) { return true }
        guard previous.isIncomplete || isSameFile && (previous.isProvisional || isYoung(since: made)),
            shot.original.status.size > made.size
        else { return false }
        return try shot.original.file.sha256(ofFirst: made.size) == made.sha256
    }

    private func isYoung(since made: DeliveredSource) -> Bool {
        let (age, overflow) = shot.original.status.changed.subtractingReportingOverflow(made.changed)
        return !overflow && age / 1_000_000 <= job.folder.configuration.retireAfter.milliseconds
    }

    /// Whether a file is in the output's folder.
    func isFolder(of found: FoundName) -> Bool { found.folder?.path.relative(to: job.folder.output) == output.parent }

    /// Whether a file has one of the names that the output can have.
    func isPlace(of found: FoundName) -> Bool {
        isFolder(of: found)
            && (1...NumberedName.most).contains {
                let name = outputName($0)
                return name == found.name || PortableName.of(name) == found.name
            }
    }

    /// What the folder says about names.
    func rules(force: Bool) -> OutputNaming.Rules {
        OutputNaming.Rules(
            onChange: job.folder.configuration.onChange, force: force, remakes: job.replacesOwn,
            mayGetPages: shot.type.rawValue == "public.tiff"
                && (job.previous?.madeFrom.map { isYoung(since: $0) } ?? false))
    }

    /// The row of an earlier source that has left, or may have, and whose path this one has, under the path of its output; nil if
    /// there is none, or its output goes on as that of this source.
    func departed(_ decision: OutputDecision) -> PictureRecord? {
        guard let previous = job.previous, decision.moving == nil,
            shot.hasLeft(previous) || job.folder.configuration.onChange == .replace && !wasSeen(previous),
            previous.output != outputParent.appending(name: decision.found.name)
        else { return nil }
        return previous.departed
    }

    /// Why the output is refused.
    func refusal(_ obstacle: OutputNaming.Obstacle, at path: RawPath) -> Refusal {
        let reason =
            switch obstacle {
            case .itself: "the output would replace its own source, \(job.source); give another output"
            case .differs:
                "the output \(path) was made from this source with other bytes; upright reprocess --force makes it anew"
            case .modified:
                "the output \(path) was changed by another program after its delivery, and is kept; upright reprocess "
                    + "--force delivers another one beside it"
            case .edited:
                "the source was edited or replaced after it was delivered as \(path) (on-change: reject); upright reprocess "
                    + "--force delivers it, beside that output if it shows something else"
            }
        return Refusal(.rejected, reason, type: shot.type)
    }

    /// Makes the delivery of the output as decided; moves an earlier output to its new name first. Blocks.
    ///
    /// - Returns: the delivery, and warnings about what could not be carried over.
    func delivery(
        of prepared: PreparedOutput, _ decision: OutputDecision
    ) throws(Refusal) -> (Delivery, warnings: [String]) {
        guard let atomic = output.atomic, let folder = output.folder else { return (.none, []) }
        let name = decision.found.name
        if let moving = decision.moving { try move(moving, to: folder, as: name) }
        let existing = decision.moving ?? decision.found
        atomic.replacesOnly(decision.verdict == .replace ? existing.status : nil)
        switch decision.verdict {
        case .current:
            // An output that the journal records as delivered is durable and needs no second sync. Any other does, since the
            // process that wrote it may have been killed before it synced.
            let isOnRecord = job.previous?.isDelivered == true && job.previous?.outputSHA256 == prepared.sha256
            guard let file = existing.file, !isOnRecord else { return (.none, []) }
            return (.confirm(file, in: folder), [])
        case .replace, .deliver:
            let replaces = decision.verdict == .replace
            return (.publish(atomic, as: name, replacing: replaces), try complete(prepared))
        case .next, .compare, .refuse: return (.none, [])
        }
    }

    /// Moves an earlier output to its new name.
    private func move(_ earlier: FoundName, to folder: OpenFolder, as name: [UInt8]) throws(Refusal) {
        guard let from = earlier.folder, let status = earlier.status, let file = earlier.file else { return }
        let departure = Departure(of: earlier.name, in: from, read: status, source: file)
        guard
            try job.folder.orRefuse(departure.move(to: folder, as: name, sha256: file.contentDigest().sha256)) != .done
        else { return }
        throw .notReady("its earlier output, \(from.path.appending(name: earlier.name)), is being changed")
    }
}
