internal import UprightConfiguration
package import UprightFiles
internal import UprightFormats
internal import UprightRewriting
internal import UprightSteps

extension PictureEngine {
    /// Works on the files beside a picture that were not delivered with it and may belong to its shot.
    func deliverLateMembers(of work: PictureWork) async -> [PictureResult] {
        guard work.outputName != nil else { return [] }
        var picture = work.record
        picture.report = work.result.report.serialized
        var results: [PictureResult] = []
        var present = work.result.companions
        if isDryRun {
            var members = await presentMembers(of: work)
            // A video that cannot be read is looked at by itself.
            do throws(Refusal) { members += try await videosOfOtherNames(work, besides: members) } catch {}
            present = members.map(\.relative)
        }
        for relative in present {
            var companion = PictureJob(folder: work.job.folder, relative: relative)
            companion.replacesOwn = work.job.replacesOwn
            results.append(await workOnCompanion(companion, of: history.journal == nil || isDryRun ? picture : nil))
        }
        return results
    }

    /// Works on a member of a shot that comes after its picture, or could not be delivered with it: delivers it if its picture
    /// has been, under the name that the shot got, and moves or deletes the originals of the shot if configured.
    ///
    /// Without a result of its picture, it waits (`deferred`, not transient): call this again when the picture has one.
    ///
    /// - Parameter picture: the record of its picture, if that was delivered and there is no journal to find it in.
    package func workOnCompanion(_ job: PictureJob, of picture: PictureRecord? = nil) async -> PictureResult {
        var job = job
        var work = memberWork(job)
        do throws(Refusal) {
            job.previous = try await known([job.source]).first ?? nil
            work = memberWork(job)
            try await carryOutCompanion(job, &work, of: picture)
        } catch {
            if error.outcome == .ignored { work.depart(&job) }
            work.finish(with: error)
            if error.outcome == .deferred { work.record.state = .waiting }
            // The row's output was made from the earlier source.
            if let own = job.previous, own.output != nil { work.record.sourceSHA256 = own.sourceSHA256 }
        }
        work.stamp(now: Self.milliseconds())
        if work.result.belongsToNoPicture { return work.result }
        // The row of a companion that was delivered shows which picture it came with; only a delivery changes that.
        let isKept = job.previous.map { $0.state == .finished && $0.isAttached } ?? false
        let isRecorded = work.result.outcome == .rejected || !isKept
        if !work.isCommitted, !work.result.isTransient, isRecorded { await commitRecord(&work) }
        return work.result
    }

    /// Begins the work on a member.
    func memberWork(_ job: PictureJob) -> PictureWork {
        var work = PictureWork(job, now: Self.milliseconds, version: version)
        work.record.type = ShotTable.type(of: job.relative.name) ?? "public.data"
        work.record.isCompanion = true
        work.record.picture = job.previous?.picture
        work.record.pictureSHA256 = job.previous?.pictureSHA256
        return work
    }

    private func carryOutCompanion(
        _ job: PictureJob, _ work: inout PictureWork, of picture: PictureRecord?
    ) async throws(Refusal) {
        if let own = job.previous, own.state == .held {
            work.isCommitted = true
            throw Refusal(.deferred, "held on request; upright queue release lets it go on")
        }
        guard !leavesCompanions else {
            throw Refusal(.ignored, "it stays behind: companions of the step strip is drop")
        }
        let candidates = try await candidates(for: job, &work)
        work.setSource(candidates.status)
        let owner: PictureRecord?
        do throws(Refusal) {
            owner = if let picture { picture } else { try candidates.picture(now: Self.milliseconds() &* 1_000_000) }
        } catch {
            guard let delivered = try await delivered(work.record, of: candidates, job) else { throw error }
            return work.adopt(delivered)
        }
        guard let owner else {
            // A file that was taken out of the queue on request stays, until it changes.
            if let own = job.previous, own.outcome == .ignored, !own.isUnsupported, own.isFinished(candidates.status) {
                throw Refusal(.ignored, own.reason)
            }
            if work.record.contentIdentifier != nil { try await awaitPictures(beside: job) }
            do throws(Refusal) { return try await workAlone(job, candidates.status) } catch {
                guard error.isUnsupported, let name = candidates.strangers.first else { throw error }
                var refusal = error
                refusal.reason +=
                    "; it is the video of another Live Photo than \(RawPath(bytes: name)), by its content identifier"
                throw refusal
            }
        }
        if let own = job.previous, isDone(own, job, candidates.status) {
            work.adopt(own)
            if job.folder.due(own) == .note {
                try await asked(await history.journal?.noteDeletion(of: [own.source], DropFolder.deletion))
            }
        } else {
            try await deliver(job, beside: owner, &work)
        }
        await retireLate(job, &work)
    }

