internal import UprightConfiguration
internal import UprightFiles
internal import UprightRewriting

extension PictureEngine {
    /// Prepares the members of a picture's shot, so that they are delivered and recorded with it.
    ///
    /// A member that is rejected is recorded with its reason, and keeps nothing else from being delivered.
    ///
    /// - Parameters:
    ///   - picture: the open picture, with its output.
    ///   - search: what is known of the name of its output.
    /// - Throws: why the shot waits, if a member is not ready.
    func members(
        of work: inout PictureWork, with picture: Plan, _ search: NameSearch
    ) async throws(Refusal) -> [ShotMember] {
        let job = work.job
        work.result.companions = []
        guard deliversCompanions(of: job), work.canHaveMembers,
            let digest = work.record.sourceSHA256
        else { return [] }
        var present = await presentMembers(of: work)
        if !work.record.isUnsupported { present += try await videosOfOtherNames(work, besides: present) }
        guard !present.isEmpty else { return [] }
        let rows = try await rows(of: present.map(\.relative), work)
        let hasRaw = present.contains { $0.member.kind == .raw }
        var members: [ShotMember] = []
        for (file, row) in zip(present, rows) {
            let hasOtherName =
                ShotTable.member(file.relative.name, of: job.relative.name, output: job.relative.name) == nil
            if hasOtherName, let row, row.isPassed(file.status) { continue }
            if row?.state == .held {
                throw Refusal.notReady("held on request; upright queue release lets it go on").waiting(
                    for: file.relative)
            }
            guard !file.isSecond, await joins(row, file, of: work, digest, search) else {
                work.result.companions.append(file.relative)
                continue
            }
            do throws(Refusal) {
                // What is passed on is not turned.
                let turns = !work.record.isUnsupported && file.member.turns(besideRaw: hasRaw)
                guard
                    let member = try await member(
                        file, row, of: work, with: picture, turns: turns, held: held(by: picture, members))
                else { continue }
                if hasOtherName, let row = try await known([member.work.job.source]).first ?? nil,
                    row.isPassed(file.status)
                {
                    // It was passed on until it was opened.
                    continue
                }
                members.append(member)
                let copied = work.outputName.map { $0 + ".xmp".utf8 }
                guard hasRaw, !work.record.isUnsupported, file.member.kind == .sidecar, file.member.subject == .stem,
                    member.output != nil,
                    let copied, !present.contains(where: { $0.member.output == copied })
                else { continue }
                if let copy = try await copy(of: file, as: copied, of: work, with: picture, &members) {
                    members.append(copy)
                }
            } catch {
                // Nobody would deliver the shot later.
                guard history.journal != nil else {
                    work.result.companions.append(file.relative)
                    continue
                }
                throw error.waiting(for: file.relative)
            }
        }
        return members
    }

    private func held(by picture: Plan, _ members: [ShotMember]) -> Set<FileIdentity> {
        Set([picture.shot.status.identity] + members.compactMap(\.output?.plan.shot.status.identity))
    }

    /// The rows of files beside a picture; those of a picture that was moved have the path of before.
    private func rows(of files: [RawPath], _ work: PictureWork) async throws(Refusal) -> [PictureRecord?] {
        let folder = work.job.folder.source
        var rows = try await known(files.map { folder.appending($0) })
        guard let former = work.record.former else { return rows }
        let earlier = try await known(files.map { former.parent.appending(name: $0.name) })
        for index in rows.indices where rows[index]?.output == nil && earlier[index]?.picture == former {
            rows[index] = earlier[index]
        }
        return rows
    }

    /// Whether a file beside a picture is delivered with it: it is new, is owed with it, was carried over from its earlier bytes, or
    /// its output has to follow that of the picture. One that came with another picture, or was delivered and edited since, is not.
    private func joins(
        _ row: PictureRecord?, _ file: PresentMember, of work: PictureWork, _ digest: [UInt8], _ search: NameSearch
    ) async -> Bool {
        guard let row else { return true }
        guard row.state != .claimed else { return false }
        let job = work.job
        let isOfThis = row.pictureSHA256 == digest
        guard row.isAttached, row.status.isSameContent(as: file.status) else {
            // Another file can have the path of one that has left.
            return !(row.isDelivered && isOfThis) || job.folder.hasLeft(row, file.status)
        }
        if isOfThis {
            if search.anchor == nil, [job.source, work.record.former].contains(row.picture) { return true }
            return await offTheCooperativePool { !isDone(row, job, file.status) }
        }
        return search.continues && row.picture == job.source && row.pictureSHA256 == job.previous?.sourceSHA256
    }

