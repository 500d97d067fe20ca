internal import UprightConfiguration
internal import UprightFiles
internal import UprightRewriting
internal import UprightWorker

/// The parts of a Live Photo have a content identifier in common. It counts more than their names.
extension PictureEngine {
    /// Returns the content identifier of a video; nil if it has none, or no worker can read it.
    func identifier(
        of video: OpenFile, _ status: FileStatus, in folder: DropFolder
    ) async throws(Refusal) -> String? {
        if let known = videos.identifier(of: status) { return known }
        let identifier = try await identifier(in: video, folder)
        videos.keep(identifier, of: status)
        return identifier
    }

    /// Returns the content identifier of a video with a path relative to its drop folder; nil if it has none, is no video by its
    /// name, or is gone.
    func identifier(
        ofVideo relative: RawPath, _ status: FileStatus, in folder: DropFolder
    ) async throws(Refusal) -> String? {
        guard ShotTable.kind(of: relative.name) == .video else { return nil }
        if let known = videos.identifier(of: status) { return known }
        let file = try await folder.blocking { () throws(FileError) -> OpenFile? in
            do throws(FileError) { return try folder.openSource().file(relative) } catch {
                guard error.isAbsence else { throw error }
                return nil
            }
        }
        guard let file else { return nil }
        return try await identifier(of: file, status, in: folder)
    }

    /// What a worker finds in a file; a file that it cannot read says nothing.
    private func identifier(in file: OpenFile, _ folder: DropFolder) async throws(Refusal) -> String? {
        do throws(WorkerError) {
            return try await processor.reader.facts(source: file.descriptor, limits: folder.options.limits)
                .contentIdentifier
        } catch {
            guard error.cause != .picture else { return nil }
            throw .unread(error)
        }
    }

    /// Returns the delivered pictures beside a video that have its content identifier, by the journal.
    func pictures(identifiedBy identifier: String, of job: PictureJob) async throws(Refusal) -> [PictureRecord] {
        try await asked(await history.pictures(identifiedBy: identifier, in: job.folder.source)).filter {
            $0.isDelivered && $0.source.parent == job.source.parent
        }
    }

    /// Makes a video with an identifier wait for the pictures beside it that have no result: each can be its picture, and can have
    /// been delivered with it by a process that was killed before it recorded that.
    func awaitPictures(beside video: PictureJob) async throws(Refusal) {
        guard video.folder.configuration.others != .leave else { return }
        // Raw files and other videos have rows of their own, too.
        let names = try await asked(await history.unfinishedPictures(in: video.source.parent)).map(\.name).filter {
            ShotTable.kind(of: $0) == nil
        }
        guard !names.isEmpty else { return }
        let present = try await video.folder.blocking { () throws(FileError) -> [UInt8]? in
            let folder = try video.folder.openSource().folder(video.relative.parent)
            for name in names where try folder.statusIfPresent(of: RawPath(bytes: name)) != nil { return name }
            return nil
        }
        guard let present else { return }
        let name = RawPath(bytes: present)
        throw .notReady("it is the video of a Live Photo, perhaps of \(name), which has no result yet")
    }

    /// Compares the content identifiers of a video and of the picture whose name it has.
    ///
    /// - Parameter opened: the open picture; nil to read its output.
    /// - Throws: a refusal if the video belongs to another picture, whatever its name.
    func checkIdentifier(
        of video: Shot, _ picture: PictureRecord, _ opened: Shot?, _ work: inout PictureWork
    ) async throws(Refusal) {
        guard let own = try await identifier(of: video.source, video.status, in: video.job.folder) else { return }
        work.record.contentIdentifier = own
        var other = picture.contentIdentifier
        if other == nil {
            // An earlier version did not record it.
            var file = opened?.source
            if file == nil {
                file = await offTheCooperativePool { () -> OpenFile? in
                    guard let path = picture.output else { return nil }
                    // Without its output, the name alone tells.
                    do { return try OpenFolder(path.parent).file(RawPath(bytes: path.name)) } catch { return nil }
                }
            }
            if let file { other = try await identifier(in: file, video.job.folder) }
        }
        let name = RawPath(bytes: picture.source.name)
        if let other {
            guard own != other else { return }
            throw Refusal(
                .ignored,
                "the video of another Live Photo: its content identifier is \(own), that of \(name) is \(other)")
        }
        if let owner = try await pictures(identifiedBy: own, of: video.job).first(where: { $0.source != picture.source }
        ) {
            throw Refusal(
                .ignored,
                "the video of \(RawPath(bytes: owner.source.name)), by its content identifier \(own), and not of \(name)"
            )
        }
    }

    /// Returns the video beside a picture that has its content identifier and another name.
    ///
    /// - Parameter present: the members of the picture's shot by their names.
    func videosOfOtherNames(_ work: PictureWork, besides present: [PresentMember]) async throws(Refusal)
        -> [PresentMember]
    {
        let job = work.job
        guard let identifier = work.record.contentIdentifier, job.folder.configuration.companions else { return [] }
        for member in present where member.member.kind == .video {
            if try await self.identifier(ofVideo: member.relative, member.status, in: job.folder) == identifier {
                return []
            }
        }
        let names = Set(present.map(\.relative.name))
        let others: [(RawPath, FileStatus)]
        do throws(FileError) {
            others = try await offTheCooperativePool { [shotNames] () throws(FileError) in
                let folder = try job.folder.openSource().folder(job.relative.parent)
                // In a folder of too many files, the video finds its picture in the journal.
                guard let listed = try shotNames.members.names(in: folder, within: job.folder.listAge).names else {
                    return []
                }
                var found: [(RawPath, FileStatus)] = []
                for name in listed.names(beginningWith: [])
                where ShotTable.kind(of: name) == .video && !names.contains(name) {
                    guard let status = try folder.statusIfPresent(of: RawPath(bytes: name)), status.kind == .regular
                    else { continue }
                    found.append((job.relative.parent.appending(name: name), status))
                }
                return found
            }
        } catch {
            // The folder is gone, and the video with it.
            return []
        }
        let output = work.outputName ?? job.relative.name
        for (relative, status) in others {
            guard try await self.identifier(ofVideo: relative, status, in: job.folder) == identifier else { continue }
            return [
                PresentMember(
                    relative: relative, member: ShotTable.video(relative.name, besideOutput: output), status: status)
            ]
        }
        return []
    }
}
