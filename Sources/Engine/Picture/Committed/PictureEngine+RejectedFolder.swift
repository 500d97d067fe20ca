internal import UprightBase
internal import UprightConfiguration
internal import UprightFiles
internal import UprightRewriting

extension PictureEngine {
    /// Copies a rejected picture with the members of its shot to the rejected folder, with a text file that says why, if
    /// configured. The originals stay where they are.
    func copyToRejectedFolder(_ work: inout PictureWork) async {
        guard !isDryRun, let rejected = work.job.folder.configuration.rejected else { return }
        let job = work.job
        let text = "\(work.record.source)\n\(ShownText.onOneLine(work.record.reason))\n"
        let hasShot = job.folder.configuration.companions && !work.record.isCompanion
        let members = hasShot ? await presentMembers(of: work).map(\.relative.name) : []
        do throws(FileError) {
            try await offTheCooperativePool { () throws(FileError) in
                let root = RawPath(rejected)
                let folder = try job.folder.open(creating: root, job.relative.parent)
                let place = folder.path.relative(to: root) ?? job.relative.parent
                func rights(_ file: OpenFile) throws(FileError) -> NewRights {
                    try job.folder.rights(of: file, in: job.relative.parent, at: root, place)
                }
                let (name, picture) = try Self.copyRejected(job, members, to: folder, rights: rights)
                let reason = try AtomicFile(in: folder, rights: picture.map(rights) ?? .exactly(0o600))
                try reason.file.write(Array(text.utf8))
                _ = try reason.takeRights()
                try reason.file.synchronize()
                let earlier = try folder.statusIfPresent(of: RawPath(bytes: name))
                reason.replacesOnly(earlier)
                try reason.publish(as: name, replacing: earlier != nil)
                try folder.synchronize()
            }
        } catch {
            work.result.warn(["it could not be copied to the rejected folder: \(error)"])
        }
    }

    /// A file to copy: open, with the digest of its bytes.
    private struct Copying {
        let name: [UInt8]
        let file: OpenFile
        let sha256: [UInt8]
    }

    /// Copies a shot under its own names or, if other files have one of them or that of the reason, under numbered names.
    ///
    /// - Returns: the name of the text that says why, and the picture; nil if it cannot be opened.
    private static func copyRejected(
        _ job: PictureJob, _ members: [[UInt8]], to folder: OpenFolder,
        rights: (OpenFile) throws(FileError) -> NewRights
    ) throws(FileError) -> ([UInt8], OpenFile?) {
        let name = job.relative.name
        let place = try job.folder.openSource().folder(job.relative.parent)
        var files: [Copying] = []
        var picture: OpenFile?
        for member in [name] + members {
            let file: OpenFile
            // A file that cannot be opened cannot be copied; the reason is still written.
            do { file = try place.file(RawPath(bytes: member)) } catch { continue }
            if member == name { picture = file }
            let status = try file.status()
            // A file that was rejected for its size must not fill the disk here.
            guard status.kind == .regular, status.size <= job.folder.options.limits.fileSize else { continue }
            files.append(Copying(name: member, file: file, sha256: try file.contentDigest().sha256))
        }
        let isCopied = files.first?.name == name
        if !isCopied { files = [] }
        for number in 1...NumberedName.most {
            let lead = try folder.accepted(NumberedName.of(name, number), isTried: true)
            let reason = Array(lead.prefix(244)) + ".reason.txt".utf8
            let present = try folder.statusIfPresent(of: RawPath(bytes: lead))
            guard isCopied || present == nil, try mayReplace(reason, of: job.source, in: folder) else { continue }
            var targets: [[UInt8]] = []
            for file in files {
                targets.append(try folder.accepted(OriginalName.of(file.name, beside: name, number), isTried: true))
            }
            var missing: [(Copying, [UInt8])] = []
            var isFree = true
            for (file, target) in zip(files, targets) {
                switch OutputNaming.decide(try folder.taken(target, by: file.sha256), nil, OutputNaming.Rules()) {
                case .deliver: missing.append((file, target))
                case .current: continue
                default: isFree = false
                }
            }
            guard isFree else { continue }
            for (file, target) in missing {
                let copy = try AtomicFile(in: folder, rights: rights(file.file))
                try file.file.copy(to: copy.file)
                try copy.file.setModified(file.file.status().modified)
                _ = try copy.takeRights()
                try copy.file.synchronize()
                try copy.publish(as: target)
            }
            return (reason, picture)
        }
        throw FileError(.create, folder.path.appending(name: name), .noFreeName)
    }

    /// Whether the text that says why a file was rejected can have a name: no file has it, or an earlier text about the same file.
    private static func mayReplace(
        _ reason: [UInt8], of source: RawPath, in folder: OpenFolder
    ) throws(FileError) -> Bool {
        guard let status = try folder.statusIfPresent(of: RawPath(bytes: reason)) else { return true }
        guard status.kind == .regular else { return false }
        let head = Array("\(source)\n".utf8)
        return try folder.file(RawPath(bytes: reason)).read(head.count, at: 0) == head
    }
}