    /// Prepares a member; returns nil if it has vanished.
    private func member(
        _ file: PresentMember, _ row: PictureRecord?, of work: PictureWork, with picture: Plan, turns: Bool,
        held: Set<FileIdentity>
    ) async throws(Refusal) -> ShotMember? {
        var job = PictureJob(folder: work.job.folder, relative: file.relative, previous: row)
        (job.replacesOwn, job.watchedSince) = (work.job.replacesOwn, work.job.watchedSince)
        job.observe(work.job.writers, of: file.status)
        var member = memberWork(job)
        if let row, row.source != job.source { member.follow(row) }
        // One that cannot be opened is known by it, too: the originals of its shot stay as long as it is there.
        member.setSource(file.status)
        var prepared = ShotMember(work: member)
        do throws(Refusal) {
            let (plan, output) = try await preparedMember(
                job, beside: work.record, as: file.member.output, with: picture, turns: turns, held: held, &member)
            prepared.work = member
            prepared.output = ShotOutput(
                role: .member, plan: plan, prepared: output, member: (file.relative.name, work.job.relative.name),
                numbersOriginal: picture.placement == nil)
        } catch {
            guard error.outcome == .rejected else {
                if error.outcome == .ignored { return nil }
                throw error
            }
            prepared.work = member
            prepared.reject(error, beside: work.record)
        }
        prepared.work.stamp(now: Self.milliseconds())
        return prepared
    }

    /// Prepares the sidecar of a picture that shares `a.xmp` with a raw file: `a.jpg.xmp`, turned with the picture; nil if the
    /// turn does not change it. The raw file is not turned, and keeps `a.xmp` as it is.
    private func copy(
        of file: PresentMember, as name: [UInt8], of work: PictureWork, with picture: Plan,
        _ members: inout [ShotMember]
    ) async throws(Refusal) -> ShotMember? {
        // Its row is that of the name that it would have in the drop folder.
        let source = file.relative.parent.appending(name: work.job.relative.name + ".xmp".utf8)
        let recorded = try await known([work.job.folder.source.appending(source)]).first ?? nil
        let job = PictureJob(folder: work.job.folder, relative: file.relative, previous: recorded)
        var copied = memberWork(job)
        copied.record.source = work.job.folder.source.appending(source)
        do throws(Refusal) {
            let (plan, output) = try await preparedMember(
                job, beside: work.record, as: name, with: picture, turns: true,
                held: held(by: picture, members), &copied)
            guard !output.isSource else { return nil }
            copied.record.reason =
                "\(RawPath(bytes: file.relative.name)), turned with \(RawPath(bytes: work.job.relative.name))"
            copied.stamp(now: Self.milliseconds())
            let beside = ShotOutput(role: .member, plan: plan, prepared: output, ending: ".xmp")
            return ShotMember(work: copied, output: beside, isCopy: true)
        } catch {
            guard error.outcome == .rejected else { throw error }
            members[members.count - 1].work.result.warn([
                "it could not be turned for the picture, as \(RawPath(bytes: name)): \(error.reason)"
            ])
            return nil
        }
    }

    // MARK: Finding members

    /// Returns the members of a picture's shot that are in its folder, and its labels in a folder of their own.
    func presentMembers(of work: PictureWork) async -> [PresentMember] {
        await membersBeside(work) + labelsElsewhere(work)
    }

    /// Returns the labels of a picture in the folder of its data set's labels.
    private func labelsElsewhere(_ work: PictureWork) async -> [PresentMember] {
        let job = work.job
        let folders = job.relative.parent.labelFolders
        guard !folders.isEmpty, !work.record.isUnsupported else { return [] }
        let picture = job.relative.name
        let output = work.outputName ?? picture
        return await offTheCooperativePool {
            folders.flatMap { parent -> [PresentMember] in
                // Most data sets have only one of them.
                guard let folder = try? job.folder.openSource().folder(parent) else { return [] }
                return ShotTable.labelNames(of: picture).compactMap { name in
                    try? PresentMember(name, in: folder, at: parent, of: picture, besideOutput: output)
                }
            }
        }
    }

