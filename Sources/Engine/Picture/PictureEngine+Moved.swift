internal import UprightConfiguration
internal import UprightFiles
internal import UprightRewriting

/// Sources that were moved, with their folder or by a new mount.
extension PictureEngine {
    /// Takes over the journal's record of a source that was delivered under another path, at which it is no longer: it is the same
    /// file by its bytes, and its output goes along.
    ///
    /// A source that was moved or deleted after its delivery has not come back: a file with its bytes is another delivery.
    func follow(_ made: inout Made, _ work: inout PictureWork) async throws(Refusal) {
        let job = made.plan.job
        guard !isDryRun, job.previous?.output == nil else { return }
        let records = try await asked(await history.records(ofSourcesWith: made.prepared.sourceSHA256))
        guard !records.isEmpty else { return }
        let former = await offTheCooperativePool { records.first { Self.isMoved($0, to: job) } }
        guard var former else { return }
        (former.attempts, former.interruptions) = (job.previous?.attempts ?? 0, job.previous?.interruptions ?? 0)
        made.plan.job.previous = former
        work.follow(former)
    }

    private static func isMoved(_ record: PictureRecord, to job: PictureJob) -> Bool {
        let stays = record.fate != .unknown || job.folder.configuration.originals(isOther: record.isOther) == .keep
        guard record.source != job.source, stays, let output = record.output,
            output.relative(to: job.folder.output) != nil || !FileStore.exists(output)
        else { return false }
        do throws(FileError) {
            _ = try FileStore.ownStatus(of: record.source)
            return false
        } catch { return error.isAbsence }
    }
}
