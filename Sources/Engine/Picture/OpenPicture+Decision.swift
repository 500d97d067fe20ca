internal import UprightConfiguration
internal import UprightDigests
internal import UprightFiles
internal import UprightJournal
internal import UprightRewriting

/// How to deliver an output, given what already has its name.
struct DeliveryDecision: Sendable {
    var delivery: Delivery
    var isCurrent = false
    /// Whether an earlier output of the same picture is replaced, whose companions stay with it: not if originals are moved or
    /// deleted, since a new source is then another picture of the same name.
    var continues = false
    /// The output's name, if it differs from the expected one.
    var name: [UInt8]?
    var warnings: [String] = []
    /// Frees the output's name for other sources of the run, unless the output is written.
    var claim: WrittenNames.Claim?
}

extension OpenPicture {
    /// Decides how to deliver an output by what already exists under its name.
    ///
    /// If nothing exists, the output is delivered. If the same bytes exist, the output is current. If other bytes
    /// exist, the source is rejected, with these exceptions: `--force`; `on-change`; and an existing file that the
    /// journal shows to be an unmodified earlier output, if its source was incomplete or unfinished then, or is the same and
    /// the work is repeated on purpose.
    func decision(
        _ prepared: PreparedOutput, force: Bool, written: WrittenNames
    ) throws(Refusal) -> DeliveryDecision {
        if placement != nil { return try numberedDecision(prepared, force: force, written: written) }
        let found = try existing(prepared)
        guard case .nothing = found else { return try decision(prepared, found, force: force, written: written) }
        let (picture, isMoved) = try takingEarlierOutput(prepared)
        let existing = isMoved ? try picture.existing(prepared) : found
        return try picture.decision(prepared, existing, force: force, written: written)
    }

    /// Decides the same for an output whose path a step has chosen: what belongs to another picture stays, and the next number
    /// is tried. An earlier output of the same picture keeps its number, and is moved if it has another path.
    private func numberedDecision(
        _ prepared: PreparedOutput, force: Bool, written: WrittenNames
    ) throws(Refusal) -> DeliveryDecision {
        let earlier = job.previous?.output.flatMap { $0.parent == outputParent ? $0.name : nil }
        let numbers = 1...9_999
        let own = earlier.flatMap { name in numbers.first { outputName($0) == name } }
        for number in (own.map { [$0] } ?? []) + Array(numbers) {
            var named = prepared
            named.name = outputName(number)
            let path = outputParent.appending(name: named.name)
            let found = try existing(named)
            var (picture, decided) = (self, found)
            switch found {
            case .same: break
            case .nothing:
                if number == own { continue }
                if atomic == nil, written.isTaken(path) { continue }
                let isMoved: Bool
                (picture, isMoved) = try takingEarlierOutput(named)
                if isMoved { decided = try picture.existing(named) }
            case .other(let sha256):
                let isOwn = job.previous?.output == path || isLostMove(sha256)
                // Also with force: what another picture left may be all that there is of it.
                guard isOwn else { continue }
                picture.job.previous?.output = path
            case .unlike: continue
            case .source: break
            }
            let claims = force || atomic == nil
            var decision = try picture.decision(named, decided, force: force, written: written, claims: claims)
            decision.name = decision.name ?? named.name
            return decision
        }
        let path = outputParent.appending(name: prepared.name)
        throw Refusal(.rejected, "there are 9,999 outputs of the name \(path) already", type: type)
    }

    /// Whether a file is the earlier output of the same picture, moved by a process that ended before it recorded that.
    private func isLostMove(_ sha256: [UInt8]?) -> Bool {
        guard let sha256, let previous = job.previous, previous.outputSHA256 == sha256 else { return false }
        return !PictureRecord.exists(previous.output, size: previous.outputSize)
    }

    /// Moves the earlier output of the same source, unmodified, to a path that is free: a picture has one output.
    ///
    /// - Returns: the picture with the output's new path in its record, and whether it was moved.
    private func takingEarlierOutput(_ prepared: PreparedOutput) throws(Refusal) -> (OpenPicture, isMoved: Bool) {
        guard let outputFolder, let previous = job.previous, let path = previous.output,
            previous.sourceSHA256 == prepared.sourceSHA256,
            placement != nil || job.folder.configuration.onChange != .version,
            let relative = path.relative(to: job.folder.output)
        else { return (self, false) }
        do throws(FileError) {
            let folder = try job.folder.open(job.folder.output).folder(relative.parent)
            let file = try folder.file(RawPath(bytes: relative.name))
            let status = try file.status()
            guard status.kind == .regular, status.size == previous.outputSize, status.identity != self.status.identity,
                let sha256 = previous.outputSHA256, try file.contentDigest().sha256 == sha256,
                try Departure(of: relative.name, in: folder, read: status, source: file)
                    .move(to: outputFolder, as: prepared.name, sha256: sha256) == .done
            else { return (self, false) }
        } catch {
            if error.isAbsence { return (self, false) }
            throw Refusal(error, in: job.folder)
        }
        var moved = self
        moved.job.previous?.output = outputParent.appending(name: prepared.name)
        return (moved, true)
    }

