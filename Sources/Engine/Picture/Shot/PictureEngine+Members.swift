internal import UprightConfiguration
internal import UprightFiles
internal import UprightRewriting

extension PictureEngine {
    /// Reads the journal's records of sources; all nil without a journal.
    func known(_ sources: [RawPath]) async throws(Refusal) -> [PictureRecord?] {
        guard let history else { return sources.map { _ in nil } }
        do throws(JournalError) { return try await history.records(of: sources) } catch {
            throw .unrecorded(error.description)
        }
    }

    /// Returns the names of the sidecars beside a picture that came with another picture of the same name: nothing is read
    /// from them for this one.
    func sidecarsOfOthers(_ picture: OpenPicture) async throws(Refusal) -> Set<[UInt8]> {
        let job = picture.job
        guard let folder = picture.sourceFolder, !job.isInMemory,
            !shotNames.members.hasNone(in: folder, onDevice: picture.status.device)
        else { return [] }
        let found: (own: [[UInt8]], others: [[UInt8]])
        do throws(FileError) {
            found = try await offTheCooperativePool { [shotNames] () throws(FileError) in
                try shotNames.members(of: job.relative.name, in: folder, within: job.folder.listAge)
            }
        } catch { throw Refusal(error, in: job.folder) }
        var others = Set(found.others)
        guard history != nil else { return others }
        let names = found.own.filter { [.sidecar, .description].contains(ShotTable.kind(of: $0)) }
        let rows = try await known(names.map { job.source.parent.appending(name: $0) })
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
            let isEdited = job.folder.configuration.onChange == .replace && !opened.hasLeft(previous)
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