    /// Returns the members of a picture's shot that are in its folder.
    private func membersBeside(_ work: PictureWork) async -> [PresentMember] {
        let job = work.job
        if let folder = work.sourceFolder, shotNames.members.hasNone(in: folder, onDevice: work.record.status.device) {
            return []
        }
        let picture = job.relative.name
        let output = work.outputName ?? picture
        do throws(FileError) {
            return try await offTheCooperativePool { [shotNames] () throws(FileError) in
                let folder = try job.folder.openSource().folder(job.relative.parent)
                var present: [PresentMember] = []
                for name in try shotNames.members(of: picture, in: folder, within: job.folder.listAge).own {
                    let member = try PresentMember(
                        name, in: folder, at: job.relative.parent, of: picture, besideOutput: output)
                    if let member { present.append(member) }
                }
                // Two can have one key: the first is the one that spells the picture.
                var outputs = Set(present.filter(\.member.isExact).map(\.member.output))
                for index in present.indices where !present[index].member.isExact {
                    present[index].isSecond = !outputs.insert(present[index].member.output).inserted
                }
                return present
            }
        } catch {
            // The folder is gone, and the members with it.
            return []
        }
    }
}

extension DropFolder {
    /// The age that a list of it may have: what came before a file is in a list that is younger than the time that the file took to
    /// settle.
    var listAge: Duration { min(configuration.settle / 2, .seconds(1)) }
}

extension ShotTable.Member {
    /// Whether a sidecar is turned with the picture: one that speaks of a raw file is not. Labels speak of the picture.
    func turns(besideRaw: Bool) -> Bool {
        guard kind == .sidecar else { return true }
        return switch subject {
        case .picture: true
        case .member: false
        case .stem: !besideRaw
        }
    }
}

extension PictureWork {
    /// Records the picture that a member came with.
    mutating func attach(to picture: PictureRecord) {
        record.picture = picture.source
        record.pictureSHA256 = picture.sourceSHA256
    }
}

extension PictureRecord {
    /// Whether a video was passed on before its picture came: it has its place in the output.
    func isPassed(_ status: FileStatus) -> Bool {
        isUnsupported && isDelivered && self.status.isSameContent(as: status)
    }
}

extension Refusal {
    /// The refusal of a shot, one of whose members was refused for a time.
    func waiting(for member: RawPath) -> Refusal {
        var refusal = self
        refusal.reason = "its shot waits for \(RawPath(bytes: member.name)): \(reason)"
        refusal.awaited = member
        return refusal
    }
}

extension PictureEngine {
    /// Reads the journal's records of sources; all nil without a journal.
    func known(_ sources: [RawPath]) async throws(Refusal) -> [PictureRecord?] {
        try await asked(await history.records(of: sources))
    }

    /// Returns the names of the sidecars beside a picture that came with another picture of the same name: nothing is read
    /// from them for this one.
    func sidecarsOfOthers(_ shot: Shot) async throws(Refusal) -> Set<[UInt8]> {
        let job = shot.job
        guard let folder = shot.folder, !job.isInMemory,
            !shotNames.members.hasNone(in: folder, onDevice: shot.status.device)
        else { return [] }
        let found = try await job.folder.blocking { [shotNames] () throws(FileError) in
            try shotNames.members(of: job.relative.name, in: folder, within: job.folder.listAge)
        }
        var others = Set(found.others)
        guard history.journal != nil else { return others }
        let names = found.own.filter { [.sidecar, .description].contains(ShotTable.kind(of: $0)) }
        let rows = try await known(names.map { job.source.parent.appending(name: $0) })
        var digest: [UInt8]?
        for (name, row) in zip(names, rows) {
            guard let row, row.isAttached else { continue }
            let isSame = try await job.folder.blocking { () throws(FileError) in
                try folder.statusIfPresent(of: RawPath(bytes: name))?.isSameContent(as: row.status) == true
            }
            if isSame, digest == nil {
                digest = try await job.folder.blocking { () throws(FileError) in try shot.source.contentDigest().sha256
                }
            }
            guard isSame, let digest, row.pictureSHA256 != digest else { continue }
            if try await !isKept(row, by: shot, digest) { others.insert(name) }
        }
        return others
    }

    /// Whether a picture keeps a sidecar that came with other bytes: with its own earlier ones, if it is edited in place or was
    /// incomplete, or with those of a picture that was there at the same time.
    private func isKept(_ row: PictureRecord, by shot: Shot, _ digest: [UInt8]) async throws(Refusal) -> Bool {
        let job = shot.job
        if let previous = job.previous, row.picture == job.source || row.picture == nil {
            if row.pictureSHA256 == nil { return previous.sourceSHA256 == digest }
            let isEdited = job.folder.configuration.onChange == .replace && !shot.hasLeft(previous)
            return row.pictureSHA256 == previous.sourceSHA256
                && (previous.isIncomplete || previous.isProvisional || isEdited)
        }
        guard let picture = row.picture, picture != job.source else { return false }
        return row.isShared(by: try await known([picture]).first ?? nil, with: shot.status)
    }
}
