internal import UprightConfiguration
internal import UprightFiles
internal import UprightRewriting

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
        guard let picture = row.picture, picture != job.source,
            let first = try await known([picture]).first ?? nil, first.sourceSHA256 == row.pictureSHA256,
            let finished = first.finished
        else { return false }
        return shot.status.changed / 1_000_000 <= finished
    }
}
