internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightRewriting
internal import UprightWatching

extension Lane {
    /// Works on a companion that has settled. One whose picture has no result yet is worked on again when it has one.
    func workOnCompanion(_ arrival: FolderIntake.Arrival, in folder: DropFolder) async {
        let relative = arrival.relative
        // Before the journal is read: a picture that is delivered meanwhile finds the companion here.
        companions.begin(relative)
        let result = await dispatcher.engine.workOnCompanion(PictureJob(folder: folder, relative: relative))
        trial?.isWorkedOn = true
        if let fault = await dispatcher.fault(behind: result, in: folder) { await met(fault) }
        let isDone = [.normalized, .unchanged, .current, .rejected].contains(result.outcome)
        end(result, isNew: result.outcome != .current && !result.isTransient)
        if companions.end(relative, isDone: isDone && !result.isTransient) {
            await intake.again(relative, after: .zero)
        } else if result.isTransient {
            await intake.again(relative, after: .seconds(5))
        } else {
            await intake.finished(relative)
        }
        await outstanding.release()
    }

    /// Looks at the companions of a picture that has a result, or has left the folder.
    ///
    /// - Parameter present: the companions that were there when the picture was delivered.
    func lookAtCompanions(of job: PictureJob, _ present: [RawPath]) async {
        guard job.folder.configuration.companions else { return }
        let paths = companions.waiting(for: job.relative).union(present)
        guard !paths.isEmpty else { return }
        await intake.look(at: companions.notInHand(paths))
    }
}
