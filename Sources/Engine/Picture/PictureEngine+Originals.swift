internal import UprightConfiguration
internal import UprightFiles
internal import UprightJournal

extension PictureEngine {
    /// Moves or deletes the original of a picture whose output is durable, if configured. First reads the original
    /// again, and keeps it unless it still has the digest that the output was made from.
    func retireOriginal(_ work: inout PictureWork, _ begun: OpenPicture) async throws(Refusal) {
        guard let digest = work.record.sourceSHA256, let folder = begun.sourceFolder else { return }
        let retirement = Retirement(
            job: work.job, folder: folder, source: begun.source, status: begun.status, digest: digest)
        if let warning = await retirement.warning() { work.warn([warning]) }
    }

    /// Does the same for a picture whose process ended after the delivery but before it retired the original. The
    /// output must still be what was delivered.
    ///
    /// - Returns: why the original stays; nil if it is gone.
    func retireLeftOriginal(of job: PictureJob, _ record: PictureRecord) async -> String? {
        guard let digest = record.sourceSHA256, let output = record.output, let made = record.outputSHA256 else {
            return nil
        }
        let held = held
        do throws(FileError) {
            let retirement = try await offTheCooperativePool { () throws(FileError) -> Retirement? in
                // Open the target first: otherwise a missing folder would cost two digests in every scan.
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
                    throw FileError(.read, output, .differs)
                }
                return Retirement(
                    job: job, folder: folder, source: source, status: status, digest: digest,
                    hold: held.hold(status, job.source))
            }
            return await retirement?.warning()
        } catch {
            if error.isAbsence { return nil }
            guard error.condition != .differs else {
                return "the original stays: the output \(output) is not what was delivered"
            }
            return "the original stays: \(error)"
        }
    }
}

/// An original to move or delete, open and locked.
struct Retirement: Sendable {
    let job: PictureJob
    /// The folder that contains the original.
    let folder: OpenFolder
    let source: OpenFile
    /// The original's status when it was opened.
    let status: FileStatus
    /// The SHA-256 of the bytes that the output was made from.
    let digest: [UInt8]
    var hold: HeldSources.Hold?

    /// Moves or deletes the original.
    ///
    /// - Returns: why it stays; nil if it is gone, or is kept as configured.
    func warning() async -> String? {
        guard job.folder.configuration.originals != .keep else { return nil }
        do throws(FileError) {
            return try await offTheCooperativePool { () throws(FileError) in try carryOut() }
        } catch {
            // The picture is delivered; an original that could not be moved stays, which is safe.
            return "the original stays: \(error)"
        }
    }

    private func carryOut() throws(FileError) -> String? {
        guard try source.contentDigest().sha256 == digest else {
            return "the original changed after it was read, and stays"
        }
        let name = RawPath(bytes: job.relative.name)
        // The name must still belong to the file that was read: an upload may have replaced it meanwhile.
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

    /// Moves the source below another folder, with the same relative path; replaces nothing there.
    private func move(to root: RawPath) throws(FileError) {
        let target = try job.folder.open(creating: root).folder(creating: job.relative.parent)
        let name = job.relative.name
        do throws(FileError) {
            if try folder.move(name, to: target) { return }
            // Another file system: copy it, sync the copy, and only then remove the original.
            let copy = try AtomicFile(in: target)
            try source.copy(to: copy.file)
            guard try copy.file.contentDigest().sha256 == digest else {
                throw FileError(.copy, source.path, .differs)
            }
            _ = source.copyUserAttributes(to: copy.file)
            try copy.file.setModified(status.modified)
            try copy.file.synchronize()
            try copy.publish(as: name)
        } catch {
            // A process that was killed may have copied the original without removing it.
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