    /// The record of a companion that was delivered beside one of its pictures, as its output says (``SourceMark``); nil if a journal
    /// would say it, or there is none.
    private func delivered(
        _ record: PictureRecord, of candidates: CompanionCandidates, _ job: PictureJob
    ) async throws(Refusal) -> PictureRecord? {
        guard history.journal == nil, !force else { return nil }
        let names = candidates.pictures.filter(\.isPending).map {
            ShotTable.name(of: job.relative.name, $0.name, besideOutput: $0.name)
        }
        return try await job.folder.blocking { () throws(FileError) in
            do throws(FileError) {
                let sha256 = try job.folder.openSource().file(job.relative).contentDigest().sha256
                let folder = try job.folder.open(job.folder.output).folder(job.relative.parent)
                for name in names where try folder.statusIfPresent(of: RawPath(bytes: name)) != nil {
                    let file = try folder.file(RawPath(bytes: name))
                    let mark = SourceMark(path: FileStore.absolute(job.source), sha256: sha256)
                    guard file.sourceMark == mark else { continue }
                    let output = try file.contentDigest()
                    var record = record
                    (record.sourceSHA256, record.output) = (sha256, folder.path.appending(name: name))
                    (record.outputSHA256, record.outputSize) = (output.sha256, output.bytes)
                    return record
                }
            } catch { guard error.isAbsence else { throw error } }
            return nil
        }
    }

    /// Whether a companion was delivered as it is.
    func isDone(_ own: PictureRecord, _ job: PictureJob, _ status: FileStatus) -> Bool {
        !force && !job.replacesOwn && own.isDelivered && own.pictureSHA256 != nil && own.isFinished(status)
            && job.folder.due(own) != .work
    }

    private func candidates(
        for job: PictureJob, _ work: inout PictureWork
    ) async throws(Refusal) -> CompanionCandidates {
        var (status, pictures) = try await files(beside: job)
        if pictures.isEmpty, ShotTable.kind(of: job.relative.name)?.canBeLabels == true {
            for folder in job.relative.parent.pictureFolders where pictures.isEmpty {
                pictures = try await files(beside: job, in: folder).pictures
                pictures.removeAll { ShotTable.leadsWithoutPicture($0.name) }
            }
        }
        let known = pictures.map(\.name)
        if known.allSatisfy({ ShotTable.leadsWithoutPicture($0) }) {
            pictures.removeAll { ShotTable.isCloser(job.relative.name, toOneOf: known, than: $0.name) }
        } else {
            pictures.removeAll { ShotTable.leadsWithoutPicture($0.name) }
        }
        let isPassed = job.previous?.isPassed(status) ?? false
        var strangers: [[UInt8]] = []
        if !isPassed, let identifier = try await identifier(ofVideo: job.relative, status, in: job.folder) {
            work.record.contentIdentifier = identifier
            strangers = pictures.filter { $0.isStranger(to: identifier) }.map(\.name)
            pictures = try await self.pictures(identifiedBy: identifier, of: job, or: pictures)
        }
        // A file that was worked on by itself came with no picture.
        let own = job.previous.flatMap { $0.isCompanion ? $0 : nil }
        return CompanionCandidates(status: status, own: own, pictures: pictures, strangers: strangers)
    }

