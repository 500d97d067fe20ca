internal import UprightConfiguration
internal import UprightFiles
internal import Glibc
internal import UprightJournal

extension PictureEngine {
    /// Moves or deletes the original of a picture that is durable, where this is configured: only after it was read once
    /// more and still has the digest that the output was made of.
    func retireOriginal(_ work: inout PictureWork, _ begun: PictureInHand) async throws(Refusal) {
        guard let digest = work.record.sourceSHA256, let folder = begun.sourceFolder else { return }
        let retirement = Retirement(
            job: work.job, folder: folder, source: begun.source, status: begun.status, digest: digest)
        if let warning = await retirement.warning() { work.warn([warning]) }
    }

    /// The same for a picture that was delivered by a process that ended before it came to its original. The output must
    /// still be what was delivered.
    ///
    /// - Returns: why the original stays; nil where it is gone.
    func retireLeftOriginal(of job: PictureJob, _ record: PictureRecord) async -> String? {
        guard let digest = record.sourceSHA256, let output = record.output, let made = record.outputSHA256 else {
            return nil
        }
        let held = held
        do throws(FileError) {
            let retirement = try await offTheCooperativePool { () throws(FileError) -> Retirement? in
                // Before anything is read: a folder that is not there would cost two digests at every scan.
                if case .move(let target) = job.folder.configuration.originals {
                    _ = try job.folder.open(creating: RawPath(target))
                }
                let folder = try job.folder.openSource().folder(job.relative.parent)
                let source = try folder.file(RawPath(bytes: job.relative.name))
                let status = try source.status()
                guard status.kind == .regular, status.isSameContent(as: record.status), try source.tryLock() else {
                    return nil
                }
                let standing = try job.folder.open(job.folder.output).folder(job.relative.parent).file(
                    RawPath(bytes: output.name))
                guard try standing.contentDigest().sha256 == made, try standing.status().inode != status.inode else {
                    throw FileError(.read, output, code: Retirement.outputDiffers)
                }
                return Retirement(
                    job: job, folder: folder, source: source, status: status, digest: digest,
                    hold: held.hold(status, job.source))
            }
            return await retirement?.warning()
        } catch {
            if error.isAbsence { return nil }
            guard error.code != Retirement.outputDiffers else {
                return "the original stays: the output \(output) is not what was delivered"
            }
            return "the original stays: \(error)"
        }
    }
}

/// An original that is to be moved or deleted, open and locked.
struct Retirement: Sendable {
    let job: PictureJob
    /// The folder that it lies in.
    let folder: OpenFolder
    let source: OpenFile
    /// What it was when it was opened.
    let status: FileStatus
    /// The SHA-256 that the output was made of.
    let digest: [UInt8]
    var hold: HeldSources.Hold?

    /// Of an output that is not what was delivered; no call of ours gives this code.
    static let outputDiffers = ENOTBLK

    /// Moves or deletes it.
    ///
    /// - Returns: why it stays; nil where it does not, or is to be kept.
    func warning() async -> String? {
        guard job.folder.configuration.originals != .keep else { return nil }
        do throws(FileError) {
            return try await offTheCooperativePool { () throws(FileError) in try carryOut() }
        } catch {
            // The picture is delivered; the original that could not be moved stays, which is the safe side.
            return "the original stays: \(error)"
        }
    }

    private func carryOut() throws(FileError) -> String? {
        guard try source.contentDigest().sha256 == digest else {
            return "the original changed after it was read, and stays"
        }
        let name = RawPath(bytes: job.relative.name)
        // The name has to lead to the very file that was read: an upload may have replaced it meanwhile.
        guard try folder.status(of: name).isSameContent(as: status) else {
            return "the original was replaced after it was read, and stays"
        }
        switch job.folder.configuration.originals {
        case .keep: return nil
        case .delete: try folder.remove(name.bytes)
        case .move(let target): try move(to: RawPath(target))
        }
        return nil
    }

    /// Moves the source under another folder, its relative path kept; nothing there is replaced.
    private func move(to root: RawPath) throws(FileError) {
        let target = try job.folder.open(creating: root).folder(creating: job.relative.parent)
        let name = job.relative.name
        do throws(FileError) {
            if try folder.move(name, to: target) { return }
            // Another file system: copied, durable, and only then removed here.
            let copy = try AtomicFile(in: target)
            try source.copy(to: copy.file)
            guard try copy.file.contentDigest().sha256 == digest else {
                throw FileError(.copy, source.path, code: EIO)
            }
            _ = source.copyUserAttributes(to: copy.file)
            try copy.file.setModified(status.modified)
            try copy.file.synchronize()
            try copy.publish(as: name)
        } catch {
            // A process that was killed may have copied it already, and not removed it here.
            guard error.isExistence else { throw error }
            let standing = try target.file(RawPath(bytes: name))
            guard try standing.contentDigest().sha256 == digest, try standing.status().inode != status.inode else {
                throw error
            }
            try standing.synchronize()
        }
        try target.synchronize()
        try folder.remove(name)
    }
}
