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
                try Self.copyRejected(job, members, Array(text.utf8), to: folder) { (file) throws(FileError) in
                    try job.folder.rights(of: file, in: job.relative.parent, at: root, place)
                }
                try folder.synchronize()
            }
        } catch {
            work.result.warn(["it could not be copied to the rejected folder: \(error)"])
        }
    }

    /// Copies a shot under its own names or, if other files have one of them or that of the reason, under numbered names.
    private static func copyRejected(
        _ job: PictureJob, _ members: [[UInt8]], _ text: [UInt8], to folder: OpenFolder,
        rights: (OpenFile) throws(FileError) -> NewRights
    ) throws(FileError) {
        let name = job.relative.name
        let source = try job.folder.openSource().folder(job.relative.parent)
        var files: [(name: [UInt8], file: OpenFile, sha256: [UInt8])] = []
        var picture: OpenFile?
        for member in [name] + members {
            let file: OpenFile
            // A file that cannot be opened cannot be copied; the reason is still written.
            do { file = try source.file(RawPath(bytes: member)) } catch { continue }
            if member == name { picture = file }
            let status = try file.status()
            // A file that was rejected for its size must not fill the disk here.
            guard status.kind == .regular, status.size <= job.folder.options.limits.fileSize else { continue }
            files.append((member, file, try file.contentDigest().sha256))
        }
        if files.first?.name != name { files = [] }
        search: for number in 1...NumberedName.most {
            let lead = try folder.accepted(NumberedName.of(name, number), isTried: true)
            let reason = Array(lead.prefix(244)) + ".reason.txt".utf8
            let present = try folder.statusIfPresent(of: RawPath(bytes: lead))
            guard !files.isEmpty || present == nil, try mayReplace(reason, of: job.source, in: folder) else { continue }
            var missing: [(file: OpenFile, name: [UInt8])] = []
            for (member, file, sha256) in files {
                let target = try folder.accepted(OriginalName.of(member, beside: name, number), isTried: true)
                switch try folder.taken(target, by: sha256) {
                case .free: missing.append((file, target))
                case .same: continue
                default: continue search
                }
            }
            for (file, target) in missing {
                let copy = try AtomicFile(in: folder, rights: rights(file))
                try file.copy(to: copy.file)
                try copy.file.setModified(file.status().modified)
                try copy.finish(as: target)
            }
            let copy = try AtomicFile(in: folder, rights: picture.map(rights) ?? .exactly(0o600))
            try copy.file.write(text)
            return try copy.finish(as: reason, replacing: folder.statusIfPresent(of: RawPath(bytes: reason)))
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

extension AtomicFile {
    /// Gives a written file its rights and its name, and syncs it.
    ///
    /// - Parameter earlier: the file that it replaces; nil if it replaces none.
    fileprivate func finish(as name: [UInt8], replacing earlier: FileStatus? = nil) throws(FileError) {
        _ = try takeRights()
        try file.synchronize()
        replacesOnly(earlier)
        try publish(as: name, replacing: earlier != nil)
    }
}