    /// Returns a member's status, and what is known of the files beside it that can be its picture or lead its shot, in the folder
    /// and in the journal.
    ///
    /// - Parameter other: the folder of the pictures, if it is another one.
    private func files(
        beside job: PictureJob, in other: RawPath? = nil
    ) async throws(Refusal) -> (status: FileStatus, pictures: [CompanionCandidates.Picture]) {
        let found: (own: FileStatus?, present: [[UInt8]: FileStatus])
        do throws(FileError) {
            found = try await offTheCooperativePool { [shotNames] () throws(FileError) in
                let root = try job.folder.openSource()
                let own = try root.statusIfPresent(of: job.relative)
                let folder: OpenFolder
                do throws(FileError) { folder = try root.folder(other ?? job.relative.parent) } catch {
                    guard other != nil, error.isAbsence else { throw error }
                    return (own, [:])
                }
                return (own, try shotNames.pictures(of: job.relative.name, in: folder, within: job.folder.listAge))
            }
        } catch {
            if error.isAbsence { throw Refusal(.ignored, "it vanished before it could be read") }
            throw Refusal(error, in: job.folder)
        }
        guard let status = found.own else { throw Refusal(.ignored, "it vanished before it could be read") }
        guard status.kind == .regular else {
            throw Refusal(.ignored, "a \(status.kind.rawValue), not a regular file")
        }
        let member = job.relative.name
        let parent = other.map { job.folder.source.appending($0) } ?? job.source.parent
        var names = Array(found.present.keys)
        let stems = ShotTable.pictureStems(of: member).map { parent.appending(name: $0) }
        if !stems.isEmpty {
            let known = try await asked(await history.sources(beginningWith: stems, ofDeliveredPictures: false))
            names += known.flatMap(\.self).map(\.name)
        }
        names = ShotTable.pictures(of: member, among: names)
        let rows = try await known(names.map { parent.appending(name: $0) })
        var pictures: [CompanionCandidates.Picture] = []
        for (name, row) in zip(names, rows) {
            // A raw file or a video of no picture has a row of its own.
            let record = row.flatMap { $0.isCompanion && $0.picture != nil ? nil : $0 }
            let picture = CompanionCandidates.Picture(name: name, record: record, status: found.present[name])
            if picture.record != nil || picture.status != nil { pictures.append(picture) }
        }
        return (status, pictures)
    }

    /// Returns the pictures that a video with a content identifier can belong to: first those with the same identifier, then those
    /// with its name and no other identifier.
    private func pictures(
        identifiedBy identifier: String, of job: PictureJob, or named: [CompanionCandidates.Picture]
    ) async throws(Refusal) -> [CompanionCandidates.Picture] {
        var pictures: [CompanionCandidates.Picture] = []
        for record in try await self.pictures(identifiedBy: identifier, of: job) {
            let name = RawPath(bytes: record.source.name)
            let status = try await job.folder.blocking { () throws(FileError) in
                try job.folder.openSource().folder(job.relative.parent).statusIfPresent(of: name)
            }
            let isThere = status.map { $0.isSameContent(as: record.status) } ?? false
            pictures.append(
                CompanionCandidates.Picture(
                    name: record.source.name, record: record, status: isThere ? status : nil, isIdentified: true))
        }
        pictures += named.filter { picture in
            !picture.isStranger(to: identifier) && !pictures.contains { $0.name == picture.name }
        }
        return pictures
    }

    private func deliver(
        _ job: PictureJob, beside picture: PictureRecord, _ work: inout PictureWork
    ) async throws(Refusal) {
        let output = picture.output?.name ?? picture.source.name
        var member = ShotTable.member(job.relative.name, of: picture.source.name, output: output)
        if member == nil, let identifier = work.record.contentIdentifier, identifier == picture.contentIdentifier {
            member = ShotTable.video(job.relative.name, besideOutput: output)
        }
        guard let member else {
            throw Refusal(.ignored, "it does not belong to \(picture.source)")
        }
        // What is passed on is not turned.
        var turns = false
        if !picture.isUnsupported {
            let shot = try await recorded((picture.source, picture.sourceSHA256 ?? []))
            turns = member.turns(besideRaw: shot.contains { ShotTable.kind(of: $0.source.name) == .raw })
        }
        let (plan, prepared) = try await preparedMember(
            job, beside: picture, as: member.output, with: nil, turns: turns, &work)
        let made = try await offTheCooperativePool { () throws(Refusal) in try Made(plan, prepared) }
        _ = try await commit(made, &work, beside: picture)
    }

