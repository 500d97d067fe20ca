internal import UprightConfiguration
internal import UprightFiles
internal import UprightJournal

extension PictureEngine {
    /// Moves or deletes the original of a picture whose output is durable, if configured. First reads the original
    /// again, and keeps it unless it still has the digest that the output was made from.
    func retireOriginal(_ work: PictureWork, _ picture: OpenPicture) async -> RetirementEnd {
        guard let digest = work.record.sourceSHA256, let folder = picture.sourceFolder else { return .done }
        let retirement = Retirement(
            job: work.job, record: work.record, folder: folder, source: picture.source, status: picture.status,
            digest: digest, trustsTimes: !revisitsOriginals)
        return await retirement.end()
    }

    /// Does the same for a picture that was delivered earlier. The output must still be what was delivered.
    func retireLeftOriginal(of job: PictureJob, _ record: PictureRecord) async -> RetirementEnd {
        guard let digest = record.sourceSHA256, let output = record.output, let made = record.outputSHA256 else {
            return .done
        }
        let configuration = job.folder.configuration
        if let reason = Retirement.reasonToStay(record, configuration) { return .stays(reason) }
        if record.isCompanion, await isNeeded(job) {
            return .later(
                "the original stays for now: a file that it describes is still there",
                at: Self.milliseconds() + Retirement.companionPause)
        }
        let (sourcesInUse, trustsTimes) = (sourcesInUse, !revisitsOriginals)
        do throws(FileError) {
            let opened = try await offTheCooperativePool {
                () throws(FileError) -> (Retirement?, isDelivered: Bool, isLocked: Bool) in
                // Open the target first: otherwise a missing folder would cost two digests in every scan.
                if case .move(let target) = configuration.originals(isOther: record.isOther) {
                    _ = try job.folder.open(creating: RawPath(target))
                }
                let folder = try job.folder.openSource().folder(job.relative.parent)
                let source = try folder.file(RawPath(bytes: job.relative.name))
                let status = try source.status()
                guard status.kind == .regular, status.isSameContent(as: record.status) else {
                    return (nil, isDelivered: true, isLocked: true)
                }
                guard try source.tryLock() else { return (nil, isDelivered: true, isLocked: false) }
                let retirement = Retirement(
                    job: job, record: record, folder: folder, source: source, status: status, digest: digest,
                    trustsTimes: trustsTimes, hold: sourcesInUse.hold(status, job.source))
                // Whether it is too early costs no digest to find out.
                if retirement.reasonToWait != nil { return (retirement, isDelivered: true, isLocked: true) }
                let delivered = try job.folder.open(job.folder.output).folder(job.relative.parent).file(
                    RawPath(bytes: output.name))
                let (digest, inode) = (try delivered.contentDigest().sha256, try delivered.status().inode)
                return (retirement, isDelivered: digest == made && inode != status.inode, isLocked: true)
            }
            guard opened.isLocked else {
                return .later(
                    "the original stays for now: another process holds a lock on it",
                    at: Self.milliseconds() + Retirement.openPause)
            }
            guard opened.isDelivered else {
                return .stays("the original stays: the output \(output) is not what was delivered")
            }
            return await opened.0?.end() ?? .done
        } catch {
            return error.isAbsence ? .done : .failed("the original stays: \(error)")
        }
    }
}
