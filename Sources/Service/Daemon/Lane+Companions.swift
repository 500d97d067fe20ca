internal import UprightFiles
internal import Logging
internal import UprightConfiguration
internal import UprightEngine
internal import UprightRewriting
internal import UprightBase

extension Lane {
    /// Works on a companion that has settled. One whose picture has no result yet is worked on again when it has one.
    func workOnCompanion(_ arrival: FolderIntake.Arrival, in folder: DropFolder) async {
        let relative = arrival.relative
        // Before the journal is read: a picture that is delivered meanwhile finds the companion here.
        companions.begin(relative)
        var job = PictureJob(folder: folder, relative: relative)
        job.writers = writers
        job.watchedSince = watchedSince
        if arrival.isClosed { job.closed = arrival.status }
        var result: PictureResult
        do throws(JournalError) {
            result = try await dispatcher.workOnCompanion(job)
            if result.belongsToNoPicture, let identifier = result.record.contentIdentifier {
                if await mayBeOfPicture(relative, in: folder) {
                    companions.note(identifier, of: relative)
                    let isDue = companions.finish(relative, isDone: false)
                    await intake.again(relative, after: isDue ? .zero : .seconds(2))
                    return outstanding.release()
                }
                // The last of them may have got its result since the journal was asked.
                result = try await dispatcher.workOnCompanion(job)
            }
        } catch {
            await report(Fault(.journal, error.description))
            _ = companions.finish(relative, isDone: false)
            await intake.again(relative, after: .seconds(1))
            return outstanding.release()
        }
        if result.belongsToNoPicture {
            // Its row may say that it was ignored.
            _ = companions.finish(relative, isDone: true)
            outstanding.release()
            return await workAlone(arrival, in: folder, isNew: result.record.output == nil)
        }
        trial?.isWorkedOn = true
        if let fault = await dispatcher.fault(behind: result, in: folder) { await report(fault) }
        let isDone = [.normalized, .unchanged, .current, .rejected].contains(result.outcome)
        if !isDone { companions.note(result.record.contentIdentifier, of: relative) }
        if result.isTransient {
            // Otherwise the journal has nothing of it.
            await noteWaiting(relative, arrival.status, result.record.reason)
        } else {
            end(result, isNew: result.outcome != .current)
            await amendPicture(by: result, in: folder)
        }
        if companions.finish(relative, isDone: isDone && !result.isTransient) {
            await intake.again(relative, after: .zero)
        } else if result.isTransient {
            await intake.again(relative, after: result.pause ?? .seconds(5))
        } else {
            await intake.finished(relative)
        }
        outstanding.release()
    }

    /// Whether the picture of a video with a content identifier may be in the folder, under any name, and have no result. One that
    /// came when the video needed no longer wait is none.
    private func mayBeOfPicture(_ video: RawPath, in folder: DropFolder) async -> Bool {
        guard folder.configuration.others != .leave else { return false }
        let wait = Duration.milliseconds(PictureEngine.waitForPicture(in: folder.configuration))
        return await intake.mayHold(beside: video, within: wait) { ShotTable.kind(of: $0) == nil }
    }

    /// Looks at the companions of a picture that has a result, or has left the folder.
    ///
    /// - Parameters:
    ///   - present: the companions that were there when the picture was delivered.
    ///   - identifier: the picture's content identifier.
    func lookAtCompanions(of job: PictureJob, _ present: [RawPath], identifier: String? = nil) async {
        guard job.folder.configuration.companions else { return }
        let videos = companions.videos(identifiedBy: identifier).filter { $0.parent == job.relative.parent }
        let paths = companions.waiting(for: job.relative).union(present).union(videos)
        guard !paths.isEmpty else { return }
        await intake.look(at: companions.notInProgress(paths))
    }

    /// Has the companions of a picture whose original has left follow it soon.
    func releaseCompanions(of job: PictureJob) async {
        guard job.folder.configuration.companions, let journal = dispatcher.journal else { return }
        let picture = job.relative.name
        let beginnings = ([job.source.parent] + job.source.parent.labelFolders).flatMap { folder in
            ShotTable.beginnings(ofMembersOf: picture).map { folder.appending(name: $0) }
        }
        do throws(JournalError) {
            let sources = try await journal.sources(beginningWith: beginnings).flatMap(\.self).filter {
                ShotTable.member($0.name, of: picture, output: picture) != nil
            }
            try await journal.hastenOriginals(of: sources)
        } catch { log.limited("journal", .error, "\(error)") }
    }
}
