internal import UprightConfiguration
internal import UprightFiles
internal import Glibc
internal import UprightJournal

extension PictureEngine {
    /// Moves or deletes the original of a picture that is durable, where this is configured: only after it was read once
    /// more and still has the digest that the output was made of.
    func retireOriginal(_ work: inout PictureWork, _ begun: PictureInHand) async throws(Refusal) {
        let originals = work.job.folder.configuration.originals
        guard originals != .keep, let digest = work.record.sourceSHA256, let folder = begun.sourceFolder else { return }
        let job = work.job
        do throws(FileError) {
            let warning = try await offTheCooperativePool { () throws(FileError) -> String? in
                guard try begun.source.contentDigest().sha256 == digest else {
                    return "the original changed after it was read, and stays"
                }
                let name = RawPath(bytes: job.relative.name)
                // The name has to lead to the very file that was read: an upload may have replaced it meanwhile.
                guard try folder.status(of: name).isSameContent(as: begun.status) else {
                    return "the original was replaced after it was read, and stays"
                }
                switch originals {
                case .keep: return nil
                case .delete: try folder.remove(name.bytes)
                case .move(let target): try begun.moveOriginal(from: folder, to: RawPath(target))
                }
                return nil
            }
            if let warning { work.warn([warning]) }
        } catch {
            // The picture is delivered; the original that could not be moved stays, which is the safe side.
            work.warn(["the original stays: \(error)"])
        }
    }
}

extension PictureInHand {
    /// Moves the source under another folder, its relative path kept; nothing there is replaced.
    func moveOriginal(from sourceFolder: OpenFolder, to root: RawPath) throws(FileError) {
        let folder = try OpenFolder.creating(root).folder(creating: job.relative.parent)
        let name = job.relative.name
        if try sourceFolder.move(name, to: folder) { return }
        // Another file system: copied, durable, and only then removed here.
        let copy = try AtomicFile(in: folder)
        try source.copy(to: copy.file)
        guard try copy.file.contentDigest().sha256 == source.contentDigest().sha256 else {
            throw FileError(.copy, source.path, code: EIO)
        }
        _ = source.copyUserAttributes(to: copy.file)
        try copy.file.setModified(status.modified)
        try copy.file.synchronize()
        try copy.publish(as: name)
        try folder.synchronize()
        try sourceFolder.remove(name)
    }
}
