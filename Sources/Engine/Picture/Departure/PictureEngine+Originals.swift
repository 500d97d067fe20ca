internal import UprightConfiguration
internal import UprightFiles

/// A shot whose outputs are durable and recorded: its originals may depart.
struct Committed: Sendable {
    /// The picture's source, and its digest.
    fileprivate let shot: (source: RawPath, sha256: [UInt8])
    fileprivate let parts: [ShotPart]

    /// Describes a shot that has just been recorded; nil if its originals are kept.
    init?(_ work: PictureWork, _ shot: Shot, trustsTimes: Bool) {
        guard work.job.folder.retires(work.record), let digest = work.record.sourceSHA256, let folder = shot.folder
        else { return nil }
        self.shot = (work.record.source, digest)
        let members = work.members.filter { !$0.isCopy }.map { ($0.work, $0.output?.plan.shot) }
        parts = (members + [(work, shot)]).compactMap { work, shot in
            guard let shot, let digest = work.record.sourceSHA256 else { return nil }
            return ShotPart(
                job: work.job, record: work.record,
                opened: Retirement(
                    job: work.job, record: work.record, folder: shot.folder ?? folder, source: shot.source,
                    status: shot.status, digest: digest, trustsTimes: trustsTimes))
        }
    }
}

extension PictureEngine {
    /// Moves or deletes the originals of a shot, if configured.
    func depart(_ committed: Committed, _ work: inout PictureWork) async {
        let ends = await retire(committed.parts, of: committed.shot, in: work.job)
        for index in work.members.indices {
            guard let end = ends.first(where: { $0.record.source == work.members[index].work.record.source }) else {
                continue
            }
            work.members[index].work.result.original = end.end
            noteRemark(on: &work.members[index].work)
        }
        let sources = Set(work.members.map(\.work.record.source))
        work.result.original = ends.first { $0.record.source == work.record.source }?.end ?? .done
        work.result.others = ends.filter {
            $0.record.source != work.record.source && !sources.contains($0.record.source)
        }
        noteRemark(on: &work)
    }

    /// Does the same for a member that was delivered after its picture.
    func retireLate(_ job: PictureJob, _ work: inout PictureWork) async {
        guard job.folder.retires(work.record), !isDryRun, work.record.isDelivered else { return }
        let ends = await retireLeftOriginals(of: job, work.record)
        work.result.original = ends.first?.end ?? .done
        work.result.others = Array(ends.dropFirst())
        noteRemark(on: &work)
    }

    /// Does the same for the shot of a file that was delivered earlier. The outputs must still be what was delivered.
    ///
    /// - Returns: what became of the originals, first that of the file.
    func retireLeftOriginals(of job: PictureJob, _ record: PictureRecord) async -> [ShotOriginal] {
        var shot = record.sourceSHA256.map { (record.source, $0) }
        if record.isCompanion {
            shot = record.picture.flatMap { path in record.pictureSHA256.map { (path, $0) } }
        }
        let ends = await retire([ShotPart(job: job, record: record)], of: shot, in: job)
        return ends.filter { $0.record.source == record.source } + ends.filter { $0.record.source != record.source }
    }

    /// Moves or deletes the originals of a shot together: all of them, or none while one is not delivered, incomplete, or
    /// written to.
    ///
    /// - Parameters:
    ///   - parts: those that are known; the others are taken from the journal.
    ///   - shot: the picture's source, and its digest; nil if they are not known.
    private func retire(
        _ parts: [ShotPart], of shot: (source: RawPath, sha256: [UInt8])?, in job: PictureJob
    ) async -> [ShotOriginal] {
        var parts = parts
        do throws(Refusal) {
            let records = if let shot { try await recorded(shot) } else { [PictureRecord]() }
            for record in records where !parts.contains(where: { $0.record.source == record.source }) {
                guard let relative = record.source.relative(to: job.folder.source) else { continue }
                var other = PictureJob(folder: job.folder, relative: relative, previous: record)
                other.observe(job.writers, of: record.status)
                parts.append(ShotPart(job: other, record: record))
            }
        } catch {
            return parts.map { ShotOriginal($0.record, .failed("the original stays: \(error.reason)")) }
        }
        // The picture last: while it is there, the shot can be found.
        let ordered = parts.filter(\.record.isCompanion) + parts.filter { !$0.record.isCompanion }
        let retirement = ShotRetirement(
            parts: ordered, folder: job.folder, sourcesInUse: sourcesInUse, trustsTimes: !revisitsOriginals,
            names: shotNames)
        return await offTheCooperativePool { retirement.carryOut() }
    }

    func recorded(_ shot: (source: RawPath, sha256: [UInt8])) async throws(Refusal) -> [PictureRecord] {
        let picture = try await known([shot.source]).compactMap(\.self).filter { $0.sourceSHA256 == shot.sha256 }
        return try await asked(await history.members(of: shot.source, sha256: shot.sha256)) + picture
    }
}