    /// Opens a member and prepares its output.
    ///
    /// - Parameters:
    ///   - picture: the record of its picture.
    ///   - name: the name of the output.
    ///   - lead: what is made of the picture, if its output has no name yet.
    ///   - turns: whether a sidecar is turned with the picture.
    ///   - held: the files of the shot that are locked already.
    func preparedMember(
        _ job: PictureJob, beside picture: PictureRecord, as name: [UInt8], with lead: Plan?, turns: Bool,
        held: Set<FileIdentity> = [], _ work: inout PictureWork
    ) async throws(Refusal) -> (Plan, PreparedOutput) {
        // An unmodified copy of this member gives way to another that it is turned into.
        var opening = job
        opening.replacesOwn = true
        let (opened, isDryRun, sourcesInUse) = (opening, isDryRun, sourcesInUse)
        let type = ImageType(rawValue: work.record.type)
        let outputFolder = Self.outputFolder(of: job, beside: picture)
        let member = try await offTheCooperativePool { () throws(Refusal) in
            let shot = try Shot(opened, sourcesInUse: sourcesInUse, held: held, type: type)
            return Plan(shot, try OutputFile(of: opened, like: shot.source, in: outputFolder, isInMemory: isDryRun))
        }
        work.setSource(member.shot.status)
        work.outputParent = member.output.parent
        let missing = try await missingEnd(of: member.shot)
        if ShotTable.kind(of: job.relative.name) == .video {
            try await checkIdentifier(of: member.shot, picture, lead?.shot, &work)
        }
        let prepared = try await prepared(
            member, as: name, beside: picture, made: lead?.output.atomic?.file, missing: missing, turns: turns,
            edits: lead?.sidecarEdits ?? [], &work)
        work.attach(to: picture)
        // `others` decides about the members of a file that it decides about.
        work.record.isUnsupported = picture.isUnsupported
        work.record.outcome = picture.isUnsupported ? .passed : prepared.isSource ? .unchanged : .normalized
        work.record.reason = "a companion of \(RawPath(bytes: picture.source.name))"
        return (member, prepared)
    }

    /// Where a member goes, below the output folder: the shot stays together. Labels in a folder of their own go into the one that
    /// belongs to the picture's, if there is one.
    private static func outputFolder(of job: PictureJob, beside picture: PictureRecord) -> RawPath? {
        let outputFolder = picture.output?.parent.relative(to: job.folder.output)
        let own = job.relative.parent
        guard let outputFolder, let parent = picture.source.parent.relative(to: job.folder.source), parent != own else {
            return outputFolder
        }
        guard let index = parent.labelFolders.firstIndex(of: own) else { return outputFolder }
        let folders = outputFolder.labelFolders
        return folders.indices.contains(index) ? folders[index] : outputFolder
    }

    /// Makes a file that is passed on wait for its members before it is copied, which can take long.
    func awaitMembers(of work: PictureWork) async throws(Refusal) {
        let job = work.job
        guard history.journal != nil, !isDryRun, deliversCompanions(of: job),
            ShotTable.leadsWithoutPicture(job.relative.name)
        else { return }
        let present = await presentMembers(of: work)
        for (file, row) in zip(present, try await known(present.map { job.folder.source.appending($0.relative) })) {
            guard row?.isDelivered != true else { continue }
            var member = PictureJob(folder: job.folder, relative: file.relative)
            member.observe(job.writers, of: file.status)
            let type = ImageType(rawValue: memberWork(member).record.type)
            let ready = member
            do throws(Refusal) {
                _ = try await missingEnd(
                    of: try await offTheCooperativePool { () throws(Refusal) in
                        try Shot(ready, sourcesInUse: nil, type: type)
                    })
            } catch {
                // What is rejected keeps nothing else from being delivered.
                if error.outcome == .deferred { throw error.waiting(for: file.relative) }
            }
        }
    }

    /// Returns what a companion lacks; nil if it is complete.
    ///
    /// - Throws: a refusal if it may still be completed: something writes it, or it changed a short time ago. Without a
    ///   journal, nobody would replace an incomplete copy later, so none is delivered.
    private func missingEnd(of companion: Shot) async throws(Refusal) -> String? {
        let missing = try await offTheCooperativePool { () throws(Refusal) in
            let isBeingWritten = companion.source.isBeingWritten
            var end = StructuralEnd.missing("all content: it is empty")
            // A program reserves a name, or has just been started; YOLO writes an empty text for a picture without objects.
            if companion.status.size > 0 || ShotTable.kind(of: companion.job.relative.name) == .text {
                end = try companion.job.folder.orRefuse(StructuralEnd.of(companion: companion.source))
                if end == .found, companion.source.hole != nil { end = .missing("the bytes of a hole") }
            }
            return try companion.missing(end, isBeingWritten: isBeingWritten)
        }
        if let missing, history.journal == nil { throw .notReady("it is incomplete: it lacks \(missing)") }
        let settle = companion.job.folder.configuration.settle
        let age = Self.milliseconds() &- companion.status.changed / 1_000_000
        if missing == nil, companionsArrive, (0..<settle.milliseconds).contains(age) {
            throw .notReady("it changed less than settle (\(settle.milliseconds) ms) ago")
        }
        return missing
    }
}
