internal import UprightJournal
internal import UprightConfiguration
internal import UprightFiles
internal import UprightRewriting

extension PictureEngine {
    /// Copies a rejected file to the rejected folder, with a text file that says why, if configured. The original stays
    /// where it is.
    func copyToRejectedFolder(_ work: inout PictureWork) async {
        guard !isDryRun, let rejected = work.job.folder.configuration.rejected else { return }
        let job = work.job
        let text = "\(work.record.source)\n\(work.record.reason)\n"
        do throws(FileError) {
            try await offTheCooperativePool { () throws(FileError) in
                let folder = try job.folder.open(creating: RawPath(rejected)).folder(creating: job.relative.parent)
                let name = try Self.copyRejected(job, to: folder)
                let reason = try AtomicFile(in: folder)
                try reason.file.write(Array(text.utf8))
                try reason.file.synchronize()
                try reason.publish(as: Array(name.prefix(244)) + ".reason.txt".utf8, replacing: true)
                try folder.synchronize()
            }
        } catch {
            work.result.warn(["it could not be copied to the rejected folder: \(error)"])
        }
    }

    /// Copies the source under its own name or, if another file has that name, under a numbered one.
    private static func copyRejected(_ job: PictureJob, to folder: OpenFolder) throws(FileError) -> [UInt8] {
        let name = job.relative.name
        let source: OpenFile
        do { source = try job.folder.openSource().file(job.relative) } catch {
            // A file that cannot be opened cannot be copied; the reason is still written.
            return name
        }
        let status = try source.status()
        // A file that was rejected for its size must not fill the disk here.
        guard status.kind == .regular, status.size <= job.folder.options.limits.fileSize else { return name }
        let digest = try source.contentDigest()
        let (stem, suffix) = OutputName.split(name)
        for number in 0..<1_000 {
            let candidate =
                number == 0 ? name : stem + "-\(number)".utf8 + (suffix.map { [OutputName.dot] + $0 } ?? [])
            if try folder.statusIfPresent(of: RawPath(bytes: candidate)) != nil {
                if try folder.file(RawPath(bytes: candidate)).contentDigest().sha256 == digest.sha256 {
                    return candidate
                }
                continue
            }
            let copy = try AtomicFile(in: folder)
            try source.copy(to: copy.file)
            try copy.file.setModified(source.status().modified)
            try copy.file.synchronize()
            try copy.publish(as: candidate)
            return candidate
        }
        return name
    }
}
