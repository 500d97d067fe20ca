internal import UprightConfiguration
internal import UprightFiles
internal import UprightGeodata
internal import UprightJournal
internal import UprightRewriting

extension PictureEngine {
    /// Reads the journal's records of sources; all nil without a journal.
    func known(_ sources: [RawPath]) async throws(Refusal) -> [PictureRecord?] {
        guard let records else { return sources.map { _ in nil } }
        do throws(JournalError) { return try await records(sources) } catch { throw .unrecorded(error.description) }
    }

    /// Returns the companions in a picture's folder, each with its name next to the output.
    func presentCompanions(
        of work: PictureWork
    ) async -> [(relative: RawPath, output: [UInt8], status: FileStatus)] {
        let job = work.job
        if let folder = work.sourceFolder, companionNames.hasNone(in: folder, onDevice: work.record.status.device) {
            return []
        }
        let picture = job.relative.name
        let output = work.outputName ?? picture
        do throws(FileError) {
            return try await offTheCooperativePool { [companionNames] () throws(FileError) in
                let folder = try job.folder.openSource().folder(job.relative.parent)
                let names = try companionNames.names(in: folder)
                var present: [(relative: RawPath, output: [UInt8], status: FileStatus)] = []
                guard names?.isEmpty != true else { return present }
                for candidate in CompanionNames.companions(of: picture, output: output)
                where names?.mayContain(candidate.name) ?? true {
                    let status = try folder.statusIfPresent(of: RawPath(bytes: candidate.name))
                    guard let status, status.kind == .regular else { continue }
                    present.append((job.relative.parent.appending(name: candidate.name), candidate.output, status))
                }
                return present
            }
        } catch {
            // The folder is gone, and the companions with it.
            return []
        }
    }

    /// Prepares the rows that the journal gets with a picture's: each companion that is there is owed from then on, so that no
    /// crash between the deliveries loses it.
    ///
    /// - Parameter continues: whether the output replaces one of the same picture, whose companions stay with it.
    func noteCompanions(of work: inout PictureWork, continues: Bool) async throws(Refusal) {
        let job = work.job
        work.owed = []
        guard job.folder.configuration.companions, !work.record.isCompanion, !work.record.isOther,
            let digest = work.record.sourceSHA256
        else { return }
        let present = await presentCompanions(of: work)
        work.result.companions = present.map(\.relative)
        guard records != nil, !present.isEmpty else { return }
        let rows = try await known(present.map { job.folder.source.appending($0.relative) })
        for (companion, known) in zip(present, rows) {
            var row =
                known
                ?? PictureRecord(
                    source: job.folder.source.appending(companion.relative), folder: job.folder.source,
                    status: companion.status)
            if known == nil { row.firstSeen = Self.milliseconds() }
            guard row.state != .held, row.state != .claimed else { continue }
            if row.isAttached, row.status.isSameContent(as: companion.status) {
                let isCarried =
                    continues && row.picture == job.source && row.pictureSHA256 == job.previous?.sourceSHA256
                guard isCarried, row.pictureSHA256 != digest else { continue }
            } else if row.isDelivered, row.pictureSHA256 == digest {
                // It was edited; the picture was not.
                continue
            }
            row.isCompanion = true
            row.isOther = false
            row.status = companion.status
            row.state = .waiting
            row.outcome = .deferred
            row.reason = "a companion of \(job.relative), which is delivered; it is delivered next"
            row.nextTry = 0
            row.picture = job.source
            row.pictureSHA256 = digest
            work.owed.append(row)
        }
    }

    /// Returns the names of the sidecars beside a picture that came with another picture of the same name: nothing is read
    /// from them for this one.
    func sidecarsOfOthers(_ picture: OpenPicture) async throws(Refusal) -> Set<[UInt8]> {
        let job = picture.job
        guard records != nil, let folder = picture.sourceFolder, !job.isInMemory,
            !companionNames.hasNone(in: folder, onDevice: picture.status.device)
        else { return [] }
        let names = XMPSidecar.candidates(for: job.relative.name) + TakeoutSidecar.candidates(for: job.relative.name)
        let rows = try await known(names.map { job.source.parent.appending(name: $0) })
        var others: Set<[UInt8]> = []
        var digest: [UInt8]?
        for (name, row) in zip(names, rows) {
            guard let row, row.isAttached else { continue }
            let isSame: Bool
            do throws(FileError) {
                isSame = try await offTheCooperativePool { () throws(FileError) in
                    try folder.statusIfPresent(of: RawPath(bytes: name))?.isSameContent(as: row.status) == true
                }
                if isSame, digest == nil {
                    digest = try await offTheCooperativePool { () throws(FileError) in
                        try picture.source.contentDigest().sha256
                    }
                }
            } catch { throw Refusal(error, in: job.folder) }
            guard isSame, let digest, row.pictureSHA256 != digest else { continue }
            if try await !isKept(row, by: picture, digest) { others.insert(name) }
        }
        return others
    }

    /// Whether a picture keeps a sidecar that came with other bytes: with its own earlier ones, if it is edited in place or was
    /// incomplete, or with those of a picture that was there at the same time.
    private func isKept(_ row: PictureRecord, by opened: OpenPicture, _ digest: [UInt8]) async throws(Refusal) -> Bool {
        let job = opened.job
        if let previous = job.previous, row.picture == job.source || row.picture == nil {
            if row.pictureSHA256 == nil { return previous.sourceSHA256 == digest }
            let configuration = job.folder.configuration
            let isEdited = configuration.onChange == .replace && configuration.originals == .keep
            return row.pictureSHA256 == previous.sourceSHA256
                && (previous.isIncomplete || previous.isProvisional || isEdited)
        }
        guard let picture = row.picture, picture != job.source,
            let first = try await known([picture]).first ?? nil, first.sourceSHA256 == row.pictureSHA256,
            let finished = first.finished
        else { return false }
        return opened.status.changed / 1_000_000 <= finished
    }
}
