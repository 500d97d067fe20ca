internal import UprightConfiguration
internal import UprightFiles
internal import UprightRewriting

extension PictureEngine {
    /// Puts a copy of a rejected file into the rejected folder, with a text beside it that says why, where this is
    /// configured. The file itself stays where it is.
    func fillRejectedLane(_ work: inout PictureWork) async {
        guard !isDryRun, let lane = work.job.folder.configuration.rejected else { return }
        let job = work.job
        let text = "\(work.report.source)\n\(work.report.reason)\n"
        do throws(FileError) {
            try await offTheCooperativePool { () throws(FileError) in
                let folder = try job.folder.open(creating: RawPath(lane)).folder(creating: job.relative.parent)
                let name = try Self.copyRejected(job, to: folder)
                let reason = try AtomicFile(in: folder)
                try reason.file.write(Array(text.utf8))
                try reason.file.synchronize()
                try reason.publish(as: Array(name.prefix(244)) + ".reason.txt".utf8, replacing: true)
                try folder.synchronize()
            }
        } catch {
            work.warn(["no copy was put into the rejected folder: \(error)"])
        }
    }

    /// Copies the source, under its own name or, where another file has it, under one with a number.
    private static func copyRejected(_ job: PictureJob, to folder: OpenFolder) throws(FileError) -> [UInt8] {
        let name = job.relative.name
        let source: OpenFile
        do { source = try job.folder.openSource().file(job.relative) } catch {
            // What cannot be opened cannot be copied; the reason is written all the same.
            return name
        }
        let status = try source.status()
        // What was refused for its size is not to fill the disk here.
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