    private func decision(
        _ prepared: PreparedOutput, _ existing: Existing, force: Bool, written: WrittenNames, claims: Bool? = nil
    ) throws(Refusal) -> DeliveryDecision {
        switch existing {
        case .same(let file, let folder):
            return DeliveryDecision(delivery: confirmation(of: file, in: folder, prepared), isCurrent: true)
        case .nothing:
            return try delivery(prepared, replacing: false, written: claims ?? force ? written : nil)
        case .other(let sha256):
            if let sha256, try isOwn(sha256, prepared) {
                var decision = try delivery(prepared, replacing: true, written: nil)
                decision.continues = true
                return decision
            }
            if !force, let change = try changed(prepared, existing: sha256) { return change }
            let path = outputParent.appending(name: prepared.name)
            guard force else {
                throw Refusal(
                    .rejected,
                    "the output \(path) already exists with other bytes; upright reprocess --force replaces it",
                    type: type)
            }
            return try delivery(prepared, replacing: true, written: written)
        case .source:
            let reason = "the output would replace its own source, \(job.source); give another output"
            throw Refusal(.rejected, reason, type: type)
        case .unlike(let kind):
            let path = outputParent.appending(name: prepared.name)
            throw Refusal(
                .rejected, "the output \(path) cannot be written: a \(kind.rawValue) has that name", type: type)
        }
    }

    private enum Existing {
        case nothing
        case same(OpenFile, OpenFolder)
        /// A file with other bytes, and their digest; nil if the sizes already differ.
        case other(sha256: [UInt8]?)
        case unlike(FileStatus.Kind)
        /// The source of the output.
        case source
    }

    private func existing(_ prepared: PreparedOutput) throws(Refusal) -> Existing {
        do throws(FileError) {
            let folder: OpenFolder
            if let outputFolder {
                folder = outputFolder
            } else {
                folder = try job.folder.open(job.folder.output).folder(place)
            }
            let name = RawPath(bytes: prepared.name)
            guard let status = try folder.statusIfPresent(of: name) else { return .nothing }
            guard status.kind == .regular else { return .unlike(status.kind) }
            if status.identity == self.status.identity, !prepared.isSource {
                return .source
            }
            if status.size != prepared.bytes, job.previous?.outputSize != status.size { return .other(sha256: nil) }
            let file = try folder.file(name)
            let content = try file.contentDigest()
            if content.bytes == prepared.bytes, content.sha256 == prepared.sha256 { return .same(file, folder) }
            return .other(sha256: content.sha256)
        } catch {
            if error.isAbsence { return .nothing }
            throw Refusal(error, in: job.folder)
        }
    }

    /// An output that the journal records as delivered is durable and needs no second sync. Any other does, since the
    /// process that wrote it may have been killed before it synced.
    private func confirmation(of file: OpenFile, in folder: OpenFolder, _ prepared: PreparedOutput) -> Delivery {
        let isOnRecord = job.previous?.isDelivered == true && job.previous?.outputSHA256 == prepared.sha256
        return isOnRecord ? .none : .confirm(file, in: folder)
    }

    private func isOwn(_ existing: [UInt8], _ prepared: PreparedOutput) throws(Refusal) -> Bool {
        guard let previous = job.previous, previous.outputSHA256 == existing,
            previous.output == outputParent.appending(name: prepared.name)
        else { return false }
        let isSameSource = previous.sourceSHA256 != nil && previous.sourceSHA256 == prepared.sourceSHA256
        if previous.isIncomplete || (job.replacesOwn && isSameSource) { return true }
        do throws(FileError) { return try continues(previous) } catch { throw Refusal(error, in: job.folder) }
    }

    /// Whether the source is what an earlier output was made from, written further by its writers, and not an edit.
    ///
    /// If it was not known at the delivery that they had closed it, it may have grown at any time, or have changed as long
    /// as it was young. A source that they had closed may only have grown while it was young.
    private func continues(_ previous: PictureRecord) throws(FileError) -> Bool {
        guard let made = previous.madeFrom, made.inode == status.inode else { return false }
        let (age, overflow) = status.changed.subtractingReportingOverflow(made.changed)
        let isYoung = !overflow && age / 1_000_000 <= job.folder.configuration.retireAfter.milliseconds
        if previous.isProvisional, isYoung { return true }
        guard previous.isProvisional || isYoung, status.size > made.size else { return false }
        return try source.sha256(ofFirst: made.size) == made.sha256
    }

    /// The decision for a source that was edited after its delivery (`on-change`); nil if it is rejected.
    private func changed(_ prepared: PreparedOutput, existing: [UInt8]?) throws(Refusal) -> DeliveryDecision? {
        let place = outputParent
        guard let previous = job.previous, let output = previous.output, output.parent == place else { return nil }
        switch job.folder.configuration.onChange {
        case .reject: return nil
        case .replace:
            // Replace only an output that the journal records as made from this source.
            guard let existing, previous.outputSHA256 == existing, output.name == prepared.name else { return nil }
            var decision = try delivery(prepared, replacing: true, written: nil)
            decision.continues = job.folder.configuration.originals == .keep
            return decision
        case .version:
            let (stem, suffix) = OutputName.split(prepared.name)
            for number in 2...9_999 {
                var version = prepared
                version.name = stem + "-\(number)".utf8 + (suffix.map { [OutputName.dot] + $0 } ?? [])
                var decision: DeliveryDecision
                switch try self.existing(version) {
                case .same(let file, let folder):
                    decision = DeliveryDecision(delivery: confirmation(of: file, in: folder, version), isCurrent: true)
                case .nothing: decision = try delivery(version, replacing: false, written: nil)
                case .other, .unlike, .source: continue
                }
                decision.name = version.name
                return decision
            }
            return nil
        }
    }

    private func delivery(
        _ prepared: PreparedOutput, replacing: Bool, written: WrittenNames?
    ) throws(Refusal) -> DeliveryDecision {
        let path = outputParent.appending(name: prepared.name)
        let claim = written?.take(path)
        if written != nil, claim == nil {
            throw Refusal(.rejected, "another source of this run has the same output name, \(path)", type: type)
        }
        guard let atomic else { return DeliveryDecision(delivery: .none, claim: claim) }
        let warnings = try complete(prepared)
        return DeliveryDecision(
            delivery: .publish(atomic, as: prepared.name, replacing: replacing), warnings: warnings, claim: claim)
    }
}
