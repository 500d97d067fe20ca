internal import UprightConfiguration
package import UprightFiles
internal import UprightRewriting

extension Dispatcher {
    /// Moves or deletes the original of a picture that was delivered earlier: by a process that ended before it did so, or
    /// when it was not known that its writers had closed it.
    package func retire(_ job: PictureJob) async throws(JournalError) -> PictureResult {
        guard let record = job.previous else {
            return engine.refused(
                job.folder, job.relative, Refusal(.deferred, "the journal has no record of it"))
        }
        var result = settled(record)
        let ends = await engine.retireLeftOriginals(of: job, record)
        result.original = ends.first?.end ?? .done
        result.others = Array(ends.dropFirst())
        result.record.warnings = [result.original.remark].compactMap { $0 }
        if !engine.isDryRun { try await recordRetirement(result, of: record) }
        return result
    }

    /// Works on a companion (``PictureEngine/workOnCompanion(_:of:)``), and records what happened to its original.
    package func workOnCompanion(
        _ job: PictureJob, of picture: PictureRecord? = nil
    ) async throws(JournalError) -> PictureResult {
        let result = await engine.workOnCompanion(job, of: picture)
        if !engine.isDryRun { try await recordRetirement(result, of: result.record) }
        return result
    }

    /// Records what happened to the originals of a shot.
    func recordRetirement(_ result: PictureResult, of record: PictureRecord) async throws(JournalError) {
        if result.original != .done || record.original != .none {
            try await recordRetirement(result.original, of: record)
        }
        for other in result.others { try await recordRetirement(other.end, of: other.record) }
    }

    /// Records what happened to an original, so that it can be listed, and tried again when that is due.
    func recordRetirement(_ end: RetirementEnd, of record: PictureRecord) async throws(JournalError) {
        var noted = record
        (noted.original, noted.originalReason, noted.originalTry, noted.originalTries) = (.none, "", 0, 0)
        switch end {
        case .done: break
        case .moved(let path):
            try await journal?.noteMoved(record, to: path, at: PictureEngine.milliseconds())
        case .later(let reason, let due):
            (noted.original, noted.originalReason, noted.originalTry) = (.waiting, reason, due)
        case .stays(let reason): (noted.original, noted.originalReason) = (.kept, reason)
        case .failed(let reason):
            (noted.original, noted.originalReason) = (.stuck, reason)
            noted.originalTries = record.originalTries + 1
            noted.originalTry = PictureEngine.milliseconds() + delay(afterTry: noted.originalTries)
        }
        if noted != record { try await journal?.noteOriginal(of: noted) }
    }
}
